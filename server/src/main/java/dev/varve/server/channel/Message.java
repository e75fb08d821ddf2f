package dev.varve.server.channel;

import dev.varve.alert.AlertStatus;
import dev.varve.alert.Severity;
import dev.varve.server.api.channel.AlertEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The content of a notice: some alerts, and how many more there are. It is also the body that a webhook receives.
 *
 * @param id the same for all attempts to send this message
 * @param channel the name of the channel
 * @param createdAt when the message was put together
 * @param test whether it was sent to test the channel
 * @param alerts at most 20 alerts, the most severe first
 * @param more how many alerts beyond these the message stands for
 */
public record Message(String id, String channel, Instant createdAt, boolean test, List<AlertLine> alerts, int more) {

    public Message {
        alerts = List.copyOf(alerts);
    }

    /** Returns a message with an invented alert. */
    public static Message test(String id, String channel, Instant now) {
        AlertLine example = new AlertLine(
                AlertEvent.OPENED,
                "test",
                "test-device",
                Optional.empty(),
                "test-rule",
                Severity.LOW,
                Optional.empty(),
                AlertStatus.OPEN,
                "This is a test notice. No action is needed.",
                Optional.empty(),
                now,
                now,
                Optional.empty(),
                Optional.empty());
        return new Message(id, channel, now, true, List.of(example), 0);
    }
}
