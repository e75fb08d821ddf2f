package dev.varve.server.ops;

import dev.varve.Varve;
import dev.varve.feed.ConsumerStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** How far the changes of each table are worked in, asked for once for all that is measured of it. */
final class FeedStatus {

    /** As long as one collection of all that is measured takes. */
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
                "The age of the newest change that is worked in",
                status -> status.lag().toMillis() / 1e3);
        gauge(
                registry,
                table,
                "varve.feed.parked",
                "Changes that were put aside because they failed",
                status -> status.deadLetters());
        gauge(registry, table, "varve.feed.failures", "Steps that failed in a row", status -> status.failures());
        gauge(
                registry,
                table,
                "varve.feed.active",
                "1 where this process works in the changes",
                status -> status.active() ? 1 : 0);
        counter(registry, table, "varve.feed.handled", "Changes that were worked in", status -> status.handled());
        counter(registry, table, "varve.feed.trims", "Times that changes were lost", status -> status.trims());
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
