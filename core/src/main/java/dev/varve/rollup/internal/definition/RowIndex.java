package dev.varve.rollup.internal.definition;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.rollup.Tier;
import dev.varve.schema.internal.IndexEntry;
import dev.varve.table.TableSchema;
import dev.varve.table.internal.LayoutKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** An index of rows. */
public record RowIndex(String name, SeriesLayout layout) {

    /**
     * Compiles the indexes of a tier.
     *
     * @param whose the name of the rows for messages
     * @param compiled compiles the templates of an index
     */
    static List<RowIndex> of(Tier tier, String whose, Function<Tier.Index, SeriesLayout> compiled) {
        List<RowIndex> indexes = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Tier.Index declared : tier.indexes()) {
            if (!names.add(declared.name())) {
                throw new Rejected(
                        "rollup.index-repeated",
                        "%s are in index %s twice, but a row has one key in an index: leave one out"
                                .formatted(whose, declared.name()));
            }
            SeriesLayout layout = compiled.apply(declared);
            if (layout.rowGrain().orElse(null) != tier.grain()) {
                throw new Rejected(
                        "rollup.index-keys",
                        "the keys \"%s\" / \"%s\" of %s in index %s must hold the clock to the %s: write {%s:%s}"
                                .formatted(
                                        declared.partition(),
                                        declared.sort(),
                                        whose,
                                        declared.name(),
                                        tier.grain().word(),
                                        layout.clock(),
                                        tier.grain().word()));
            }
            indexes.add(new RowIndex(declared.name(), layout));
        }
        return indexes;
    }

    IndexEntry entry() {
        return new IndexEntry(name, layout);
    }

    /** Returns the keys of a row in the index. */
    public Item keys(TableSchema table, Parts identity, Instant start) {
        return table.index(name).key().asItem(LayoutKeys.key(layout.write(identity, start)));
    }
}
