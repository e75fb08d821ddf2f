package dev.varve.engine.dynamodb.internal.feed;

import dev.varve.engine.dynamodb.internal.feed.ShardPlace.Fixed;
import dev.varve.error.Rejected;
import dev.varve.feed.FeedPosition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text format of positions: {@code 1.TABLE.STREAM.MARK.SHARD:PLACE,SHARD:PLACE}. The mark and the shards are left
 * out if there are none.
 */
final class PositionText {

    private static final String VERSION = "1";
    private static final Pattern TEXT = Pattern.compile(
            VERSION + "\\.([0-9a-z]{1,7})\\.([0-9a-z]{1,7})\\.(?:([0-9a-z]{1,8})-([0-9a-z]{1,13}))?\\.(.*)");
    private static final Map<Fixed, String> FIXED =
            Map.of(Fixed.START, "S", Fixed.HORIZON, "H", Fixed.LATEST, "L", Fixed.FINISHED, "F");
    /** The prefix of a sequence number. */
    private static final String SKIPPED = "K";

    private PositionText() {}

    static FeedPosition write(StreamPosition position) {
        StringBuilder text = new StringBuilder(header(position));
        position.places().forEach((shard, place) -> entry(text, shard).append(written(place)));
        return new FeedPosition(text.toString());
    }

    /** Returns a function that writes the position after a record of one shard, with all other shards unchanged. */
    static Function<String, FeedPosition> inside(StreamPosition position, String shard) {
        Map<String, ShardPlace> moved = new LinkedHashMap<>(position.places());
        moved.put(shard, new ShardPlace.After("0"));
        StringBuilder head = new StringBuilder(header(position.with(moved)));
        StringBuilder tail = new StringBuilder();
        boolean passed = false;
        for (Map.Entry<String, ShardPlace> other : moved.entrySet()) {
            StringBuilder half = entry(passed ? tail : head, other.getKey());
            if (other.getKey().equals(shard)) {
                passed = true;
            } else {
                half.append(written(other.getValue()));
            }
        }
        return sequence -> new FeedPosition(head + CompactText.ofSequence(sequence) + tail);
    }

    private static String header(StreamPosition position) {
        ShardMark mark = position.mark();
        String marked = mark == null ? "" : CompactText.ofNumber(mark.epochSecond()) + "-" + mark.nonce();
        return String.join(".", VERSION, position.table(), position.stream(), marked, "");
    }

    /** Starts an entry: a full stop precedes the first one, a comma each further one. */
    private static StringBuilder entry(StringBuilder text, String shard) {
        boolean first = text.length() > 0 && text.charAt(text.length() - 1) == '.';
        return text.append(first ? "" : ",").append(CompactText.ofShard(shard)).append(':');
    }

    private static String written(ShardPlace place) {
        if (place instanceof ShardPlace.After after) {
            return CompactText.ofSequence(after.sequence());
        } else if (place instanceof ShardPlace.Skipped skipped) {
            return SKIPPED + CompactText.ofSequence(skipped.sequence());
        }
        return FIXED.getOrDefault(place, "");
    }

    /** Parses a position of this table's feed; rejects any other text. */
    static StreamPosition read(String table, FeedPosition position) {
        Matcher text = TEXT.matcher(position.text());
        try {
            if (text.matches() && text.group(1).equals(CompactText.fingerprint(table))) {
                StreamPosition read =
                        new StreamPosition(text.group(1), text.group(2), mark(text), places(text.group(5)));
                boolean unmarked =
                        read.mark() == null && read.places().values().stream().anyMatch(ShardPlace::needsMark);
                if (!unmarked && write(read).equals(position)) {
                    return read;
                }
            }
        } catch (IllegalArgumentException e) {
            // Rejected below, like a text of another format.
        }
        throw new Rejected("feed.position", "\"%s\" is not a position of this feed".formatted(position.text()));
    }

    private static @Nullable ShardMark mark(Matcher text) {
        return text.group(3) == null ? null : new ShardMark(CompactText.number(text.group(3)), text.group(4));
    }

    private static Map<String, ShardPlace> places(String entries) {
        Map<String, ShardPlace> places = new LinkedHashMap<>();
        if (entries.isEmpty()) {
            return places;
        }
        for (String entry : entries.split(",", -1)) {
            int colon = entry.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException("not a place: " + entry);
            }
            places.put(CompactText.shard(entry.substring(0, colon)), place(entry.substring(colon + 1)));
        }
        return places;
    }

    private static ShardPlace place(String text) {
        for (Map.Entry<Fixed, String> fixed : FIXED.entrySet()) {
            if (fixed.getValue().equals(text)) {
                return fixed.getKey();
            }
        }
        return text.startsWith(SKIPPED)
                ? new ShardPlace.Skipped(CompactText.sequence(text.substring(SKIPPED.length())))
                : new ShardPlace.After(CompactText.sequence(text));
    }
}
