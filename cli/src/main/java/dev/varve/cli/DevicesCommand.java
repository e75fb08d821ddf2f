package dev.varve.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ApiFailure;
import dev.varve.cli.client.Connection;
import dev.varve.cli.client.PagedList;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.error.Rejected;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "devices",
        description = "Lists devices with their latest reading; shows, changes or deletes one.",
        subcommands = {DevicesCommand.Show.class, DevicesCommand.Set.class, DeviceDelete.class, DeviceSweep.class})
final class DevicesCommand extends QueryCommandBase {

    /** As many as the API gives at once. */
    static final int PAGE = 500;

    @Option(names = "--status", description = "active, inactive or maintenance")
    private @Nullable String status;

    @Option(names = "--location", description = "only devices at this location")
    private @Nullable String location;

    @Option(
            names = "--online",
            negatable = true,
            description = "only devices that are online; --no-online: only those that are offline")
    private @Nullable Boolean online;

    @Option(
            names = {"-q", "--search"},
            paramLabel = "TEXT",
            description = "only devices with this text in id, name, location or label")
    private @Nullable String search;

    @Option(
            names = "--sort",
            defaultValue = "deviceId",
            description = "deviceId, name, status, location, lastSeenAt, alerts or a field (${DEFAULT-VALUE})")
    private String sort;

    @Option(names = "--desc", description = "largest first")
    private boolean desc;

    @Option(names = "--limit", defaultValue = "50", description = "the most devices to list (${DEFAULT-VALUE})")
    private int limit;

    @Override
    int run(ApiClient client) {
        ApiCall call = ApiCall.get("devices")
                .with("status", status)
                .with("location", location)
                .with("online", online)
                .with("q", search)
                .with("sort", sort)
                .with("order", desc ? "desc" : "asc");
        JsonNode answer = PagedList.of(client, call, "devices", Limit.required(limit), PAGE);
        show(answer, () -> table(answer.path("devices")));
        long total = answer.path("total").asLong();
        if (!isJson() && total > answer.path("devices").size()) {
            note("%s of %s shown; --limit shows more"
                    .formatted(
                            HumanText.count(answer.path("devices").size()),
                            HumanText.count(total, "device", "devices")));
        }
        return 0;
    }

    private TextTable table(JsonNode devices) {
        Instant now = Instant.now();
        TextTable table = new TextTable(paint())
                .text("")
                .text("device")
                .text("name")
                .text("status")
                .text("location")
                .text("seen")
                .text("latest")
                .text("24 h")
                .text("alerts");
        for (JsonNode device : devices) {
            boolean isOnline = device.path("online").asBoolean();
            long open = device.path("alerts").path("open").asLong();
            String worst = device.path("alerts").path("worst").asText();
            String id = device.path("deviceId").asText();
            String name = device.path("name").asText();
            table.row()
                    .cell(isOnline ? "●" : "○", isOnline ? Tone.GOOD : Tone.FAINT)
                    .cell(id, Tone.STRONG)
                    .cell(name.equals(id) ? "–" : name)
                    .cell(device.path("status").asText())
                    .cell(AnswerTexts.text(device.path("location")))
                    .cell(HumanText.ago(AnswerTexts.time(device.path("lastSeenAt")), now))
                    .cell(AnswerTexts.fields(device.path("latest").path("fields")))
                    .cell(
                            HumanText.spark(
                                    AnswerTexts.numbers(device.path("spark").path("values"))),
                            Tone.ACCENT)
                    .cell(open == 0 ? "" : open + " " + worst, Tone.ofSeverity(worst));
        }
        return table;
    }

    @Command(name = "show", description = "Shows one device.")
    static final class Show extends QueryCommandBase {

        @Parameters(paramLabel = "DEVICE", description = "its id")
        private String id;

        @Override
        int run(ApiClient client) {
            JsonNode device = client.json(ApiCall.get("devices", id));
            show(device, () -> Details.of(device, paint()));
            return 0;
        }
    }

    @Command(
            name = "set",
            description = "Registers a device, or changes its name, type, status, location, firmware and labels.")
    static final class Set extends QueryCommandBase {

        @Parameters(paramLabel = "DEVICE", description = "its id")
        private String id;

        @Option(names = "--name", description = "its name")
        private @Nullable String name;

        @Option(names = "--type", description = "sensor, gateway or actuator")
        private @Nullable String type;

        @Option(names = "--status", description = "active, inactive or maintenance")
        private @Nullable String status;

        @Option(names = "--location", description = "where it is")
        private @Nullable String location;

        @Option(names = "--firmware", description = "its version")
        private @Nullable String firmware;

        @Option(names = "--label", paramLabel = "NAME=TEXT", description = "a label; NAME= removes it")
        private Map<String, String> labels = new TreeMap<>();

        @Override
        Connection connect(LocationOptions place) {
            return place.connectOrCreate();
        }

        @Override
        int run(ApiClient client) {
            Map<String, Object> body = new LinkedHashMap<>();
            put(body, "name", name);
            put(body, "type", type);
            put(body, "status", status);
            put(body, "location", location);
            put(body, "firmware", firmware);
            if (!labels.isEmpty()) {
                body.put("labels", labels(client));
            }
            if (body.isEmpty() && known(client) != null) {
                throw new Rejected(
                        "cli.nothing",
                        "nothing to change: give --name, --type, --status, --location, --firmware or --label");
            }
            JsonNode device = client.json(ApiCall.put(body, "devices", id));
            show(device, () -> Details.of(device, paint()));
            return 0;
        }

        /** The API takes all labels at once. */
        private Map<String, String> labels(ApiClient client) {
            Map<String, String> all = new TreeMap<>();
            JsonNode device = known(client);
            if (device != null) {
                device.path("labels")
                        .properties()
                        .forEach(label ->
                                all.put(label.getKey(), label.getValue().asText()));
            }
            labels.forEach((label, text) -> {
                if (text.isEmpty()) {
                    all.remove(label);
                } else {
                    all.put(label, text);
                }
            });
            return all;
        }

        private @Nullable JsonNode known(ApiClient client) {
            try {
                return client.json(ApiCall.get("devices", id));
            } catch (ApiFailure failure) {
                if (failure.status() == 404) {
                    return null;
                }
                throw failure;
            }
        }
    }
}
