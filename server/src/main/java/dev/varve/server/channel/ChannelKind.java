package dev.varve.server.channel;

import dev.varve.error.Rejected;
import java.util.Locale;

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

    /** Returns the kind with this name in lower case, or refuses the name. */
    public static ChannelKind of(String word) {
        for (ChannelKind kind : values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        throw new Rejected(
                "channel.kind",
                "kind is \"%s\"; it must be webhook, slack, email or log".formatted(Bounds.brief(word)));
    }

    /** Returns the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
