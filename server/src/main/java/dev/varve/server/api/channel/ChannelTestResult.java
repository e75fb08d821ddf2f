package dev.varve.server.api.channel;

import org.jspecify.annotations.Nullable;

/**
 * The result of a test notice.
 *
 * @param channel The name of the channel.
 * @param status Whether the receiver accepted the notice.
 * @param reason Why it failed; null if it was delivered.
 */
public record ChannelTestResult(
        String channel, Status status, @Nullable String reason) {

    /** Whether the receiver accepted a test notice. */
    public enum Status {
        DELIVERED,
        FAILED
    }
}
