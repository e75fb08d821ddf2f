package dev.varve.server.fleet;

import dev.varve.iot.DeviceStatus;
import dev.varve.server.api.fleet.BackfillRows;
import dev.varve.server.api.fleet.BaselineJson;
import dev.varve.server.api.fleet.DeviceBody;
import dev.varve.server.api.fleet.DeviceDeleted;
import dev.varve.server.api.fleet.DeviceJson;
import dev.varve.server.api.fleet.DevicePage;
import dev.varve.server.api.fleet.DeviceSeries;
import dev.varve.server.api.fleet.Fleet;
import dev.varve.server.api.fleet.LocationPage;
import dev.varve.server.api.fleet.ReadingJson;
import dev.varve.server.api.fleet.ReadingPage;
import dev.varve.server.api.fleet.RollupCheck;
import dev.varve.server.api.fleet.RollupRangeBody;
import dev.varve.server.api.fleet.RollupRows;
import dev.varve.server.contract.Operation;
import dev.varve.server.contract.Parameter;
import dev.varve.server.contract.Parameters;
import dev.varve.server.contract.Tag;

/** The description of the operations on devices, readings and rollups. */
final class FleetOperations {

    static final Operation FLEET = Operation.of(Tag.FLEET, "fleet", "Get the state of the fleet")
            .answers(Fleet.class, "The state of the fleet.");

    static final Operation DEVICES = Operation.of(Tag.FLEET, "devices", "List devices")
            .with(
                    Parameter.words("status", "The status of the devices.", DeviceStatus.class),
                    Parameter.text("location", "The location of the devices."),
                    Parameter.flag("online", "Whether the devices have a recent reading."),
                    Parameter.text("q", "A part of the id, name, location or a label."),
                    Parameter.text(
                                    "sort",
                                    "`deviceId`, `name`, `status`, `location`, `lastSeenAt`, `alerts`, or a field of the readings.")
                            .otherwise("deviceId"),
                    Parameters.ORDER,
                    Parameter.text(
                            "spark", "The field of the hourly averages; the main field of each device by default."),
                    Parameter.limit(50, 500))
            .inPages()
            .answers(DevicePage.class, "One page of devices.")
            .asCsv();

    static final Operation DEVICE = Operation.of(Tag.FLEET, "device", "Get a device")
            .with(Parameters.DEVICE, Parameters.SERIES)
            .answers(DeviceJson.class, "The device.");

    static final Operation PUT_DEVICE = Operation.of(Tag.FLEET, "putDevice", "Register or change a device")
            .details(
                    "Properties that the body leaves out stay as they are. Type, status, location and firmware are set for all series of the device.")
            .with(Parameters.DEVICE)
            .takes(DeviceBody.class)
            .answers(DeviceJson.class, "The device after the change.");

    static final Operation DELETE_DEVICE = Operation.of(Tag.FLEET, "deleteDevice", "Delete a device with its data")
            .details(
                    "Deletes readings, rollup rows, alerts, anomalies and the device itself. The answer comes when everything is deleted. An interrupted request can be repeated, and the server finishes it at its next start.")
            .with(
                    Parameters.DEVICE,
                    Parameters.SERIES,
                    Parameter.time("unseenSince", "Delete the device only if it has no reading after this time."))
            .answers(DeviceDeleted.class, "What was deleted.");

    static final Operation LOCATIONS = Operation.of(Tag.FLEET, "locations", "List locations")
            .details(
                    "Locations with the highest severity come first, then those with most alerts, then those with most devices offline.")
            .with(Parameter.text("q", "A part of the name."), Parameter.limit(100, 1_000))
            .inPages()
            .answers(LocationPage.class, "One page of locations.")
            .asCsv();

    static final Operation LATEST = Operation.of(Tag.FLEET, "latest", "Get the newest reading of a device")
            .with(Parameters.DEVICE, Parameters.SERIES)
            .answers(ReadingJson.class, "The newest reading of all series.");

    static final Operation READINGS = Operation.of(Tag.FLEET, "readings", "List the readings of a device")
            .details(
                    "The readings of all series come in the order of time, those of one time in the order of their series. As CSV without a limit, the whole range comes in one answer. Each field is a column; a field named `at` or `series` is in the column `fields.at` or `fields.series`, because `at` is the time and `series` the series.")
            .with(
                    Parameters.DEVICE,
                    Parameters.SERIES,
                    Parameters.FROM,
                    Parameters.TO,
                    Parameters.FIELDS,
                    Parameters.ORDER,
                    Parameter.limit(1_000, 10_000))
            .inPages()
            .answers(ReadingPage.class, "One page of readings.")
            .asCsv()
            .explained();

    static final Operation SERIES = Operation.of(Tag.FLEET, "series", "Get the lines of a chart")
            .details(
                    "Few readings are returned as they are, or thinned so that the line keeps its shape. A longer range is read from the rollup tier that fits.")
            .with(
                    Parameters.DEVICE,
                    Parameters.SERIES,
                    Parameters.FROM,
                    Parameters.TO,
                    Parameters.FIELDS,
                    Parameter.count("points", "The largest number of points of a line.", 600, 5_000))
            .answers(DeviceSeries.class, "A line for each field of each series.")
            .explained();

    static final Operation BASELINE = Operation.of(Tag.FLEET, "baseline", "Get the baseline of a field")
            .with(
                    Parameters.DEVICE,
                    Parameter.text("series", "The id of a series; the first one that has the field by default."),
                    Parameter.text("field", "The name of the field.").required(),
                    Parameters.FROM,
                    Parameters.TO)
            .answers(BaselineJson.class, "The baseline of each hour.");

    static final Operation ROLLUPS = Operation.of(
                    Tag.FLEET, "rollups", "Read rollup rows of a device, a location or the fleet")
            .details("Give exactly one of `device`, `location` and `fleet`.")
            .with(
                    Parameters.OF_DEVICE,
                    Parameters.SERIES,
                    Parameter.text("location", "A location."),
                    Parameter.flag("fleet", "Rows of the whole fleet."),
                    Parameter.words("tier", "The tier of the rows.", RollupRows.Tier.class)
                            .otherwise("hour"),
                    Parameter.time("from", "The start of the range, included; 7 days before the end by default."),
                    Parameters.TO,
                    Parameter.words(
                                    "fill",
                                    "How gaps are filled. A filled range may have up to 10,000 rows.",
                                    "none",
                                    "zero",
                                    "previous",
                                    "linear")
                            .otherwise("none"))
            .answers(
                    RollupRows.class,
                    "Rows in order of time. As CSV each statistic of a field is a column, such as `temperature.avg`.")
            .asCsv()
            .explained();

    static final Operation VERIFY_ROLLUPS = Operation.of(
                    Tag.FLEET, "verifyRollups", "Compare rollup rows with their events")
            .details(
                    "Checks up to the last full hour unless `to` is given. This may take minutes; the answer starts with blanks until the result is there.")
            .takes(RollupRangeBody.class)
            .answers(RollupCheck.class, "The result of the check.");

    static final Operation REBUILD_ROLLUPS = Operation.of(
                    Tag.FLEET, "rebuildRollups", "Rebuild rollup rows that differ from their events")
            .details("This may take minutes; the answer starts with blanks until the result is there.")
            .takes(RollupRangeBody.class)
            .answers(RollupCheck.class, "The result of the rebuild.");

    static final Operation FINISH_BACKFILL = Operation.of(
                    Tag.FLEET, "finishBackfill", "Write the rows of backfilled readings now")
            .details(
                    "The server writes them in the background, half a minute after the last reading of a month. This may take minutes; the answer starts with blanks until the result is there.")
            .answers(BackfillRows.class, "The rows that were written since the last such request.");

    private FleetOperations() {}
}
