package dev.varve.server;

import dev.varve.Processing;
import dev.varve.alert.Alert;
import dev.varve.alert.AlertNotice;
import dev.varve.alert.AlertProcessor;
import dev.varve.analytics.Analytics;
import dev.varve.analytics.AnalyticsStore;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import dev.varve.feed.ConsumerStatus;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.iot.OpenFleet;
import dev.varve.iot.ReadingWriter;
import dev.varve.series.OpenSeries;
import dev.varve.server.access.LinkApi;
import dev.varve.server.access.TokenApi;
import dev.varve.server.api.alert.AlertJson;
import dev.varve.server.api.fleet.LiveReading;
import dev.varve.server.api.fleet.ReadingJson;
import dev.varve.server.api.sites.LiveSite;
import dev.varve.server.backup.BackupApi;
import dev.varve.server.backup.Backups;
import dev.varve.server.channel.api.ChannelApi;
import dev.varve.server.channel.api.Channels;
import dev.varve.server.docs.DocsApi;
import dev.varve.server.docs.OpenApi;
import dev.varve.server.fleet.DeviceApi;
import dev.varve.server.fleet.FleetApi;
import dev.varve.server.fleet.RollupApi;
import dev.varve.server.fleet.alert.AlertApi;
import dev.varve.server.fleet.alert.RuleBook;
import dev.varve.server.fleet.intake.FleetIntake;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.fleet.view.LatestReading;
import dev.varve.server.http.WebServer;
import dev.varve.server.http.access.AccessControl;
import dev.varve.server.http.limit.Admission;
import dev.varve.server.http.route.EventStream;
import dev.varve.server.http.route.Route;
import dev.varve.server.ingest.InfluxQueries;
import dev.varve.server.ingest.KnownSeries;
import dev.varve.server.ingest.ReadingsApi;
import dev.varve.server.live.Live;
import dev.varve.server.ops.Metrics;
import dev.varve.server.ops.OpsApi;
import dev.varve.server.sites.DropFlush;
import dev.varve.server.sites.DroppedApi;
import dev.varve.server.sites.EventApi;
import dev.varve.server.sites.FunnelsApi;
import dev.varve.server.sites.GoalsApi;
import dev.varve.server.sites.HitRate;
import dev.varve.server.sites.ListsApi;
import dev.varve.server.sites.SitesApi;
import dev.varve.server.sites.StatsApi;
import dev.varve.server.sites.VisitorsApi;
import dev.varve.server.table.TableApi;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server over a database. It also processes the database's changes. Closing it leaves the database open. */
public final class Service implements AutoCloseable {

    /** The largest number of readings that are being written at a time; further ones wait. */
    private static final int READINGS_AT_ONCE = 100_000;

    private static final int HITS_AT_ONCE = 1_000;

    /** Longer than it takes to process a few new changes; after an import of millions of readings it takes minutes. */
    private static final Duration SETTLING = Duration.ofSeconds(5);

    /** The longest time that stopping waits for a running deletion. */
    private static final long DELETIONS_MILLIS = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(Service.class);

    /** The resource folder of the dashboard; a build without npm has none. */
    private static final String PAGES = "/dev/varve/dashboard";

    private final ServerDatabase database;
    private final OpenFleet<DynamicReading> fleet;
    private final InstantSource clock;
    private final FleetView view;
    private final FleetApi fleetApi;
    private final RuleBook rules;
    private final Admission admission = new Admission(READINGS_AT_ONCE);
    private final Live live;
    private final Channels channels;
    private final Processing processing;
    private final Metrics metrics;
    private final @Nullable Backups backups;
    private final DropFlush drops;
    private @Nullable WebServer web;
    private @Nullable Thread deletions;
    private @Nullable WarmUp warmUp;

    private Service(ServerDatabase database, ServiceOptions options, @Nullable Backups backups) {
        this.database = database;
        this.backups = backups;
        this.fleet = database.fleet();
        this.clock = database.varve().clock();
        this.live = Live.start(new LiveState());
        this.view = isFollowing(options)
                ? FleetView.following(fleet, clock, new LiveReadings())
                : new FleetView(fleet, clock, new LiveReadings());
        database.whenAppended(reading -> view.appended(new LatestReading(reading)));
        this.fleetApi = new FleetApi(fleet, view);
        this.rules = new RuleBook(
                database.varve().entities(RuleBook.RULES),
                () -> AlertProcessor.on(fleet.alerts(), fleet.readings()).notifier(this::notice),
                clock);
        this.channels = new Channels(
                database.varve(),
                new Channels.Surroundings(
                        fleet.alerts(), this::locationOf, rules::severities, this::show, database.metrics()),
                options.channels());
        this.processing = follow(options);
        this.drops = DropFlush.start(database.analytics());
        this.metrics = database.metrics()
                .watch(database.varve())
                .watch(admission)
                .watchDisk(database::diskSpace)
                .watchSyncs(database::syncs);
    }

    /** Starts a server that makes no backups. */
    public static Service start(ServerDatabase database, ServiceOptions options) {
        return start(database, options, null);
    }

    /**
     * Starts to process changes and to listen.
     *
     * @param backups makes backups of the database and is closed with the service; null for none
     */
    public static Service start(ServerDatabase database, ServiceOptions options, @Nullable Backups backups) {
        Service service = new Service(database, options, backups);
        service.metrics.watch(options.storage());
        if (backups != null) {
            service.metrics.watch(backups);
        }
        service.rolledUp().forEach(service.metrics::watch);
        service.channels.start();
        service.processing.start();
        service.resumeDeletions();
        service.web = WebServer.start(
                options.host(),
                options.port(),
                new WebServer.Parts(
                                service.routes(options),
                                service.streams(),
                                service.gate(options),
                                options.limits(),
                                service.clock,
                                Service.class.getResource(PAGES + "/index.html") == null ? null : PAGES)
                        .securedBy(options.tls())
                        .behind(options.proxies())
                        .observedBy(service.metrics));
        // Last: a port in use must not leave a thread behind.
        if (backups != null) {
            backups.start();
        }
        return service;
    }

    /**
     * Reads the state of the fleet in the background, now and again while requests come, so that no request waits for it. For
     * servers that run for long.
     */
    public void warmUp() {
        warmUp = WarmUp.start(view);
    }

    /** Finishes deletions of devices that an earlier process did not finish, in the background. */
    private void resumeDeletions() {
        Thread thread = new Thread(
                () -> {
                    try {
                        fleet.resumeDeletions();
                    } catch (RuntimeException e) {
                        LOG.warn(
                                "an interrupted deletion of a device could not be finished; it is tried again at the next"
                                        + " start: {}",
                                e.toString());
                    }
                },
                "varve-deletions");
        thread.setDaemon(true);
        deletions = thread;
        thread.start();
    }

    /** Returns whether other servers on the same table can take readings that this one has to read from their journals. */
    private boolean isFollowing(ServiceOptions options) {
        return options.isFollowing()
                && database.layout() == ReadingLayout.PACKED
                && !ReadingWriter.on(fleet).isOnlyWriter();
    }

    private Processing follow(ServiceOptions options) {
        Processing all = database.fleet().processing();
        database.analytics().processing();
        if (isFollowing(options)) {
            all.followWriters(options.follow(), view::followed, view::missed);
        }
        all.follow(database.table(), view);
        all.follow(database.table(), rules);
        return all;
    }

    private CompletableFuture<Void> notice(AlertNotice notice) {
        show(notice.alert());
        return channels.notify(notice);
    }

    private void show(Alert alert) {
        view.put(alert);
        String device = view.deviceOf(alert.deviceId());
        live.alert(device, alert.alertId(), AlertJson.of(alert, device, rules.fieldOf(alert.rule())));
    }

    private CompletableFuture<Optional<String>> locationOf(String deviceId) {
        return fleet.devices()
                .entities()
                .findAsync(deviceId)
                .thenApply(device -> device.flatMap(FleetDevice::location));
    }

    private AccessControl gate(ServiceOptions options) {
        return withoutLinks(options).with(database.links());
    }

    private AccessControl withoutLinks(ServiceOptions options) {
        return switch (options.access().to()) {
            case THIS_MACHINE -> AccessControl.open();
            case EVERYBODY -> AccessControl.insecure();
            case TOKENS ->
                options.access()
                        .secret()
                        .map(secret -> AccessControl.of(database.tokens(), secret))
                        .orElseGet(() -> AccessControl.of(database.tokens()));
        };
    }

    /** Returns the series with rollups; the readings of devices come first. */
    private List<OpenSeries<?>> rolledUp() {
        return List.of(
                fleet.readings(),
                database.varve().series(Analytics.PAGE_VIEWS),
                database.varve().series(Analytics.EVENTS),
                database.varve().series(Analytics.SESSIONS));
    }

    /** Waits until all changes so far are processed. Returns whether this happened in time. */
    private boolean settle() {
        try {
            processing.catchUp(SETTLING);
            return true;
        } catch (Unavailable late) {
            return false;
        }
    }

    /** Returns the event streams. */
    List<EventStream> streams() {
        return List.of(live.stream());
    }

    /** Returns all routes except event streams. */
    List<Route> routes(ServiceOptions options) {
        List<Route> routes = new ArrayList<>();
        routes.addAll(fleetApi.routes());
        routes.addAll(new DeviceApi(fleet, view).routes());
        AlertApi alerts = new AlertApi(fleet, view, rules, live);
        routes.addAll(alerts.routes());
        routes.addAll(new ChannelApi(channels, alerts::find).routes());
        routes.addAll(new RollupApi(rolledUp(), view, this::settle).routes());
        KnownSeries known = new KnownSeries();
        view.whenChanged(known::forget);
        routes.addAll(new ReadingsApi(
                        new FleetIntake(fleet, view, clock, options.cardinality()),
                        known,
                        admission,
                        new Admission(options.limits().bodies()),
                        metrics)
                .routes());
        AnalyticsStore analytics = database.analytics();
        routes.addAll(new SitesApi(analytics, this::endAccess).routes());
        routes.addAll(new LinkApi(database.links(), this::isSite, live::recheck).routes());
        routes.addAll(new StatsApi(analytics).routes());
        routes.addAll(new ListsApi(analytics).routes());
        routes.addAll(new FunnelsApi(analytics).routes());
        routes.addAll(new DroppedApi(analytics).routes());
        routes.addAll(new GoalsApi(analytics).routes());
        routes.addAll(new VisitorsApi(analytics).routes());
        routes.addAll(new EventApi(
                        analytics,
                        new Admission(HITS_AT_ONCE),
                        new HitRate(options.limits().hitsPerSecond()),
                        metrics)
                .routes());
        routes.addAll(new TableApi(database.varve(), options.storage()).routes());
        routes.addAll(new TokenApi(database.tokens()).routes());
        routes.addAll(new BackupApi(backups).routes());
        routes.addAll(new OpsApi(
                        database.varve(),
                        database::diskSpace,
                        metrics,
                        () -> OpenApi.shared().version())
                .routes());
        routes.addAll(new DocsApi(OpenApi::shared).routes());
        routes.addAll(InfluxQueries.routes());
        return routes;
    }

    /** Ends all access that is limited to a site, so that it does not extend to a later site with the same id. */
    private void endAccess(String siteId) {
        database.links().revokeAll(siteId);
        database.tokens().revokeAllFor("site:" + siteId);
        live.recheck();
    }

    /** Returns whether there is a site with this id; a value from a minute ago is good enough. */
    private boolean isSite(String siteId) {
        return database.analytics()
                .siteOf(siteId)
                .filter(site -> site.siteId().equals(siteId))
                .isPresent();
    }

    /** The state that event streams send regularly. */
    private final class LiveState implements Live.Source {

        @Override
        public Object fleet() {
            return fleetApi.summary(clock.instant());
        }

        @Override
        public @Nullable Object site(String siteId) {
            if (!isSite(siteId)) {
                return null;
            }
            return new LiveSite(
                    siteId, database.analytics().realtime().fiveMinutes(siteId).visitors());
        }
    }

    private final class LiveReadings implements FleetView.Listener {

        @Override
        public void read(DynamicReading reading) {
            String series = reading.deviceId();
            String device = view.deviceOf(series);
            live.reading(
                    device,
                    series,
                    new LiveReading(
                            device,
                            reading.at(),
                            reading.fields(),
                            ReadingJson.orAbsent(reading.texts()),
                            series.equals(device) ? null : series));
        }

        @Override
        public boolean isListening() {
            return live.listeners() > 0;
        }

        @Override
        public boolean receivesChanges() {
            ConsumerStatus status = processing.status().get(database.table());
            return status != null && status.active();
        }
    }

    public int port() {
        WebServer started = web;
        return started == null ? 0 : started.port();
    }

    /** Stops listening, finishes running requests, and stops processing changes. */
    @Override
    public void close() {
        // Open event streams would keep the web server waiting.
        live.close();
        if (warmUp != null) {
            warmUp.close();
        }
        if (web != null) {
            web.close();
        }
        Thread resuming = deletions;
        if (resuming != null) {
            try {
                // The engine must not be closed during a deletion; the next start finishes it.
                resuming.join(DELETIONS_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (backups != null) {
            backups.close();
        }
        drops.close();
        processing.close();
        channels.close();
        try {
            fleet.devices().recordSeen();
        } catch (VarveException e) {
            LOG.warn("it was not stored when some devices were last seen: {}", e.toString());
        }
    }

    /** Delivers the notices that are due and waits for them. */
    void deliverNotices() {
        channels.deliverNow();
    }
}
