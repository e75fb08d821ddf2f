package dev.varve.server.channel.send;

import dev.varve.server.api.channel.ChannelKind;
import dev.varve.server.channel.Channel;
import dev.varve.server.channel.Message;
import dev.varve.server.http.answer.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Sends to webhooks and to Slack: both are a JSON body by HTTP POST. */
final class WebhookSender implements Sender {

    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_EARLY = 425;
    private static final int TOO_MANY_REQUESTS = 429;

    private final HttpPost post;
    private final InstantSource clock;

    WebhookSender(HttpPost post, InstantSource clock) {
        this.post = post;
        this.clock = clock;
    }

    @Override
    public SendResult send(Channel channel, Message message) throws IOException {
        byte[] body = (channel.kind() == ChannelKind.SLACK ? slack(message) : Json.text(message))
                .getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json; charset=utf-8");
        headers.put("User-Agent", "Varve");
        headers.put("Idempotency-Key", message.id());
        channel.secret().ifPresent(secret -> {
            long now = clock.instant().getEpochSecond();
            headers.put("Varve-Timestamp", Long.toString(now));
            headers.put("Varve-Signature", Signature.of(secret, now, body));
        });
        return result(post.send(channel.target().orElseThrow(), headers, body));
    }

    /** Returns the body that Slack's incoming webhooks take; its texts are not read as markup. */
    static String slack(Message message) {
        MessageText text = new MessageText(message);
        String all = text.lines().stream().map(line -> "• " + line).collect(Collectors.joining("\n"));
        String escaped = (text.title() + "\n" + all)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
        return Json.text(Map.of("text", escaped));
    }

    private static SendResult result(int status) {
        if (status >= 200 && status < 300) {
            return new SendResult.Delivered();
        }
        String reason = status >= 300 && status < 400
                ? "the receiver answered %s, a redirect, which is not followed: give the final address"
                        .formatted(status)
                : "the receiver answered " + status;
        boolean mayPass =
                status >= 500 || status == REQUEST_TIMEOUT || status == TOO_EARLY || status == TOO_MANY_REQUESTS;
        return mayPass ? new SendResult.Failed(reason) : new SendResult.Refused(reason);
    }
}
