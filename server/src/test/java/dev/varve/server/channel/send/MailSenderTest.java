package dev.varve.server.channel.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.varve.alert.Severity;
import dev.varve.server.api.channel.ChannelKind;
import dev.varve.server.api.channel.MailSecurity;
import dev.varve.server.channel.AlertLines;
import dev.varve.server.channel.Channel;
import dev.varve.server.channel.ChannelOptions.Targets;
import dev.varve.server.channel.ChannelRoute;
import dev.varve.server.channel.MailServer;
import dev.varve.server.channel.Message;
import dev.varve.testkit.KeyAndCertificate;
import jakarta.mail.internet.MimeMessage;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends to a real SMTP server in this process. */
class MailSenderTest {

    private static final String KEYS = "greenmail.tls.keystore.file";

    @TempDir
    private static Path folder;

    private static SSLContext trusting;

    private GreenMail mail;
    private SSLContext context;

    @BeforeEach
    void trustThePublicAuthorities() throws Exception {
        context = SSLContext.getDefault();
    }

    private GreenMail start(String protocol) {
        mail = new GreenMail(new ServerSetup(0, "127.0.0.1", protocol));
        mail.start();
        return mail;
    }

    @AfterEach
    void stop() {
        if (mail != null) {
            mail.stop();
        }
    }

    private static Channel channel(int port, MailSecurity security, Optional<String> password) {
        return new Channel(
                "ops",
                ChannelKind.EMAIL,
                ChannelRoute.ALL,
                Optional.empty(),
                Optional.empty(),
                Optional.of(new MailServer(
                        "127.0.0.1",
                        port,
                        security,
                        password.map(some -> "varve"),
                        password,
                        "varve@example.org",
                        List.of("ops@example.org", "night@example.org"))),
                Optional.empty(),
                Optional.empty());
    }

    private SendResult send(Channel channel, Targets targets) {
        try (Senders senders = new Senders(
                new AddressGuard(targets),
                InstantSource.system(),
                Duration.ofSeconds(10),
                context.getSocketFactory())) {
            return senders.send(
                    channel,
                    new Message(
                            "notice-1",
                            "ops",
                            AlertLines.OPENED,
                            false,
                            List.of(AlertLines.opened("oven-1", Severity.HIGH, "zu heiß: 31°")),
                            2));
        }
    }

    @Test
    void mailReachesAllRecipientsWithTheIdOfTheNotice() throws Exception {
        int port = start("smtp").getSmtp().getPort();
        assertThat(send(channel(port, MailSecurity.NONE, Optional.empty()), Targets.ANY))
                .isEqualTo(new SendResult.Delivered());
        assertThat(mail.getReceivedMessages()).hasSize(2);
        MimeMessage first = mail.getReceivedMessages()[0];
        assertThat(first.getMessageID()).isEqualTo("<notice-1@varve>");
        assertThat(first.getSubject()).isEqualTo("[high] 3 alerts: 1 opened and more");
        assertThat(first.getHeader("Auto-Submitted")).containsExactly("auto-generated");
        assertThat(first.getContent().toString())
                .startsWith("[high] opened: zu heiß: 31° on oven-1 at hall-1")
                .contains("and 2 more");
    }

    /** Creates a certificate for the mail server. GreenMail reads it once. */
    @BeforeAll
    static void makeCertificate() throws Exception {
        KeyAndCertificate pair = KeyAndCertificate.make(folder, "RSA", "ip:127.0.0.1");
        char[] password = "changeit".toCharArray();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry(
                "mail",
                KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(pair.key())),
                password,
                new Certificate[] {pair.certificate()});
        Path file = folder.resolve("mail.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            keys.store(out, password);
        }
        System.setProperty(KEYS, file.toString());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("mail", pair.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, password);
        trusting = SSLContext.getInstance("TLS");
        trusting.init(own.getKeyManagers(), trust.getTrustManagers(), null);
    }

    @AfterAll
    static void forgetCertificate() {
        System.clearProperty(KEYS);
    }

    @Test
    void loginIsOverTls() {
        context = trusting;
        start("smtps").setUser("varve", "pass-word-1");
        int port = mail.getSmtps().getPort();
        assertThat(send(channel(port, MailSecurity.TLS, Optional.of("pass-word-1")), Targets.ANY))
                .isEqualTo(new SendResult.Delivered());
        assertThat(mail.getReceivedMessages()).hasSize(2);
        assertThat(send(channel(port, MailSecurity.TLS, Optional.of("pass-word-2")), Targets.ANY))
                .isEqualTo(new SendResult.Refused("the mail server refused the user or the password"));
    }

    @Test
    void loginComesAfterStartTls() throws Exception {
        context = trusting;
        try (StartTlsServer server = new StartTlsServer(context)) {
            assertThat(send(channel(server.port(), MailSecurity.STARTTLS, Optional.of("pass-word-1")), Targets.ANY))
                    .isEqualTo(new SendResult.Delivered());
            assertThat(server.commands().stream().map(line -> line.replaceFirst("^(🔒 )?(\\S+).*", "$1$2")))
                    .startsWith("EHLO", "STARTTLS", "🔒 EHLO", "🔒 AUTH", "🔒 MAIL", "🔒 RCPT", "🔒 RCPT", "🔒 DATA");
        }
    }

    @Test
    void untrustedCertificateIsRefused() {
        int port = start("smtps").getSmtps().getPort();
        assertThat(send(channel(port, MailSecurity.TLS, Optional.of("pass-word-1")), Targets.ANY))
                .isInstanceOf(SendResult.Failed.class);
        assertThat(mail.getReceivedMessages()).isEmpty();
    }

    @Test
    void nothingIsSentToAServerWithoutStartTls() {
        int port = start("smtp").getSmtp().getPort();
        assertThat(send(channel(port, MailSecurity.STARTTLS, Optional.of("pass-word-1")), Targets.ANY))
                .isInstanceOfSatisfying(
                        SendResult.Failed.class,
                        failed -> assertThat(failed.reason()).doesNotContain("pass-word-1"));
        assertThat(mail.getReceivedMessages()).isEmpty();
    }

    @Test
    void privateAddressIsNotConnectedTo() {
        int port = start("smtp").getSmtp().getPort();
        for (MailSecurity security : MailSecurity.values()) {
            assertThat(send(channel(port, security, Optional.empty()), Targets.PUBLIC))
                    .isInstanceOfSatisfying(
                            SendResult.Failed.class,
                            failed -> assertThat(failed.reason()).contains("--allow-private-channels"));
        }
        assertThat(mail.getReceivedMessages()).isEmpty();
    }
}
