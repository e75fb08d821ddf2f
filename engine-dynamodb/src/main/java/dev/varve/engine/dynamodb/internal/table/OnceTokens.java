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
 * The tokens callers gave to transactions, and how those were put. DynamoDB takes a token for the same transaction only
 * if every byte is the same, and the time is among the bytes; so a repeated transaction must be put as it was before.
 * Another process does not know how, and learns from DynamoDB's refusal that the transaction was carried out.
 */
final class OnceTokens {

    /** The oldest are forgotten beyond this many, which makes a repetition a little dearer, not wrong. */
    static final int MAX_TOKENS = 10_000;

    /** How a transaction was put: as of when, and each action's phrasing. */
    record Wording(Instant now, List<Phrasing> phrasings) {
        Wording {
            phrasings = List.copyOf(phrasings);
        }
    }

    /**
     * What is known of a token.
     *
     * @param wording how the content was put, or null where it was refused
     * @param refusals how often DynamoDB refused what came with the token
     */
    private record Use(long content, @Nullable Wording wording, int refusals, Instant validUntil) {}

    private final Map<String, Use> uses = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Use> eldest) {
            return size() > MAX_TOKENS;
        }
    };

    /**
     * Returns how this content was put before under this token, or null; refuses a token of other content.
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

    /** Returns how often what came with this token was refused. */
    synchronized int refusals(String token) {
        Use use = uses.get(token);
        return use == null ? 0 : use.refusals();
    }

    /** Keeps how a transaction is put, from before it is sent: its answer may get lost. */
    synchronized void remember(String token, long content, Wording wording, Instant now) {
        uses.put(token, new Use(content, wording, refusals(token), now.plus(Limits.TOKEN_VALIDITY)));
    }

    /** Lets go of a token whose transaction was not carried out; DynamoDB does the same. */
    synchronized void forget(String token) {
        uses.remove(token);
    }

    /** Notes that what came with this token was refused: nobody knows whether DynamoDB will take the token again. */
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
