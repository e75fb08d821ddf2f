package dev.varve.server.channel.api;

import dev.varve.server.channel.delivery.DeliveryAnswer.Status;
import dev.varve.server.channel.send.SendResult;
import java.util.Optional;

/**
 * The result of a test notice.
 *
 * @param channel the name of the channel
 * @param status delivered or failed
 * @param reason why it failed
 */
public record TestAnswer(String channel, Status status, Optional<String> reason) {

    static TestAnswer of(String channel, SendResult result) {
        if (result instanceof SendResult.Failed failed) {
            return new TestAnswer(channel, Status.FAILED, Optional.of(failed.reason()));
        } else if (result instanceof SendResult.Refused refused) {
            return new TestAnswer(channel, Status.FAILED, Optional.of(refused.reason()));
        }
        return new TestAnswer(channel, Status.DELIVERED, Optional.empty());
    }
}
