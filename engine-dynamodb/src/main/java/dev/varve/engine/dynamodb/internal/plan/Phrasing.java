package dev.varve.engine.dynamodb.internal.plan;

import dev.varve.engine.dynamodb.internal.expression.MinMaxUpdate;
import dev.varve.engine.support.ItemCheck;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.table.Write;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a write is expressed, as far as it depends on the stored item. The first phrasing is a guess. If it is wrong, the
 * request fails, and the returned item shows the right one. Each phrasing has a condition that holds only if it is
 * right, so one logical update stays atomic.
 */
public sealed interface Phrasing {

    /** The write as requested, with these comparisons for min and max. */
    record AsGiven(List<MinMaxUpdate> extremes) implements Phrasing {
        private static final AsGiven WITHOUT_EXTREMES = new AsGiven(List.of());

        public AsGiven {
            extremes = List.copyOf(extremes);
        }
    }

    /** A put of the update's result on an absent item. It replaces an expired item that still has this TTL. */
    record Afresh(Value expiredTtl) implements Phrasing {}

    static Phrasing first(Write write) {
        List<MinMaxUpdate> extremes = write instanceof Update update ? MinMaxUpdate.allInner(update) : List.of();
        return extremes.isEmpty() ? AsGiven.WITHOUT_EXTREMES : new AsGiven(extremes);
    }

    /** Returns the phrasing that fits this stored item; rejects an update that does not fit it. */
    static Phrasing fitting(TableSchema schema, Update update, @Nullable Item stored, Instant now) {
        Item live = schema.live(stored, now);
        ItemCheck.stored(schema, update.apply(schema, live));
        Value ttl = stored == null || schema.ttlAttribute() == null ? null : stored.value(schema.ttlAttribute());
        return live == null && ttl != null ? new Afresh(ttl) : new AsGiven(MinMaxUpdate.of(update, live));
    }

    /** Returns whether the request for this write depends on the time or on the stored item. */
    static boolean varies(TableSchema schema, Write write) {
        if (write instanceof Update update) {
            return schema.ttlAttribute() != null
                    || !MinMaxUpdate.allInner(update).isEmpty();
        }
        return !Expiry.whole(schema, write.condition(), Num.of(0)).equals(write.condition());
    }
}
