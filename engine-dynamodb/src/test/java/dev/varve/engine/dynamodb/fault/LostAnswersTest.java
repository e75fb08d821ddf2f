package dev.varve.engine.dynamodb.fault;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.engine.dynamodb.fault.FaultProxy.Fault;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.table.BatchWrite;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import dev.varve.testkit.local.DynamoDbLocal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LostAnswersTest {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    private static final Key KEY = Key.of("p", "s");
    private static final Item ITEM = Item.of("pk", "p", "sk", "s", "v", 1);
    private static final Fault LOST = new Fault.Lost();
    private static final Fault DROPPED = new Fault.Dropped();
    private static final Fault BROKEN = new Fault.Broken();

    private FaultyTable faulty;

    @BeforeEach
    void open() throws IOException {
        faulty = new FaultyTable(LOCAL.database());
    }

    @AfterEach
    void close() {
        faulty.close();
    }

    private Num number(String name) {
        return faulty.blocking().get(KEY).orElseThrow().number(name);
    }

    @Test
    void readsAreRepeatedUntilAResponseArrives() {
        faulty.blocking().put(ITEM);
        faulty.proxy.inject("GetItem", LOST, BROKEN, DROPPED);
        assertThat(faulty.blocking().get(KEY)).contains(ITEM);
        assertThat(faulty.proxy.count("GetItem")).isEqualTo(4);
    }

    @Test
    void readWithoutResponseIsUnavailableAfterBoundedAttempts() {
        faulty.proxy.inject("Query", LOST, LOST, LOST, LOST, LOST);
        Unavailable error =
                catchThrowableOfType(Unavailable.class, () -> faulty.blocking().query(Query.of("p")));
        assertThat(error.code()).isEqualTo("dynamodb.unreachable");
        assertThat(error).hasMessageStartingWith("DynamoDB did not answer after 4 attempts: ");
        assertThat(faulty.proxy.count("Query")).isEqualTo(FaultyTable.ATTEMPTS);
    }

    @Test
    void plainPutIsRepeated() {
        faulty.proxy.inject("PutItem", LOST, BROKEN);
        assertThat(faulty.blocking().put(ITEM).isWritten()).isTrue();
        assertThat(faulty.proxy.count("PutItem")).isEqualTo(3);
        assertThat(faulty.blocking().get(KEY)).contains(ITEM);
    }

    @Test
    void conditionalPutIsNotRepeated() {
        faulty.proxy.inject("PutItem", LOST);
        Put put = Put.of(ITEM).when(attr("pk").absent());
        OutcomeUnknown error = catchThrowableOfType(
                OutcomeUnknown.class, () -> faulty.blocking().put(put));
        assertThat(error.code()).isEqualTo("dynamodb.lost");
        assertThat(error)
                .hasMessageStartingWith("DynamoDB did not answer after 1 attempt: ")
                .hasMessageEndingWith("; the write may have been executed");
        assertThat(faulty.proxy.count("PutItem")).isOne();
        assertThat(faulty.blocking().get(KEY)).contains(ITEM);
    }

    @Test
    void incrementIsNeverAppliedTwice() {
        Update increment = Update.of(KEY).increment("n", 1);
        for (Fault fault : List.of(LOST, BROKEN, DROPPED)) {
            faulty.proxy.inject("UpdateItem", fault);
            assertThat(catchThrowableOfType(
                            OutcomeUnknown.class, () -> faulty.blocking().update(increment)))
                    .isNotNull();
        }
        assertThat(faulty.proxy.count("UpdateItem")).isEqualTo(3);
        assertThat(number("n")).isEqualTo(Num.of(2));
    }

    @Test
    void incrementWithATokenIsRepeatedAndAppliedOnce() {
        faulty.proxy.inject("TransactWriteItems", LOST, BROKEN);
        Update once = Update.of(KEY).increment("n", 1).once("token-1");
        assertThat(faulty.blocking().update(once).isWritten()).isTrue();
        assertThat(faulty.proxy.count("TransactWriteItems")).isEqualTo(3);
        assertThat(number("n")).isEqualTo(Num.of(1));
    }

    @Test
    void callerCanRepeatAnUpdateWithATokenAfterAnUnknownOutcome() {
        Update once = Update.of(KEY).increment("n", 1).max("peak", 5).once("token-2");
        // The first request finds no peak and is cancelled. The second is executed, and its response is lost.
        faulty.proxy.inject("TransactWriteItems", new Fault.Passed(), LOST, LOST, LOST, LOST);
        assertThat(catchThrowableOfType(
                        OutcomeUnknown.class, () -> faulty.blocking().update(once)))
                .isNotNull();
        faulty.clock.advance(Duration.ofSeconds(30));
        assertThat(faulty.blocking().update(once).isWritten()).isTrue();
        assertThat(number("n")).isEqualTo(Num.of(1));
    }

    @Test
    void tokenOfARejectedUpdateCanBeUsedAgain() {
        faulty.blocking().put(ITEM.with("n", "text"));
        Update once = Update.of(KEY).increment("n", 1).once("token-5");
        for (int i = 0; i < 2; i++) {
            assertThat(catchThrowableOfType(
                                    Rejected.class, () -> faulty.blocking().update(once))
                            .code())
                    .isEqualTo("update.type");
        }
        faulty.blocking().put(ITEM.with("n", 41));
        assertThat(faulty.blocking().update(once).isWritten()).isTrue();
        assertThat(faulty.blocking().update(once).isWritten()).isTrue();
        assertThat(number("n")).isEqualTo(Num.of(42));
    }

    @Test
    void tokenOfOtherContentIsRefused() {
        faulty.blocking().update(Update.of(KEY).increment("n", 1).once("token-4"));
        Rejected error = catchThrowableOfType(
                Rejected.class,
                () -> faulty.blocking().update(Update.of(KEY).increment("n", 2).once("token-4")));
        assertThat(error.code()).isEqualTo("transaction.token-reused");
        assertThat(number("n")).isEqualTo(Num.of(1));
    }

    @Test
    void anotherProcessCanRepeatAnUpdateWithAToken() {
        Update once = Update.of(KEY).increment("n", 1).max("peak", 5).once("token-3");
        assertThat(faulty.blocking().update(once).isWritten()).isTrue();
        faulty.clock.advance(Duration.ofSeconds(30));
        WriteResult repeated =
                faulty.engine().open(faulty.schema).join().update(once).join();
        assertThat(repeated.isWritten()).isTrue();
        assertThat(number("n")).isEqualTo(Num.of(1));
        assertThat(number("peak")).isEqualTo(Num.of(5));
    }

    @Test
    void transactionIsRepeatedWithItsToken() {
        faulty.proxy.inject("TransactWriteItems", LOST, LOST);
        TransactResult result = faulty.blocking()
                .transactWrite(TransactWrite.of(
                        Update.of(KEY).increment("n", 1),
                        Put.of(Item.of("pk", "p", "sk", "t")).when(attr("pk").absent())));
        assertThat(result.isCommitted()).isTrue();
        assertThat(faulty.proxy.count("TransactWriteItems")).isEqualTo(3);
        assertThat(number("n")).isEqualTo(Num.of(1));
    }

    @Test
    void transactionWithoutResponseHasAnUnknownOutcome() {
        faulty.proxy.inject("TransactWriteItems", LOST, LOST, LOST, LOST);
        TransactWrite transaction = TransactWrite.of(Update.of(KEY).increment("n", 1));
        assertThat(catchThrowableOfType(
                        OutcomeUnknown.class, () -> faulty.blocking().transactWrite(transaction)))
                .isNotNull();
        assertThat(number("n")).isEqualTo(Num.of(1));
    }

    @Test
    void lostWriteHasAnUnknownOutcomeEvenIfRetriesAreThrottled() {
        faulty.proxy.inject("PutItem", LOST);
        for (int i = 0; i < FaultyTable.ATTEMPTS; i++) {
            faulty.proxy.inject("PutItem", Fault.refused("ThrottlingException"));
        }
        assertThat(catchThrowableOfType(
                        OutcomeUnknown.class, () -> faulty.blocking().put(ITEM)))
                .isNotNull();
    }

    @Test
    void repeatedMaxThatWasAlreadyAppliedIsWritten() {
        faulty.blocking().put(ITEM.with("peak", 1));
        faulty.proxy.inject("UpdateItem", Fault.refused("ThrottlingException"), LOST, LOST);
        assertThat(faulty.blocking().update(Update.of(KEY).max("peak", 9)).isWritten())
                .isTrue();
        assertThat(number("peak")).isEqualTo(Num.of(9));
    }

    @Test
    void batchWriteIsRepeated() {
        faulty.proxy.inject("BatchWriteItem", LOST, DROPPED);
        assertThat(faulty.blocking()
                        .batchWrite(BatchWrite.of(List.of(Put.of(ITEM))))
                        .unprocessed())
                .isEmpty();
        assertThat(faulty.blocking().get(KEY)).contains(ITEM);
    }

    @Test
    void unreachableServiceIsUnavailableForAllWrites() {
        faulty.proxy.close();
        Unavailable error = catchThrowableOfType(
                Unavailable.class, () -> faulty.blocking().update(Update.of(KEY).increment("n", 1)));
        assertThat(error.code()).isEqualTo("dynamodb.unreachable");
        assertThat(error).hasMessageStartingWith("DynamoDB could not be reached after 4 attempts: ");
    }
}
