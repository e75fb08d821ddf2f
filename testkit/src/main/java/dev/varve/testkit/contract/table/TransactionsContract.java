package dev.varve.testkit.contract.table;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.table.BlockingTable;
import dev.varve.table.Condition;
import dev.varve.table.ConditionCheck;
import dev.varve.table.Delete;
import dev.varve.table.Limits;
import dev.varve.table.Put;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactResult.Reason;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Transactions write many items atomically, report why they were cancelled, run once per token, and span tables. */
public abstract class TransactionsContract extends EngineContract {

    @Test
    void allWritesAreApplied() {
        BlockingTable table = openPlain();
        table.put(item("p", "gone"));
        table.put(item("p", "changed", "n", 1));
        table.put(item("p", "checked", "ok", true));
        assertCommitted(table.transactWrite(TransactWrite.of(
                Put.of(item("p", "new")),
                Delete.of(key("p", "gone")),
                Update.of(key("p", "changed")).increment("n", 1),
                ConditionCheck.of(key("p", "checked"), attr("ok").is(true)))));
        assertThat(contents(table))
                .containsExactlyInAnyOrder(
                        item("p", "new"), item("p", "changed", "n", 2), item("p", "checked", "ok", true));
    }

    @Test
    void oneFailedConditionCancelsEverything() {
        BlockingTable table = openPlain();
        table.put(item("p", "a", "n", 1));
        TransactResult result = table.transactWrite(TransactWrite.of(
                Put.of(item("p", "new")),
                Update.of(key("p", "a")).increment("n", 1).when(attr("n").is(2)),
                Delete.of(key("p", "a2")).when(attr("pk").exists()),
                Delete.of(key("p", "b"))));
        assertThat(reasons(result))
                .containsExactly(
                        Reason.none(),
                        new Reason.ConditionFailed(item("p", "a", "n", 1)),
                        new Reason.ConditionFailed(null),
                        Reason.none());
        assertThat(contents(table)).containsExactly(item("p", "a", "n", 1));
    }

    @Test
    void failedCheckCancelsEverything() {
        BlockingTable table = openPlain();
        table.put(item("p", "checked", "v", 1));
        TransactResult result = table.transactWrite(TransactWrite.of(
                ConditionCheck.of(key("p", "checked"), attr("v").is(2)), Put.of(item("p", "new"))));
        assertThat(reasons(result))
                .containsExactly(new Reason.ConditionFailed(item("p", "checked", "v", 1)), Reason.none());
        assertThat(contents(table)).containsExactly(item("p", "checked", "v", 1));
    }

    @Test
    void invalidActionRejectsTheTransaction() {
        BlockingTable table = openPlain();
        table.put(item("p", "a", "text", "x"));
        assertRejected(
                "update.type",
                () -> table.transactWrite(TransactWrite.of(
                        Put.of(item("p", "new")), Update.of(key("p", "a")).addToSet("text", Set.of("y")))));
        assertThat(contents(table)).containsExactly(item("p", "a", "text", "x"));
    }

    @Test
    void transactionSpansTables() {
        BlockingTable one = openPlain();
        BlockingTable two = openIndexed();
        String other = two.schema().name();
        assertCommitted(one.transactWrite(TransactWrite.of(Put.of(item("p", "s", "in", "one")))
                .andIn(other, Put.of(item("p", "s", "in", "two")))));
        assertThat(contents(one)).containsExactly(item("p", "s", "in", "one"));
        assertThat(contents(two)).containsExactly(item("p", "s", "in", "two"));

        TransactResult result = one.transactWrite(TransactWrite.of(Delete.of(key("p", "s")))
                .andIn(other, ConditionCheck.of(key("p", "s"), attr("in").is("three"))));
        assertThat(reasons(result))
                .containsExactly(Reason.none(), new Reason.ConditionFailed(item("p", "s", "in", "two")));
        assertThat(contents(one)).hasSize(1);
    }

    @Test
    void tokenExecutesATransactionOnce() {
        BlockingTable table = openPlain();
        TransactWrite transaction =
                TransactWrite.of(Update.of(key("p", "a")).increment("n", 1)).once("transfer-1");
        assertCommitted(table.transactWrite(transaction));
        assertCommitted(table.transactWrite(transaction));
        assertThat(read(table, key("p", "a"))).isEqualTo(item("p", "a", "n", 1));
    }

    @Test
    void repeatedTokenSucceedsEvenIfTheConditionFailsNow() {
        BlockingTable table = openPlain();
        TransactWrite create = TransactWrite.of(
                        Put.of(item("p", "a")).when(attr("pk").absent()))
                .once("create-a");
        assertCommitted(table.transactWrite(create));
        assertCommitted(table.transactWrite(create));
        assertThat(reasons(table.transactWrite(create.once("create-b"))))
                .containsExactly(new Reason.ConditionFailed(item("p", "a")));
    }

    @Test
    void tokenOfACancelledTransactionCanBeUsedAgain() {
        BlockingTable table = openPlain();
        TransactWrite transaction = TransactWrite.of(Update.of(key("p", "a"))
                        .increment("n", 1)
                        .when(attr("pk").exists()))
                .once("try-again");
        assertThat(table.transactWrite(transaction).isCommitted()).isFalse();
        table.put(item("p", "a", "n", 1));
        assertCommitted(table.transactWrite(transaction));
        assertThat(read(table, key("p", "a"))).isEqualTo(item("p", "a", "n", 2));
    }

    @Test
    void tokenOfAnotherTransactionIsRefused() {
        BlockingTable table = openPlain();
        assertCommitted(
                table.transactWrite(TransactWrite.of(Put.of(item("p", "a"))).once("same-token")));
        assertRejected(
                "transaction.token-reused",
                "token \"same-token\" was used for another transaction within the last 10 minutes: use a new token for new"
                        + " content",
                () -> table.transactWrite(
                        TransactWrite.of(Put.of(item("p", "b"))).once("same-token")));
        assertThat(contents(table)).containsExactly(item("p", "a"));
    }

    @Test
    void tokenExpires() {
        // Only observable on an engine whose tokens expire by the test's clock.
        assumeTrue(harness().forgetsTokensByClock());
        BlockingTable table = openPlain();
        TransactWrite transaction =
                TransactWrite.of(Update.of(key("p", "a")).increment("n", 1)).once("short-lived");
        table.transactWrite(transaction);
        clock().advance(Limits.TOKEN_VALIDITY);
        table.transactWrite(transaction);
        assertThat(read(table, key("p", "a"))).isEqualTo(item("p", "a", "n", 1));
        clock().advance(Duration.ofSeconds(1));
        table.transactWrite(transaction);
        assertThat(read(table, key("p", "a"))).isEqualTo(item("p", "a", "n", 2));
    }

    @Test
    void itemNamedTwiceIsRefused() {
        BlockingTable table = openPlain();
        assertRejected(
                "transaction.repeated",
                () -> table.transactWrite(TransactWrite.of(
                        Put.of(item("p", "a")),
                        ConditionCheck.of(key("p", "a"), attr("pk").absent()))));
        assertRejected(
                "transaction.repeated",
                "item (\"p\", \"a\") occurs twice in one request: keep one of them",
                () -> table.transactGet(TransactGet.of(key("p", "a"), key("p", "b"), key("p", "a"))));
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void unsupportedWritesInATransactionAreRejected() {
        BlockingTable table = openPlain();
        assertRejected(
                "transaction.returning",
                "writes in a transaction return no item: read it afterwards",
                () -> table.transactWrite(
                        TransactWrite.of(Put.of(item("p", "a")).returningOld())));
        assertRejected(
                "transaction.update-token",
                "give the token to the transaction, not to an update inside it",
                () -> table.transactWrite(
                        TransactWrite.of(Update.of(key("p", "a")).set("v", 1).once("token"))));
        assertRejected(
                "check.condition",
                "a condition check has no condition: give it one, or leave the check out",
                () -> table.transactWrite(TransactWrite.of(ConditionCheck.of(key("p", "a"), Condition.always()))));
        assertRejected(
                "table.not-open",
                "table nowhere is not open on this engine: open it first",
                () -> table.transactWrite(
                        TransactWrite.of(Put.of(item("p", "a"))).andIn("nowhere", Put.of(item("p", "a")))));
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void transactGetReadsInTheOrderOfItsKeys() {
        BlockingTable table = openPlain();
        table.put(item("p", "a", "v", 1));
        table.put(item("q", "b", "v", 2));
        assertThat(table.transactGet(TransactGet.of(key("q", "b"), key("p", "none"), key("p", "a")))
                        .items())
                .containsExactly(
                        Optional.of(item("q", "b", "v", 2)), Optional.empty(), Optional.of(item("p", "a", "v", 1)));
    }

    private static void assertCommitted(TransactResult result) {
        assertThat(result).isInstanceOf(TransactResult.Committed.class);
    }

    private static List<Reason> reasons(TransactResult result) {
        assertThat(result).isInstanceOf(TransactResult.Cancelled.class);
        return ((TransactResult.Cancelled) result).reasons();
    }
}
