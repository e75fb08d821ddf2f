package dev.varve.server.channel.delivery;

import dev.varve.key.Tick;
import dev.varve.server.api.channel.DeliveryJson;
import dev.varve.server.api.channel.DeliveryStatus;
import dev.varve.server.channel.AlertLine;
import java.time.Instant;
import java.util.Optional;

/**
 * The obligation to notify one channel of one event of one alert. Its key derives from these three, so that a notice that is
 * given twice is stored once.
 *
 * @param event distinguishes the events of an alert: {@code opened}, {@code escalated-critical}, {@code resolved}
 * @param line the alert when the event happened
 * @param queuedAt when it was stored, as text that sorts by time
 * @param waiting whether it may still have to be put into a notice; such deliveries are in the index
 * @param noticeId the notice that it was put into
 */
record Delivery(
        String alertId,
        String event,
        String channel,
        AlertLine line,
        String queuedAt,
        boolean waiting,
        Optional<String> noticeId) {

    static Delivery of(String channel, AlertLine line, Instant now) {
        return new Delivery(
                line.alertId(), line.eventKey(), channel, line, Tick.MILLIS.text(now), true, Optional.empty());
    }

    Instant queued() {
        return Instant.parse(queuedAt);
    }

    /** Returns the state of this delivery, which is that of the notice it was put into. */
    DeliveryJson shown(Optional<Notice> notice) {
        Optional<Notice> current = notice.filter(each -> each.status() != NoticeStatus.ABANDONED);
        DeliveryStatus status = current.map(Delivery::status).orElse(DeliveryStatus.PENDING);
        Instant due = current.map(Notice::due).orElseGet(() -> queued().plus(Group.WINDOW));
        return new DeliveryJson(
                channel,
                line.event(),
                status,
                current.map(Notice::attempts).orElse(0),
                queued(),
                current.flatMap(Notice::deliveredAt).orElse(null),
                status == DeliveryStatus.PENDING ? due : null,
                current.flatMap(Notice::reason).orElse(null),
                current.map(Notice::noticeId).orElse(null));
    }

    private static DeliveryStatus status(Notice notice) {
        return switch (notice.status()) {
            case DELIVERED -> DeliveryStatus.DELIVERED;
            case FAILED -> DeliveryStatus.FAILED;
            case GATHERING, PENDING, ABANDONED -> DeliveryStatus.PENDING;
        };
    }
}
