package dev.varve.engine.dynamodb.internal.feed;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A position in the feed of a table.
 *
 * @param table the fingerprint of the table's name
 * @param stream the fingerprint of the stream: a table has another one after its stream was turned off and on
 * @param mark what {@link ShardPlace.Fixed#LATEST} means here; null where no place needs it
 * @param places where each shard stands; the first is the next to be read
 */
record StreamPosition(String table, String stream, @Nullable ShardMark mark, Map<String, ShardPlace> places) {

    StreamPosition {
        places = Collections.unmodifiableMap(new LinkedHashMap<>(places));
        mark = places.values().stream().anyMatch(ShardPlace::needsMark) ? mark : null;
    }

    StreamPosition with(Map<String, ShardPlace> others) {
        return new StreamPosition(table, stream, mark, others);
    }
}
