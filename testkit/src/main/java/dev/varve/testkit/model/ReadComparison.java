package dev.varve.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.error.Rejected;
import dev.varve.key.Parts;
import dev.varve.series.History;
import dev.varve.series.HistoryPage;
import dev.varve.series.Identities;
import dev.varve.series.OpenTrackedSeries;
import dev.varve.table.PageToken;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.random.Draw;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares all reads of a series with the model. */
final class ReadComparison {

    private final DrawnSeries drawn;
    private final SeriesModel model;
    private final OpenedSeries opened;
    private final MutableClock clock;
    private final Repeating repeating;
    private final Figures figures;

    ReadComparison(
            DrawnSeries drawn,
            SeriesModel model,
            OpenedSeries opened,
            MutableClock clock,
            Repeating repeating,
            Figures figures) {
        this.drawn = drawn;
        this.model = model;
        this.opened = opened;
        this.clock = clock;
        this.repeating = repeating;
        this.figures = figures;
    }

    private <T> T ask(Supplier<T> read) {
        figures.count("results compared");
        return repeating.call(read).value();
    }

    private void assertRefused(String code, Supplier<?> read) {
        Rejected refused = catchThrowableOfType(Rejected.class, () -> repeating.call(read));
        assertThat(refused).as("the rejection").isNotNull();
        assertThat(refused.code()).isEqualTo(code);
    }

    private List<Event> events(String device) {
        return model.events(clock.instant()).stream()
                .filter(event -> event.device().equals(device))
                .toList();
    }

    /** Returns the events of the model with a clock in {@code [from, to)}. */
    List<Event> between(String device, Instant from, Instant to) {
        return events(device).stream()
                .filter(event -> !event.at().isBefore(from) && event.at().isBefore(to))
                .toList();
    }

    void everything() {
        for (String device : Events.devices()) {
            List<Event> expected = events(device);
            Instant now = clock.instant();
            Instant from = expected.stream()
                    .map(Event::at)
                    .min(Comparator.naturalOrder())
                    .orElse(now);
            Instant to = expected.stream()
                    .map(Event::at)
                    .max(Comparator.naturalOrder())
                    .orElse(now);
            History<Event> all = opened.get().history(device).consistent().between(from, to.plusSeconds(1));
            assertThat(ask(all::list)).isEqualTo(expected);
            latest(device);
        }
    }

    void latest(String device) {
        if (isLatestRefused()) {
            assertRefused("series.latest-unbounded", () -> opened.get().latest(device));
            return;
        }
        Optional<? extends Record> latest = ask(() -> newest(device));
        assertThat(Outcomes.view(latest)).isEqualTo(expectedLatest(device));
    }

    private Optional<? extends Record> newest(String device) {
        return opened.get() instanceof OpenTrackedSeries<Event, ?> tracked
                ? tracked.currentConsistent(device)
                : opened.get().latestConsistent(device);
    }

    private Map<Parts, ? extends Record> newestOf(List<String> devices) {
        return opened.get() instanceof OpenTrackedSeries<Event, ?> tracked
                ? tracked.currentOf(devices)
                : opened.get().latestOf(devices);
    }

    private boolean isLatestRefused() {
        return !drawn.isTracked() && drawn.isBucketed() && drawn.lookBack() == null;
    }

    private Optional<State> expectedLatest(String device) {
        if (drawn.isTracked()) {
            return model.state(device);
        }
        DrawnRange newest = new DrawnRange(
                DrawnRange.Kind.OPEN, null, null, null, ModelCondition.NONE, DrawnRange.Order.NEWEST_FIRST);
        return newest.of(events(device), drawn, clock.instant()).stream()
                .findFirst()
                .map(State::of);
    }

    void latestOf(List<String> devices) {
        if (isLatestRefused()) {
            assertRefused("series.latest-unbounded", () -> opened.get().latestOf(devices));
            return;
        }
        Map<Parts, State> expected = new LinkedHashMap<>();
        devices.forEach(
                device -> expectedLatest(device).ifPresent(state -> expected.put(SeriesWalk.key(device), state)));
        Map<Parts, @Nullable State> found = new LinkedHashMap<>();
        Map<Parts, ? extends Record> answer = ask(() -> newestOf(devices));
        answer.forEach((key, record) -> found.put(key, Outcomes.view(record)));
        assertThat(List.copyOf(found.entrySet())).isEqualTo(List.copyOf(expected.entrySet()));
    }

    void identities(int pageSize) {
        if (drawn.hasNumberSort()) {
            assertRefused("series.no-catalogue", opened.get()::identities);
            return;
        }
        TreeSet<String> found = new TreeSet<>();
        PageToken token = null;
        do {
            PageToken resume = token;
            Identities.IdentityPage page = ask(() -> opened.get().identities().page(pageSize, resume));
            page.identities()
                    .forEach(key -> assertThat(found.add(key.text("device"))).isTrue());
            token = page.next();
        } while (token != null);
        assertThat(found).isEqualTo(model.listed());
        assertThat(ask(() -> opened.get().identities().count())).isEqualTo(found.size());
    }

    void history(String device, DrawnRange window, Draw draw, Thoroughness thoroughness) {
        History<Event> history = window.of(opened.get().history(device));
        if (window.isRefused(drawn)) {
            assertRefused("series.range-unbounded", history::list);
            return;
        }
        List<Event> expected = window.of(events(device), drawn, clock.instant());
        int limit = draw.between(1, expected.size() + 1);
        assertThat(ask(history::list)).isEqualTo(expected);
        assertThat(ask(history::count)).isEqualTo(expected.size());
        assertThat(ask(history::first)).isEqualTo(expected.stream().findFirst());
        assertThat(ask(history.limit(limit)::list))
                .isEqualTo(expected.stream().limit(limit).toList());
        assertThat(ask(history.limit(limit)::count)).isEqualTo(Math.min(limit, expected.size()));
        assertThat(ask(() -> firstOf(history.stream(), limit)))
                .isEqualTo(expected.stream().limit(limit).toList());
        int sizes = Math.min(thoroughness.pagedSizes(), expected.size());
        for (int i = 1; i <= sizes; i++) {
            int size = sizes == expected.size() ? i : draw.between(1, expected.size());
            assertThat(paged(history, size)).as("pages of %s", size).isEqualTo(expected);
        }
        figures.count("history: " + window.kind());
    }

    private static List<Event> firstOf(Stream<Event> stream, int limit) {
        try (stream) {
            return stream.limit(limit).toList();
        }
    }

    private List<Event> paged(History<Event> history, int size) {
        List<Event> found = new ArrayList<>();
        PageToken token = null;
        do {
            PageToken resume = token;
            HistoryPage<Event> page = ask(() -> history.limit(size).page(resume));
            token = page.next();
            assertThat(page.events()).hasSizeLessThanOrEqualTo(size);
            assertThat(token == null || page.events().size() == size)
                    .as("a page is full, or the last")
                    .isTrue();
            found.addAll(page.events());
        } while (token != null);
        return found;
    }

    /** Compares the content of an index; the order of events with equal index keys is undefined. */
    void by(DrawnRange window, Draw draw, Indexes indexes) {
        String place = draw.chance(50) ? draw.oneOf("north", "south") : null;
        History<Event> history = window.of(
                place == null
                        ? opened.get().by(DrawnSeries.LEVELS)
                        : opened.get().by(DrawnSeries.BY_PLACE, place));
        if (window.isRefused(drawn)) {
            assertRefused("series.range-unbounded", history::list);
            return;
        }
        int size = draw.between(1, 5);
        indexes.compare(model, seen -> {
            List<Event> expected = window.of(seen.events(clock.instant()), drawn, clock.instant()).stream()
                    .filter(event -> place == null
                            ? event.level().isPresent()
                            : event.place().equals(Optional.of(place)))
                    .toList();
            List<Event> found = ask(history::list);
            assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
            Comparator<Event> byTick =
                    Comparator.comparing(event -> drawn.tick().floor(event.at()));
            assertThat(found)
                    .isSortedAccordingTo(window.order() == DrawnRange.Order.NEWEST_FIRST ? byTick.reversed() : byTick);
            assertThat(paged(history, size)).isEqualTo(found);
            assertThat(ask(history::count)).isEqualTo(expected.size());
        });
    }
}
