package dev.varve.server.channel.send;

import dev.varve.server.api.channel.MailSecurity;
import dev.varve.server.channel.Channel;
import dev.varve.server.channel.MailServer;
import dev.varve.server.channel.Message;
import jakarta.mail.Address;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Authenticator;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Properties;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.jspecify.annotations.Nullable;

/** Sends e-mail by SMTP. The message ID is the ID of the notice, so that a repeated message can be recognised. */
final class MailSender implements Sender {

    /** SMTP replies from here on are permanent. */
    private static final int PERMANENT = 500;

    private final GuardedSockets sockets;

    MailSender(GuardedSockets sockets) {
        this.sockets = sockets;
    }

    @Override
    public SendResult send(Channel channel, Message message) throws IOException {
        MailServer server = channel.mail().orElseThrow();
        Session session = Session.getInstance(properties(server), login(server));
        try (SMTPTransport transport = (SMTPTransport) session.getTransport("smtp")) {
            MimeMessage mail = mail(session, server, message);
            if (server.security() == MailSecurity.TLS) {
                // With an SSL factory the library would make a plain socket of its own, without the guard.
                transport.connect(sockets.connectSecured(server.host(), server.port()));
            } else {
                transport.connect(
                        server.host(),
                        server.port(),
                        server.user().orElse(null),
                        server.password().orElse(null));
            }
            transport.sendMessage(mail, mail.getAllRecipients());
            return new SendResult.Delivered();
        } catch (MessagingException e) {
            return failure(e);
        }
    }

    private Properties properties(MailServer server) {
        Properties properties = new Properties();
        // The library lays TLS over a guarded socket by itself. An SSL factory here would make it connect without the
        // guard.
        properties.put("mail.smtp.socketFactory", sockets);
        // Otherwise a refused address would be tried again without the guard.
        properties.put("mail.smtp.socketFactory.fallback", "false");
        properties.put("mail.smtp.connectiontimeout", millis(GuardedSockets.CONNECT.toMillis()));
        properties.put("mail.smtp.timeout", millis(GuardedSockets.WHOLE.toMillis()));
        properties.put("mail.smtp.auth", String.valueOf(server.user().isPresent()));
        properties.put("mail.smtp.ssl.checkserveridentity", "true");
        properties.put("mail.smtp.quitwait", "false");
        if (server.security() == MailSecurity.STARTTLS) {
            properties.put("mail.smtp.starttls.enable", "true");
            properties.put("mail.smtp.starttls.required", "true");
            properties.put("mail.smtp.ssl.socketFactory", sockets.tls());
        }
        return properties;
    }

    private static Authenticator login(MailServer server) {
        return new Authenticator() {
            @Override
            protected @Nullable PasswordAuthentication getPasswordAuthentication() {
                return server.user().isEmpty()
                        ? null
                        : new PasswordAuthentication(
                                server.user().get(), server.password().orElse(""));
            }
        };
    }

    private static String millis(long millis) {
        return Long.toString(millis);
    }

    private static MimeMessage mail(Session session, MailServer server, Message message) throws MessagingException {
        MimeMessage mail = new MimeMessage(session) {
            @Override
            protected void updateMessageID() throws MessagingException {
                setHeader("Message-ID", "<%s@varve>".formatted(message.id()));
            }
        };
        MessageText text = new MessageText(message);
        List<Address> to = new ArrayList<>();
        for (String each : server.to()) {
            to.add(new InternetAddress(each, true));
        }
        mail.setFrom(new InternetAddress(server.from(), true));
        mail.setRecipients(jakarta.mail.Message.RecipientType.TO, to.toArray(Address[]::new));
        mail.setSubject(text.title(), StandardCharsets.UTF_8.name());
        mail.setSentDate(Date.from(message.createdAt()));
        mail.setHeader("Auto-Submitted", "auto-generated");
        mail.setText(String.join("\r\n", text.lines()) + "\r\n", StandardCharsets.UTF_8.name());
        mail.saveChanges();
        return mail;
    }

    private static SendResult failure(MessagingException failure) {
        if (failure instanceof AuthenticationFailedException) {
            return new SendResult.Refused("the mail server refused the user or the password");
        }
        if (failure instanceof SendFailedException) {
            int code = code(failure);
            String reason = code > 0
                    ? "the mail server refused the message with code " + code
                    : "the mail server refused the message";
            return code >= PERMANENT ? new SendResult.Refused(reason) : new SendResult.Failed(reason);
        }
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return new SendResult.Failed(Reasons.of(cause));
    }

    private static int code(MessagingException failure) {
        Exception each = failure;
        while (each != null) {
            if (each instanceof SMTPAddressFailedException address) {
                return address.getReturnCode();
            }
            if (each instanceof SMTPSendFailedException whole && whole.getNextException() == null) {
                return whole.getReturnCode();
            }
            each = each instanceof MessagingException chained ? chained.getNextException() : null;
        }
        return 0;
    }
}
