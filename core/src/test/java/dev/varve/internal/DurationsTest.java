package dev.varve.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.varve.alert.AlertRule;
import dev.varve.alert.Severity;
import dev.varve.alert.Trigger;
import dev.varve.entity.Entity;
import dev.varve.entity.RecentOnly;
import dev.varve.entity.VersionHistory;
import dev.varve.error.Refusals;
import dev.varve.error.Rejected;
import dev.varve.feed.FeedConsumer;
import dev.varve.key.Grain;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.Tier;
import dev.varve.series.Series;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Durations that would overflow are rejected where they are declared. */
class DurationsTest {

    private record Reading(String id, Instant at, double value) {}

    private static final Duration ABSURD = Duration.ofSeconds(Long.MAX_VALUE);

    private static Map<String, Consumer<Duration>> declarations() {
        Map<String, Consumer<Duration>> all = new LinkedHashMap<>();
        all.put("keep", time -> Series.of(Reading.class).keep(time));
        all.put("maxFuture", time -> Series.of(Reading.class).maxFuture(time));
        all.put("maxLate", time -> Series.of(Reading.class).maxLate(time));
        all.put("lookBack", time -> Series.of(Reading.class).lookBack(time));
        all.put("entity keep", time -> Entity.of(Reading.class).keep(time));
        all.put("retained", VersionHistory::retained);
        all.put("recent", time -> RecentOnly.by("at", time));
        all.put("hourly", time -> Rollup.of("value").hourly(time));
        all.put("refreshGroups", time -> Rollup.of("value").refreshGroups(time));
        all.put("linger", time -> FeedConsumer.named("c").linger(time));
        all.put("retryWaits", time -> FeedConsumer.named("c").retryWaits(time, time));
        all.put("idleWaits", time -> FeedConsumer.named("c").idleWaits(Duration.ZERO, time));
        return all;
    }

    @Test
    @SuppressWarnings("NullAway") // A caller without null checks can pass null.
    void tooLongAndNegativeDurationsAreRejectedWhereTheyAreDeclared() {
        declarations().forEach((name, declare) -> {
            for (Duration time :
                    new Duration[] {ABSURD, ABSURD.negated(), Durations.MAX.plusNanos(1), Duration.ofNanos(-1), null}) {
                Throwable error = catchThrowable(() -> declare.accept(time));
                assertThat(error).as("%s of %s", name, time).isInstanceOf(Rejected.class);
            }
        });
    }

    /** Declarations that need a duration longer than zero, through their builders and through their constructors. */
    private static Map<String, Consumer<Duration>> positive() {
        Map<String, Consumer<Duration>> all = new LinkedHashMap<>();
        all.put("tier", time -> Tier.of(Grain.HOUR).keep(time));
        all.put("versions", VersionHistory::retained);
        all.put("recent", time -> new RecentOnly("at", time));
        all.put("lease", time -> FeedConsumer.named("c").lease(time));
        all.put("silent", time -> AlertRule.named("r").silentFor(time));
        all.put("changing", time -> AlertRule.named("r").changing("value", 1, time));
        all.put("silent rule", time -> rule(new Trigger.Silent(time), Duration.ZERO));
        all.put("changing rule", time -> rule(new Trigger.Changing("value", 1, time, 1), Duration.ZERO));
        return all;
    }

    private static AlertRule rule(Trigger trigger, Duration lasting) {
        return new AlertRule("r", trigger, lasting, Severity.HIGH, "message");
    }

    @Test
    @SuppressWarnings("NullAway") // A caller without null checks can pass null.
    void buildersAndConstructorsRejectTheSameDurations() {
        positive().forEach((name, declare) -> {
            for (Duration time : new Duration[] {ABSURD, Duration.ZERO, Duration.ofNanos(-1), null}) {
                assertThat(catchThrowable(() -> declare.accept(time)))
                        .as("%s of %s", name, time)
                        .isInstanceOf(Rejected.class);
            }
        });
    }

    @Test
    void constructorsRejectWhatBuildersReject() {
        for (Duration time : new Duration[] {ABSURD, Durations.MAX.plusNanos(1), Duration.ZERO, ABSURD.negated()}) {
            assertThat(catchThrowable(() -> new Tier(Grain.HOUR, time, null, null, null, Map.of(), List.of())))
                    .isInstanceOf(Rejected.class);
            assertThat(catchThrowable(() -> new VersionHistory(time))).isInstanceOf(Rejected.class);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // A caller without null checks can pass null.
    void ruleRejectsAnInvalidDuration() {
        for (Duration time : new Duration[] {ABSURD, Duration.ofNanos(-1), null}) {
            assertThat(catchThrowable(() -> rule(new Trigger.Above("value", 1, 1), time)))
                    .as("lasting %s", time)
                    .isInstanceOf(Rejected.class);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // A caller without null checks can pass null.
    void positiveNamesTheValueAndTheLimit() {
        Refusals.assertRejected(
                "some.code",
                "the wait is PT0S; it must be longer than 0 and at most PT1H",
                () -> Durations.positive("some.code", "the wait", Duration.ZERO, Duration.ofHours(1)));
        Refusals.assertRejected(
                "some.code",
                "the wait is null; it must be longer than 0 and at most 3650 days",
                () -> Durations.positive("some.code", "the wait", null, Duration.ofDays(3_650)));
        assertThat(Durations.positive("some.code", "the wait", Duration.ofHours(1), Duration.ofHours(1)))
                .isEqualTo(Duration.ofHours(1));
    }

    @Test
    void messageNamesTheValueAndTheLimit() {
        Refusals.assertRejected(
                "series.duration",
                "keep is PT2562047788015215H30M7S; it must be between 0 and 3652425 days (10,000 years)",
                () -> Series.of(Reading.class).keep(ABSURD));
    }

    @Test
    void longestDurationsWork() {
        declarations().forEach((name, declare) -> declare.accept(Durations.MAX));
    }
}
