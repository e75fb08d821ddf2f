package dev.varve.engine.dynamodb.internal.plan;

import dev.varve.core.item.Item;
import dev.varve.core.item.Num;
import dev.varve.core.item.Value;
import dev.varve.core.table.ItemCheck;
import dev.varve.core.table.TableSchema;
import dev.varve.core.table.Update;
import dev.varve.core.table.Write;
import dev.varve.engine.dynamodb.internal.expression.Extreme;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a write is put to DynamoDB, as far as that depends on what is stored. The first phrasing is a guess; where it is
 * wrong the request fails, and the item that comes back tells the right one. Each carries a condition that holds only
 * where it is right, so one logical update stays atomic.
 */
public sealed interface Phrasing {

    /** The write as it is; an update's extremes as given. */
    record AsGiven(List<Extreme> extremes) implements Phrasing {
        private static final AsGiven WITHOUT_EXTREMES = new AsGiven(List.of());

        public AsGiven {
            extremes = List.copyOf(extremes);
        }
    }

    /** A put of what an update makes of nothing, in place of an expired item that still has this TTL. */
    record Afresh(Value expiredTtl) implements Phrasing {}

    static Phrasing first(Write write) {
        List<Extreme> extremes = write instanceof Update update ? Extreme.allInner(update) : List.of();
        return extremes.isEmpty() ? AsGiven.WITHOUT_EXTREMES : new AsGiven(extremes);
    }

    /** Returns the phrasing that fits this stored item; refuses an update that does not fit it. */
    static Phrasing fitting(TableSchema schema, Update update, @Nullable Item stored, Instant now) {
        Item live = schema.live(stored, now);
        ItemCheck.stored(schema, update.apply(schema, live));
        Value ttl = stored == null || schema.ttlAttribute() == null ? null : stored.value(schema.ttlAttribute());
        return live == null && ttl != null ? new Afresh(ttl) : new AsGiven(Extreme.of(update, live));
    }

    /** Returns whether the request for this write depends on the time or on what is stored. */
    static boolean varies(TableSchema schema, Write write) {
        if (write instanceof Update update) {
            return schema.ttlAttribute() != null || !Extreme.allInner(update).isEmpty();
        }
        return !Expiry.whole(schema, write.condition(), Num.of(0)).equals(write.condition());
    }
}
