package dev.varve.cli;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.show.HumanText;
import dev.varve.server.api.fleet.DeviceDeleted;
import dev.varve.server.api.fleet.DeviceJson;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "delete",
        description = "Deletes a device with its readings, rollup rows, alerts and anomalies. Repeat it if it was"
                + " interrupted.")
final class DeviceDelete extends QueryCommandBase {

    @Parameters(paramLabel = "DEVICE", description = "its id")
    private String id;

    @Option(names = "--series", paramLabel = "SERIES", description = "only this series of the device")
    private @Nullable String series;

    @Option(names = "--dry-run", description = "show the device and delete nothing")
    private boolean isDryRun;

    @Override
    int run(ApiClient client) {
        if (isDryRun) {
            DeviceJson device = client.ask(ApiCall.get("devices", id).with("series", series), DeviceJson.class);
            show(device, () -> Details.of(device, paint()));
            note("nothing was deleted");
            return 0;
        }
        DeviceDeleted deleted = client.ask(ApiCall.delete("devices", id).with("series", series), DeviceDeleted.class);
        if (isJson()) {
            show(deleted, deleted::deviceId);
        } else {
            note("deleted %s and its %s"
                    .formatted(
                            series == null ? "device " + id : "series " + series,
                            HumanText.count(deleted.readings(), "reading", "readings")));
        }
        return 0;
    }
}
