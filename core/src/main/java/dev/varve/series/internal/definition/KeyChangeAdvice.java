package dev.varve.series.internal.definition;

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

/**
 * Proposes how a declaration can get keys that differ from those of stored items. It proposes only valid declarations.
 */
public final class KeyChangeAdvice {

    /** Keys as the schema item records them: {@code "DEVICE#{id}" / "READING#{at}" in Z}. */
    private static final Pattern KEYS = Pattern.compile("\"([^\"]*)\"(?: / \"([^\"]*)\")? in (\\S+)(?: names \\{.*})?");

    /** The start of a year, a month, a day and an hour, so that an epoch may begin here for every grain of rows. */
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

    public static Optional<String> remedy(SeriesDefinition<?> definition, String fact, String before) {
        return KeyTexts.read(before)
                .flatMap(stored -> fact.equals("epoch 0") ? epoch(definition, stored) : rows(definition, fact, stored));
    }

    private static Optional<String> rows(SeriesDefinition<?> definition, String fact, KeyTexts stored) {
        if (definition.rollup == null || !fact.contains(" rows")) {
            return Optional.empty();
        }
        return Optional.ofNullable(definition.rollup.facts().get(fact))
                .flatMap(KeyTexts::read)
                .filter(now -> now.zone().equals(stored.zone()) && !now.equals(stored))
                .map(now -> "To keep the keys of the rows, declare Tier.keys(\"%s\", \"%s\")"
                        .formatted(stored.partition(), stored.sort()));
    }

    private static Optional<String> epoch(SeriesDefinition<?> definition, KeyTexts stored) {
        return definition.layout.changes().isEmpty()
                ? KeyTexts.read(definition.layout.epochTexts().get(0)).flatMap(now -> epoch(definition, stored, now))
                : Optional.empty();
    }

    private static Optional<String> epoch(SeriesDefinition<?> definition, KeyTexts stored, KeyTexts now) {
        boolean isOtherZone = !stored.zone().equals(now.zone());
        boolean isOtherKey = !stored.partition().equals(now.partition())
                || !String.valueOf(stored.sort()).equals(String.valueOf(now.sort()));
        if (isOtherZone == isOtherKey) {
            return Optional.empty();
        }
        Map<String, PartType> types = new HashMap<>(KeyComponents.types(definition.mapping));
        types.remove(definition.layout.clock());
        try {
            SeriesLayoutBuilder layout = Layout.series(definition.layout.clock())
                    .tick(definition.layout.tick())
                    .parts(types)
                    .zone(ZoneId.of(stored.zone()));
            layout = stored.sort() == null
                    ? layout.keys(stored.partition())
                    : layout.keys(stored.partition(), stored.sort());
            if (isOtherZone) {
                layout.since(LATER, ZoneId.of(now.zone())).build();
                requireWholeRows(definition, stored, now);
                return Optional.of("To use another zone from a later instant on, declare since(…, ZoneId)");
            }
            (now.sort() == null
                            ? layout.since(LATER, now.partition())
                            : layout.since(LATER, now.partition(), now.sort()))
                    .build();
            return Optional.of("To use other keys from a later instant on, declare since(…)");
        } catch (Rejected | DateTimeException impossible) {
            return Optional.empty();
        }
    }

    /** Refuses a zone whose hours, days or months do not start at the same instants as those of the previous zone. */
    private static void requireWholeRows(SeriesDefinition<?> definition, KeyTexts stored, KeyTexts now) {
        if (definition.rollup == null) {
            return;
        }
        for (String fact : definition.rollup.facts().values()) {
            KeyTexts.read(fact)
                    .filter(rows -> rows.sort() != null)
                    .ifPresent(rows -> Layout.series(definition.layout.clock())
                            .zone(ZoneId.of(stored.zone()))
                            .keys(rows.partition(), String.valueOf(rows.sort()))
                            .since(LATER, ZoneId.of(now.zone()))
                            .build());
        }
    }
}
