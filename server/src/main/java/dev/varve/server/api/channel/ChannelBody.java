package dev.varve.server.api.channel;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.varve.alert.Severity;
import dev.varve.server.api.Malformed;
import dev.varve.server.api.OneOf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A channel to create or to replace. If {@code url}, {@code secret} or {@code password} is left out, the stored one stays.
 *
 * @param kind The way in which the channel delivers notices.
 * @param minSeverity The least severity of alerts that the channel gets; all by default.
 * @param rules The names of the rules whose alerts it gets, 100 at most; all by default.
 * @param locations The locations of devices whose alerts it gets, 100 at most; all by default.
 * @param url The address that a webhook or Slack channel posts to.
 * @param secret The text that signs the bodies of a webhook; at least 16 characters.
 * @param host The mail server.
 * @param port The port of the mail server, from 1 to 65535; 587 by default, or 465 with {@code tls}.
 * @param security The encryption of the connection to the mail server; {@code starttls} by default.
 * @param user The user to log in with at the mail server; no login by default.
 * @param password The password of the user.
 * @param from The address of the sender.
 * @param to The addresses of the recipients, 20 at most.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ChannelBody(
        @OneOf(ChannelKind.class)
        @Malformed(code = "channel.kind", message = "kind must be webhook, slack, email or log")
        @Nullable
        String kind,

        @OneOf(Severity.class) @Malformed(code = "channel.text", message = "minSeverity" + ChannelLimits.TEXT) @Nullable
        String minSeverity,

        @Malformed(code = "channel.list", message = "rules" + ChannelLimits.ROUTE) @Nullable
        List<String> rules,

        @Malformed(code = "channel.list", message = "locations" + ChannelLimits.ROUTE) @Nullable
        List<String> locations,

        @Malformed(code = "channel.text", message = "url" + ChannelLimits.TEXT) @Nullable
        String url,

        @Malformed(code = "channel.text", message = "secret" + ChannelLimits.TEXT) @Nullable
        String secret,

        @Malformed(code = "channel.text", message = "host" + ChannelLimits.TEXT) @Nullable
        String host,

        @Malformed(code = "channel.port", message = ChannelLimits.PORT) @Nullable
        Integer port,

        @OneOf(MailSecurity.class)
        @Malformed(code = "channel.text", message = "security" + ChannelLimits.TEXT)
        @Nullable
        String security,

        @Malformed(code = "channel.text", message = "user" + ChannelLimits.TEXT) @Nullable
        String user,

        @Malformed(code = "channel.text", message = "password" + ChannelLimits.TEXT) @Nullable
        String password,

        @Malformed(code = "channel.text", message = "from" + ChannelLimits.TEXT) @Nullable
        String from,

        @Malformed(code = "channel.list", message = "to" + ChannelLimits.RECIPIENTS) @Nullable
        List<String> to) {

    /** Returns the kind only, because the rest holds secrets. */
    @Override
    public String toString() {
        return "ChannelBody[kind=%s]".formatted(kind);
    }
}
