package dev.varve.server.channel.delivery;

import dev.varve.server.channel.AlertEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state of telling one channel about one event of an alert.
 *
 * @param channel the name of the channel
 * @param event opened, escalated or resolved
 * @param status pending, delivered or failed
 * @param attempts how often sending was tried
 * @param queuedAt when the event was stored for sending
 * @param deliveredAt when the receiver accepted the notice
 * @param nextAttemptAt when sending is tried next; absent if it is delivered or failed
 * @param reason why the last attempt failed
 * @param noticeId the ID of the notice: the receiver got it as Idempotency-Key or Message-ID
 */
public record DeliveryAnswer(
        String channel,
        AlertEvent event,
        Status status,
        int attempts,
        Instant queuedAt,
        Optional<Instant> deliveredAt,
        Optional<Instant> nextAttemptAt,
        Optional<String> reason,
        Optional<String> noticeId) {

    /** The state of a delivery. */
    public enum Status {
        PENDING,
        DELIVERED,
        FAILED
    }

    /** All deliveries of one alert. */
    public record Deliveries(List<DeliveryAnswer> deliveries) {}

    static DeliveryAnswer of(Delivery delivery, Optional<Notice> notice) {
        Optional<Notice> current = notice.filter(each -> each.status() != NoticeStatus.ABANDONED);
        Status status = current.map(DeliveryAnswer::status).orElse(Status.PENDING);
        return new DeliveryAnswer(
                delivery.channel(),
                delivery.line().event(),
                status,
                current.map(Notice::attempts).orElse(0),
                delivery.queued(),
                current.flatMap(Notice::deliveredAt),
                status != Status.PENDING
                        ? Optional.empty()
                        : Optional.of(current.map(Notice::due)
                                .orElse(delivery.queued().plus(Group.WINDOW))),
                current.flatMap(Notice::reason),
                current.map(Notice::noticeId));
    }

    private static Status status(Notice notice) {
        return switch (notice.status()) {
            case DELIVERED -> Status.DELIVERED;
            case FAILED -> Status.FAILED;
            case GATHERING, PENDING, ABANDONED -> Status.PENDING;
        };
    }
}
