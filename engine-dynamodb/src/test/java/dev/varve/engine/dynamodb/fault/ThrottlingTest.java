package dev.varve.engine.dynamodb.fault;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.engine.dynamodb.fault.FaultProxy.Fault;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Rejected;
import dev.varve.error.Throttled;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.table.ConditionCheck;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.testkit.local.DynamoDbLocal;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThrottlingTest {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    private static final Key KEY = Key.of("p", "s");
    private static final Item ITEM = Item.of("pk", "p", "sk", "s", "v", 1);

    private FaultyTable faulty;

    @BeforeEach
    void open() throws IOException {
        faulty = new FaultyTable(LOCAL.database());
    }

    @AfterEach
    void close() {
        faulty.close();
    }

    private void injectAlways(String operation, Fault fault) {
        for (int i = 0; i < FaultyTable.ATTEMPTS; i++) {
            faulty.proxy.inject(operation, fault);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ProvisionedThroughputExceededException",
                "ThrottlingException",
                "RequestLimitExceeded",
                "TransactionConflictException"
            })
    void incrementIsRetriedIfNothingWasWritten(String type) {
        faulty.proxy.inject("UpdateItem", Fault.refused(type), Fault.refused(type));
        assertThat(faulty.blocking().update(Update.of(KEY).increment("n", 1)).isWritten())
                .isTrue();
        assertThat(faulty.proxy.count("UpdateItem")).isEqualTo(3);
        assertThat(faulty.blocking().get(KEY).orElseThrow().number("n")).isEqualTo(Num.of(1));
    }

    @Test
    void throttledAfterBoundedAttempts() {
        injectAlways("PutItem", Fault.refused("ProvisionedThroughputExceededException"));
        Throttled error =
                catchThrowableOfType(Throttled.class, () -> faulty.blocking().put(ITEM));
        assertThat(error.code()).isEqualTo("dynamodb.throttled");
        assertThat(error)
                .hasMessage("DynamoDB throttled the request after 4 attempts: ProvisionedThroughputExceededException"
                        + " (400)");
        assertThat(faulty.proxy.count("PutItem")).isEqualTo(FaultyTable.ATTEMPTS);
        assertThat(faulty.blocking().get(KEY)).isEmpty();
    }

    @Test
    void conflictIsNotAFailedCondition() {
        faulty.blocking().put(ITEM);
        faulty.proxy.inject(
                "TransactWriteItems",
                Fault.cancelled("None", "TransactionConflict"),
                Fault.cancelled("ThrottlingError", "None"),
                Fault.cancelled("ConditionalCheckFailed", "TransactionConflict"));
        TransactResult result = faulty.blocking()
                .transactWrite(TransactWrite.of(
                        ConditionCheck.of(KEY, attr("v").is(1)), Put.of(Item.of("pk", "p", "sk", "t"))));
        assertThat(result.isCommitted()).isTrue();
        assertThat(faulty.proxy.count("TransactWriteItems")).isEqualTo(4);
    }

    @Test
    void lastingConflictIsThrottling() {
        injectAlways("TransactWriteItems", Fault.cancelled("TransactionConflict"));
        Throttled error = catchThrowableOfType(
                Throttled.class, () -> faulty.blocking().transactWrite(TransactWrite.of(Put.of(ITEM))));
        assertThat(error.code()).isEqualTo("dynamodb.conflict");
        assertThat(faulty.blocking().get(KEY)).isEmpty();
    }

    @Test
    void conflictingReadIsRetried() {
        faulty.blocking().put(ITEM);
        faulty.proxy.inject("TransactGetItems", Fault.cancelled("TransactionConflict"));
        assertThat(faulty.blocking().transactGet(TransactGet.of(KEY)).items().get(0))
                .contains(ITEM);
    }

    @Test
    void transactionInProgressIsRetriedAndThenHasAnUnknownOutcome() {
        faulty.proxy.inject("TransactWriteItems", Fault.refused("TransactionInProgressException"));
        assertThat(faulty.blocking()
                        .transactWrite(TransactWrite.of(Put.of(ITEM)))
                        .isCommitted())
                .isTrue();
        injectAlways("TransactWriteItems", Fault.refused("TransactionInProgressException"));
        assertThat(catchThrowableOfType(
                        OutcomeUnknown.class, () -> faulty.blocking().transactWrite(TransactWrite.of(Put.of(ITEM)))))
                .isNotNull();
    }

    @Test
    void invalidActionOfATransactionIsRefused() {
        faulty.proxy.inject(
                "TransactWriteItems",
                new Fault.Refused(
                        400,
                        "TransactionCanceledException",
                        "injected",
                        ",\"CancellationReasons\":[{\"Code\":\"ConditionalCheckFailed\"},{\"Code\":\"ValidationError\","
                                + "\"Message\":\"An operand in the update expression has an incorrect data type\"}]"));
        Rejected error = catchThrowableOfType(
                Rejected.class,
                () -> faulty.blocking()
                        .transactWrite(TransactWrite.of(
                                Put.of(ITEM), Update.of(Key.of("p", "t")).increment("n", 1))));
        assertThat(error.code()).isEqualTo("update.type");
    }

    @Test
    void deniedAccessIsRefusedAtOnce() {
        faulty.proxy.inject("GetItem", Fault.refused("AccessDeniedException"));
        Rejected error =
                catchThrowableOfType(Rejected.class, () -> faulty.blocking().get(KEY));
        assertThat(error.code()).isEqualTo("dynamodb.access");
        assertThat(faulty.proxy.count("GetItem")).isOne();
    }
}
