package dev.varve.server.api.channel;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of telling one channel about one event of an alert.
 *
 * @param channel The name of the channel.
 * @param event What happened to the alert.
 * @param status The state of the delivery.
 * @param attempts How often sending was tried.
 * @param queuedAt The time at which the event was stored for sending.
 * @param deliveredAt The time at which the receiver accepted the notice.
 * @param nextAttemptAt The time of the next attempt; null if the notice is delivered or failed.
 * @param reason Why the last attempt failed.
 * @param noticeId The id of the notice, which the receiver gets as {@code Idempotency-Key} or {@code Message-ID}.
 */
public record DeliveryJson(
        String channel,
        AlertEvent event,
        DeliveryStatus status,
        int attempts,
        Instant queuedAt,
        @Nullable Instant deliveredAt,
        @Nullable Instant nextAttemptAt,
        @Nullable String reason,
        @Nullable String noticeId) {}
