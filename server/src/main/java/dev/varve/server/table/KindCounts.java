package dev.varve.server.table;

import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.item.ValueType;
import dev.varve.table.BlockingTable;
import dev.varve.table.KeyAttribute;
import dev.varve.table.Page;
import dev.varve.table.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** The number of items of each kind in a partition, counted up to a limit. */
final class KindCounts {

    /** Enough for a bar chart; a partition may hold millions of items. */
    static final int COUNTED = 200;

    private static final int AT_ONCE = 16;

    /**
     * The content of a partition.
     *
     * @param kinds the number of items by kind
     * @param isMore whether some kind has more items than were counted
     */
    record Counts(Map<String, Integer> kinds, boolean isMore) {}

    private record Counted(int partition, String words, Page page) {}

    private record Wanted(int partition, String words, Query query) {}

    private final BlockingTable table;
    private final ItemKinds kinds;

    KindCounts(BlockingTable table, ItemKinds kinds) {
        this.table = table;
        this.kinds = kinds;
    }

    /** Returns the counts of each of these partitions. */
    List<Counts> of(List<String> partitions) {
        List<Wanted> wanted = new ArrayList<>();
        for (int i = 0; i < partitions.size(); i++) {
            for (String words : words(partitions.get(i))) {
                wanted.add(new Wanted(i, words, query(partitions.get(i), words)));
            }
        }
        List<Counted> counted = BlockingTable.await(ParallelCalls.map(wanted, AT_ONCE, this::count));
        List<Counts> counts = new ArrayList<>();
        for (int i = 0; i < partitions.size(); i++) {
            int number = i;
            counts.add(counts(
                    counted.stream().filter(some -> some.partition() == number).toList()));
        }
        return counts;
    }

    private CompletableFuture<Counted> count(Wanted wanted) {
        return table.async()
                .query(wanted.query())
                .thenApply(page -> new Counted(wanted.partition(), wanted.words(), page));
    }

    /** The sort keys of each kind have their own prefix, so the kinds follow one another. */
    private Set<String> words(String partition) {
        Set<String> words = new TreeSet<>();
        kinds.in(partition).forEach(kind -> words.addAll(hasTextSort() ? kind.sortWords() : List.of("")));
        return words;
    }

    private boolean hasTextSort() {
        KeyAttribute sort = table.schema().key().sort();
        return sort != null && sort.type() == ValueType.TEXT;
    }

    private Query query(String partition, String words) {
        Query all = Query.of(partition)
                .limit(COUNTED)
                .select(table.schema().key().names().toArray(String[]::new));
        return words.isEmpty() ? all : all.beginsWith(words);
    }

    private Counts counts(List<Counted> counted) {
        Map<String, Integer> sums = new TreeMap<>();
        boolean isMore = false;
        for (Counted some : counted) {
            isMore |= some.page().next() != null;
            for (Item item : some.page().items()) {
                ItemKind kind = kinds.of(table.schema().keyOf(item));
                // Items with a longer prefix are counted under that prefix.
                if (kind != null && (!hasTextSort() || kind.sortWords().contains(some.words()))) {
                    sums.merge(kind.name(), 1, Integer::sum);
                }
            }
        }
        return new Counts(sums, isMore);
    }
}
