package dev.varve.server.ingest;

import dev.varve.server.api.ErrorJson;
import dev.varve.server.api.InfluxErrorJson;
import dev.varve.server.api.fleet.ReadingBody;
import dev.varve.server.api.fleet.ReadingsStored;
import dev.varve.server.contract.Operation;
import dev.varve.server.contract.Parameter;
import dev.varve.server.contract.Parameters;
import dev.varve.server.contract.Tag;

/** The description of the addresses that take readings. */
final class IngestOperations {

    private static final String LINE = "climate,device=sensor_01 temperature=21.4 1776693600000000000";
    private static final String STORED = "All lines with a number are stored.";
    private static final String REFUSED =
            "What was not stored, and why, as InfluxDB says it. Lines that are not named were stored.";

    private static final Parameter BACKFILL = Parameter.flag(
            "backfill",
            "Accept readings of any age. Those that are too old for the history count in hours, days and months only.");

    static final Operation SEND_READINGS = Operation.of(Tag.INGEST, "sendReadings", "Send readings")
            .details(
                    "One reading, a list, lines of JSON, CSV with the columns deviceId, at and one for each field, or line protocol. A body may be compressed with gzip.")
            .with(BACKFILL)
            .takes(new Operation.Content(
                    Operation.JSON,
                    ReadingBody.class,
                    Operation.Shape.ONE_OR_MORE,
                    "{\"deviceId\":\"sensor_01\",\"at\":\"2026-04-20T14:00:00Z\",\"fields\":{\"temperature\":21.4}}"))
            .takesText("application/x-ndjson", "{\"deviceId\":\"sensor_01\",\"temperature\":21.4}")
            .takesText("text/csv", "deviceId,at,temperature\nsensor_01,2026-04-20T14:00:00Z,21.4\n")
            .takesText("text/x-line-protocol", LINE)
            .answers(ReadingsStored.class, "What was stored.")
            .answers(400, ReadingsStored.class, "Nothing was stored, for these reasons.")
            .answers(413, ErrorJson.class, "The body is too large.")
            .answersBusy();

    static final Operation WRITE = Operation.of(Tag.INGEST, "writeLines", "Send line protocol as to InfluxDB 1")
            .with(
                    Parameter.text("db", "Ignored."),
                    Parameter.text("u", "Ignored."),
                    Parameter.text("p", "The token, for clients that cannot send headers."),
                    Parameters.PRECISION,
                    BACKFILL)
            .takesText("text/plain", LINE)
            .answersNothing(204, STORED)
            .answers(400, InfluxErrorJson.class, REFUSED)
            .answers(413, InfluxErrorJson.class, "The body is too large.")
            .answers(422, InfluxErrorJson.class, REFUSED)
            .answers(
                    503,
                    InfluxErrorJson.class,
                    "Nothing was stored; send the request again after Retry-After seconds. Other addresses answer 429 here; clients of InfluxDB 1 drop data after 429.")
            .failsWith(InfluxErrorJson.class);

    static final Operation WRITE_2 = Operation.of(Tag.INGEST, "writeLines2", "Send line protocol as to InfluxDB 2")
            .with(
                    Parameter.text("org", "Ignored."),
                    Parameter.text("bucket", "Ignored."),
                    Parameters.PRECISION,
                    BACKFILL)
            .takesText("text/plain", LINE)
            .answersNothing(204, STORED)
            .answers(400, InfluxErrorJson.class, REFUSED)
            .answers(413, ErrorJson.class, "The body is too large.")
            .answers(422, InfluxErrorJson.class, REFUSED)
            .answersBusy();

    static final Operation PING = Operation.of(Tag.INGEST, "ping", "Answer the ping of InfluxDB's clients")
            .answersNothing(204, "The server is there.")
            .neverFails();

    private IngestOperations() {}

    /** Returns the description of an address where InfluxDB would answer a query language. */
    static Operation notOffered(String id, String language) {
        return Operation.of(Tag.INGEST, id, "Refuse %s and name the addresses to read from".formatted(language))
                .answers(404, InfluxErrorJson.class, "Where to read instead, in the form of InfluxDB's errors.")
                .neverFails();
    }
}
