package dev.varve.server.channel;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.alert.Severity;
import dev.varve.error.Rejected;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The body of a request that creates or changes a channel. A change without {@code url}, {@code secret} or {@code password}
 * keeps the stored one.
 *
 * @param kind webhook, slack, email or log
 * @param minSeverity the least severity of alerts that the channel gets
 * @param rules the rules whose alerts it gets; empty for all
 * @param locations the locations of devices whose alerts it gets; empty for all
 * @param url the address that a webhook or Slack channel posts to
 * @param secret the text that signs the bodies of a webhook, at least 16 characters
 * @param host the mail server
 * @param port the port of the mail server; 587, or 465 with {@code tls}, by default
 * @param security starttls (the default), tls or none
 * @param user the user to log in with at the mail server
 * @param password the password of the user
 * @param from the address of the sender
 * @param to the addresses of the recipients
 */
public record ChannelBody(
        ChannelKind kind,
        Optional<Severity> minSeverity,
        List<String> rules,
        List<String> locations,
        Optional<String> url,
        Optional<String> secret,
        Optional<String> host,
        Optional<Integer> port,
        Optional<MailSecurity> security,
        Optional<String> user,
        Optional<String> password,
        Optional<String> from,
        List<String> to) {

    private static final Set<String> FIELDS = Arrays.stream(ChannelBody.class.getRecordComponents())
            .map(component -> component.getName())
            .collect(Collectors.toUnmodifiableSet());

    private static final Set<String> URL = Set.of("url");
    private static final Set<String> SIGNED = Set.of("url", "secret");
    private static final Set<String> MAIL = Set.of("host", "port", "security", "user", "password", "from", "to");

    /** No control characters, spaces or brackets: nothing that could begin another header. */
    private static final Pattern ADDRESS = Pattern.compile("[^\\s<>,;:\\p{Cntrl}]+@[^\\s<>,;:@\\p{Cntrl}]+");

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:_-]{1,253}");
    private static final int MAX_PORT = 65_535;

    /** Reads a body, or refuses one with unknown or unfitting fields. */
    public static ChannelBody of(JsonNode json) {
        for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!FIELDS.contains(name)) {
                throw new Rejected(
                        "channel.field",
                        "a channel has no field \"%s\"; there are %s"
                                .formatted(Bounds.brief(name), new TreeSet<>(FIELDS)));
            }
        }
        ChannelBody body = new ChannelBody(
                ChannelKind.of(json.path("kind").asText("")),
                text(json, "minSeverity").map(word -> word("minSeverity", word, Severity.values())),
                texts(json, "rules", Bounds.MAX_ROUTE),
                texts(json, "locations", Bounds.MAX_ROUTE),
                text(json, "url"),
                text(json, "secret"),
                text(json, "host"),
                port(json.path("port")),
                text(json, "security").map(word -> word("security", word, MailSecurity.values())),
                text(json, "user"),
                text(json, "password"),
                text(json, "from"),
                texts(json, "to", Bounds.MAX_RECIPIENTS));
        body.requireFitting(json);
        return body;
    }

    private void requireFitting(JsonNode json) {
        Set<String> own = switch (kind) {
            case WEBHOOK -> SIGNED;
            case SLACK -> URL;
            case EMAIL -> MAIL;
            case LOG -> Set.of();
        };
        for (String name : FIELDS) {
            boolean isOfSomeKind = SIGNED.contains(name) || MAIL.contains(name);
            if (isOfSomeKind && !own.contains(name) && json.hasNonNull(name)) {
                throw new Rejected(
                        "channel.field",
                        "a channel of kind %s has no field %s: leave it out".formatted(kind.word(), name));
            }
        }
    }

    private static Optional<String> text(JsonNode json, String name) {
        JsonNode value = json.path(name);
        if (value.isMissingNode()
                || value.isNull()
                || value.isTextual() && value.asText().isEmpty()) {
            return Optional.empty();
        }
        if (!value.isTextual() || value.asText().length() > Bounds.MAX_TEXT) {
            throw new Rejected(
                    "channel.text", "%s must be a text of at most %s characters".formatted(name, Bounds.MAX_TEXT));
        }
        return Optional.of(value.asText());
    }

    private static List<String> texts(JsonNode json, String name, int most) {
        JsonNode value = json.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(each -> texts.add(each.isTextual() ? each.asText() : ""));
        }
        boolean isFitting = value.isArray() && texts.stream().noneMatch(String::isEmpty);
        if (!isFitting
                || texts.size() > most
                || texts.stream().mapToInt(String::length).sum() > Bounds.MAX_TEXT * 10) {
            throw new Rejected(
                    "channel.list", "%s must be a list of at most %s texts, none of them empty".formatted(name, most));
        }
        return texts.stream().distinct().toList();
    }

    private static Optional<Integer> port(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isIntegralNumber() || value.asInt() < 1 || value.asInt() > MAX_PORT) {
            throw new Rejected("channel.port", "port must be a number from 1 to %s".formatted(MAX_PORT));
        }
        return Optional.of(value.asInt());
    }

    private static <T extends Enum<T>> T word(String name, String word, T[] constants) {
        for (T constant : constants) {
            if (constant.name().toLowerCase(Locale.ROOT).equals(word)) {
                return constant;
            }
        }
        throw new Rejected(
                "channel.word",
                "%s is \"%s\"; it must be one of %s"
                        .formatted(
                                name,
                                Bounds.brief(word),
                                Arrays.stream(constants)
                                        .map(each -> each.name().toLowerCase(Locale.ROOT))
                                        .collect(Collectors.joining(", "))));
    }

    /** Returns the channel that this body describes; secrets that it lacks are those of the stored channel. */
    public Channel channel(String name, Optional<Channel> stored) {
        Optional<Channel> before = stored.filter(channel -> channel.kind() == kind);
        return new Channel(
                name,
                kind,
                new ChannelRoute(minSeverity, rules, locations),
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
            if (isHttp && uri.getHost() != null && uri.getUserInfo() == null && uri.getPort() <= MAX_PORT) {
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
}
