package dev.varve.engine.dynamodb;

import dev.varve.error.Rejected;
import java.time.Duration;

/**
 * How often and how fast an engine retries requests that DynamoDB throttled, left unprocessed or did not answer.
 *
 * @param attempts how often a request is sent at most
 * @param first the longest wait before the second attempt; it doubles with each attempt, and the actual wait is a
 *     random part of it
 * @param longest the longest wait of all
 */
public record Retries(int attempts, Duration first, Duration longest) {

    /** The upper limit of each wait. Declared before DEFAULT, which is checked against it. */
    private static final Duration MAX_WAIT = Duration.ofHours(1);

    /** Eight attempts within about three seconds. */
    public static final Retries DEFAULT = new Retries(8, Duration.ofMillis(25), Duration.ofSeconds(2));

    public Retries {
        for (Duration wait : new Duration[] {first, longest}) {
            if (wait == null || wait.isNegative() || wait.compareTo(MAX_WAIT) > 0) {
                throw new Rejected(
                        "retries.bounds",
                        "a wait between retries is %s; it must be from 0 to %s".formatted(wait, MAX_WAIT));
            }
        }
        if (attempts < 1 || longest.compareTo(first) < 0) {
            throw new Rejected(
                    "retries.bounds",
                    "retries need at least 1 attempt and a longest wait not below the first; given %s, %s and %s"
                            .formatted(attempts, first, longest));
        }
    }
}
