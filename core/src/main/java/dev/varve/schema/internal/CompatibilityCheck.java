package dev.varve.schema.internal;

import dev.varve.error.Rejected;
import dev.varve.schema.Declaration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares a declaration with the facts under which its items were stored, and refuses one that would read them
 * wrongly.
 */
final class CompatibilityCheck {

    private static final String ROW_NAMES = " names {";

    private final Declaration declaration;
    private final Map<String, String> before;
    private final Map<String, String> now;

    CompatibilityCheck(Declaration declaration, Map<String, String> before, Map<String, String> now) {
        this.declaration = declaration;
        this.before = before;
        this.now = now;
    }

    /** Returns the facts that were not recorded before. */
    Set<String> added() {
        Set<String> added = new TreeSet<>(now.keySet());
        added.removeAll(before.keySet());
        return added;
    }

    /** Refuses the declaration if it differs from the recorded facts in a way that would make results wrong. */
    void check() {
        List<String> differences = new ArrayList<>();
        Set<String> remedies = new LinkedHashSet<>();
        before.forEach((fact, text) -> {
            String other = now.get(fact);
            if (text.equals(other)
                    || declaration.filledFacts().containsKey(fact)
                    || (other == null ? StorageFacts.isPlace(fact) : isOnlyExtended(text, other))) {
                return;
            }
            differences.add("%s was %s, is now %s".formatted(fact, text, other == null ? "gone" : other));
            declaration.remedy(fact, text).ifPresent(remedies::add);
        });
        for (String fact : added()) {
            if (StorageFacts.isIndexOfStored(fact, before)) {
                differences.add("%s was not declared, is now %s".formatted(fact, now.get(fact)));
            }
        }
        if (!differences.isEmpty()) {
            throw new Rejected(
                    "schema.incompatible",
                    "%s is not declared as it was when its items were stored: %s. Keep it as it was, or store it in a new table"
                                    .formatted(declaration.name(), String.join("; ", differences))
                            + " under another name with named(…)"
                            + remedies.stream().map(remedy -> ". " + remedy).collect(Collectors.joining()));
        }
    }

    /**
     * Returns whether the keys of rows only got new epochs: stored rows keep their keys, and new epochs are checked.
     */
    private boolean isOnlyExtended(String text, String other) {
        int names = text.indexOf(ROW_NAMES);
        String keys = names < 0 ? text : text.substring(0, names);
        String rest = text.substring(keys.length());
        return other.startsWith(keys + "; ")
                && other.endsWith(rest)
                && other.indexOf(ROW_NAMES) == (names < 0 ? -1 : other.length() - rest.length())
                && added().stream().anyMatch(fact -> fact.startsWith("epoch "));
    }
}
