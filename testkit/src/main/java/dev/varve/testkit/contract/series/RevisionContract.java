package dev.varve.testkit.contract.series;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.key.Parts;
import dev.varve.series.Current;
import dev.varve.series.Identities;
import dev.varve.series.Series;
import dev.varve.series.TrackedSeries;
import dev.varve.table.PageToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Only corrections and deletes change history, and the catalogue lists the identities that have a history. */
public abstract class RevisionContract extends SeriesContract {

    @Test
    void correctionReplacesAnEventOfAnyAge() {
        Series<Reading> strict = Series.of(Reading.class)
                .partition("{deviceId}")
                .sort("{at}")
                .maxLate(Duration.ofHours(1))
                .build();
        var readings = open(strict).series(strict);
        readings.append(reading(0, 1));
        clock().advance(Duration.ofDays(3));
        assertThat(readings.correct(reading(-3 * 86_400, 2))).isTrue();
        assertThat(readings.history("d-1").list()).containsExactly(reading(-3 * 86_400, 2));
    }

    @Test
    void correctionOfAMissingEventWritesNothing() {
        var readings = open(READINGS).series(READINGS);
        assertThat(readings.correct(reading(0, 1))).isFalse();
        assertThat(readings.history("d-1").count()).isZero();
    }

    @Test
    void onlyTheCorrectionOfTheNewestEventChangesTheCurrentRecord() {
        TrackedSeries<Report, State> keeping = telemetry(current().keepLate());
        var telemetry = open(keeping).series(keeping);
        telemetry.append(report(0, "a", 1));
        telemetry.append(report(1, "b", 2));
        telemetry.enrich("c-1", "d-7").set("accountId", "acct-1").run();
        assertThat(telemetry.correct(report(0, "a2", 1))).isTrue();
        assertThat(telemetry.current("c-1", "d-7").flatMap(State::location)).contains("b");
        assertThat(telemetry.correct(report(1, "b2", 2))).isTrue();
        assertThat(telemetry.current("c-1", "d-7").flatMap(State::location)).contains("b2");
        assertThat(telemetry.current("c-1", "d-7").flatMap(State::accountId)).contains("acct-1");
        assertThat(telemetry.history("c-1", "d-7").list())
                .extracting(Report::location)
                .containsExactly(Optional.of("a2"), Optional.of("b2"));
    }

    @Test
    void eventsAreDeletedOneByOneAndByRange() {
        var readings = open(READINGS).series(READINGS);
        for (int i = 0; i < 70; i++) {
            readings.append(reading(i, i));
        }
        assertThat(readings.delete(reading(3, 3))).isTrue();
        assertThat(readings.delete(reading(3, 3))).isFalse();
        assertThat(readings.delete(at(4), "d-1")).isTrue();
        assertThat(readings.deleteAll(readings.history("d-1").between(at(10), at(60))))
                .isEqualTo(50);
        assertThat(readings.history("d-1").count()).isEqualTo(18);
    }

    @Test
    void deleteByClockIsRefusedIfTheKeyHasAnId() {
        Series<CurrentContract.Payment> payments = Series.of(CurrentContract.Payment.class)
                .partition("ACCOUNT#{account}")
                .sort("TRANSACTION#{at}#{id}")
                .build();
        var opened = open(payments).series(payments);
        assertRejected(
                "series.delete-needs-event",
                "events of series Payment are told apart by [id], not by the clock alone: call delete(event)",
                () -> opened.delete(at(0), "x"));
    }

    @Test
    void appendDoesNotWriteAFedCurrentRecord() {
        TrackedSeries<Report, State> fed =
                telemetry(Current.fed(State.class).keys("{channel}#{deviceId}", "$app#v1#telemetry"));
        var telemetry = open(fed).series(fed);
        telemetry.append(report(0, "a", 1));
        assertWriteUnits(1, telemetry.append(report(-5, "late", 1)).capacity());
        assertThat(telemetry.current("c-1", "d-7")).isEmpty();
        assertThat(telemetry.history("c-1", "d-7").count()).isEqualTo(2);
    }

    @Test
    void catalogueListsEachIdentityOnceInPages() {
        var readings = open(READINGS).series(READINGS);
        List<Parts> expected = new ArrayList<>();
        for (int i = 0; i < 23; i++) {
            String id = i == 7 ? "we#ird/" + "x".repeat(1_500) : "d-" + i;
            readings.append(new Reading(id, at(0), 1));
            readings.append(new Reading(id, at(1), 1));
            expected.add(READINGS.key(id));
        }
        List<Parts> paged = new ArrayList<>();
        @Nullable PageToken token = null;
        do {
            Identities.IdentityPage page = readings.identities().page(5, token);
            paged.addAll(page.identities());
            token = page.next();
        } while (token != null);
        assertThat(paged).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(readings.identities().list()).isEqualTo(paged);
        assertThat(readings.identities().count()).isEqualTo(23);
    }
}
