package dev.varve.engine.dynamodb.internal.table;

import dev.varve.engine.dynamodb.internal.plan.Phrasing;
import dev.varve.error.Rejected;
import dev.varve.table.Limits;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The callers' transaction tokens, and the wording of each transaction. DynamoDB accepts a reused token only if every
 * byte of the request is the same, and the request contains the time. So a repeated transaction must use its earlier
 * wording. Another process does not know that wording, and learns from DynamoDB's rejection that the transaction was
 * executed.
 */
final class OnceTokens {

    /** Beyond this many, the oldest are dropped. A repetition is then more expensive, but still correct. */
    static final int MAX_TOKENS = 10_000;

    /** The wording of a transaction: its time, and the phrasing of each action. */
    record Wording(Instant now, List<Phrasing> phrasings) {
        Wording {
            phrasings = List.copyOf(phrasings);
        }
    }

    /**
     * What is known about a token.
     *
     * @param wording the wording of the content, or null if it was rejected
     * @param refusals how often DynamoDB rejected a transaction with this token
     */
    private record Use(long content, @Nullable Wording wording, int refusals, Instant validUntil) {}

    private final Map<String, Use> uses = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Use> eldest) {
            return size() > MAX_TOKENS;
        }
    };

    /**
     * Returns the earlier wording of this content under this token, or null; rejects a token of other content.
     *
     * @param content the fingerprint of the transaction
     */
    synchronized @Nullable Wording earlier(String token, long content, Instant now) {
        Use use = uses.get(token);
        if (use == null || use.wording() == null || use.validUntil().isBefore(now)) {
            return null;
        } else if (use.content() != content) {
            throw reused(token);
        }
        return use.wording();
    }

    /** Returns how often DynamoDB rejected a transaction with this token. */
    synchronized int refusals(String token) {
        Use use = uses.get(token);
        return use == null ? 0 : use.refusals();
    }

    /** Stores the wording of a transaction before it is sent, because its response may get lost. */
    synchronized void remember(String token, long content, Wording wording, Instant now) {
        uses.put(token, new Use(content, wording, refusals(token), now.plus(Limits.TOKEN_VALIDITY)));
    }

    /** Removes a token whose transaction was not executed; DynamoDB does the same. */
    synchronized void forget(String token) {
        uses.remove(token);
    }

    /**
     * Records that DynamoDB rejected a transaction with this token. It is unknown whether DynamoDB accepts the token
     * again.
     */
    synchronized void refused(String token, Instant now) {
        uses.put(token, new Use(0, null, refusals(token) + 1, now.plus(Limits.TOKEN_VALIDITY)));
    }

    static Rejected reused(String token) {
        return new Rejected(
                "transaction.token-reused",
                "token \"%s\" was used for another transaction within the last %s minutes: use a new token for new content"
                        .formatted(token, Limits.TOKEN_VALIDITY.toMinutes()));
    }
}
