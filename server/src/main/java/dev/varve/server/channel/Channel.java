package dev.varve.server.channel;

import dev.varve.error.Rejected;
import dev.varve.server.api.channel.ChannelJson;
import dev.varve.server.api.channel.ChannelKind;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A notification channel as it is stored. It holds secrets: answers show a {@link ChannelJson} instead.
 *
 * @param url where a webhook or Slack channel posts to; often holds a token
 * @param secret signs the bodies of a webhook
 * @param mail how an e-mail channel sends
 * @param createdAt written by the store
 * @param updatedAt written by the store
 */
public record Channel(
        String name,
        ChannelKind kind,
        ChannelRoute route,
        Optional<String> url,
        Optional<String> secret,
        Optional<MailServer> mail,
        Optional<Instant> createdAt,
        Optional<Instant> updatedAt) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");

    public Channel {
        if (!NAME.matcher(name).matches()) {
            throw new Rejected(
                    "channel.name",
                    "\"%s\" cannot name a channel: use 1 to 64 letters, digits, '_', '-' and '.', a letter first"
                            .formatted(Bounds.brief(name)));
        }
    }

    /** Returns the address it posts to; empty for channels that post to none. */
    public Optional<URI> target() {
        return url.map(URI::create);
    }

    /** Returns the host it connects to; empty for the log. */
    public Optional<String> host() {
        return mail.map(MailServer::host)
                .or(() -> target().map(uri -> uri.getHost().replaceAll("^\\[|]$", "")));
    }

    /** Returns every text that must not be shown. */
    public List<String> secrets() {
        return Stream.of(url, secret, mail.flatMap(MailServer::password))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns what answers may show: everything but the secrets. */
    public ChannelJson shown() {
        return new ChannelJson(
                name,
                kind,
                shownTarget(),
                route.minSeverity().orElse(null),
                route.rules(),
                route.locations(),
                mail.map(MailServer::shown).orElse(null),
                createdAt.orElse(null),
                updatedAt.orElse(null));
    }

    private String shownTarget() {
        return switch (kind) {
            case LOG -> "the server's log";
            case EMAIL -> mail.map(server -> String.join(", ", server.to())).orElse("");
            case WEBHOOK, SLACK -> target().map(Channel::origin).orElse("");
        };
    }

    /** Returns the address up to its path, which may hold a token. */
    private static String origin(URI uri) {
        return "%s://%s%s/…".formatted(uri.getScheme(), uri.getHost(), uri.getPort() < 0 ? "" : ":" + uri.getPort());
    }

    /** Returns the name and the kind only, because the rest holds secrets. */
    @Override
    public String toString() {
        return "channel %s (%s)".formatted(name, kind.word());
    }
}
