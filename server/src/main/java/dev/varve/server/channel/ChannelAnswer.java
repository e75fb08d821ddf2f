package dev.varve.server.channel;

import dev.varve.alert.Severity;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A channel as answers show it, without its secrets.
 *
 * @param name the name of the channel
 * @param kind webhook, slack, email or log
 * @param target where notices go, without anything secret: {@code https://hooks.example.org/…}
 * @param minSeverity the least severity of alerts that it gets; absent for all
 * @param rules the rules whose alerts it gets; empty for all
 * @param locations the locations of devices whose alerts it gets; empty for all
 * @param mail how it sends e-mail; absent for other kinds
 * @param createdAt when it was created
 * @param updatedAt when it was last changed
 */
public record ChannelAnswer(
        String name,
        ChannelKind kind,
        String target,
        Optional<Severity> minSeverity,
        List<String> rules,
        List<String> locations,
        Optional<Mail> mail,
        Optional<Instant> createdAt,
        Optional<Instant> updatedAt) {

    /**
     * The mail server of a channel, without the password.
     *
     * @param host the mail server
     * @param port its port
     * @param security starttls, tls or none
     * @param user the user it logs in with; absent for no login
     * @param from the address of the sender
     * @param to the addresses of the recipients
     */
    public record Mail(
            String host, int port, MailSecurity security, Optional<String> user, String from, List<String> to) {}

    /** All channels, by name. */
    public record Channels(List<ChannelAnswer> channels) {}

    /** Returns what may be shown of a channel. */
    public static ChannelAnswer of(Channel channel) {
        return new ChannelAnswer(
                channel.name(),
                channel.kind(),
                target(channel),
                channel.route().minSeverity(),
                channel.route().rules(),
                channel.route().locations(),
                channel.mail()
                        .map(mail -> new Mail(
                                mail.host(), mail.port(), mail.security(), mail.user(), mail.from(), mail.to())),
                channel.createdAt(),
                channel.updatedAt());
    }

    private static String target(Channel channel) {
        return switch (channel.kind()) {
            case LOG -> "the server's log";
            case EMAIL ->
                channel.mail().map(mail -> String.join(", ", mail.to())).orElse("");
            case WEBHOOK, SLACK -> channel.target().map(ChannelAnswer::origin).orElse("");
        };
    }

    /** Returns the address up to its path, which may hold a token. */
    private static String origin(URI uri) {
        return "%s://%s%s/…".formatted(uri.getScheme(), uri.getHost(), uri.getPort() < 0 ? "" : ":" + uri.getPort());
    }
}
