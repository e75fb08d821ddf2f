package dev.varve.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.show.HumanText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "delete",
        description = "Deletes a device with its readings, aggregates, alerts and anomalies. Repeat it if it was"
                + " interrupted.")
final class DeviceDelete extends QueryCommandBase {

    @Parameters(paramLabel = "DEVICE", description = "its id")
    private String id;

    @Option(names = "--dry-run", description = "show the device and delete nothing")
    private boolean isDryRun;

    @Override
    int run(ApiClient client) {
        if (isDryRun) {
            JsonNode device = client.json(ApiCall.get("devices", id));
            show(device, () -> Details.of(device, paint()));
            note("nothing was deleted");
            return 0;
        }
        JsonNode deleted = client.json(ApiCall.delete("devices", id));
        if (isJson()) {
            show(deleted, () -> Details.of(deleted, paint()));
        } else {
            note("deleted device %s and its %s"
                    .formatted(id, HumanText.count(deleted.path("readings").asLong(), "reading", "readings")));
        }
        return 0;
    }
}
