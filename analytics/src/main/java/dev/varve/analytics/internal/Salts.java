package dev.varve.analytics.internal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.entity.Entity;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.WriteResult;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * The salts of days in UTC: random, shared by all processes on a table, and destroyed 48 hours after their day began. After
 * that a visitor's id can no longer be traced to a person.
 */
public final class Salts {

    /** The salts; each has an expiry of its own. */
    public static final Entity<DailySalt> SALTS = Entity.of(DailySalt.class)
            .named("visitorSalts")
            .lookup(MethodHandles.lookup())
            .partition("SALT#{day}")
            .sort("SALT")
            .build();

    /** As Plausible documents: a day, and the next one for sessions that continue after midnight. */
    static final Duration LIFE = Duration.ofDays(2);

    /** The size of the hash; more bytes would add no security. */
    private static final int BYTES = 32;

    /** How many days of old salts are deleted; TTL has removed older ones. */
    private static final int SWEPT_DAYS = 7;

    private final BlockingTable table;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Map<LocalDate, byte[]> known = new ConcurrentHashMap<>();
    private volatile LocalDate swept = LocalDate.MIN;

    public Salts(BlockingTable table, InstantSource clock, RandomGenerator random) {
        this.table = table;
        this.clock = clock;
        this.random = random;
    }

    public static LocalDate dayOf(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }

    /** Returns the time at which the salt of a day is destroyed. */
    static Instant endOf(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant().plus(LIFE);
    }

    boolean isAlive(LocalDate day) {
        return clock.instant().isBefore(endOf(day));
    }

    /** Returns the salt of a current day; costs requests only when a process needs the day for the first time. */
    byte[] of(LocalDate day) {
        byte[] salt = known.get(day);
        if (salt == null) {
            salt = readOrCreate(day);
            known.put(day, salt);
            if (swept.isBefore(dayOf(clock.instant()))) {
                destroy();
            }
        }
        return salt;
    }

    private byte[] readOrCreate(LocalDate day) {
        Item there = table.get(Get.of(keyOf(day)).consistent()).item();
        if (there == null) {
            byte[] bytes = new byte[BYTES];
            random.nextBytes(bytes);
            Item made = table.schema()
                    .keyed(
                            keyOf(day),
                            Item.builder()
                                    .put("day", day.toString())
                                    .put("salt", Bytes.wrap(bytes))
                                    .put(
                                            Objects.requireNonNull(
                                                    table.schema().ttlAttribute()),
                                            endOf(day).getEpochSecond())
                                    .build());
            String partition = table.schema().key().partition().name();
            WriteResult result = table.put(Put.of(made).when(attr(partition).absent()));
            // If another process was faster, its salt is used by all.
            there = result instanceof WriteResult.ConditionFailed failed
                    ? Objects.requireNonNull(failed.existing())
                    : made;
        }
        return there.bytes("salt").toArray();
    }

    /** Removes old salts from memory and table, because TTL may take days. */
    public void destroy() {
        known.keySet().removeIf(day -> !isAlive(day));
        LocalDate today = dayOf(clock.instant());
        for (int age = (int) LIFE.toDays(); age < LIFE.toDays() + SWEPT_DAYS; age++) {
            table.delete(keyOf(today.minusDays(age)));
        }
        swept = today;
    }

    private static Key keyOf(LocalDate day) {
        return SALTS.itemKey(SALTS.key(day.toString()));
    }
}
