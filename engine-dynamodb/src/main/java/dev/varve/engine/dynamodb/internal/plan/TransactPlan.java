package dev.varve.engine.dynamodb.internal.plan;

import dev.varve.table.TransactWrite;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Builds write transactions. */
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
     * Returns a token derived from the caller's token and the content, independent of the phrasing.
     *
     * @param refusals how often the content was rejected before; each attempt after a rejection gets a new token
     */
    public static String tokenFor(TransactWrite transaction, int refusals) {
        String identity = transaction.token() + '\n' + refusals + '\n' + transaction.actions();
        return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
