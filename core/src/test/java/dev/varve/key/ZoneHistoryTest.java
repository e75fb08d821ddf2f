package dev.varve.key;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import dev.varve.key.internal.text.PartEncoding;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class ZoneHistoryTest {

    private static final int RUNS = 2_000;
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
    private static final String MOVED = "Europe/Berlin; America/New_York since 2026-05-01T04:00:00Z";

    @Test
    void singleZoneIsWrittenAsItsName() {
        assertThat(ZoneHistory.parse("Europe/Berlin")).isEqualTo(ZoneHistory.of(ZoneId.of("Europe/Berlin")));
        assertThat(ZoneHistory.of(NEW_YORK).text()).isEqualTo("America/New_York");
        assertThat(ZoneHistory.parse("Europe/Berlin").previous()).isEmpty();
    }

    @Test
    void textsAreReadBack() {
        Seeded.runs(RUNS, random -> {
            ZoneHistory zones = Draw.zones(random);
            assertThat(ZoneHistory.parse(zones.text())).isEqualTo(zones);
        });
    }

    @Test
    void changeTakesEffectAtTheNextStartOfADayInTheNewZone() {
        ZoneHistory berlin = ZoneHistory.parse("Europe/Berlin");
        assertThat(berlin.changedTo(NEW_YORK, Instant.parse("2026-04-30T14:00:00.5Z"))
                        .text())
                .isEqualTo(MOVED);
        assertThat(berlin.changedTo(NEW_YORK, Instant.parse("2026-05-01T03:59:59.999Z"))
                        .text())
                .isEqualTo(MOVED);
        assertThat(berlin.changedTo(NEW_YORK, Instant.parse("2026-05-01T04:00:00Z"))
                        .text())
                .isEqualTo("Europe/Berlin; America/New_York since 2026-05-02T04:00:00Z");
        assertThat(berlin.changedTo(ZoneId.of("Europe/Berlin"), Instant.parse("2026-04-30T14:00:00Z")))
                .isEqualTo(berlin);
    }

    @Test
    void secondChangeIsAfterTheFirstEvenIfThatIsInTheFuture() {
        ZoneHistory moved = ZoneHistory.parse(MOVED);
        ZoneHistory again = moved.changedTo(ZoneId.of("Asia/Kolkata"), Instant.parse("2026-04-29T00:00:00Z"));
        assertThat(again.text()).isEqualTo(MOVED + "; Asia/Kolkata since 2026-05-01T18:30:00Z");
        assertThat(again.previous()).contains(moved);
        assertThat(again.at(Instant.parse("2026-05-01T03:59:59Z"))).isEqualTo(ZoneId.of("Europe/Berlin"));
        assertThat(again.at(Instant.parse("2026-05-01T04:00:00Z"))).isEqualTo(NEW_YORK);
        assertThat(again.last()).isEqualTo(ZoneId.of("Asia/Kolkata"));
    }

    @Test
    void invalidHistoryIsRejected() {
        assertRejected(
                "key.zone-unknown",
                "\"Mars/Base\" is not a time zone that this Java version knows: write one like Europe/Berlin",
                () -> ZoneHistory.parse("Mars/Base"));
        assertRejected("key.zone-unknown", () -> ZoneHistory.parse(""));
        assertRejected("key.zone-unknown", () -> ZoneHistory.parse("UTC; Mars since 2026-05-01T04:00:00Z"));
        assertRejected(
                "key.zone-text",
                "\"UTC\" in \"Europe/Berlin; UTC\" is not a zone change: write one like America/New_York since"
                        + " 2026-05-01T04:00:00Z",
                () -> ZoneHistory.parse("Europe/Berlin; UTC"));
        assertRejected("key.zone-text", () -> ZoneHistory.parse("Europe/Berlin; UTC since yesterday"));
        assertRejected("key.epochs-unsorted", () -> ZoneHistory.parse(MOVED + "; UTC since 2026-05-01T04:00:00Z"));
    }

    @Test
    void numberOfChangesIsBounded() {
        ZoneHistory zones = ZoneHistory.of(NEW_YORK);
        for (int i = 0; i < ZoneHistory.MAX_CHANGES; i++) {
            zones = zones.changedTo(ZoneId.of(i % 2 == 0 ? "UTC" : "America/New_York"), Instant.EPOCH);
        }
        ZoneHistory full = zones;
        assertRejected(
                "key.zone-changes",
                "the zone changes 16 times; the limit is 15",
                () -> full.changedTo(ZoneId.of("Europe/Berlin"), Instant.EPOCH));
        String longest = Collections.max(ZoneId.getAvailableZoneIds(), (a, b) -> a.length() - b.length());
        int text = (longest + "; ").length() + (longest + " since 2026-05-01T04:00:00Z; ").length() * 15;
        assertThat("STATE#closed.month.".length() + text).isLessThan(1_024 - PartEncoding.CEILING_BYTES);
    }
}
