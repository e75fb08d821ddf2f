package dev.varve.series.internal.read;

import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.key.Parts;
import dev.varve.key.ZoneHistory;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.series.internal.definition.ZoneSource;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Looks up the time zones of a series' identities in their entities, and caches them. */
final class EntityZones {

    /**
     * How long a zone is cached. A zone change takes effect long after it is written, so a short delay does no harm.
     */
    static final Duration CACHED_FOR = Duration.ofMinutes(1);

    private static final int MAX_CACHED_ENTITIES = 100_000;

    private record Cached(ZoneHistory zones, Instant readAt) {}

    private final ZoneSource from;
    private final Table table;
    private final InstantSource clock;
    private final Map<Key, Cached> cache = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Cached> eldest) {
            return size() > MAX_CACHED_ENTITIES;
        }
    });

    EntityZones(ZoneSource from, OpenSchema open) {
        this.from = from;
        this.table = open.tableOf(from.entity());
        this.clock = open.clock();
    }

    /** Returns the zones of one identity; UTC if it has no entity, or the entity has no zone. */
    CompletableFuture<ZoneHistory> of(Parts identity) {
        Key key = from.entity().itemKey(identity);
        Instant now = clock.instant();
        Cached known = cache.get(key);
        if (known != null && now.isBefore(known.readAt().plus(CACHED_FOR))) {
            return CompletableFuture.completedFuture(known.zones());
        }
        return table.get(Get.of(key).consistent()).thenApply(found -> {
            ZoneHistory zones = found.find().map(this::read).orElse(ZoneHistory.UTC);
            cache.put(key, new Cached(zones, now));
            return zones;
        });
    }

    private ZoneHistory read(Item entity) {
        Value value = entity.value(from.attribute());
        if (value == null || value instanceof Value.Null) {
            return ZoneHistory.UTC;
        }
        if (!(value instanceof Value.Text text)) {
            throw unreadable(entity, "it is %s, not a text".formatted(value), null);
        }
        try {
            ZoneHistory zones = ZoneHistory.parse(text.value());
            boolean isUtc =
                    zones.changes().isEmpty() && zones.first().normalized().equals(ZoneOffset.UTC);
            return isUtc ? ZoneHistory.UTC : zones;
        } catch (Rejected refused) {
            throw unreadable(entity, String.valueOf(refused.getMessage()), refused);
        }
    }

    private CorruptData unreadable(Item entity, String why, @Nullable Throwable cause) {
        return new CorruptData(
                "series.zone",
                "the zone of %s %s cannot be read from attribute %s: %s. Correct the entity"
                        .formatted(from.entity().name(), table.schema().keyOf(entity), from.attribute(), why),
                cause);
    }
}
