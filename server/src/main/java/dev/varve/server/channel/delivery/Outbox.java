package dev.varve.server.channel.delivery;

import dev.varve.server.api.channel.DeliveryJson;
import dev.varve.server.channel.AlertLine;
import dev.varve.server.channel.Bounds;
import dev.varve.server.channel.Channel;
import dev.varve.server.channel.ChannelStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Stores events of alerts for the channels that get them, and says what became of them. */
public final class Outbox {

    /** Three events and a few escalations for each channel. */
    private static final int MAX_SHOWN = Bounds.MAX_CHANNELS * 4;

    private final DeliveryStore store;
    private final ChannelStore channels;
    private final InstantSource clock;

    public Outbox(DeliveryStore store, ChannelStore channels, InstantSource clock) {
        this.store = store;
        this.channels = channels;
        this.clock = clock;
    }

    /** Stores a delivery for each channel that gets this event; the same event again changes nothing. */
    public CompletableFuture<Void> add(AlertLine line) {
        List<CompletableFuture<Void>> writes = channels.known().stream()
                .filter(channel -> channel.route().matches(line))
                .map(Channel::name)
                .map(channel -> store.create(Delivery.of(channel, line, clock.instant())))
                .toList();
        return CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new));
    }

    /** Returns the state of all deliveries of an alert. */
    public List<DeliveryJson> of(String alertId) {
        List<Delivery> deliveries = store.of(alertId, MAX_SHOWN);
        Map<String, Notice> notices = store.notices(deliveries.stream()
                .map(Delivery::noticeId)
                .flatMap(Optional::stream)
                .toList());
        return deliveries.stream()
                .map(delivery -> delivery.shown(delivery.noticeId().map(notices::get)))
                .toList();
    }
}
