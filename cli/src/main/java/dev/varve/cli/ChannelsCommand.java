package dev.varve.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.Connection;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.error.Rejected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "channels",
        description = "Lists the channels that send notices of alerts; adds, removes or tests one.",
        subcommands = {
            ChannelsCommand.ListAll.class,
            ChannelsCommand.Add.class,
            ChannelsCommand.Remove.class,
            ChannelsCommand.Test.class
        })
final class ChannelsCommand extends QueryCommandBase {

    @Override
    int run(ApiClient client) {
        return list(this, client);
    }

    private static int list(QueryCommandBase command, ApiClient client) {
        JsonNode answer = client.json(ApiCall.get("channels"));
        JsonNode channels = AnswerTexts.required(answer, "channels");
        command.show(answer, () -> channels.isEmpty() ? "no channels" : table(command, channels));
        return 0;
    }

    private static TextTable table(QueryCommandBase command, JsonNode channels) {
        TextTable table = new TextTable(command.paint())
                .text("channel")
                .text("kind")
                .text("sends to")
                .text("gets");
        for (JsonNode channel : channels) {
            table.row()
                    .cell(channel.path("name").asText(), Tone.STRONG)
                    .cell(channel.path("kind").asText())
                    .cell(channel.path("target").asText())
                    .cell(route(channel));
        }
        return table;
    }

    /** Returns which alerts a channel gets, in words. */
    static String route(JsonNode channel) {
        List<String> parts = new ArrayList<>();
        String severity = channel.path("minSeverity").asText("");
        if (!severity.isEmpty() && !severity.equals("null")) {
            parts.add(severity.equals("critical") ? "critical alerts" : severity + " and above");
        }
        if (!channel.path("rules").isEmpty()) {
            parts.add("rules " + AnswerTexts.words(channel.path("rules")));
        }
        if (!channel.path("locations").isEmpty()) {
            parts.add("locations " + AnswerTexts.words(channel.path("locations")));
        }
        return parts.isEmpty() ? "all alerts" : String.join("; ", parts);
    }

    @Command(name = "list", description = "Lists the channels. Secrets are not shown.")
    static final class ListAll extends QueryCommandBase {
        @Override
        int run(ApiClient client) {
            return list(this, client);
        }
    }

    @Command(
            name = "add",
            description = {
                "Adds a channel, or changes the one with this name. Secrets that are left out stay as they are.",
                "",
                "  varve channels add night webhook --url https://example.org/alerts --secret-file secret.txt",
                "  varve channels add team slack --url https://hooks.slack.com/services/… --min-severity high",
                "  varve channels add ops email --host mail.example.org --user varve --password-file password.txt"
                        + " --from varve@example.org --to ops@example.org",
                "  varve channels add file log",
                ""
            })
    static final class Add extends QueryCommandBase {

        private static final int SECRET_BYTES = 32;

        @Parameters(index = "0", paramLabel = "NAME", description = "its name")
        private String name;

        @Parameters(index = "1", paramLabel = "KIND", description = "webhook, slack, email or log")
        private String kind;

        @Option(
                names = "--min-severity",
                description = "the least severity of alerts to send: low, medium, high, critical")
        private @Nullable String minSeverity;

        @Option(names = "--rule", split = ",", description = "only alerts of these rules")
        private @Nullable List<String> rules;

        @Option(names = "--location", split = ",", description = "only alerts of devices at these locations")
        private @Nullable List<String> locations;

        @Option(names = "--url", description = "the address that a webhook or Slack channel posts to")
        private @Nullable String url;

        @Option(
                names = "--secret-file",
                paramLabel = "FILE",
                description = "a file with the secret that signs the bodies of a webhook; without it a new webhook gets"
                        + " a random secret, which is printed once")
        private @Nullable Path secretFile;

        @Option(names = "--host", description = "the mail server")
        private @Nullable String host;

        @Option(names = "--port", description = "the port of the mail server (587, with --security tls 465)")
        private @Nullable Integer port;

        @Option(names = "--security", description = "starttls, tls or none (starttls)")
        private @Nullable String security;

        @Option(names = "--user", description = "the user to log in with at the mail server")
        private @Nullable String user;

        @Option(names = "--password-file", paramLabel = "FILE", description = "a file with the password of the user")
        private @Nullable Path passwordFile;

        @Option(names = "--from", paramLabel = "ADDRESS", description = "the address of the sender")
        private @Nullable String from;

        @Option(names = "--to", paramLabel = "ADDRESS", split = ",", description = "the addresses of the recipients")
        private @Nullable List<String> to;

        @Override
        Connection connect(LocationOptions place) {
            return place.connectOrCreate();
        }

        @Override
        int run(ApiClient client) throws IOException {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("kind", kind);
            put(body, "minSeverity", minSeverity);
            put(body, "rules", rules);
            put(body, "locations", locations);
            put(body, "url", url);
            put(body, "secret", secretFile == null ? null : content(secretFile));
            put(body, "host", host);
            put(body, "port", port);
            put(body, "security", security);
            put(body, "user", user);
            put(body, "password", passwordFile == null ? null : content(passwordFile));
            put(body, "from", from);
            put(body, "to", to);
            boolean isMade = kind.equals("webhook") && secretFile == null && !isWebhook(client);
            if (isMade) {
                body.put("secret", random());
            }
            JsonNode channel = client.json(ApiCall.put(body, "channels", name));
            show(
                    channel,
                    () -> "channel %s: %s to %s, %s"
                            .formatted(
                                    name,
                                    channel.path("kind").asText(),
                                    channel.path("target").asText(),
                                    route(channel)));
            if (isMade) {
                note("signing secret, which cannot be shown again: " + body.get("secret"));
            }
            return 0;
        }

        private boolean isWebhook(ApiClient client) {
            for (JsonNode each : AnswerTexts.required(client.json(ApiCall.get("channels")), "channels")) {
                if (each.path("name").asText().equals(name)) {
                    return each.path("kind").asText().equals("webhook");
                }
            }
            return false;
        }

        private static String content(Path file) throws IOException {
            String text = Files.readString(file).strip();
            if (text.isEmpty()) {
                throw new Rejected("cli.secret-file", "the file %s is empty".formatted(file));
            }
            return text;
        }

        private static String random() {
            byte[] bytes = new byte[SECRET_BYTES];
            new SecureRandom().nextBytes(bytes);
            return HexFormat.of().formatHex(bytes);
        }
    }

    @Command(name = "remove", description = "Removes a channel. Notices that it has not sent yet fail.")
    static final class Remove extends QueryCommandBase {

        @Parameters(paramLabel = "NAME", description = "its name")
        private String name;

        @Override
        int run(ApiClient client) {
            JsonNode answer = client.json(ApiCall.delete("channels", name));
            show(answer, () -> "removed channel " + name);
            return 0;
        }
    }

    @Command(name = "test", description = "Sends a test notice through a channel.")
    static final class Test extends QueryCommandBase {

        @Parameters(paramLabel = "NAME", description = "its name")
        private String name;

        @Override
        int run(ApiClient client) {
            JsonNode answer = client.json(ApiCall.post(Map.of(), "channels", name, "test"));
            boolean isDelivered = AnswerTexts.required(answer, "status").asText().equals("delivered");
            show(
                    answer,
                    () -> isDelivered
                            ? "channel %s delivered a test notice".formatted(name)
                            : "channel %s failed: %s"
                                    .formatted(name, answer.path("reason").asText()));
            return isDelivered ? 0 : 1;
        }
    }
}
