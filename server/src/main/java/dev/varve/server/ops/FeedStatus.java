package dev.varve.server.ops;

import dev.varve.Varve;
import dev.varve.feed.ConsumerStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The progress of each table's feed consumer, read once per collection of metrics. */
final class FeedStatus {

    /** As long as one collection of all metrics takes. */
    private static final long KEPT_NANOS = 100_000_000L;

    private final Varve db;
    private Map<String, ConsumerStatus> status = Map.of();
    private @Nullable Long askedAt;

    FeedStatus(Varve db) {
        this.db = db;
    }

    void register(MeterRegistry registry, String table) {
        gauge(
                registry,
                table,
                "varve.feed.lag.seconds",
                "The age of the newest processed change",
                status -> status.lag().toMillis() / 1e3);
        gauge(
                registry,
                table,
                "varve.feed.dead.letters",
                "Dead letters: changes that failed and were set aside",
                status -> status.deadLetters());
        gauge(registry, table, "varve.feed.failures", "Failures in a row", status -> status.failures());
        gauge(
                registry,
                table,
                "varve.feed.active",
                "1 if this process has the lease and processes changes",
                status -> status.active() ? 1 : 0);
        counter(registry, table, "varve.feed.handled", "Processed changes", status -> status.handled());
        counter(registry, table, "varve.feed.trims", "How often changes were lost", status -> status.trims());
    }

    private void gauge(
            MeterRegistry registry, String table, String name, String what, ToDoubleFunction<ConsumerStatus> value) {
        Gauge.builder(name, () -> value(table, value))
                .description(what)
                .tag("table", table)
                .register(registry);
    }

    private void counter(
            MeterRegistry registry, String table, String name, String what, ToDoubleFunction<ConsumerStatus> value) {
        FunctionCounter.builder(name, this, feeds -> feeds.value(table, value))
                .description(what)
                .tag("table", table)
                .register(registry);
    }

    private synchronized double value(String table, ToDoubleFunction<ConsumerStatus> value) {
        long now = System.nanoTime();
        if (askedAt == null || now - askedAt > KEPT_NANOS) {
            askedAt = now;
            status = db.processing().status();
        }
        ConsumerStatus known = status.get(table);
        return known == null ? Double.NaN : value.applyAsDouble(known);
    }
}
