package dev.varve.server.channel.api;

import dev.varve.alert.AlertStore;
import dev.varve.server.channel.Channel;
import dev.varve.server.channel.ChannelAnswer;
import dev.varve.server.channel.ChannelBody;
import dev.varve.server.channel.delivery.DeliveryAnswer;
import dev.varve.server.http.ApiRequest;
import dev.varve.server.http.NotFound;
import dev.varve.server.http.Route;
import java.util.List;
import java.util.Map;

/** The HTTP routes of channels and of deliveries. */
public final class ChannelApi {

    /** A body with a hundred rules and a hundred locations has less. */
    private static final int MAX_BODY = 64 * 1024;

    private final Channels channels;
    private final AlertStore alerts;

    public ChannelApi(Channels channels, AlertStore alerts) {
        this.channels = channels;
        this.alerts = alerts;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/channels", ask -> list()),
                Route.get("/api/v1/channels/{name}", ask -> ChannelAnswer.of(channel(ask))),
                Route.put("/api/v1/channels/{name}", this::put).withBody(MAX_BODY),
                Route.delete("/api/v1/channels/{name}", this::delete),
                Route.post("/api/v1/channels/{name}/test", this::test),
                Route.get("/api/v1/alerts/{device}/{alert}/deliveries", this::deliveries));
    }

    private ChannelAnswer.Channels list() {
        return new ChannelAnswer.Channels(
                channels.store().refresh().stream().map(ChannelAnswer::of).toList());
    }

    private Channel channel(ApiRequest ask) {
        return channels.store()
                .find(ask.path("name"))
                .orElseThrow(() -> new NotFound("there is no channel " + ask.path("name")));
    }

    private ChannelAnswer put(ApiRequest ask) {
        return ChannelAnswer.of(channels.put(ask.path("name"), ChannelBody.of(ask.json())));
    }

    private Object delete(ApiRequest ask) {
        if (!channels.store().delete(ask.path("name"))) {
            throw new NotFound("there is no channel " + ask.path("name"));
        }
        return Map.of();
    }

    private TestAnswer test(ApiRequest ask) {
        Channel channel = channel(ask);
        return TestAnswer.of(channel.name(), channels.test(channel));
    }

    private DeliveryAnswer.Deliveries deliveries(ApiRequest ask) {
        String alert = ask.path("alert");
        if (alerts.find(ask.path("device"), alert).isEmpty()) {
            throw new NotFound("there is no alert " + alert);
        }
        return new DeliveryAnswer.Deliveries(channels.outbox().of(alert));
    }
}
