package dev.varve.testkit.contract.database;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Transaction;
import dev.varve.Varve;
import dev.varve.entity.Entity;
import dev.varve.item.Item;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.TrackedSeries;
import dev.varve.table.Capacity;
import dev.varve.table.Put;
import dev.varve.table.TransactResult;
import dev.varve.testkit.contract.series.SeriesContract;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Appends and other writes in one transaction are applied together or not at all. */
public abstract class ComposedContract extends SeriesContract {

    private Varve openBoth() {
        return open(READINGS, TELEMETRY);
    }

    private static String table(Varve db) {
        return db.schema().tables().get(0).name();
    }

    private static Transaction.Result.Cancelled assertCancelled(Transaction.Result result) {
        assertThat(result).isInstanceOf(Transaction.Result.Cancelled.class);
        return (Transaction.Result.Cancelled) result;
    }

    @Test
    void allStepsAreCarriedOut() {
        Varve db = openBoth();
        Item note = item("NOTE", "1", "text", "moved");
        assertThat(db.transact()
                        .append(db.series(READINGS), reading(0, 1))
                        .append(db.series(TELEMETRY), report(0, "a", 1))
                        .write(table(db), Put.of(note).when(attr("pk").absent()))
                        .commit())
                .isInstanceOf(Transaction.Result.Committed.class);
        assertThat(db.series(READINGS).latest("d-1")).contains(reading(0, 1));
        assertThat(db.series(TELEMETRY).latest("c-1", "d-7")).isPresent();
        assertThat(read(db.table(table(db)), key("NOTE", "1"))).isEqualTo(note);
    }

    @Test
    void oneFailureCancelsAllAndEachStepReportsItsReason() {
        Varve db = openBoth();
        db.series(TELEMETRY).append(report(10, "new", 1));
        db.series(READINGS).append(reading(0, 1));
        Transaction.Result.Cancelled cancelled = assertCancelled(db.transact()
                .append(db.series(TELEMETRY), report(5, "old", 1))
                .append(db.series(READINGS), reading(0, 2))
                .append(db.series(READINGS), reading(1, 1))
                .write(table(db), Put.of(item("NOTE", "1")).when(attr("pk").exists()))
                .commit());
        assertThat(cancelled.refusals()).hasSize(4);
        assertThat(cancelled.refusals().get(0)).containsInstanceOf(Outcome.Stale.class);
        assertThat(cancelled.refusals().get(1)).containsInstanceOf(Outcome.Conflict.class);
        assertThat(cancelled.refusals().get(2)).isEmpty();
        assertThat(cancelled.refusals().get(3)).containsInstanceOf(TransactResult.Reason.ConditionFailed.class);
        assertThat(db.series(READINGS).latest("d-1")).contains(reading(0, 1));
    }

    @Test
    void repeatedTransactionIsCancelledByDuplicatesUnlessItHasAToken() {
        Varve db = openBoth();
        Transaction plain = db.transact().append(db.series(READINGS), reading(0, 1));
        plain.commit();
        assertThat(assertCancelled(plain.commit()).refusals().get(0)).containsInstanceOf(Outcome.Duplicate.class);
        Transaction once =
                db.transact().append(db.series(READINGS), reading(1, 1)).once("token-1");
        assertThat(once.commit()).isInstanceOf(Transaction.Result.Committed.class);
        assertThat(once.commit()).isInstanceOf(Transaction.Result.Committed.class);
    }

    @Test
    void conditionOfAnAppendCancelsTheTransaction() {
        Varve db = openBoth();
        db.series(TELEMETRY).append(report(0, "a", 1));
        Optional<Object> refusal = assertCancelled(db.transact()
                        .append(
                                db.series(TELEMETRY),
                                report(1, "b", 1),
                                attr("gpio").is(9))
                        .commit())
                .refusals()
                .get(0);
        assertThat(refusal).containsInstanceOf(Outcome.ConditionFailed.class);
    }

    @Test
    void mergingSeriesIsRefused() {
        Series<Reading> merging = Series.of(Reading.class)
                .partition("{deviceId}")
                .sort("{at}")
                .onConflict(ConflictPolicy.MERGE)
                .build();
        Varve db = open(merging);
        assertRejected("series.merge-in-transaction", () -> db.transact().append(db.series(merging), reading(0, 1)));
    }

    /** A visitor of a site; its version counts how often it was written. */
    public record Visitor(String visitorId, Instant lastSeen, Optional<Long> version) {}

    private static final Entity<Visitor> VISITORS = Entity.of(Visitor.class)
            .named("visitors")
            .partition("VISITOR#{visitorId}")
            .sort("STATE")
            .versioned("version")
            .build();

    private static final Series<Reading> REPLACED = Series.of(Reading.class)
            .named("replaced")
            .partition("REPLACED#{deviceId}")
            .sort("READING#{at}")
            .onConflict(ConflictPolicy.REPLACE)
            .build();

    @Test
    void entityAndReplacedAndDeletedEventsAreWrittenTogether() {
        Varve db = open(VISITORS, REPLACED);
        OpenSeries<Reading, Reading> events = db.series(REPLACED);
        Visitor first = new Visitor("v-1", at(0), Optional.empty());
        assertThat(db.transact()
                        .put(db.entities(VISITORS), first)
                        .append(events, reading(0, 1))
                        .append(events, reading(1, 1))
                        .commit())
                .isInstanceOf(Transaction.Result.Committed.class);
        Visitor known = db.entities(VISITORS).find("v-1").orElseThrow();
        Transaction merged = db.transact()
                .put(db.entities(VISITORS), new Visitor("v-1", at(2), known.version()))
                .append(events, reading(0, 2))
                .append(events, reading(2, 3))
                .delete(events, reading(1, 1));
        assertThat(merged.commit()).isInstanceOf(Transaction.Result.Committed.class);
        assertThat(events.history("d-1").list()).containsExactly(reading(0, 2), reading(2, 3));
        assertThat(db.entities(VISITORS).find("v-1").map(Visitor::lastSeen)).contains(at(2));
        // A repeated transaction finds another version of the entity and nothing to delete, and leaves the events
        // unchanged.
        events.append(reading(0, 9));
        List<Optional<Object>> refusals = assertCancelled(merged.commit()).refusals();
        assertThat(refusals.get(0)).isPresent();
        assertThat(refusals.get(1)).isEmpty();
        assertThat(refusals.get(2)).isEmpty();
        assertThat(refusals.get(3)).get().isEqualTo(new Outcome.ConditionFailed<>(at(1), null, Capacity.NONE));
        assertThat(events.history("d-1").list()).containsExactly(reading(0, 9), reading(2, 3));
    }

    @Test
    void correctionsAreOfEventsThatAreThere() {
        Varve db = openBoth();
        OpenSeries<Reading, Reading> readings = db.series(READINGS);
        readings.append(reading(0, 1));
        List<Optional<Object>> refusals = assertCancelled(db.transact()
                        .correct(readings, reading(0, 2))
                        .correct(readings, reading(1, 2))
                        .commit())
                .refusals();
        assertThat(refusals.get(0)).isEmpty();
        assertThat(refusals.get(1)).containsInstanceOf(Outcome.ConditionFailed.class);
        assertThat(readings.history("d-1").list()).containsExactly(reading(0, 1));
        assertThat(db.transact()
                        .correct(readings, reading(0, 2))
                        .append(readings, reading(1, 2))
                        .commit())
                .isInstanceOf(Transaction.Result.Committed.class);
        assertThat(readings.history("d-1").list()).containsExactly(reading(0, 2), reading(1, 2));
    }

    @Test
    void currentRecordFollowsTheCorrectionOfItsOwnEventOnly() {
        Varve db = openBoth();
        OpenSeries<Report, State> telemetry = db.series(TELEMETRY);
        telemetry.append(report(0, "a", 1));
        telemetry.append(report(1, "b", 1));
        assertThat(db.transact().correct(telemetry, report(0, "a2", 1)).commit())
                .isInstanceOf(Transaction.Result.Committed.class);
        assertThat(telemetry.latest("c-1", "d-7").flatMap(State::location)).contains("b");
        Transaction newest = db.transact().correct(telemetry, report(1, "b2", 1));
        assertThat(newest.commit()).isInstanceOf(Transaction.Result.Committed.class);
        assertThat(telemetry.latest("c-1", "d-7").flatMap(State::location)).contains("b2");
        assertThat(db.transact().delete(telemetry, report(0, "", 1)).commit())
                .isInstanceOf(Transaction.Result.Committed.class);
        assertThat(telemetry.history("c-1", "d-7").list())
                .extracting(Report::location)
                .containsExactly(Optional.of("b2"));
    }

    @Test
    void seriesThatReplacesDoesSoWithItsCurrentRecord() {
        TrackedSeries<Report, State> replacing = Series.of(Report.class)
                .named("telemetry")
                .partition("{channel}#{deviceId}")
                .sort("$app#v1#telemetry#e#{timestamp}")
                .onConflict(ConflictPolicy.REPLACE)
                .current(current())
                .build();
        Varve db = open(replacing);
        OpenSeries<Report, State> telemetry = db.series(replacing);
        telemetry.append(report(0, "a", 1));
        telemetry.append(report(5, "b", 1));
        assertThat(db.transact().append(telemetry, report(5, "c", 2)).commit())
                .isInstanceOf(Transaction.Result.Committed.class);
        assertThat(telemetry.latest("c-1", "d-7").flatMap(State::location)).contains("c");
        assertThat(telemetry.history("c-1", "d-7").count()).isEqualTo(2);
        List<Optional<Object>> refusals = assertCancelled(
                        db.transact().append(telemetry, report(0, "late", 1)).commit())
                .refusals();
        assertThat(refusals.get(0)).containsInstanceOf(Outcome.Stale.class);
        assertThat(assertCancelled(db.transact()
                                .append(
                                        telemetry,
                                        report(5, "d", 2),
                                        attr("gpio").is(9))
                                .commit())
                        .refusals()
                        .get(0))
                .containsInstanceOf(Outcome.ConditionFailed.class);
    }
}
