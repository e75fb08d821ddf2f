package dev.varve.series.internal;

import dev.varve.error.Rejected;
import dev.varve.key.PartType;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.SeriesLayoutBuilder;
import dev.varve.schema.internal.KeyComponents;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds out how keys that differ from those of stored items can be had. It proposes only what a declaration may say. */
public final class KeyChangeAdvice {

    /** Keys as the record of a declaration has them: {@code "DEVICE#{id}" / "READING#{at}" in Z}. */
    private static final Pattern KEYS = Pattern.compile("\"([^\"]*)\"(?: / \"([^\"]*)\")? in (\\S+)(?: names \\{.*})?");

    /** The start of a year, a month, a day and an hour: rows of any length may have an epoch from here on. */
    private static final Instant LATER = Instant.parse("9000-01-01T00:00:00Z");

    private record KeyTexts(String partition, @Nullable String sort, String zone) {

        static Optional<KeyTexts> read(String text) {
            Matcher keys = KEYS.matcher(text);
            return keys.matches()
                    ? Optional.of(new KeyTexts(keys.group(1), keys.group(2), keys.group(3)))
                    : Optional.empty();
        }
    }

    private KeyChangeAdvice() {}

    public static Optional<String> remedy(SeriesDefinition<?> form, String fact, String before) {
        return KeyTexts.read(before)
                .flatMap(stored -> fact.equals("epoch 0") ? epoch(form, stored) : rows(form, fact, stored));
    }

    private static Optional<String> rows(SeriesDefinition<?> form, String fact, KeyTexts stored) {
        if (form.rollup == null || !fact.contains(" rows")) {
            return Optional.empty();
        }
        return Optional.ofNullable(form.rollup.facts().get(fact))
                .flatMap(KeyTexts::read)
                .filter(now -> now.zone().equals(stored.zone()) && !now.equals(stored))
                .map(now -> "Rows keep their keys with Tier.keys(\"%s\", \"%s\")"
                        .formatted(stored.partition(), stored.sort()));
    }

    private static Optional<String> epoch(SeriesDefinition<?> form, KeyTexts stored) {
        return form.layout.changes().isEmpty()
                ? KeyTexts.read(form.layout.epochTexts().get(0)).flatMap(now -> epoch(form, stored, now))
                : Optional.empty();
    }

    private static Optional<String> epoch(SeriesDefinition<?> form, KeyTexts stored, KeyTexts now) {
        boolean isOtherZone = !stored.zone().equals(now.zone());
        boolean isOtherKey = !stored.partition().equals(now.partition())
                || !String.valueOf(stored.sort()).equals(String.valueOf(now.sort()));
        if (isOtherZone == isOtherKey) {
            return Optional.empty();
        }
        Map<String, PartType> types = new HashMap<>(KeyComponents.types(form.mapping));
        types.remove(form.layout.clock());
        try {
            SeriesLayoutBuilder layout = Layout.series(form.layout.clock())
                    .tick(form.layout.tick())
                    .parts(types)
                    .zone(ZoneId.of(stored.zone()));
            layout = stored.sort() == null
                    ? layout.keys(stored.partition())
                    : layout.keys(stored.partition(), stored.sort());
            if (isOtherZone) {
                layout.since(LATER, ZoneId.of(now.zone())).build();
                requireWholeRows(form, stored, now);
                return Optional.of("Events from a later instant on can follow another zone with since(…, ZoneId)");
            }
            (now.sort() == null
                            ? layout.since(LATER, now.partition())
                            : layout.since(LATER, now.partition(), now.sort()))
                    .build();
            return Optional.of("Events from a later instant on can have other keys with since(…)");
        } catch (Rejected | DateTimeException impossible) {
            return Optional.empty();
        }
    }

    /** Refuses a zone whose hours, days or months do not begin with those of the zone before. */
    private static void requireWholeRows(SeriesDefinition<?> form, KeyTexts stored, KeyTexts now) {
        if (form.rollup == null) {
            return;
        }
        for (String fact : form.rollup.facts().values()) {
            KeyTexts.read(fact)
                    .filter(rows -> rows.sort() != null)
                    .ifPresent(rows -> Layout.series(form.layout.clock())
                            .zone(ZoneId.of(stored.zone()))
                            .keys(rows.partition(), String.valueOf(rows.sort()))
                            .since(LATER, ZoneId.of(now.zone()))
                            .build());
        }
    }
}
