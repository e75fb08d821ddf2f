package dev.varve.testkit.contract.database;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Transaction;
import dev.varve.Varve;
import dev.varve.entity.Entity;
import dev.varve.item.Item;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.OpenSeries;
import dev.varve.series.OpenTrackedSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.TrackedSeries;
import dev.varve.table.Capacity;
import dev.varve.table.Put;
import dev.varve.table.TransactResult;
import dev.varve.testkit.contract.series.SeriesContract;
import java.time.Instant;
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
    void allStepsAreApplied() {
        Varve db = openBoth();
        Item note = item("NOTE", "1", "text", "moved");
        Transaction transaction = db.transact();
        transaction.append(db.series(READINGS), reading(0, 1));
        transaction.append(db.series(TELEMETRY), report(0, "a", 1));
        transaction.write(table(db), Put.of(note).when(attr("pk").absent()));
        assertThat(transaction.commit()).isInstanceOf(Transaction.Result.Committed.class);
        assertThat(db.series(READINGS).latest("d-1")).contains(reading(0, 1));
        assertThat(db.series(TELEMETRY).current("c-1", "d-7")).isPresent();
        assertThat(read(db.table(table(db)), key("NOTE", "1"))).isEqualTo(note);
    }

    @Test
    void oneFailureCancelsAllAndEachStepReportsItsReason() {
        Varve db = openBoth();
        db.series(TELEMETRY).append(report(10, "new", 1));
        db.series(READINGS).append(reading(0, 1));
        Transaction transaction = db.transact();
        var stale = transaction.append(db.series(TELEMETRY), report(5, "old", 1));
        var conflict = transaction.append(db.series(READINGS), reading(0, 2));
        var fine = transaction.append(db.series(READINGS), reading(1, 1));
        var unmet = transaction.write(
                table(db), Put.of(item("NOTE", "1")).when(attr("pk").exists()));
        Transaction.Result.Cancelled cancelled = assertCancelled(transaction.commit());
        assertThat(cancelled.refusals()).hasSize(3);
        assertThat(cancelled.refusal(stale)).containsInstanceOf(Outcome.Stale.class);
        assertThat(cancelled.refusal(conflict)).containsInstanceOf(Outcome.Conflict.class);
        assertThat(cancelled.refusal(fine)).isEmpty();
        assertThat(cancelled.refusal(unmet)).containsInstanceOf(TransactResult.Reason.ConditionFailed.class);
        assertThat(db.series(READINGS).latest("d-1")).contains(reading(0, 1));
    }

    @Test
    void repeatedTransactionIsCancelledByDuplicatesUnlessItHasAToken() {
        Varve db = openBoth();
        Transaction plain = db.transact();
        var step = plain.append(db.series(READINGS), reading(0, 1));
        plain.commit();
        assertThat(assertCancelled(plain.commit()).refusal(step)).containsInstanceOf(Outcome.Duplicate.class);
        Transaction once = db.transact().once("token-1");
        once.append(db.series(READINGS), reading(1, 1));
        assertThat(once.commit()).isInstanceOf(Transaction.Result.Committed.class);
        assertThat(once.commit()).isInstanceOf(Transaction.Result.Committed.class);
    }

    @Test
    void conditionOfAnAppendCancelsTheTransaction() {
        Varve db = openBoth();
        db.series(TELEMETRY).append(report(0, "a", 1));
        Transaction transaction = db.transact();
        var step = transaction.append(
                db.series(TELEMETRY), report(1, "b", 1), attr("gpio").is(9));
        assertThat(assertCancelled(transaction.commit()).refusal(step))
                .containsInstanceOf(Outcome.ConditionFailed.class);
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
        OpenSeries<Reading> events = db.series(REPLACED);
        Visitor first = new Visitor("v-1", at(0), Optional.empty());
        Transaction created = db.transact();
        created.put(db.entities(VISITORS), first);
        created.append(events, reading(0, 1));
        created.append(events, reading(1, 1));
        assertThat(created.commit()).isInstanceOf(Transaction.Result.Committed.class);
        Visitor known = db.entities(VISITORS).find("v-1").orElseThrow();
        Transaction merged = db.transact();
        var put = merged.put(db.entities(VISITORS), new Visitor("v-1", at(2), known.version()));
        var replaced = merged.append(events, reading(0, 2));
        var added = merged.append(events, reading(2, 3));
        var deleted = merged.delete(events, reading(1, 1));
        assertThat(merged.commit()).isInstanceOf(Transaction.Result.Committed.class);
        assertThat(events.history("d-1").list()).containsExactly(reading(0, 2), reading(2, 3));
        assertThat(db.entities(VISITORS).find("v-1").map(Visitor::lastSeen)).contains(at(2));
        // A repeated transaction finds another version of the entity and nothing to delete, and leaves the events
        // unchanged.
        events.append(reading(0, 9));
        Transaction.Result.Cancelled cancelled = assertCancelled(merged.commit());
        assertThat(cancelled.refusal(put)).isPresent();
        assertThat(cancelled.refusal(replaced)).isEmpty();
        assertThat(cancelled.refusal(added)).isEmpty();
        assertThat(cancelled.refusal(deleted)).contains(new Outcome.ConditionFailed<>(at(1), null, Capacity.NONE));
        assertThat(events.history("d-1").list()).containsExactly(reading(0, 9), reading(2, 3));
    }

    @Test
    void correctionOfAMissingEventCancelsTheTransaction() {
        Varve db = openBoth();
        OpenSeries<Reading> readings = db.series(READINGS);
        readings.append(reading(0, 1));
        Transaction unmet = db.transact();
        var present = unmet.correct(readings, reading(0, 2));
        var absent = unmet.correct(readings, reading(1, 2));
        Transaction.Result.Cancelled cancelled = assertCancelled(unmet.commit());
        assertThat(cancelled.refusal(present)).isEmpty();
        assertThat(cancelled.refusal(absent)).containsInstanceOf(Outcome.ConditionFailed.class);
        assertThat(readings.history("d-1").list()).containsExactly(reading(0, 1));
        Transaction met = db.transact();
        met.correct(readings, reading(0, 2));
        met.append(readings, reading(1, 2));
        assertThat(met.commit()).isInstanceOf(Transaction.Result.Committed.class);
        assertThat(readings.history("d-1").list()).containsExactly(reading(0, 2), reading(1, 2));
    }

    @Test
    void onlyTheCorrectionOfTheNewestEventChangesTheCurrentRecord() {
        Varve db = openBoth();
        OpenTrackedSeries<Report, State> telemetry = db.series(TELEMETRY);
        telemetry.append(report(0, "a", 1));
        telemetry.append(report(1, "b", 1));
        Transaction older = db.transact();
        older.correct(telemetry, report(0, "a2", 1));
        assertThat(older.commit()).isInstanceOf(Transaction.Result.Committed.class);
        assertThat(telemetry.current("c-1", "d-7").flatMap(State::location)).contains("b");
        Transaction newest = db.transact();
        newest.correct(telemetry, report(1, "b2", 1));
        assertThat(newest.commit()).isInstanceOf(Transaction.Result.Committed.class);
        assertThat(telemetry.current("c-1", "d-7").flatMap(State::location)).contains("b2");
        Transaction deleting = db.transact();
        deleting.delete(telemetry, report(0, "", 1));
        assertThat(deleting.commit()).isInstanceOf(Transaction.Result.Committed.class);
        assertThat(telemetry.history("c-1", "d-7").list())
                .extracting(Report::location)
                .containsExactly(Optional.of("b2"));
    }

    @Test
    void replacingSeriesReplacesItsCurrentRecordToo() {
        TrackedSeries<Report, State> replacing = Series.of(Report.class)
                .named("telemetry")
                .partition("{channel}#{deviceId}")
                .sort("$app#v1#telemetry#e#{timestamp}")
                .onConflict(ConflictPolicy.REPLACE)
                .current(current())
                .build();
        Varve db = open(replacing);
        OpenTrackedSeries<Report, State> telemetry = db.series(replacing);
        telemetry.append(report(0, "a", 1));
        telemetry.append(report(5, "b", 1));
        Transaction replaced = db.transact();
        replaced.append(telemetry, report(5, "c", 2));
        assertThat(replaced.commit()).isInstanceOf(Transaction.Result.Committed.class);
        assertThat(telemetry.current("c-1", "d-7").flatMap(State::location)).contains("c");
        assertThat(telemetry.history("c-1", "d-7").count()).isEqualTo(2);
        Transaction late = db.transact();
        var stale = late.append(telemetry, report(0, "late", 1));
        assertThat(assertCancelled(late.commit()).refusal(stale)).containsInstanceOf(Outcome.Stale.class);
        Transaction conditional = db.transact();
        var unmet =
                conditional.append(telemetry, report(5, "d", 2), attr("gpio").is(9));
        assertThat(assertCancelled(conditional.commit()).refusal(unmet))
                .containsInstanceOf(Outcome.ConditionFailed.class);
    }
}
