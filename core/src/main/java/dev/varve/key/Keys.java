package dev.varve.key;

import dev.varve.error.Rejected;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.TemplateParser;
import dev.varve.key.internal.text.CivilDate;
import dev.varve.key.internal.text.ClockDomain;
import dev.varve.key.internal.text.ClockText;
import dev.varve.key.internal.text.ShardHash;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes and parses simple keys for tables that are modelled by hand.
 *
 * <p>Unlike the parts of a {@link Layout}, values are never encoded: a value that could not be parsed back is rejected.
 */
public final class Keys {

    private static final char SEPARATOR = '#';
    private static final char PATH_SEPARATOR = '/';
    private static final String SHARD = "#SHARD_";

    /** A time bucket in UTC. */
    public record TimeBucket(Instant start, Grain grain) {}

    /** The type and id of an entity. */
    public record Entity(String type, String id) {}

    /** A key and its shard. */
    public record Shard(String key, int shard) {}

    /**
     * The primary key of a relation: the key of one entity as partition key, that of the other as sort key.
     *
     * @param sort the sort key, or null for a key without one
     */
    public record AdjacencyKey(String partition, @Nullable String sort) {}

    /** A relation from one entity key to another. */
    public record Edge(String from, String to) {}

    private Keys() {}

    /** Returns the bucket of an instant in UTC: {@code 2024-12-01-14-30}, {@code 2024-12-01-14}, …, {@code 2024}. */
    public static String timeSeries(Instant instant, Grain grain) {
        long second = ClockDomain.check(instant).getEpochSecond();
        var out = new StringBuilder();
        if (grain.compareTo(Grain.DAY) >= 0) {
            CivilDate.append(out, Math.floorDiv(second, 86_400), grain);
            return out.toString();
        }
        ClockText.appendDashedHour(out, second);
        if (grain == Grain.MINUTE) {
            CivilDate.appendTwo(out.append('-'), (int) Math.floorMod(second, 3_600L) / 60);
        }
        return out.toString();
    }

    /** Returns the bucket that {@link #timeSeries} wrote; the length of the text determines the grain. */
    public static TimeBucket parseTimeSeries(String text) {
        Grain grain = switch (text.length()) {
            case 4 -> Grain.YEAR;
            case 7 -> Grain.MONTH;
            case 10 -> Grain.DAY;
            case 13 -> Grain.HOUR;
            default -> Grain.MINUTE;
        };
        long second = switch (grain) {
            case MINUTE -> readMinute(text);
            case HOUR -> ClockText.readDashedHour(text, 0);
            default -> readDate(text, grain);
        };
        if (second == ClockText.BAD) {
            throw rejected(
                    "key.bad-time",
                    "\"" + text + "\" is not a time bucket",
                    "write one like 2024-12-01-14-30, 2024-12-01-14, 2024-12-01, 2024-12 or 2024");
        }
        return new TimeBucket(Instant.ofEpochSecond(second), grain);
    }

    /** Returns the parts with {@code #} between them: {@code SENSOR#123#2024-12-01-14}. */
    public static String composite(String... parts) {
        return join(SEPARATOR, List.of(parts));
    }

    /** Returns the parts that {@link #composite} joined. */
    public static List<String> parseComposite(String key) {
        return split(SEPARATOR, key);
    }

    /** Returns the key of an entity, from its type and id: {@code USER#123}. */
    public static String entity(String type, String id) {
        return composite(type, id);
    }

    /** Returns the type and id that {@link #entity} joined. */
    public static Entity parseEntity(String key) {
        List<String> parts = parseComposite(key);
        if (parts.size() != 2) {
            throw rejected(
                    "key.bad-entity", "\"" + key + "\" is not an entity key", "write type and id, as in" + " USER#123");
        }
        return new Entity(parts.get(0), parts.get(1));
    }

    /** Returns the epoch second of an expiry, as DynamoDB's TTL expects it; fractions are cut off. */
    public static long ttl(Instant expiry) {
        return ClockDomain.check(expiry).getEpochSecond();
    }

    /** Returns the instant of a TTL value. */
    public static Instant parseTtl(long epochSecond) {
        return Instant.ofEpochSecond(ClockDomain.checkSecond(epochSecond));
    }

    /** Returns the shard key of an identity, always the same one: {@code ITEM#SHARD_0}. */
    public static String stableShard(String key, String identity, int shards) {
        var hash = new ShardHash();
        hash.text(identity);
        return shard(key, hash.shard(checkShards(shards)));
    }

    /** Returns a random shard key. Readers must query {@link #allShards}, and a retry may use another shard. */
    public static String randomShard(String key, int shards, RandomGenerator random) {
        return shard(key, random.nextInt(checkShards(shards)));
    }

    /** Returns all shard keys of a key, in order. */
    public static List<String> allShards(String key, int shards) {
        return IntStream.range(0, checkShards(shards))
                .mapToObj(shard -> shard(key, shard))
                .toList();
    }

    /** Returns the key and the shard in a text such as {@code ITEM#SHARD_0}. */
    public static Shard parseShard(String text) {
        int at = text.lastIndexOf(SHARD);
        String digits = at < 0 ? "" : text.substring(at + SHARD.length());
        int shard = digits.isEmpty() || digits.length() > 3 ? -1 : ClockText.digits(digits, 0, digits.length());
        if (at < 1 || shard < 0 || !shard(text.substring(0, at), shard).equals(text)) {
            throw rejected("key.bad-shard", "\"" + text + "\" is not a shard of a key", "write one like ITEM#SHARD_0");
        }
        return new Shard(text.substring(0, at), shard);
    }

    /** Returns the steps of a path with {@code /} between them: {@code root/documents/work}. */
    public static String hierarchy(String... path) {
        return join(PATH_SEPARATOR, List.of(path));
    }

    /** Returns the steps that {@link #hierarchy} joined. */
    public static List<String> parseHierarchy(String key) {
        return split(PATH_SEPARATOR, key);
    }

    /** Returns the key of a relation: one entity's key as partition, the other's as sort key. */
    public static AdjacencyKey adjacency(String from, String to) {
        if (from.isEmpty() || to.isEmpty()) {
            throw rejected("key.empty-part", "an end of a relation is empty", "give the keys of both entities");
        }
        return new AdjacencyKey(from, to);
    }

    /** Returns the relation that {@link #adjacency} wrote. */
    public static Edge parseAdjacency(AdjacencyKey key) {
        if (key.sort() == null) {
            throw rejected(
                    "key.bad-adjacency",
                    "key " + key.partition() + " has no text as sort key",
                    "give the key of a relation");
        }
        return new Edge(key.partition(), key.sort());
    }

    /** Returns the key value for a sparse index; empty for items that do not belong to the index. */
    public static Optional<String> sparse(String value, BooleanSupplier indexed) {
        if (value.isEmpty()) {
            throw rejected("key.empty-part", "the value of a sparse index is empty", "give one like ANOMALY");
        }
        return indexed.getAsBoolean() ? Optional.of(value) : Optional.empty();
    }

    /** Returns whether an item with this stored key value belongs to the sparse index. */
    public static boolean parseSparse(@Nullable String stored) {
        return stored != null;
    }

    private static String shard(String key, int shard) {
        if (key.isEmpty()) {
            throw rejected("key.empty-part", "the key to be sharded is empty", "give one like ITEM");
        }
        return key + SHARD + shard;
    }

    private static int checkShards(int shards) {
        if (shards < 1 || shards > TemplateParser.MAX_SHARDS) {
            throw rejected(
                    "key.shard-count",
                    shards + " shards are outside 1 to " + TemplateParser.MAX_SHARDS,
                    "choose fewer, because a read queries every shard");
        }
        return shards;
    }

    private static String join(char separator, List<String> parts) {
        parts.forEach(part -> checkPart(separator, part));
        if (parts.isEmpty()) {
            throw rejected("key.empty-part", "a key needs at least one part", "give one");
        }
        return String.join(String.valueOf(separator), parts);
    }

    private static List<String> split(char separator, String key) {
        List<String> parts = List.of(key.split(String.valueOf(separator), -1));
        parts.forEach(part -> checkPart(separator, part));
        return parts;
    }

    private static void checkPart(char separator, String part) {
        if (part.isEmpty()) {
            throw rejected("key.empty-part", "a part of the key is empty", "give each at least one character");
        }
        if (part.indexOf(separator) >= 0) {
            throw rejected(
                    "key.separator-in-part",
                    "part \"" + part + "\" contains the separator " + separator,
                    "give its pieces one by one, or use a template, which encodes it");
        }
    }

    private static long readDate(String text, Grain grain) {
        long day = CivilDate.read(text, 0, grain);
        return day == ClockText.BAD ? ClockText.BAD : day * 86_400;
    }

    private static long readMinute(String text) {
        long hour = ClockText.readDashedHour(text, 0);
        int minute = text.length() == 16 && text.charAt(13) == '-' ? ClockText.digits(text, 14, 2) : -1;
        return hour == ClockText.BAD || minute < 0 || minute > 59 ? ClockText.BAD : hour + minute * 60L;
    }

    private static Rejected rejected(String code, String what, String remedy) {
        return new Rejected(code, what + "; " + remedy);
    }
}
