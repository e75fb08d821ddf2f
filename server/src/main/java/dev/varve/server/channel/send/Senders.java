package dev.varve.server.channel.send;

import dev.varve.server.channel.Channel;
import dev.varve.server.channel.Message;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.LoggerFactory;

/** Sends messages to channels of all kinds. Safe for many threads. */
public final class Senders implements AutoCloseable {

    private static final String LOGGER = "dev.varve.alerts";

    private final GuardedSockets sockets;
    private final Sender web;
    private final Sender mail;
    private final Sender log;

    public Senders(AddressGuard guard, InstantSource clock) {
        this(guard, clock, GuardedSockets.WHOLE, (SSLSocketFactory) SSLSocketFactory.getDefault());
    }

    Senders(AddressGuard guard, InstantSource clock, Duration whole, SSLSocketFactory tls) {
        this.sockets = new GuardedSockets(guard, whole, tls);
        this.web = new WebhookSender(new HttpPost(sockets), clock);
        this.mail = new MailSender(sockets);
        this.log = new LogSender(LoggerFactory.getLogger(LOGGER));
    }

    /** Sends a message once; waits for at most the time of one attempt. Reasons hold no secret of the channel. */
    public SendResult send(Channel channel, Message message) {
        SendResult result;
        try {
            result = sender(channel).send(channel, message);
        } catch (IOException | RuntimeException e) {
            result = new SendResult.Failed(Reasons.of(e));
        }
        if (result instanceof SendResult.Failed failed) {
            return new SendResult.Failed(Reasons.clean(failed.reason(), channel.secrets()));
        } else if (result instanceof SendResult.Refused refused) {
            return new SendResult.Refused(Reasons.clean(refused.reason(), channel.secrets()));
        }
        return result;
    }

    private Sender sender(Channel channel) {
        return switch (channel.kind()) {
            case WEBHOOK, SLACK -> web;
            case EMAIL -> mail;
            case LOG -> log;
        };
    }

    @Override
    public void close() {
        sockets.close();
    }
}
