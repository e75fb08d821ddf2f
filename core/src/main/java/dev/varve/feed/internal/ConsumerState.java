package dev.varve.feed.internal;

import dev.varve.error.CorruptData;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.key.Tick;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The stored state of a consumer.
 *
 * @param term counts how often the lease was taken; only the owner with the newest term may write
 * @param leaseEnd when the lease ends unless it is renewed
 * @param newest when the newest handled change happened
 * @param opening the opening of the feed under which the lease was taken, or null if several processes can open the feed
 */
public record ConsumerState(
        FeedPosition position,
        String owner,
        long term,
        Instant leaseEnd,
        long handled,
        int deadLetters,
        long trims,
        @Nullable Instant newest,
        @Nullable String opening) {

    static final String TERM = "term";
    static final String LEASE_END = "leaseEnd";

    private static final String POSITION = "position";
    private static final String OWNER = "owner";
    private static final String HANDLED = "handled";
    private static final String DEAD_LETTERS = "parked";
    private static final String TRIMS = "trims";
    private static final String NEWEST = "newest";
    private static final String OPENING = "opening";

    static ConsumerState initial(FeedPosition startingAt) {
        return new ConsumerState(startingAt, "", 0, Instant.EPOCH, 0, 0, 0, null, null);
    }

    boolean isFree(Instant now, String candidate, @Nullable String current) {
        return owner.isEmpty() || owner.equals(candidate) || !now.isBefore(leaseEnd) || isOfAnEarlierOpening(current);
    }

    /** Returns whether the owner no longer runs: its process had the feed open, and now another process has. */
    private boolean isOfAnEarlierOpening(@Nullable String current) {
        return opening != null && current != null && !opening.equals(current);
    }

    ConsumerState taken(String newOwner, Instant end, @Nullable String current) {
        return new ConsumerState(position, newOwner, term + 1, end, handled, deadLetters, trims, newest, current);
    }

    ConsumerState renewed(Instant end) {
        return new ConsumerState(position, owner, term, end, handled, deadLetters, trims, newest, opening);
    }

    ConsumerState released() {
        return new ConsumerState(position, "", term, leaseEnd, handled, deadLetters, trims, newest, opening);
    }

    public ConsumerState at(FeedPosition reached) {
        return new ConsumerState(reached, owner, term, leaseEnd, handled, deadLetters, trims, newest, opening);
    }

    ConsumerState handled(long more, @Nullable Instant at) {
        return new ConsumerState(
                position, owner, term, leaseEnd, handled + more, deadLetters, trims, at == null ? newest : at, opening);
    }

    ConsumerState withDeadLetters(int count) {
        return new ConsumerState(position, owner, term, leaseEnd, handled, count, trims, newest, opening);
    }

    public ConsumerState trimmed() {
        return new ConsumerState(position, owner, term, leaseEnd, handled, deadLetters, trims + 1, newest, opening);
    }

    Value.MapOf write() {
        Map<String, Value> map = new TreeMap<>();
        map.put(POSITION, Value.of(position.text()));
        map.put(OWNER, Value.of(owner));
        map.put(TERM, Value.of(term));
        map.put(LEASE_END, clock(leaseEnd));
        map.put(HANDLED, Value.of(handled));
        map.put(DEAD_LETTERS, Value.of((long) deadLetters));
        map.put(TRIMS, Value.of(trims));
        if (newest != null) {
            map.put(NEWEST, clock(newest));
        }
        if (opening != null) {
            map.put(OPENING, Value.of(opening));
        }
        return new Value.MapOf(map);
    }

    static ConsumerState read(Value.MapOf stored) {
        Map<String, Value> map = stored.values();
        return new ConsumerState(
                new FeedPosition(text(map, POSITION)),
                text(map, OWNER),
                number(map, TERM),
                clock(map, LEASE_END),
                number(map, HANDLED),
                (int) number(map, DEAD_LETTERS),
                number(map, TRIMS),
                map.containsKey(NEWEST) ? clock(map, NEWEST) : null,
                map.containsKey(OPENING) ? text(map, OPENING) : null);
    }

    static Value clock(Instant instant) {
        return Value.of(Tick.NANOS.text(instant));
    }

    static Instant clock(Map<String, Value> map, String name) {
        return Tick.NANOS.parse(text(map, name)).orElseThrow(() -> corrupt(map, name));
    }

    static String text(Map<String, Value> map, String name) {
        if (map.get(name) instanceof Value.Text text) {
            return text.value();
        }
        throw corrupt(map, name);
    }

    static long number(Map<String, Value> map, String name) {
        if (map.get(name) instanceof Num number) {
            return number.longValueExact();
        }
        throw corrupt(map, name);
    }

    private static CorruptData corrupt(Map<String, Value> map, String name) {
        return new CorruptData(
                "feed.state",
                "the stored state of a consumer has %s = %s, which is not of the expected type"
                        .formatted(name, map.get(name)));
    }
}
