package dev.varve.server.channel.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.varve.Varve;
import dev.varve.memory.MemoryEngine;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.server.api.channel.ChannelBody;
import dev.varve.server.api.channel.DeliveryStatus;
import dev.varve.server.channel.AlertLines;
import dev.varve.server.channel.ChannelChange;
import dev.varve.server.channel.ChannelOptions.Targets;
import dev.varve.server.channel.ChannelStore;
import dev.varve.server.channel.send.AddressGuard;
import dev.varve.server.channel.send.Senders;
import dev.varve.server.http.answer.Json;
import dev.varve.testkit.MutableClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server may stop at any point; the next one continues, and the receiver gets each event once. */
class DispatcherTest {

    private final MutableClock clock = new MutableClock();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final Senders senders = new Senders(new AddressGuard(Targets.ANY), clock);
    private HttpServer receiver;
    private Varve db;
    private DeliveryStore store;
    private ChannelStore channels;

    @BeforeEach
    void open() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        db = Varve.on(new MemoryEngine(clock))
                .clock(clock)
                .open(Schema.of(
                        "channels",
                        Stream.concat(Stream.of(ChannelStore.CHANNELS), DeliveryStore.declarations().stream())
                                .toArray(Declaration[]::new)));
        store = new DeliveryStore(db);
        channels = new ChannelStore(db.entities(ChannelStore.CHANNELS));
        channels.put(ChannelChange.of(Json.request(
                        "{\"kind\":\"slack\",\"url\":\"http://127.0.0.1:%s/\"}"
                                .formatted(receiver.getAddress().getPort()),
                        ChannelBody.class))
                .channel("ops", Optional.empty()));
        new Outbox(store, channels, clock).add(AlertLines.opened("oven-1")).join();
        clock.advance(Group.WINDOW);
    }

    @AfterEach
    void close() {
        senders.close();
        receiver.stop(0);
        db.close();
    }

    private void pass() {
        DeliveryMeter meter = new DeliveryMeter() {
            @Override
            public void sent(Outcome outcome) {}

            @Override
            public void pending(int count) {}
        };
        try (Dispatcher dispatcher = new Dispatcher(
                new Dispatcher.Parts(store, channels, senders, meter), new RetrySchedule(new Random(7)), clock)) {
            dispatcher.pass();
        }
    }

    private Notice gathering() {
        return store.put(Notice.gathering("n-1", "ops", clock.instant())).orElseThrow();
    }

    private List<Delivery> assigned() {
        return store.assign(store.waiting(10), "n-1");
    }

    private void passAll() {
        for (int i = 0; i < 3; i++) {
            clock.advance(Notice.LEASE);
            pass();
        }
    }

    private void assertDeliveredOnce() {
        assertThat(received).hasSize(1);
        assertThat(store.waiting(10)).isEmpty();
        assertThat(store.open(10)).isEmpty();
        assertThat(new Outbox(store, channels, clock).of("alert-of-oven-1"))
                .singleElement()
                .satisfies(one -> assertThat(one.status()).isEqualTo(DeliveryStatus.DELIVERED));
    }

    @Test
    void serverStoppedAfterStoringTheEvent() {
        passAll();
        assertDeliveredOnce();
    }

    @Test
    void serverStoppedAfterStartingANotice() {
        gathering();
        passAll();
        assertDeliveredOnce();
    }

    @Test
    void serverStoppedWhileCollectingDeliveries() {
        gathering();
        assertThat(assigned()).hasSize(1);
        pass();
        assertThat(received)
                .as("notices before the lease of the other server ends")
                .isEmpty();
        passAll();
        assertDeliveredOnce();
    }

    @Test
    void serverStoppedAfterCompletingANotice() {
        Notice notice = gathering();
        assertThat(store.put(notice.sealed(Group.content(assigned()), clock.instant())))
                .isPresent();
        passAll();
        assertDeliveredOnce();
    }

    @Test
    void serverStoppedBeforeSending() {
        Notice notice = gathering();
        Notice complete = store.put(notice.sealed(Group.content(assigned()), clock.instant()))
                .orElseThrow();
        assertThat(store.put(complete.claimed(clock.instant()))).isPresent();
        pass();
        assertThat(received)
                .as("notices before the lease of the other server ends")
                .isEmpty();
        passAll();
        assertDeliveredOnce();
    }

    @Test
    void slowServerCannotCompleteANoticeThatAnotherTookOver() {
        Notice slow = gathering();
        List<Delivery> its = assigned();
        passAll();
        assertThat(store.put(slow.sealed(Group.content(its), clock.instant()))).isEmpty();
        assertDeliveredOnce();
    }

    @Test
    void sameEventIsStoredOnce() {
        new Outbox(store, channels, clock).add(AlertLines.opened("oven-1")).join();
        passAll();
        new Outbox(store, channels, clock).add(AlertLines.opened("oven-1")).join();
        passAll();
        assertDeliveredOnce();
    }
}
