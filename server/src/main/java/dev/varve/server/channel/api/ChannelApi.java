package dev.varve.server.channel.api;

import dev.varve.alert.Alert;
import dev.varve.server.api.EmptyJson;
import dev.varve.server.api.channel.ChannelBody;
import dev.varve.server.api.channel.ChannelJson;
import dev.varve.server.api.channel.ChannelList;
import dev.varve.server.api.channel.ChannelTestResult;
import dev.varve.server.api.channel.DeliveryList;
import dev.varve.server.channel.Channel;
import dev.varve.server.channel.send.SendResult;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** The HTTP routes of channels and of deliveries. */
public final class ChannelApi {

    /** A body with a hundred rules and a hundred locations has less. */
    private static final int MAX_BODY = 64 * 1024;

    private final Channels channels;
    private final BiFunction<String, String, Optional<Alert>> alerts;

    /** @param alerts finds an alert by its device and its id */
    public ChannelApi(Channels channels, BiFunction<String, String, Optional<Alert>> alerts) {
        this.channels = channels;
        this.alerts = alerts;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/channels", ask -> list()).described(ChannelOperations.CHANNELS),
                Route.get("/api/v1/channels/{name}", ask -> channel(ask).shown())
                        .described(ChannelOperations.CHANNEL),
                Route.put("/api/v1/channels/{name}", this::put)
                        .withBody(MAX_BODY)
                        .described(ChannelOperations.PUT_CHANNEL),
                Route.delete("/api/v1/channels/{name}", this::delete).described(ChannelOperations.DELETE_CHANNEL),
                Route.post("/api/v1/channels/{name}/test", this::test).described(ChannelOperations.TEST_CHANNEL),
                Route.get("/api/v1/alerts/{device}/{alert}/deliveries", this::deliveries)
                        .described(ChannelOperations.DELIVERIES));
    }

    private ChannelList list() {
        return new ChannelList(
                channels.store().refresh().stream().map(Channel::shown).toList());
    }

    private Channel channel(ApiRequest ask) {
        return channels.store()
                .find(ask.path("name"))
                .orElseThrow(() -> new NotFound("there is no channel " + ask.path("name")));
    }

    private ChannelJson put(ApiRequest ask) {
        return channels.put(ask.path("name"), ask.json(ChannelBody.class)).shown();
    }

    private EmptyJson delete(ApiRequest ask) {
        if (!channels.store().delete(ask.path("name"))) {
            throw new NotFound("there is no channel " + ask.path("name"));
        }
        return new EmptyJson();
    }

    private ChannelTestResult test(ApiRequest ask) {
        Channel channel = channel(ask);
        SendResult result = channels.test(channel);
        if (result instanceof SendResult.Failed failed) {
            return new ChannelTestResult(channel.name(), ChannelTestResult.Status.FAILED, failed.reason());
        } else if (result instanceof SendResult.Refused refused) {
            return new ChannelTestResult(channel.name(), ChannelTestResult.Status.FAILED, refused.reason());
        }
        return new ChannelTestResult(channel.name(), ChannelTestResult.Status.DELIVERED, null);
    }

    private DeliveryList deliveries(ApiRequest ask) {
        String alert = ask.path("alert");
        if (alerts.apply(ask.path("device"), alert).isEmpty()) {
            throw new NotFound("there is no alert " + alert);
        }
        return new DeliveryList(channels.outbox().of(alert));
    }
}
