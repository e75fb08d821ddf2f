package dev.varve.server.channel.api;

import dev.varve.Varve;
import dev.varve.alert.Alert;
import dev.varve.alert.AlertNotice;
import dev.varve.alert.AlertStore;
import dev.varve.alert.Severity;
import dev.varve.error.Throttled;
import dev.varve.error.Unavailable;
import dev.varve.server.api.channel.AlertEvent;
import dev.varve.server.api.channel.ChannelBody;
import dev.varve.server.channel.AlertLine;
import dev.varve.server.channel.Channel;
import dev.varve.server.channel.ChannelChange;
import dev.varve.server.channel.ChannelOptions;
import dev.varve.server.channel.ChannelStore;
import dev.varve.server.channel.Message;
import dev.varve.server.channel.delivery.DeliveryMeter;
import dev.varve.server.channel.delivery.DeliveryStore;
import dev.varve.server.channel.delivery.Dispatcher;
import dev.varve.server.channel.delivery.Outbox;
import dev.varve.server.channel.delivery.RetrySchedule;
import dev.varve.server.channel.send.AddressGuard;
import dev.varve.server.channel.send.SendResult;
import dev.varve.server.channel.send.Senders;
import dev.varve.server.http.RepeatLog;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/** The channels of a server: takes notices of alerts, and delivers them in the background. */
public final class Channels implements AutoCloseable {

    /** A channel that another server changed holds here after this time; what another server left behind is found then. */
    private static final Duration POLL = Duration.ofSeconds(10);

    private static final long STEP_MILLIS = 1_000;
    private static final long STOP_MILLIS = 5_000;

    /** Test notices that are sent at one time. */
    private static final int MAX_TESTS = 2;

    private static final RepeatLog LOG = new RepeatLog(LoggerFactory.getLogger(Channels.class));

    /**
     * What channels need of the rest of a server.
     *
     * @param location where a device is
     * @param severities the severities of the rules, by their names
     * @param changed shows an alert whose severity changed
     */
    public record Surroundings(
            AlertStore alerts,
            Location location,
            Supplier<Map<String, Severity>> severities,
            Consumer<Alert> changed,
            DeliveryMeter meter) {

        /** Knows where devices are. */
        public interface Location {
            CompletableFuture<Optional<String>> of(String deviceId);
        }
    }

    private final Surroundings around;
    private final InstantSource clock;
    private final ChannelOptions options;
    private final AddressGuard guard;
    private final ChannelStore store;
    private final Outbox outbox;
    private final Senders senders;
    private final Dispatcher dispatcher;
    private final SeverityChanges severities;
    private final Semaphore tests = new Semaphore(MAX_TESTS);
    private final Thread thread = new Thread(this::work, "varve-channels");
    private volatile boolean isLoaded;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Instant dueAt = Instant.MIN;
    private Instant polledAt = Instant.MIN;

    public Channels(Varve db, Surroundings around, ChannelOptions options) {
        this.around = around;
        this.clock = db.clock();
        this.options = options;
        this.guard = new AddressGuard(options.targets());
        this.store = new ChannelStore(db.entities(ChannelStore.CHANNELS));
        DeliveryStore deliveries = new DeliveryStore(db);
        this.outbox = new Outbox(deliveries, store, clock);
        this.senders = new Senders(guard, clock);
        this.dispatcher = new Dispatcher(
                new Dispatcher.Parts(deliveries, store, senders, around.meter()),
                new RetrySchedule(new Random()),
                clock);
        this.severities = new SeverityChanges(around.alerts(), new Escalating(), clock);
    }

    /** Begins to deliver. */
    public Channels start() {
        try {
            refresh();
        } catch (RuntimeException e) {
            // The thread tries again; until then notices are not taken, and are given again.
            LOG.error("channels", "the channels were not read", e);
        }
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    private final class Escalating implements SeverityChanges.Steps {

        @Override
        public CompletableFuture<Void> store(Alert alert, Severity severity) {
            return around.location()
                    .of(alert.deviceId())
                    .thenCompose(location -> add(AlertLine.escalated(alert, severity, location)));
        }

        @Override
        public void show(Alert alert) {
            around.changed().accept(alert);
        }
    }

    /** Stores a notice of an alert for the channels that get it; the future fails if that was not possible. */
    public CompletableFuture<Void> notify(AlertNotice notice) {
        if (!isLoaded) {
            return CompletableFuture.failedFuture(
                    new Unavailable("channel.not-loaded", "the channels were not read yet; the notice is given again"));
        }
        if (store.known().isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        AlertEvent event = notice.event() == AlertNotice.Event.OPENED ? AlertEvent.OPENED : AlertEvent.RESOLVED;
        return around.location()
                .of(notice.alert().deviceId())
                .thenCompose(location -> add(AlertLine.of(event, notice.alert(), location)));
    }

    private CompletableFuture<Void> add(AlertLine line) {
        return outbox.add(line).thenRun(() -> dueAt = Instant.MIN);
    }

    ChannelStore store() {
        return store;
    }

    Outbox outbox() {
        return outbox;
    }

    /** Creates or changes a channel. */
    Channel put(String name, ChannelBody body) {
        Channel channel = ChannelChange.of(body).channel(name, store.find(name));
        guard.require(channel);
        return store.put(channel);
    }

    /** Sends a test notice and waits for the result. */
    SendResult test(Channel channel) {
        if (!tests.tryAcquire()) {
            throw new Throttled(
                    "channel.testing",
                    "%s test notices are being sent, and this is the limit: try again in a moment"
                            .formatted(MAX_TESTS));
        }
        try {
            return senders.send(channel, Message.test(UUID.randomUUID().toString(), channel.name(), clock.instant()));
        } finally {
            tests.release();
        }
    }

    private void work() {
        while (closed.getCount() > 0) {
            try {
                step();
            } catch (RuntimeException e) {
                LOG.error("channels", "notices are not delivered at the moment", e);
            }
            try {
                closed.await(STEP_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private synchronized void step() {
        Instant now = clock.instant();
        boolean isPoll = polledAt.equals(Instant.MIN) || !now.isBefore(polledAt.plus(POLL));
        if (isPoll) {
            polledAt = now;
            refresh();
            severities.apply(around.severities().get());
        }
        if (options.delivery() == ChannelOptions.Delivery.ON && (isPoll || !dueAt.isAfter(now))) {
            dueAt = Instant.MAX;
            dispatcher.pass().filter(next -> next.isBefore(dueAt)).ifPresent(next -> dueAt = next);
        }
    }

    /** Reads the channels again. */
    public void refresh() {
        store.refresh();
        isLoaded = true;
    }

    /** Does everything that is due now and waits for it. */
    public synchronized void deliverNow() {
        polledAt = Instant.MIN;
        step();
        dispatcher.awaitIdle();
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        dispatcher.close();
        senders.close();
    }
}
