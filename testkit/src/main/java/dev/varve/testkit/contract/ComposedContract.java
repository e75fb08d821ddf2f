package dev.varve.testkit.contract;

import static dev.varve.core.table.Path.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Transaction;
import dev.varve.Varve;
import dev.varve.core.item.Item;
import dev.varve.core.series.ConflictRule;
import dev.varve.core.series.Outcome;
import dev.varve.core.series.Series;
import dev.varve.core.table.Put;
import dev.varve.core.table.TransactResult;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Appends and other writes composed into one transaction happen together or not at all. */
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
    void oneRefusalCancelsAllAndEachStepTellsWhatStoodInItsWay() {
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
                .onConflict(ConflictRule.MERGE)
                .build();
        Varve db = open(merging);
        assertRejected("series.merge-in-transaction", () -> db.transact().append(db.series(merging), reading(0, 1)));
    }
}
