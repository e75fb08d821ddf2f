package dev.varve.server.channel;

import dev.varve.alert.Severity;
import dev.varve.error.Rejected;
import dev.varve.server.api.EnumWord;
import dev.varve.server.api.channel.ChannelBody;
import dev.varve.server.api.channel.ChannelKind;
import dev.varve.server.api.channel.ChannelLimits;
import dev.varve.server.api.channel.MailSecurity;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A checked request that creates or changes a channel. Its components are those of a {@link ChannelBody}; an empty text counts
 * as absent.
 */
public record ChannelChange(
        ChannelKind kind,
        ChannelRoute route,
        Optional<String> url,
        Optional<String> secret,
        Optional<String> host,
        Optional<Integer> port,
        Optional<MailSecurity> security,
        Optional<String> user,
        Optional<String> password,
        Optional<String> from,
        List<String> to) {

    private static final Set<String> URL = Set.of("url");
    private static final Set<String> SIGNED = Set.of("url", "secret");
    private static final Set<String> MAIL = Set.of("host", "port", "security", "user", "password", "from", "to");

    /** No control characters, spaces or brackets: nothing that could begin another header. */
    private static final Pattern ADDRESS = Pattern.compile("[^\\s<>,;:\\p{Cntrl}]+@[^\\s<>,;:@\\p{Cntrl}]+");

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:_-]{1,253}");

    /** The most characters of all texts of a list together. */
    private static final int MAX_LIST_TEXT = ChannelLimits.MAX_TEXT * 10;

    /** Checks a body, or refuses one whose properties are out of bounds or do not belong to its kind. */
    public static ChannelChange of(ChannelBody body) {
        ChannelChange change = new ChannelChange(
                kind(body.kind() == null ? "" : body.kind()),
                new ChannelRoute(
                        text("minSeverity", body.minSeverity())
                                .map(word -> word("minSeverity", word, Severity.values())),
                        texts("rules" + ChannelLimits.ROUTE, body.rules(), ChannelLimits.MAX_ROUTE),
                        texts("locations" + ChannelLimits.ROUTE, body.locations(), ChannelLimits.MAX_ROUTE)),
                text("url", body.url()),
                text("secret", body.secret()),
                text("host", body.host()),
                port(body.port()),
                text("security", body.security()).map(word -> word("security", word, MailSecurity.values())),
                text("user", body.user()),
                text("password", body.password()),
                text("from", body.from()),
                texts("to" + ChannelLimits.RECIPIENTS, body.to(), ChannelLimits.MAX_RECIPIENTS));
        requireFitting(change.kind, body);
        return change;
    }

    private static void requireFitting(ChannelKind kind, ChannelBody body) {
        Set<String> own = switch (kind) {
            case WEBHOOK -> SIGNED;
            case SLACK -> URL;
            case EMAIL -> MAIL;
            case LOG -> Set.of();
        };
        ofSomeKinds(body).forEach((name, value) -> {
            if (value != null && !own.contains(name)) {
                throw new Rejected(
                        "channel.field",
                        "a channel of kind %s has no field %s: leave it out".formatted(kind.word(), name));
            }
        });
    }

    /** Returns the properties that not all kinds have, by name. */
    private static Map<String, @Nullable Object> ofSomeKinds(ChannelBody body) {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        properties.put("url", body.url());
        properties.put("secret", body.secret());
        properties.put("host", body.host());
        properties.put("port", body.port());
        properties.put("security", body.security());
        properties.put("user", body.user());
        properties.put("password", body.password());
        properties.put("from", body.from());
        properties.put("to", body.to());
        return properties;
    }

    private static ChannelKind kind(String word) {
        for (ChannelKind kind : ChannelKind.values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        throw new Rejected(
                "channel.kind",
                "kind is \"%s\"; it must be webhook, slack, email or log".formatted(Bounds.brief(word)));
    }

    private static Optional<String> text(String name, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            return Optional.empty();
        }
        if (text.length() > ChannelLimits.MAX_TEXT) {
            throw new Rejected("channel.text", name + ChannelLimits.TEXT);
        }
        return Optional.of(text);
    }

    private static List<String> texts(String message, @Nullable List<String> texts, int most) {
        if (texts == null) {
            return List.of();
        }
        // A list in JSON may hold null, whatever the type says.
        if (texts.size() > most
                || texts.stream().anyMatch(text -> text == null || text.isEmpty())
                || texts.stream().mapToInt(String::length).sum() > MAX_LIST_TEXT) {
            throw new Rejected("channel.list", message);
        }
        return texts.stream().distinct().toList();
    }

    private static Optional<Integer> port(@Nullable Integer port) {
        if (port != null && (port < 1 || port > ChannelLimits.MAX_PORT)) {
            throw new Rejected("channel.port", ChannelLimits.PORT);
        }
        return Optional.ofNullable(port);
    }

    private static <T extends Enum<T>> T word(String name, String word, T[] constants) {
        for (T constant : constants) {
            if (EnumWord.of(constant).equals(word)) {
                return constant;
            }
        }
        throw new Rejected(
                "channel.word",
                "%s is \"%s\"; it must be one of %s"
                        .formatted(
                                name,
                                Bounds.brief(word),
                                Arrays.stream(constants).map(EnumWord::of).collect(Collectors.joining(", "))));
    }

    /** Returns the channel that this request describes; secrets that it lacks are those of the stored channel. */
    public Channel channel(String name, Optional<Channel> stored) {
        Optional<Channel> before = stored.filter(channel -> channel.kind() == kind);
        return new Channel(
                name,
                kind,
                route,
                kind == ChannelKind.WEBHOOK || kind == ChannelKind.SLACK
                        ? Optional.of(address(url.or(() -> before.flatMap(Channel::url))))
                        : Optional.empty(),
                kind == ChannelKind.WEBHOOK
                        ? Optional.of(signing(secret.or(() -> before.flatMap(Channel::secret))))
                        : Optional.empty(),
                kind == ChannelKind.EMAIL ? Optional.of(mail(before.flatMap(Channel::mail))) : Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private String address(Optional<String> given) {
        String address = given.orElseThrow(
                () -> new Rejected("channel.url", "a channel of kind %s needs a url".formatted(kind.word())));
        try {
            URI uri = new URI(address);
            boolean isHttp = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
            if (isHttp
                    && uri.getHost() != null
                    && uri.getUserInfo() == null
                    && uri.getPort() <= ChannelLimits.MAX_PORT) {
                return uri.toASCIIString();
            }
        } catch (URISyntaxException e) {
            // Refused below, without the address: it may hold a token.
        }
        throw new Rejected(
                "channel.url",
                "the url is no address of a web server: give one that begins with https:// or http://, without a user");
    }

    private static String signing(Optional<String> given) {
        return given.filter(secret -> secret.length() >= Bounds.MIN_SECRET)
                .orElseThrow(() -> new Rejected(
                        "channel.secret",
                        "a webhook needs a secret of at least %s characters to sign its bodies: make one with"
                                        .formatted(Bounds.MIN_SECRET)
                                + " openssl rand -hex 32"));
    }

    private MailServer mail(Optional<MailServer> before) {
        MailSecurity chosen = security.orElse(MailSecurity.STARTTLS);
        MailServer given = new MailServer(
                host.filter(HOST.asMatchPredicate())
                        .orElseThrow(() ->
                                new Rejected("channel.host", "an e-mail channel needs the host of a mail server")),
                port.orElse(chosen == MailSecurity.TLS ? 465 : 587),
                chosen,
                user,
                password,
                mailbox("from", from.orElse("")),
                to.stream().map(each -> mailbox("to", each)).toList());
        if (to.isEmpty()) {
            throw new Rejected("channel.to", "an e-mail channel needs at least one recipient in the list to");
        }
        // A stored password is sent to the server that it was given for, and to no other.
        MailServer complete = password.isEmpty() && user.isPresent()
                ? given.withPassword(before.filter(given::isSameLogin).flatMap(MailServer::password))
                : given;
        if (complete.user().isPresent() != complete.password().isPresent()) {
            throw new Rejected(
                    "channel.password",
                    "user and password belong together: give both or none. After a change of host, port, security or"
                            + " user the password must be given again");
        }
        if (complete.password().isPresent() && chosen == MailSecurity.NONE) {
            throw new Rejected(
                    "channel.security", "a password is not sent without encryption: set security to starttls or tls");
        }
        return complete;
    }

    private static String mailbox(String name, String address) {
        if (!ADDRESS.matcher(address).matches()) {
            throw new Rejected(
                    "channel.address",
                    "\"%s\" in %s is no e-mail address: write ops@example.org".formatted(Bounds.brief(address), name));
        }
        return address;
    }

    /** Returns the kind only, because the rest holds secrets. */
    @Override
    public String toString() {
        return "ChannelChange[kind=%s]".formatted(kind);
    }
}
