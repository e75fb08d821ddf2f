package dev.varve.feed.internal;

import dev.varve.feed.Change;
import dev.varve.feed.DeadLetter;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.table.Key;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The stored format of a dead letter. */
final class DeadLetterItem {

    static final String POSITION = "position";
    static final String PARTITION = "partition";
    static final String SORT = "sort";

    private static final String AT = "at";
    private static final String CAUSE = "cause";
    private static final String BEFORE = "before";
    private static final String AFTER = "after";
    private static final String COMPLETE = "complete";
    static final String ERROR = "error";
    private static final String SET_ASIDE_AT = "parkedAt";
    private static final String TRIES = "tries";

    private DeadLetterItem() {}

    static Value.MapOf write(DeadLetter deadLetter) {
        Change change = deadLetter.change();
        Map<String, Value> map = new TreeMap<>();
        map.put(POSITION, Value.of(change.position().text()));
        map.put(AT, ConsumerState.clock(change.at()));
        map.put(PARTITION, change.key().partition());
        if (change.key().sort() != null) {
            map.put(SORT, change.key().sort());
        }
        if (change.before() != null) {
            map.put(BEFORE, new Value.MapOf(change.before().asMap()));
        }
        if (change.after() != null) {
            map.put(AFTER, new Value.MapOf(change.after().asMap()));
        }
        map.put(CAUSE, Value.of(change.cause().name()));
        map.put(COMPLETE, Value.of(deadLetter.complete()));
        map.put(ERROR, Value.of(deadLetter.error()));
        map.put(SET_ASIDE_AT, ConsumerState.clock(deadLetter.setAsideAt()));
        map.put(TRIES, Value.of((long) deadLetter.tries()));
        return new Value.MapOf(map);
    }

    static DeadLetter read(long number, Value.MapOf stored) {
        Map<String, Value> map = stored.values();
        Change change = new Change(
                position(map),
                ConsumerState.clock(map, AT),
                key(map),
                image(map.get(BEFORE)),
                image(map.get(AFTER)),
                Change.Cause.valueOf(ConsumerState.text(map, CAUSE)));
        return new DeadLetter(
                number,
                change,
                Value.of(true).equals(map.get(COMPLETE)),
                ConsumerState.text(map, ERROR),
                ConsumerState.clock(map, SET_ASIDE_AT),
                (int) ConsumerState.number(map, TRIES));
    }

    static FeedPosition position(Map<String, Value> map) {
        return new FeedPosition(ConsumerState.text(map, POSITION));
    }

    static Key key(Map<String, Value> map) {
        return new Key(Objects.requireNonNull(map.get(PARTITION)), map.get(SORT));
    }

    private static @Nullable Item image(@Nullable Value stored) {
        return stored instanceof Value.MapOf map ? Item.of(map.values()) : null;
    }
}
