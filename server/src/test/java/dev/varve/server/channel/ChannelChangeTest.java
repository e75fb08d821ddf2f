package dev.varve.server.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import dev.varve.server.api.channel.ChannelBody;
import dev.varve.server.http.answer.Json;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChannelChangeTest {

    private static final String SECRET = "0123456789abcdef";
    private static final String WEBHOOK =
            "{\"kind\":\"webhook\",\"url\":\"https://example.org/hook?token=t\",\"secret\":\"" + SECRET + "\"}";
    private static final String MAIL = "{\"kind\":\"email\",\"host\":\"mail.example.org\",\"user\":\"varve\","
            + "\"password\":\"pass-word\",\"from\":\"varve@example.org\",\"to\":[\"ops@example.org\"]}";

    private static Channel channel(String body) {
        return channel(body, Optional.empty());
    }

    private static Channel channel(String body, Optional<Channel> stored) {
        return ChannelChange.of(Json.request(body, ChannelBody.class)).channel("ops", stored);
    }

    private static void refused(String body, String code, String... parts) {
        assertThatThrownBy(() -> channel(body))
                .isInstanceOfSatisfying(
                        Rejected.class, refused -> assertThat(refused.code()).isEqualTo(code))
                .hasMessageContainingAll(parts);
    }

    @Test
    void secretsAreNotShown() {
        for (String body : new String[] {WEBHOOK, MAIL}) {
            Channel channel = channel(body);
            String shown = Json.text(channel.shown()) + channel + channel.mail();
            assertThat(channel.secrets()).isNotEmpty();
            assertThat(shown).doesNotContain(channel.secrets()).doesNotContain("token");
        }
        assertThat(channel(WEBHOOK).shown().target()).isEqualTo("https://example.org/…");
        assertThat(channel(MAIL).shown().target()).isEqualTo("ops@example.org");
    }

    @Test
    void changeWithoutSecretsKeepsTheStoredOnes() {
        Channel before = channel(WEBHOOK);
        Channel after = channel("{\"kind\":\"webhook\",\"minSeverity\":\"high\"}", Optional.of(before));
        assertThat(after.url()).isEqualTo(before.url());
        assertThat(after.secret()).isEqualTo(before.secret());
        assertThat(after.route().minSeverity()).isPresent();
        Channel mail = channel(MAIL);
        assertThat(channel(MAIL.replace("\"password\":\"pass-word\",", ""), Optional.of(mail))
                        .mail())
                .isEqualTo(mail.mail());
    }

    @Test
    void storedPasswordIsNotSentToAnotherServer() {
        Optional<Channel> before = Optional.of(channel(MAIL));
        String elsewhere = MAIL.replace("\"password\":\"pass-word\",", "").replace("mail.example", "evil.example");
        assertThatThrownBy(() -> channel(elsewhere, before))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("the password must be given again");
    }

    @Test
    void secretsOfAnotherKindAreNotKept() {
        assertThatThrownBy(() -> channel("{\"kind\":\"slack\"}", Optional.of(channel(WEBHOOK))))
                .hasMessage("a channel of kind slack needs a url");
    }

    @Test
    void invalidBodiesAreRefused() {
        refused("{\"kind\":\"pigeon\"}", "channel.kind", "pigeon", "webhook, slack, email or log");
        refused("{\"kind\":\"log\",\"url\":\"https://example.org\"}", "channel.field", "log", "url");
        refused("{\"kind\":\"webhook\",\"url\":\"https://example.org\"}", "channel.secret", "16", "openssl");
        refused(WEBHOOK.replace(SECRET, "short"), "channel.secret", "16");
        refused("{\"kind\":\"log\",\"minSeverity\":\"huge\"}", "channel.word", "huge", "critical");
        refused("{\"kind\":\"log\",\"rules\":[1]}", "channel.list", "rules", "100");
        refused("{\"kind\":\"log\",\"rules\":\"a\"}", "channel.list", "rules");
        refused("{\"kind\":\"log\",\"rules\":[null]}", "channel.list", "rules", "100");
        refused("{\"kind\":\"log\",\"rules\":[\"\"]}", "channel.list", "rules", "100");
        refused("{\"rules\":[]}", "channel.kind", "webhook, slack, email or log");
        refused("{\"kind\":7}", "channel.kind", "webhook, slack, email or log");
        refused("{\"kind\":\"slack\",\"url\":7}", "channel.text", "url", "2000");
        refused("{\"kind\":\"slack\",\"url\":\"%s\"}".formatted("a".repeat(2_001)), "channel.text", "url", "2000");
        refused("{\"kind\":\"log\",\"to\":[]}", "channel.field", "log", "to");
        refused(MAIL.replace("[\"ops@example.org\"]", "[]"), "channel.to", "recipient");
        refused(MAIL.replace("ops@example.org", "ops\\r\\nBcc: a@b"), "channel.address", "no e-mail address");
        refused(MAIL.replace("\"user\":\"varve\",", ""), "channel.password", "belong together");
        refused(MAIL.replace("\"host\"", "\"security\":\"none\",\"host\""), "channel.security", "starttls");
        refused(MAIL.replace("\"host\"", "\"port\":70000,\"host\""), "channel.port", "65535");
        refused(MAIL.replace("\"host\"", "\"port\":\"25\",\"host\""), "channel.port", "65535");
        String many = IntStream.range(0, 21)
                .mapToObj(i -> "\"a%s@example.org\"".formatted(i))
                .collect(Collectors.joining(",", "[", "]"));
        refused(MAIL.replace("[\"ops@example.org\"]", many), "channel.list", "to", "20");
    }

    @Test
    void errorDoesNotContainTheRefusedAddress() {
        for (String url :
                new String[] {"ftp://example.org/tok3n", "https://u:tok3n@example.org", "tok3n", "http:///tok3n"}) {
            assertThatThrownBy(() -> channel(WEBHOOK.replace("https://example.org/hook?token=t", url)))
                    .isInstanceOf(Rejected.class)
                    .hasMessageNotContaining("tok3n");
        }
    }

    @Test
    void invalidNameIsRefused() {
        ChannelChange log = ChannelChange.of(Json.request("{\"kind\":\"log\"}", ChannelBody.class));
        assertThatThrownBy(() -> log.channel("1/a", Optional.empty()))
                .hasMessageContaining("1/a")
                .hasMessageContaining("1 to 64 letters");
    }

    @Test
    void unknownPropertiesAreIgnored() {
        assertThat(channel("{\"kind\":\"log\",\"colour\":\"red\"}").route()).isEqualTo(ChannelRoute.ALL);
    }

    @Test
    void toStringHidesSecrets() {
        for (String text : new String[] {WEBHOOK, MAIL}) {
            ChannelBody body = Json.request(text, ChannelBody.class);
            assertThat(body + " " + ChannelChange.of(body)).doesNotContain("token", SECRET, "pass-word");
        }
    }
}
