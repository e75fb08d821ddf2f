package dev.varve.cli;

import dev.varve.alert.Severity;
import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.error.Rejected;
import dev.varve.server.api.EmptyJson;
import dev.varve.server.api.channel.ChannelBody;
import dev.varve.server.api.channel.ChannelJson;
import dev.varve.server.api.channel.ChannelKind;
import dev.varve.server.api.channel.ChannelList;
import dev.varve.server.api.channel.ChannelTestResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
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
        ChannelList answer = client.ask(ApiCall.get("channels"), ChannelList.class);
        List<ChannelJson> channels = answer.channels();
        command.show(answer, () -> channels.isEmpty() ? "no channels" : table(command, channels));
        return 0;
    }

    private static TextTable table(QueryCommandBase command, List<ChannelJson> channels) {
        TextTable table = new TextTable(command.paint())
                .text("channel")
                .text("kind")
                .text("sends to")
                .text("gets");
        for (ChannelJson channel : channels) {
            table.row()
                    .cell(channel.name(), Tone.STRONG)
                    .cell(AnswerTexts.word(channel.kind()))
                    .cell(channel.target())
                    .cell(route(channel));
        }
        return table;
    }

    /** Returns which alerts a channel gets, in words. */
    static String route(ChannelJson channel) {
        List<String> parts = new ArrayList<>();
        Severity severity = channel.minSeverity();
        if (severity != null) {
            parts.add(severity == Severity.CRITICAL ? "critical alerts" : AnswerTexts.word(severity) + " and above");
        }
        if (!channel.rules().isEmpty()) {
            parts.add("rules " + AnswerTexts.words(channel.rules()));
        }
        if (!channel.locations().isEmpty()) {
            parts.add("locations " + AnswerTexts.words(channel.locations()));
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
    static final class Add extends WritingCommand {

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
        int run(ApiClient client) throws IOException {
            boolean isMade = kind.equals(ChannelKind.WEBHOOK.word()) && secretFile == null && !isWebhook(client);
            String secret = isMade ? random() : content(secretFile);
            ChannelJson channel = client.ask(ApiCall.put(body(secret), "channels", name), ChannelJson.class);
            show(
                    channel,
                    () -> "channel %s: %s to %s, %s"
                            .formatted(name, AnswerTexts.word(channel.kind()), channel.target(), route(channel)));
            if (isMade) {
                note("signing secret, which cannot be shown again: " + secret);
            }
            return 0;
        }

        private ChannelBody body(@Nullable String secret) throws IOException {
            return new ChannelBody(
                    kind,
                    minSeverity,
                    rules,
                    locations,
                    url,
                    secret,
                    host,
                    port,
                    security,
                    user,
                    content(passwordFile),
                    from,
                    to);
        }

        private boolean isWebhook(ApiClient client) {
            return client.ask(ApiCall.get("channels"), ChannelList.class).channels().stream()
                    .anyMatch(each -> each.name().equals(name) && each.kind() == ChannelKind.WEBHOOK);
        }

        /** Returns the text of a file, or null where none is given. */
        private static @Nullable String content(@Nullable Path file) throws IOException {
            if (file == null) {
                return null;
            }
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
            EmptyJson answer = client.delete(ApiCall.delete("channels", name));
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
            ChannelTestResult answer =
                    client.ask(ApiCall.post(new EmptyJson(), "channels", name, "test"), ChannelTestResult.class);
            boolean isDelivered = answer.status() == ChannelTestResult.Status.DELIVERED;
            show(
                    answer,
                    () -> isDelivered
                            ? "channel %s delivered a test notice".formatted(name)
                            : "channel %s failed: %s".formatted(name, answer.reason()));
            return isDelivered ? 0 : 1;
        }
    }
}
