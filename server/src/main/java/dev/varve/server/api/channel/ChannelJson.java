package dev.varve.server.api.channel;

import dev.varve.alert.Severity;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A channel, without its secrets.
 *
 * @param name The name.
 * @param kind The way in which it delivers notices.
 * @param target The server, the recipients or the log that notices go to, without anything secret.
 * @param minSeverity The least severity of alerts that it gets; null for all.
 * @param rules The names of the rules whose alerts it gets; empty for all.
 * @param locations The locations of devices whose alerts it gets; empty for all.
 * @param mail How it sends e-mail; null for other kinds.
 * @param createdAt The time at which it was created.
 * @param updatedAt The time at which it was last changed.
 */
public record ChannelJson(
        String name,
        ChannelKind kind,
        String target,
        @Nullable Severity minSeverity,
        List<String> rules,
        List<String> locations,
        @Nullable Mail mail,
        @Nullable Instant createdAt,
        @Nullable Instant updatedAt) {

    /**
     * The mail server of a channel, without the password.
     *
     * @param host The mail server.
     * @param port Its port.
     * @param security The encryption of the connection.
     * @param user The user it logs in with; null for no login.
     * @param from The address of the sender.
     * @param to The addresses of the recipients.
     */
    public record Mail(
            String host,
            int port,
            MailSecurity security,
            @Nullable String user,
            String from,
            List<String> to) {

        public Mail {
            to = List.copyOf(to);
        }
    }

    public ChannelJson {
        rules = List.copyOf(rules);
        locations = List.copyOf(locations);
    }
}
