package dev.varve.server.api.channel;

import dev.varve.server.api.EnumWord;

/** The way in which a channel delivers notices. */
public enum ChannelKind {
    /** A JSON body, signed, sent by HTTP POST. */
    WEBHOOK,
    /** A message to an incoming webhook of Slack or of a service that accepts the same body. */
    SLACK,
    /** An e-mail, sent by SMTP. */
    EMAIL,
    /** A line in the log of the server. */
    LOG;

    /** Returns the name in lower case. */
    public String word() {
        return EnumWord.of(this);
    }
}
