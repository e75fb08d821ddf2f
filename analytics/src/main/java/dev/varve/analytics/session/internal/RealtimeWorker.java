package dev.varve.analytics.session.internal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.session.Realtime;
import dev.varve.analytics.session.RealtimeMinute;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.table.Condition;
import dev.varve.table.internal.LayoutKeys;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * Refreshes the rows of the last minutes. A change only signals which minute to refresh: its row is computed from the
 * stored page views, and written on the condition that its version has not changed since before they were read (decision
 * 0011).
 */
public final class RealtimeWorker implements ChangeHandler {

    /** Older rows are about to expire, and no view uses them. */
    private static final Duration LOOK_BACK = Realtime.KEEP.minusMinutes(1);

    private static final int PARALLEL = 16;

    private final OpenSeries<PageView> pageViews;
    private final OpenSeries<RealtimeMinute> minutes;
    private final InstantSource clock;

    public RealtimeWorker(OpenSeries<PageView> pageViews, OpenSeries<RealtimeMinute> minutes, InstantSource clock) {
        this.pageViews = pageViews;
        this.minutes = minutes;
        this.clock = clock;
    }

    private record Minute(String siteId, Instant start) {}

    /** Page views and sessions are not packed. */
    @Override
    public boolean isIdle() {
        return true;
    }

    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        Set<Minute> rung = new LinkedHashSet<>();
        Instant oldest = clock.instant().minus(LOOK_BACK);
        for (Change change : changes) {
            if (change.cause() == Change.Cause.WRITE) {
                minuteOf(change)
                        .filter(minute -> minute.start().isAfter(oldest))
                        .ifPresent(rung::add);
            }
        }
        return ParallelCalls.map(List.copyOf(rung), PARALLEL, this::makeAnew).thenAccept(done -> {});
    }

    private Optional<Minute> minuteOf(Change change) {
        return LayoutKeys.written(change.key())
                .flatMap(SeriesAccess.instance().layout(pageViews.declaration())::match)
                .map(key -> new Minute(key.parts().text("siteId"), key.clock().truncatedTo(ChronoUnit.MINUTES)));
    }

    /** Does nothing: rows that may be wrong expire within ten minutes. */
    @Override
    public CompletableFuture<Void> handleTrimmed() {
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> makeAnew(Minute minute) {
        Instant end = minute.start().plus(1, ChronoUnit.MINUTES);
        return AsyncLoop.untilDone(() -> minutes.history(minute.siteId())
                .between(minute.start(), end)
                .consistent()
                .firstAsync()
                .thenCompose(before -> pageViews
                        .history(minute.siteId())
                        .between(minute.start(), end)
                        .consistent()
                        .listAsync()
                        .thenCompose(views -> write(row(
                                minute,
                                views,
                                before.map(RealtimeMinute::version).orElse(0L) + 1)))));
    }

    private static RealtimeMinute row(Minute minute, List<PageView> views, long version) {
        PageTally pages = new PageTally();
        views.forEach(view -> pages.add(view.path(), 1));
        Set<String> visitors = views.stream().map(PageView::visitorId).collect(Collectors.toSet());
        return new RealtimeMinute(
                minute.siteId(),
                minute.start(),
                visitors.size(),
                views.size(),
                pages.top(),
                VisitorSketch.of(visitors),
                version);
    }

    private CompletableFuture<Boolean> write(RealtimeMinute row) {
        Condition isStill =
                row.version() == 1 ? attr("version").absent() : attr("version").is(row.version() - 1);
        return minutes.appendAsync(row, isStill).thenApply(Outcome::isStored);
    }
}
