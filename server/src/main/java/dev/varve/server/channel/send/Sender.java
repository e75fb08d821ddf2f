package dev.varve.server.channel.send;

import dev.varve.server.channel.Channel;
import dev.varve.server.channel.Message;
import java.io.IOException;

/** Sends messages to channels of one kind. */
interface Sender {

    /** Sends a message once, in bounded time; an exception counts as a failure that may pass. */
    SendResult send(Channel channel, Message message) throws IOException;
}
