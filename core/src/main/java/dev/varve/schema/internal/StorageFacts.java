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

/** The facts that stored items depend on: those of a declaration, and those of the placement of its items. */
final class StorageFacts {

    private static final String TABLE = "table of ";
    private static final String NUMBERS = "number parts of ";
    private static final String INDEX = "index ";

    private StorageFacts() {}

    static Map<String, String> of(Schema schema, Declaration declaration) {
        Map<String, String> facts = new TreeMap<>(declaration.facts());
        facts.putAll(declaration.filledFacts());
        for (Placement placement : Placements.of(declaration)) {
            facts.put(table(placement), placement.tableIn(schema, declaration).name());
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

    /** Returns whether a fact names a table. A copy of a database has other tables. */
    static boolean isTable(String fact) {
        return fact.startsWith(TABLE);
    }

    /**
     * Returns whether a fact describes only the place of items. It may disappear together with the items, which another
     * fact names.
     */
    static boolean isPlace(String fact) {
        return isTable(fact) || fact.startsWith(NUMBERS);
    }

    /**
     * Returns whether a fact is a new index of items that are already stored without it. Earlier versions recorded no
     * indexes; for these, the indexes declared now count as declared then.
     */
    static boolean isIndexOfStored(String fact, Map<String, String> before) {
        return fact.startsWith(INDEX)
                && before.keySet().stream()
                        .filter(known -> known.startsWith(NUMBERS))
                        .anyMatch(known -> fact.endsWith(" of " + known.substring(NUMBERS.length())));
    }
}
