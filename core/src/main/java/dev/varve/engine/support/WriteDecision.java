package dev.varve.engine.support;

import dev.varve.item.Item;
import dev.varve.table.Capacity;
import dev.varve.table.Delete;
import dev.varve.table.Put;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a write does to the item stored under its key. */
public sealed interface WriteDecision {

    /** Returns the cost on DynamoDB; in a transaction, before doubling. */
    Capacity capacity();

    /**
     * The condition holds: replace the stored item.
     *
     * @param stored the stored item, expired or not
     * @param before the visible item, null if it was absent or expired
     * @param after the item to store, null for none
     */
    record Apply(
            @Nullable Item stored,
            @Nullable Item before,
            @Nullable Item after,
            Capacity capacity) implements WriteDecision {}

    /** The condition of a check holds: nothing to do. */
    record Pass(Capacity capacity) implements WriteDecision {}

    /** The condition does not hold for the existing item. */
    record Refuse(@Nullable Item existing, Capacity capacity) implements WriteDecision {}

    /** Decides on a write that has passed {@link RequestCheck}; rejects an update that does not fit the stored item. */
    static WriteDecision of(TableSchema schema, Write write, @Nullable Item stored, Instant now) {
        Item live = schema.live(stored, now);
        if (!write.condition().test(live == null ? Item.empty() : live)) {
            return new Refuse(live, Cost.failedWrite(write, stored));
        }
        if (write instanceof Put put) {
            return new Apply(stored, live, put.item(), Cost.write(schema, stored, put.item()));
        } else if (write instanceof Delete) {
            return new Apply(stored, live, null, Cost.write(schema, stored, null));
        } else if (write instanceof Update update) {
            Item after = update.apply(schema, live);
            ItemCheck.stored(schema, after);
            Capacity once = Cost.write(schema, stored, after);
            return new Apply(
                    stored,
                    live,
                    after,
                    needsSecondRequest(update, stored, live) ? once.plus(Cost.failedWrite(update, stored)) : once);
        }
        return new Pass(Cost.check(stored));
    }

    /**
     * Returns whether DynamoDB needs two requests for this update. DynamoDB has no min and max actions, and its updates
     * do not treat an expired item as absent. In these cases a first conditional request fails and returns the item
     * that the second request needs.
     */
    static boolean needsSecondRequest(Write write, @Nullable Item stored, @Nullable Item live) {
        return write instanceof Update update && ((stored != null && live == null) || !update.keepsExtremes(live));
    }

    /** Returns the result of a single write that was carried out as decided. */
    default WriteResult result(Write write) {
        if (this instanceof Refuse refuse) {
            return new WriteResult.ConditionFailed(refuse.existing(), capacity());
        }
        Apply apply = (Apply) this;
        Item image = switch (write.returning()) {
            case NOTHING -> null;
            case OLD -> apply.before();
            case NEW -> apply.after();
        };
        return new WriteResult.Written(image, capacity());
    }
}
