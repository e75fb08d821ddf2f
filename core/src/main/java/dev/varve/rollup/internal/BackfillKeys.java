package dev.varve.rollup.internal;

import dev.varve.key.PartType;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.table.Key;
import dev.varve.table.internal.LayoutKeys;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The keys of staged events, of their spans, and of the list of spans whose rows are not written yet; pure. */
final class BackfillKeys {

    private static final String SPAN = "backfillSpan";
    private static final String GENERATION = "backfillGeneration";
    private static final String DAY = "backfillDay";
    private static final String PART = "backfillPart";

    /** A day has few parts: each holds thousands of events. */
    private static final int PART_DIGITS = 4;

    private final List<String> identity;
    private final EntityLayout spans;
    private final EntityLayout events;
    private final EntityLayout pending;

    BackfillKeys(CompiledRollup compiled) {
        String series = compiled.events().series();
        identity = compiled.events().layout().identity();
        Map<String, PartType> types = new HashMap<>();
        for (String part : identity) {
            types.put(part, compiled.events().types().getOrDefault(part, PartType.TEXT));
        }
        String parts = identity.stream().map(part -> "#{" + part + "}").collect(Collectors.joining());
        String own = "BACKFILL#" + series + parts;
        spans = Layout.entity(own, "SPAN#{" + SPAN + "}", with(types, SPAN));
        events = Layout.entity(
                own,
                "EVENTS#{%s}#{%s}#{%s}#{%s}".formatted(SPAN, GENERATION, DAY, PART),
                with(types, SPAN, GENERATION, DAY, PART));
        pending = Layout.entity("BACKFILL#" + series, "PENDING#{" + SPAN + "}" + parts, with(types, SPAN));
    }

    private static Map<String, PartType> with(Map<String, PartType> types, String... texts) {
        Map<String, PartType> all = new HashMap<>(types);
        for (String text : texts) {
            all.put(text, PartType.TEXT);
        }
        return all;
    }

    private static Parts span(Parts identity, Instant start) {
        return identity.with(SPAN, Tick.SECONDS.text(start));
    }

    EntityLayout spans() {
        return spans;
    }

    EntityLayout events() {
        return events;
    }

    EntityLayout pending() {
        return pending;
    }

    Key spanKey(Parts owner, Instant start) {
        return LayoutKeys.key(spans.write(span(owner, start)));
    }

    Key pendingKey(Parts owner, Instant start) {
        return LayoutKeys.key(pending.write(span(owner, start)));
    }

    /** Returns the leading parts of the keys of all staged events of a span. */
    static Parts eventsOf(Parts owner, BackfillSpan span) {
        return span(owner, span.range().from()).with(GENERATION, String.valueOf(span.generation()));
    }

    /** Returns the leading parts of the keys of the staged events of a day. */
    static Parts eventsOf(Parts owner, BackfillSpan span, String day) {
        return eventsOf(owner, span).with(DAY, day);
    }

    Key partKey(Parts owner, BackfillSpan span, String day, int part) {
        String number = String.valueOf(part);
        String padded = "0".repeat(Math.max(0, PART_DIGITS - number.length())) + number;
        return LayoutKeys.key(events.write(eventsOf(owner, span, day).with(PART, padded)));
    }

    static String day(Parts key) {
        return key.text(DAY);
    }

    static int part(Parts key) {
        return Integer.parseInt(key.text(PART));
    }

    static Instant start(Parts key) {
        return Tick.SECONDS.parse(key.text(SPAN)).orElseThrow();
    }

    Parts identity(Parts key) {
        return key.only(identity);
    }
}
