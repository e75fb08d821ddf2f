package dev.varve.schema.internal;

import dev.varve.error.Rejected;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.SeriesLayout;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The rules for items that several declarations write. */
final class SharedItems {

    /** A declaration that writes shared items: its name for messages, and its placement. */
    record Writer(String name, Placement placement) {}

    private SharedItems() {}

    /** Returns whether two placements share items, because both use the same name for them. */
    static boolean areMeant(Placement one, Placement other) {
        return one.shared() != null && one.shared().equals(other.shared());
    }

    /** Returns whether two layouts write the same keys. */
    static boolean areSame(Layout one, Layout other) {
        return one instanceof SeriesLayout here && other instanceof SeriesLayout there && here.writesAs(there);
    }

    /** Refuses two writers of the same items if one could undo the writes of the other. */
    static void check(Writer one, Writer other) {
        if (!areSame(one.placement().layout(), other.placement().layout())) {
            throw refused(
                    "schema.shared-keys",
                    one,
                    other,
                    "their keys are different and can collide: give both the same templates and zone, with parts of the"
                            + " same names and types");
        }
        if (!Objects.equals(one.placement().keep(), other.placement().keep())) {
            throw refused(
                    "schema.shared-keep",
                    one,
                    other,
                    "are kept for %s and for %s: declare the same retention for both"
                            .formatted(one.placement().keep(), other.placement().keep()));
        }
        if (!areIn(one, other) || !areIn(other, one)) {
            throw refused(
                    "schema.shared-index",
                    one,
                    other,
                    "have different keys in indexes: declare the same ones for both");
        }
        Set<String> both = new TreeSet<>(one.placement().attributes().values());
        both.retainAll(Set.copyOf(other.placement().attributes().values()));
        if (!both.isEmpty()) {
            throw refused(
                    "schema.shared-attribute",
                    one,
                    other,
                    "both write %s: store one under another name with Tier.name(…, …)".formatted(both));
        }
    }

    /** Returns whether the second is in all indexes of the first, with the same keys. */
    private static boolean areIn(Writer one, Writer other) {
        List<IndexEntry> entries = other.placement().indexes();
        return one.placement().indexes().stream()
                .allMatch(entry -> entries.stream()
                        .anyMatch(candidate -> candidate.index().equals(entry.index())
                                && areSame(candidate.layout(), entry.layout())));
    }

    private static Rejected refused(String code, Writer one, Writer other, String why) {
        return new Rejected(
                code,
                "%s and %s share their items as %s, but %s"
                        .formatted(one.name(), other.name(), one.placement().shared(), why));
    }
}
