package dev.varve.testkit.contract.series;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.series.Current;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.TrackedSeries;
import dev.varve.table.Capacity;
import dev.varve.testkit.contract.table.EngineContract;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The fixtures of series contracts: records, declarations, a database. */
public abstract class SeriesContract extends EngineContract {

    /** An event of a plain series. */
    public record Reading(String deviceId, Instant at, double temperature, Optional<String> note) {
        public Reading(String deviceId, Instant at, double temperature) {
            this(deviceId, at, temperature, Optional.empty());
        }
    }

    /** An event of a series with a current record. */
    public record Report(
            String channel, String deviceId, Instant timestamp, Optional<String> location, Optional<Integer> gpio) {}

    /** The current record of {@link Report}; the fields that only it has are enrichment. */
    public record State(
            String channel,
            String deviceId,
            Instant timestamp,
            Optional<String> location,
            Optional<Integer> gpio,
            Optional<String> accountId,
            Optional<String> diagnostics,
            Optional<Instant> createdAt) {}

    protected static final Series<Reading> READINGS = Series.of(Reading.class)
            .named("readings")
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .build();

    protected static final TrackedSeries<Report, State> TELEMETRY = telemetry(current());

    protected static Current<State> current() {
        return Current.transactional(State.class)
                .keys("{channel}#{deviceId}", "$app#v1#telemetry")
                .createdAt("createdAt")
                .index("gsi1", "ACCOUNT#{accountId}", "{deviceId}");
    }

    protected static TrackedSeries<Report, State> telemetry(Current<State> current) {
        return Series.of(Report.class)
                .named("telemetry")
                .partition("{channel}#{deviceId}")
                .sort("$app#v1#telemetry#e#{timestamp}")
                .keep(Duration.ofDays(7))
                .current(current)
                .build();
    }

    protected final Varve open(Declaration... declarations) {
        return open(Schema.of(harness().newTableName(), declarations));
    }

    protected final Varve open(Schema schema) {
        return Varve.on(harness().engine()).clock(clock()).open(schema);
    }

    /** Returns the instant this many seconds after now. */
    protected final Instant at(long seconds) {
        return clock().instant().plusSeconds(seconds);
    }

    protected final Reading reading(long seconds, double temperature) {
        return new Reading("d-1", at(seconds), temperature);
    }

    protected final Report report(long seconds, String location, int gpio) {
        return new Report("c-1", "d-7", at(seconds), Optional.of(location), Optional.of(gpio));
    }

    /** Asserts that an append had an outcome of this kind, and returns it. */
    protected static <T> T assertOutcome(Class<? super T> kind, @Nullable Outcome<?> outcome) {
        assertThat(outcome).isInstanceOf(kind);
        @SuppressWarnings("unchecked") // Just asserted; the arguments are those of the append.
        T typed = (T) Objects.requireNonNull(outcome);
        return typed;
    }

    /** Asserts the consumed capacity, on engines that report it. */
    protected final void assertWriteUnits(double units, Capacity capacity) {
        assertThat(capacity.table().write()).isEqualTo(units);
        assertThat(capacity.table().read()).isZero();
    }
}
