package dev.varve.server.channel;

import dev.varve.server.api.channel.ChannelJson;
import dev.varve.server.api.channel.MailSecurity;
import java.util.List;
import java.util.Optional;

/**
 * How an e-mail channel sends.
 *
 * @param security how the connection is encrypted
 * @param user the user to log in with; no login without one
 * @param password the password of the user
 * @param from the address of the sender
 * @param to the addresses of the recipients
 */
public record MailServer(
        String host,
        int port,
        MailSecurity security,
        Optional<String> user,
        Optional<String> password,
        String from,
        List<String> to) {

    public MailServer {
        to = List.copyOf(to);
    }

    /** Returns whether a password for the other server may be sent to this one. */
    boolean isSameLogin(MailServer other) {
        return host.equals(other.host) && port == other.port && security == other.security && user.equals(other.user);
    }

    MailServer withPassword(Optional<String> newPassword) {
        return new MailServer(host, port, security, user, newPassword, from, to);
    }

    /** Returns what answers may show: everything but the password. */
    ChannelJson.Mail shown() {
        return new ChannelJson.Mail(host, port, security, user.orElse(null), from, to);
    }

    @Override
    public String toString() {
        return "%s:%s to %s".formatted(host, port, to);
    }
}
