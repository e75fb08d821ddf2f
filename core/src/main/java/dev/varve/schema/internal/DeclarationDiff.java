package dev.varve.schema.internal;

import dev.varve.schema.Declaration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Compares two declarations with the same name, setting by setting. */
public final class DeclarationDiff {

    private DeclarationDiff() {}

    /** Returns the differences between a declaration and that of the database, sorted by the name of the setting. */
    public static List<String> between(Declaration given, Declaration opened) {
        List<String> differences = new ArrayList<>();
        if (given.getClass() != opened.getClass()) {
            differences.add(difference(
                    "kind", given.getClass().getSimpleName(), opened.getClass().getSimpleName()));
            return differences;
        }
        Map<String, @Nullable Object> here = new TreeMap<>(given.definition());
        Map<String, @Nullable Object> there = new TreeMap<>(opened.definition());
        TreeSet<String> names = new TreeSet<>(here.keySet());
        names.addAll(there.keySet());
        for (String name : names) {
            if (!Objects.equals(here.get(name), there.get(name))) {
                differences.add(difference(name, here.get(name), there.get(name)));
            }
        }
        return differences;
    }

    private static String difference(String name, @Nullable Object here, @Nullable Object there) {
        return "%s is %s here and %s there".formatted(name, text(here), text(there));
    }

    private static String text(@Nullable Object setting) {
        return setting instanceof Class<?> type
                ? type.getName()
                : Objects.requireNonNullElse(setting, "not set").toString();
    }
}
