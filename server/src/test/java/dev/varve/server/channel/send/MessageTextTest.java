package dev.varve.server.channel.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.alert.Severity;
import dev.varve.server.channel.AlertLine;
import dev.varve.server.channel.AlertLines;
import dev.varve.server.channel.Message;
import dev.varve.server.http.answer.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageTextTest {

    private static MessageText text(int more, AlertLine... alerts) {
        return new MessageText(message(more, alerts));
    }

    private static Message message(int more, AlertLine... alerts) {
        return new Message("id-1", "ops", AlertLines.OPENED, false, List.of(alerts), more);
    }

    @Test
    void titleNamesASingleAlert() {
        assertThat(text(0, AlertLines.opened("oven-1")).title())
                .isEqualTo("[high] opened: too hot on oven-1 at hall-1");
        assertThat(text(0, AlertLines.opened("oven-1")).lines())
                .containsExactly("[high] opened: too hot on oven-1 at hall-1 (rule too-hot, value 31.5, since"
                        + " 2026-04-20T14:05:00.000Z)");
    }

    @Test
    void titleCountsSeveralAlerts() {
        MessageText text = text(
                3, AlertLines.opened("a", Severity.CRITICAL, "x"), AlertLines.opened("b"), AlertLines.resolved("c"));
        assertThat(text.title()).isEqualTo("[critical] 6 alerts: 2 opened, 1 resolved and more");
        assertThat(text.lines()).hasSize(4).last().isEqualTo("and 3 more");
        assertThat(text.lines().get(2)).endsWith(", resolved 2026-04-20T14:06:00.000Z by ada)");
    }

    @Test
    void changeOfSeverityNamesTheOldSeverity() {
        assertThat(text(0, AlertLines.changed(Severity.LOW, Severity.CRITICAL)).title())
                .startsWith("[critical] escalated from low: ");
        assertThat(text(0, AlertLines.changed(Severity.HIGH, Severity.LOW)).title())
                .startsWith("[low] lowered from high: ");
    }

    @Test
    void lineBreaksAreRemoved() {
        MessageText text = text(0, AlertLines.opened("oven\r\n1", Severity.LOW, "hot\nBcc: all\u2028now"));
        assertThat(text.title()).isEqualTo("[low] opened: hot Bcc: all now on oven  1 at hall-1");
        assertThat(text.lines().get(0)).doesNotContainPattern("[\\p{Cntrl}\\u2028]");
    }

    @Test
    void markupForSlackIsEscaped() {
        String body = WebhookSender.slack(message(0, AlertLines.opened("a", Severity.LOW, "<!channel> & \"all\"")));
        assertThat(Json.object(body).path("text").asText())
                .contains("&lt;!channel&gt; &amp; \"all\"")
                .contains("\n• [low]");
    }
}
