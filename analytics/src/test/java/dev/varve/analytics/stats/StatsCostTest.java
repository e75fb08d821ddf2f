package dev.varve.analytics.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.analytics.hit.HitKey;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.hit.Traits;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What a month of statistics costs. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.varve.analytics.TestEngine#embedded")
class StatsCostTest extends StatsContract {

    private static final Instant START = Instant.parse("2060-04-30T14:30:05Z");
    private static final LocalDate DAY = LocalDate.of(2060, 4, 30);
    private static final Traits TRAITS =
            new Traits("Google", null, null, null, null, null, null, null, "DE", null, null, null);

    private final Traffic traffic = new Traffic(new Draw(1), "berlin");

    @Test
    void thirtyDaysOfDailyStatisticsAreOneQuery() {
        for (int day = 0; day < 30; day++) {
            Instant at = START.plus(Duration.ofDays(day));
            clock.set(at);
            append(PageView.of(new HitKey("berlin", at, traffic.ulid(at), "v" + day), "example.com", "/", TRAITS));
            if (day % 2 == 1) {
                follow();
            }
        }
        clock.advance(Duration.ofDays(2));
        follow();
        StatsQuery month = stats.site("berlin").between(DAY, DAY.plusDays(30));
        month.report();
        reads.reset();
        Report report = month.report().value();
        assertThat(reads.queries()).isEqualTo(1);
        assertThat(reads.itemsFetched()).isEqualTo(30);
        assertThat(report.points()).hasSize(30);
        assertThat(report.totals().sessions()).isEqualTo(30);
        assertThat(report.totals().visitors()).isEqualTo(30);
    }
}
