package dev.varve.cli;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ApiFailure;
import dev.varve.cli.client.PagedList;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextTable;
import dev.varve.error.Rejected;
import dev.varve.server.api.fleet.DeviceJson;
import dev.varve.server.api.fleet.DevicePage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "sweep",
        description = "Deletes all devices, with their data, that were not seen for some time. Try --dry-run first.")
final class DeviceSweep extends QueryCommandBase {

    @Option(
            names = "--inactive",
            required = true,
            paramLabel = "TIME",
            description = "not seen for this long: 90d, 36h")
    private String inactive;

    @Option(names = "--dry-run", description = "list the devices and delete nothing")
    private boolean isDryRun;

    /** A device as the answer lists it. */
    private record Swept(String deviceId, @Nullable Instant lastSeenAt, String result) {}

    @Override
    int run(ApiClient client) {
        Instant now = Instant.now();
        Instant since = now.minus(duration(inactive));
        // All are listed before the first is deleted: pages count from the beginning of the list.
        DevicePage all =
                PagedList.DEVICES.first(client, ApiCall.get("devices").with("sort", "lastSeenAt"), Integer.MAX_VALUE);
        TextTable table =
                new TextTable(paint()).text("device").text("name").text("seen").text("result");
        List<Swept> swept = new ArrayList<>();
        long deleted = 0;
        for (DeviceJson device : all.devices()) {
            Instant seen = seen(device);
            if (seen == null || seen.isAfter(since)) {
                continue;
            }
            String id = device.deviceId();
            String result = isDryRun ? "would be deleted" : delete(client, id, since);
            deleted += result.equals("deleted") ? 1 : 0;
            table.row()
                    .cell(id)
                    .cell(device.name())
                    .cell(HumanText.ago(seen, now))
                    .cell(result);
            swept.add(new Swept(id, device.lastSeenAt(), result));
        }
        show(Map.of("devices", swept), () -> table);
        if (!isJson()) {
            note(
                    isDryRun
                            ? "%s would be deleted; nothing was deleted".formatted(devices(swept.size()))
                            : "%s deleted".formatted(devices(deleted)));
        }
        return 0;
    }

    private static String devices(long count) {
        return HumanText.count(count, "device", "devices");
    }

    private static String delete(ApiClient client, String id, Instant since) {
        try {
            client.delete(ApiCall.delete("devices", id).with("unseenSince", since.toString()));
            return "deleted";
        } catch (ApiFailure failure) {
            if (failure.code().equals("device.seen")) {
                return "seen meanwhile";
            }
            if (failure.status() == 404) {
                return "already deleted";
            }
            throw failure;
        }
    }

    private static @Nullable Instant seen(DeviceJson device) {
        return device.lastSeenAt() == null ? device.createdAt() : device.lastSeenAt();
    }

    private static Duration duration(String text) {
        String digits = text.isEmpty() ? "" : text.substring(0, text.length() - 1);
        if (digits.matches("[0-9]{1,5}") && !digits.matches("0+")) {
            long count = Long.parseLong(digits);
            if (text.endsWith("d")) {
                return Duration.ofDays(count);
            } else if (text.endsWith("h")) {
                return Duration.ofHours(count);
            }
        }
        throw new Rejected(
                "cli.inactive",
                "--inactive is \"%s\"; write a number of at least 1 and d or h, such as 90d or 36h".formatted(text));
    }
}
