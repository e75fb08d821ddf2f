package dev.varve.server.channel.send;

import dev.varve.alert.Severity;
import dev.varve.server.api.channel.AlertEvent;
import dev.varve.server.channel.AlertLine;
import dev.varve.server.channel.Channel;
import dev.varve.server.channel.Message;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/** Writes each alert of a message to a logger: resolved ones as information, critical ones as errors, others as warnings. */
final class LogSender implements Sender {

    private final Logger log;

    LogSender(Logger log) {
        this.log = log;
    }

    @Override
    public SendResult send(Channel channel, Message message) {
        for (AlertLine alert : message.alerts()) {
            log.atLevel(level(alert))
                    .log("channel {}, notice {}: {}", channel.name(), message.id(), MessageText.line(alert));
        }
        if (message.more() > 0) {
            log.warn("channel {}, notice {}: and {} more alerts", channel.name(), message.id(), message.more());
        }
        return new SendResult.Delivered();
    }

    private static Level level(AlertLine alert) {
        if (alert.event() == AlertEvent.RESOLVED) {
            return Level.INFO;
        }
        return alert.severity() == Severity.CRITICAL ? Level.ERROR : Level.WARN;
    }
}
