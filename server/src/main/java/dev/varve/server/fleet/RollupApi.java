package dev.varve.server.fleet;

import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.rollup.OpenRollup;
import dev.varve.rollup.RollupReport;
import dev.varve.series.OpenSeries;
import dev.varve.server.api.fleet.BackfillRows;
import dev.varve.server.api.fleet.RollupCheck;
import dev.varve.server.api.fleet.RollupRangeBody;
import dev.varve.server.auth.Scope;
import dev.varve.server.fleet.view.ChosenSeries;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.http.answer.Json;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.answer.Streamed;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import dev.varve.server.http.route.TimeText;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Routes that verify rollup rows and rebuild wrong ones. */
public final class RollupApi {

    /** Rows of buckets that begin this long before the oldest stored event may have events. */
    private static final Duration LONGEST = Duration.ofDays(2);

    /** How much later group rows are refreshed at most; rows of the running hour change all the time. */
    private static final Duration SETTLED = Duration.ofMinutes(5);

    /** Waits until all changes are processed. */
    public interface Settling {
        /** Returns whether all changes that were written before the call are processed. */
        boolean settle();
    }

    private final List<OpenSeries<?>> series;
    private final FleetView view;
    private final Settling settling;

    /**
     * Creates the routes for these series.
     *
     * @param series the series; the readings of devices come first
     * @param view knows the series of each device
     * @param settling distinguishes wrong rows from rows that wait for processing
     */
    public RollupApi(List<OpenSeries<?>> series, FleetView view, Settling settling) {
        this.series = List.copyOf(series);
        this.view = view;
        this.settling = settling;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/api/v1/rollups/verify", request -> patiently(request, Look.VERIFY))
                        .described(FleetOperations.VERIFY_ROLLUPS),
                Route.post("/api/v1/rollups/rebuild", request -> patiently(request, Look.REBUILD))
                        .described(FleetOperations.REBUILD_ROLLUPS),
                Route.post("/api/v1/backfill/finish", request -> finishBackfill())
                        .needing(Scope.WRITE)
                        .described(FleetOperations.FINISH_BACKFILL));
    }

    private Streamed finishBackfill() {
        return patiently(() -> new BackfillRows(series.get(0).finishBackfill(done -> {})));
    }

    private enum Look {
        VERIFY {
            @Override
            RollupReport run(OpenRollup rollup, TimeRange range, @Nullable Parts identity) {
                return identity == null ? rollup.verify(range, done -> {}) : rollup.verify(identity, range);
            }

            @Override
            Instant end(Instant now) {
                return now.minus(SETTLED).truncatedTo(ChronoUnit.HOURS);
            }

            @Override
            long rebuilt(long wrong) {
                return 0;
            }
        },
        REBUILD {
            @Override
            RollupReport run(OpenRollup rollup, TimeRange range, @Nullable Parts identity) {
                return identity == null ? rollup.rebuild(range, done -> {}) : rollup.rebuild(identity, range);
            }

            @Override
            Instant end(Instant now) {
                return now;
            }

            @Override
            long rebuilt(long wrong) {
                return wrong;
            }
        };

        /** Checks the rows of one identity, or of all if it is null. */
        abstract RollupReport run(OpenRollup rollup, TimeRange range, @Nullable Parts identity);

        /** Returns the default end of the range. */
        abstract Instant end(Instant now);

        abstract long rebuilt(long wrong);
    }

    private Streamed patiently(ApiRequest request, Look look) {
        RollupRangeBody body = request.json(RollupRangeBody.class);
        TimeRange range = TimeRange.of(
                body.from() == null ? oldest(request.now()) : TimeText.parse(body.from(), request.now()),
                body.to() == null ? look.end(request.now()) : TimeText.parse(body.to(), request.now()));
        String device = body.device() == null ? "" : body.device();
        return patiently(() -> look == Look.VERIFY ? verified(range, device) : look(look, range, device));
    }

    /** It may take minutes: spaces, which may precede JSON, keep the connection open. */
    private static Streamed patiently(Supplier<?> work) {
        return new Streamed(Reply.JSON, out -> {
            CompletableFuture<?> answer = CompletableFuture.supplyAsync(work, RollupApi::begin);
            out.write(Json.text(await(answer, out)));
        });
    }

    /** Returns how far back rows can be verified: older ones have no events any more. */
    private Instant oldest(Instant now) {
        return series.stream()
                .map(each -> each.rollup().eventsKept())
                .map(kept ->
                        kept.map(duration -> now.minus(duration).minus(LONGEST)).orElse(Instant.EPOCH))
                .min(Comparator.naturalOrder())
                .orElse(now);
    }

    /** Starts a thread: the work blocks for minutes, so it must not occupy the common pool. */
    private static void begin(Runnable work) {
        Thread thread = new Thread(work, "varve-rollup-look");
        thread.setDaemon(true);
        thread.start();
    }

    private static <T> T await(CompletableFuture<T> answer, Writer out) throws IOException {
        while (true) {
            try {
                return answer.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                out.write(' ');
                out.flush();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("the server is stopping", e);
            } catch (ExecutionException e) {
                throw new CompletionException(e.getCause());
            }
        }
    }

    /**
     * Compares rows with their events. Rows that differ are compared again after all changes are processed. If that takes
     * too long, they count as pending, not as wrong. Rows of groups that wait for their next refresh are pending too.
     */
    private RollupCheck verified(TimeRange range, String device) {
        RollupCheck answer = look(Look.VERIFY, range, device);
        if (answer.wrongRows() == 0) {
            return answer;
        }
        return settling.settle() ? look(Look.VERIFY, range, device) : answer.withWrongRowsPending();
    }

    /** Checks the rows of each series of a device, or of all. */
    private List<RollupReport> reports(Look look, TimeRange range, OpenSeries<?> of, String device) {
        if (device.isEmpty()) {
            return List.of(look.run(of.rollup(), range, null));
        }
        return ChosenSeries.all(view, device).stream()
                .map(each -> look.run(of.rollup(), range, of.declaration().key(each.id())))
                .toList();
    }

    private RollupCheck look(Look look, TimeRange range, String device) {
        long rows = 0;
        long wrong = 0;
        long pending = 0;
        long sealed = 0;
        long incomplete = 0;
        long failed = 0;
        List<RollupCheck.RowProblem> found = new ArrayList<>();
        List<RollupCheck.RowProblem> problems = new ArrayList<>();
        List<String> foreign = new ArrayList<>();
        // Only the first series belongs to devices.
        for (OpenSeries<?> each : device.isEmpty() ? series : series.subList(0, 1)) {
            String name = each.declaration().name();
            for (RollupReport report : reports(look, range, each, device)) {
                rows += report.rows();
                wrong += report.wrong();
                pending += report.pending();
                sealed += report.sealed();
                incomplete += report.incomplete();
                failed += report.failed();
                report.problems()
                        .forEach(problem -> problems.add(new RollupCheck.RowProblem(
                                name,
                                problem.identity().toString(),
                                problem.rows(),
                                problem.start(),
                                problem.reason())));
                report.foreign().forEach(key -> foreign.add(key.toString()));
                report.findings()
                        .forEach(finding -> found.add(new RollupCheck.RowProblem(
                                name,
                                finding.identity().toString(),
                                finding.rows(),
                                finding.start(),
                                finding.toString())));
            }
        }
        return new RollupCheck(
                rows, sealed, wrong, pending, found, foreign, look.rebuilt(wrong), incomplete, failed, problems);
    }
}
