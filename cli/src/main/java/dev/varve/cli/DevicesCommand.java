package dev.varve.cli;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ApiFailure;
import dev.varve.cli.client.PagedList;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.error.Rejected;
import dev.varve.server.api.fleet.DeviceBody;
import dev.varve.server.api.fleet.DeviceJson;
import dev.varve.server.api.fleet.DevicePage;
import dev.varve.server.api.fleet.Fleet;
import dev.varve.server.api.fleet.ReadingJson;
import java.time.Instant;
import java.util.List;
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

    /** Sort orders besides the fields of readings. */
    private static final List<String> ORDERS =
            List.of("deviceId", "name", "status", "location", "lastSeenAt", "alerts");

    /** The API lists at most this many fields of a fleet. */
    private static final int LISTED_FIELDS = 200;

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
        requireOrder(client);
        ApiCall call = ApiCall.get("devices")
                .with("status", status)
                .with("location", location)
                .with("online", online)
                .with("q", search)
                .with("sort", sort)
                .with("order", desc ? "desc" : "asc");
        DevicePage answer = PagedList.DEVICES.first(client, call, Limit.required(limit));
        int shown = answer.devices().size();
        show(answer, () -> table(answer.devices()));
        if (!isJson() && answer.total() > shown) {
            note("%s of %s shown; --limit shows more"
                    .formatted(HumanText.count(shown), HumanText.count(answer.total(), "device", "devices")));
        }
        return 0;
    }

    /** Refuses an unknown order; the API would sort by the device id. */
    private void requireOrder(ApiClient client) {
        if (ORDERS.contains(sort)) {
            return;
        }
        List<String> fields = client.ask(ApiCall.get("fleet"), Fleet.class).fields();
        if (!fields.contains(sort) && fields.size() < LISTED_FIELDS) {
            throw new Rejected(
                    "cli.sort",
                    "--sort is \"%s\"; it must be %s, or a field of the latest readings%s"
                            .formatted(
                                    sort,
                                    String.join(", ", ORDERS),
                                    fields.isEmpty() ? "" : ": " + String.join(", ", fields)));
        }
    }

    private TextTable table(List<DeviceJson> devices) {
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
        boolean hasSeveral = devices.stream().anyMatch(device -> device.seriesCount() > 1);
        if (hasSeveral) {
            table.number("series");
        }
        for (DeviceJson device : devices) {
            String worst = AnswerTexts.word(device.alerts().worst());
            int open = device.alerts().open();
            ReadingJson latest = device.latest();
            table.row()
                    .cell(device.online() ? "●" : "○", device.online() ? Tone.GOOD : Tone.FAINT)
                    .cell(device.deviceId(), Tone.STRONG)
                    .cell(device.name().equals(device.deviceId()) ? "–" : device.name())
                    .cell(AnswerTexts.word(device.status()))
                    .cell(AnswerTexts.text(device.location()))
                    .cell(HumanText.ago(device.lastSeenAt(), now))
                    .cell(latest == null ? "" : AnswerTexts.values(latest))
                    .cell(HumanText.spark(device.spark().values()), Tone.ACCENT)
                    .cell(open == 0 ? "" : open + " " + worst, Tone.ofSeverity(worst));
            if (hasSeveral) {
                table.cell(HumanText.count(device.seriesCount()));
            }
        }
        return table;
    }

    @Command(name = "show", description = "Shows one device.")
    static final class Show extends QueryCommandBase {

        @Parameters(paramLabel = "DEVICE", description = "its id")
        private String id;

        @Override
        int run(ApiClient client) {
            DeviceJson device = client.ask(ApiCall.get("devices", id), DeviceJson.class);
            show(device, () -> Details.of(device, paint()));
            return 0;
        }
    }

    @Command(
            name = "set",
            description = "Registers a device, or changes its name, type, status, location, firmware and labels.")
    static final class Set extends WritingCommand {

        private static final DeviceBody NOTHING = new DeviceBody(null, null, null, null, null, null);

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
        int run(ApiClient client) {
            DeviceBody body =
                    new DeviceBody(name, type, status, location, firmware, labels.isEmpty() ? null : labels(client));
            if (body.equals(NOTHING) && known(client) != null) {
                throw new Rejected(
                        "cli.nothing",
                        "nothing to change: give --name, --type, --status, --location, --firmware or --label");
            }
            DeviceJson device = client.ask(ApiCall.put(body, "devices", id), DeviceJson.class);
            show(device, () -> Details.of(device, paint()));
            return 0;
        }

        /** The API replaces all labels at once, so the stored labels are read first. */
        private Map<String, String> labels(ApiClient client) {
            Map<String, String> all = new TreeMap<>();
            DeviceJson device = known(client);
            if (device != null) {
                all.putAll(device.labels());
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

        private @Nullable DeviceJson known(ApiClient client) {
            try {
                return client.ask(ApiCall.get("devices", id), DeviceJson.class);
            } catch (ApiFailure failure) {
                if (failure.status() == 404) {
                    return null;
                }
                throw failure;
            }
        }
    }
}
