package dev.varve.engine.dynamodb.internal.plan;

import dev.varve.table.TransactWrite;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Transactions of writes. */
public final class TransactPlan {

    private TransactPlan() {}

    public static TransactWriteItemsRequest write(List<RenderedWrite> writes, String token) {
        return TransactWriteItemsRequest.builder()
                .transactItems(writes.stream().map(RenderedWrite::transactItem).toList())
                .clientRequestToken(token)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
    }

    /**
     * Returns a token that stands for the caller's token and the content, however that is put.
     *
     * @param refusals how often the content was refused before: each time it gets a token of its own
     */
    public static String tokenFor(TransactWrite transaction, int refusals) {
        String identity = transaction.token() + '\n' + refusals + '\n' + transaction.actions();
        return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
