package dev.varve.server.channel.api;

import dev.varve.server.api.EmptyJson;
import dev.varve.server.api.channel.ChannelBody;
import dev.varve.server.api.channel.ChannelJson;
import dev.varve.server.api.channel.ChannelList;
import dev.varve.server.api.channel.ChannelTestResult;
import dev.varve.server.api.channel.DeliveryList;
import dev.varve.server.contract.Operation;
import dev.varve.server.contract.Parameters;
import dev.varve.server.contract.Tag;

/** The description of the operations on channels and deliveries. */
final class ChannelOperations {

    static final Operation CHANNELS = Operation.of(Tag.ALERTS, "channels", "List channels")
            .answers(ChannelList.class, "All channels, without their secrets.");

    static final Operation CHANNEL = Operation.of(Tag.ALERTS, "channel", "Get a channel")
            .with(Parameters.CHANNEL)
            .answers(ChannelJson.class, "The channel, without its secrets.");

    static final Operation PUT_CHANNEL = Operation.of(Tag.ALERTS, "putChannel", "Create or replace a channel")
            .details(
                    "A webhook needs `url` and `secret`, a Slack channel `url`, an e-mail channel `host`, `from` and `to`."
                            + " Properties of other kinds are refused. `url`, `secret` and `password` are never shown again; if a"
                            + " request leaves them out, the stored ones stay. A database has at most 50 channels.")
            .with(Parameters.CHANNEL)
            .takes(
                    new Operation.Content(
                            Operation.JSON,
                            ChannelBody.class,
                            Operation.Shape.ONE,
                            "{\"kind\":\"slack\",\"url\":\"https://hooks.slack.com/services/T0/B0/x\",\"minSeverity\":\"high\"}"))
            .answers(ChannelJson.class, "The channel after the change, without its secrets.");

    static final Operation DELETE_CHANNEL = Operation.of(Tag.ALERTS, "deleteChannel", "Delete a channel")
            .details("Notices that it has not sent yet fail.")
            .with(Parameters.CHANNEL)
            .answers(EmptyJson.class, "The channel is deleted.");

    static final Operation TEST_CHANNEL = Operation.of(Tag.ALERTS, "testChannel", "Send a test notice")
            .details("Waits until the receiver answers. The route of the channel does not matter.")
            .with(Parameters.CHANNEL)
            .answers(ChannelTestResult.class, "Whether the receiver accepted the notice.");

    static final Operation DELIVERIES = Operation.of(Tag.ALERTS, "deliveries", "List the deliveries of an alert")
            .with(Parameters.ALERT_DEVICE, Parameters.ALERT)
            .answers(DeliveryList.class, "One delivery for each event of the alert and each channel that gets it.");

    private ChannelOperations() {}
}
