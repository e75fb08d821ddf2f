package dev.varve.server.api.table;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One page of partitions.
 *
 * @param partitions The partitions.
 * @param next The token of the next page; null on the last page.
 */
public record PartitionPage(
        List<PartitionJson> partitions, @Nullable String next) {

    /**
     * A partition.
     *
     * @param partition The partition key.
     * @param kinds The number of items by kind, counted up to 200.
     * @param more Whether there are more items of some kind than were counted.
     */
    public record PartitionJson(String partition, Map<String, Integer> kinds, boolean more) {}

    public PartitionPage {
        partitions = List.copyOf(partitions);
    }
}
