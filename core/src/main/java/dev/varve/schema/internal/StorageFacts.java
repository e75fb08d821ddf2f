package dev.varve.schema.internal;

import dev.varve.key.internal.Layout;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What stored items depend on: what a declaration says itself, and what follows from where its items are. */
final class StorageFacts {

    private static final String TABLE = "table of ";
    private static final String NUMBERS = "number parts of ";
    private static final String INDEX = "index ";

    private StorageFacts() {}

    static Map<String, String> of(Schema schema, Declaration declaration) {
        Map<String, String> facts = new TreeMap<>(declaration.facts());
        facts.putAll(declaration.filledFacts());
        for (Placement placement : declaration.placements()) {
            facts.put(table(placement), schema.tableOf(declaration, placement).name());
            facts.put(
                    NUMBERS + placement.role(), placement.layout().numberParts().toString());
            placement.indexes().forEach(entry -> facts.put(index(entry, placement), text(entry)));
        }
        return facts;
    }

    private static String table(Placement placement) {
        return TABLE + placement.role();
    }

    private static String index(IndexEntry entry, Placement placement) {
        return INDEX + entry.index() + " of " + placement.role();
    }

    private static String text(IndexEntry entry) {
        List<String> numbers = entry.layout().numberParts();
        return (entry.isShared() ? "shared, " : "")
                + (entry.only() == null ? "" : entry.only() + ", ")
                + (numbers.isEmpty() ? "" : "numbers " + numbers + ", ")
                + keys(entry.layout());
    }

    private static String keys(Layout layout) {
        if (layout instanceof SeriesLayout series) {
            return String.join("; ", series.epochTexts());
        }
        List<String> sorts = layout.sorts();
        return IntStream.range(0, layout.partitions().size())
                .mapToObj(i ->
                        '"' + layout.partitions().get(i) + '"' + (sorts.isEmpty() ? "" : " / \"" + sorts.get(i) + '"'))
                .collect(Collectors.joining("; "));
    }

    /** Returns whether a fact names a table: a copy of a database has others. */
    static boolean isTable(String fact) {
        return fact.startsWith(TABLE);
    }

    /** Returns whether a fact only tells where items of one kind are: it goes with them, and another fact names them. */
    static boolean isPlace(String fact) {
        return isTable(fact) || fact.startsWith(NUMBERS);
    }

    /**
     * Returns whether a fact is an index of items that were stored without it. Earlier versions recorded no indexes: what
     * is declared now is taken for what was declared then.
     */
    static boolean isIndexOfStored(String fact, Map<String, String> before) {
        return fact.startsWith(INDEX)
                && before.keySet().stream()
                        .filter(known -> known.startsWith(NUMBERS))
                        .anyMatch(known -> fact.endsWith(" of " + known.substring(NUMBERS.length())));
    }
}
