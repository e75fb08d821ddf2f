package dev.varve.benchmarks.series;

import dev.varve.benchmarks.series.Contest.Effort;
import dev.varve.benchmarks.series.Contest.Result;
import dev.varve.benchmarks.series.SeriesReadings.Reading;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.series.HistoryPage;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.table.Capacity;
import dev.varve.testkit.local.LocalDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;

/** Compares appends and queries of a series with hand-written requests, on DynamoDB Local and without a network. */
final class RequestContest {

    static final int SMALL_PAGE = 60;
    static final int LARGE_PAGE = 1000;

    private static final String READ = "device-0";
    private static final String OURS = "device-1";
    private static final String OTHERS = "device-2";

    /** The number of distinct readings; only the measurement without a network repeats them. */
    private static final int MONTH = 30 * 24 * 60 * 60;

    private final Meter meter;
    private final OpenSeries<Reading> plain;
    private final OpenSeries<Reading> tracked;
    private final HandWrittenSeries byHand;
    private int appended;

    private RequestContest(Meter meter, DynamoDbAsyncClient client, Executor executor) {
        this.meter = meter;
        OpenSchema open = SeriesReadings.open(DynamoDbEngine.builder()
                .clock(SeriesReadings.CLOCK)
                .executor(executor)
                .over(client));
        this.plain = SeriesAccess.instance().open(open, SeriesReadings.PLAIN);
        this.tracked = SeriesAccess.instance().open(open, SeriesReadings.TRACKED);
        this.byHand = new HandWrittenSeries(client, executor, SeriesReadings.CLOCK);
    }

    /** Measures without a network on the calling thread, after checking that both sides send and return the same. */
    static List<Result> withoutNetwork(Effort effort) throws Exception {
        CannedClient client = new CannedClient(READ, SMALL_PAGE, LARGE_PAGE);
        RequestContest requests = new RequestContest(Meter.THREAD, client, Runnable::run);
        requests.compare(client);
        return requests.measure(effort);
    }

    /** Measures on DynamoDB Local, from call to response. */
    static List<Result> onLocal(Effort effort) throws Exception {
        try (LocalDatabase database = LocalDatabase.open()) {
            DynamoDbAsyncClientBuilder builder = database.clientBuilder();
            DynamoDbEngine.configure(builder);
            try (DynamoDbAsyncClient client = builder.build()) {
                RequestContest requests = new RequestContest(Meter.PROCESS, client, ForkJoinPool.commonPool());
                requests.fill();
                requests.compareHistories();
                return requests.measure(effort);
            }
        }
    }

    /** Stores the data to read: a page, and one more reading. */
    private void fill() {
        if (!plain.appendAll(SeriesReadings.readings(READ, LARGE_PAGE + 1).toList())
                .isAllStored()) {
            throw new IllegalStateException("the database rejected some readings");
        }
    }

    private List<Result> measure(Effort effort) throws Exception {
        List<Result> results = new ArrayList<>();
        results.add(new Contest(
                        "append",
                        meter,
                        () -> applied(plain.append(next(OURS))),
                        () -> free(byHand.append(next(OTHERS))))
                .run(effort));
        results.add(new Contest(
                        "append with current record",
                        meter,
                        () -> applied(tracked.append(next(OURS))),
                        () -> free(byHand.appendTracked(next(OTHERS))))
                .run(effort));
        for (int rows : new int[] {SMALL_PAGE, LARGE_PAGE}) {
            results.add(new Contest(
                            "history of " + rows,
                            meter,
                            () -> history(rows),
                            () -> historyByHand(rows).join())
                    .run(effort));
        }
        return results;
    }

    private Reading next(String device) {
        appended = appended + 1 == MONTH ? 0 : appended + 1;
        return SeriesReadings.reading(device, appended);
    }

    private static Outcome<Reading> applied(Outcome<Reading> outcome) {
        if (!(outcome instanceof Outcome.Applied)) {
            throw new IllegalStateException(outcome.toString());
        }
        return outcome;
    }

    private static HandWrittenSeries.Written free(CompletableFuture<HandWrittenSeries.Written> written) {
        HandWrittenSeries.Written result = written.join();
        if (result.existing() != null) {
            throw new IllegalStateException(result.toString());
        }
        return result;
    }

    private HistoryPage<Reading> history(int rows) {
        return plain.history(READ)
                .between(SeriesReadings.FIRST, SeriesReadings.NOW)
                .limit(rows)
                .page();
    }

    private CompletableFuture<HandWrittenSeries.Rows> historyByHand(int rows) {
        Instant last = SeriesReadings.NOW.minusMillis(1);
        return byHand.history(READ, SeriesReadings.FIRST, last, rows);
    }

    private void compare(CannedClient client) {
        // Before measuring: the first append of a month records the device in the catalogue.
        plain.append(SeriesReadings.reading(OURS, 0));
        tracked.append(SeriesReadings.reading(OURS, 0));
        for (int number = 1; number <= SMALL_PAGE; number++) {
            Reading reading = SeriesReadings.reading(OURS, number);

            Outcome<Reading> appended = applied(plain.append(reading));
            Object request = client.last();
            requireEqual(byHand.append(reading).join(), written(appended));
            requireEqual(client.last(), request);

            Outcome<Reading> followed = applied(tracked.append(reading));
            Object transaction = client.last();
            requireEqual(byHand.appendTracked(reading).join(), written(followed));
            requireEqual(client.last(), transaction);
        }
        compareHistories();
        history(LARGE_PAGE);
        Object request = client.last();
        historyByHand(LARGE_PAGE).join();
        requireEqual(client.last(), request);
    }

    private void compareHistories() {
        for (int rows : new int[] {SMALL_PAGE, LARGE_PAGE}) {
            HistoryPage<Reading> page = history(rows);
            HandWrittenSeries.Rows found = historyByHand(rows).join();
            requireEqual(found.events(), page.events());
            requireEqual(found.units(), units(page.capacity()));
            requireEqual(found.last().isEmpty(), page.next() == null);
            if (page.events().size() != rows) {
                throw new IllegalStateException(page.events().size() + " of " + rows + " events came");
            }
        }
    }

    private static HandWrittenSeries.Written written(Outcome<Reading> outcome) {
        Outcome.Applied<Reading> applied = (Outcome.Applied<Reading>) outcome;
        return new HandWrittenSeries.Written(
                applied.clock(), (Reading) applied.current(), null, units(applied.capacity()));
    }

    private static double units(Capacity capacity) {
        return capacity.table().read() + capacity.table().write();
    }

    private static void requireEqual(@Nullable Object byHand, @Nullable Object ours) {
        if (!Objects.equals(byHand, ours)) {
            throw new IllegalStateException("by hand %s, by the series %s".formatted(byHand, ours));
        }
    }
}
