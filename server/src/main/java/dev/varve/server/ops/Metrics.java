package dev.varve.server.ops;

import dev.varve.Varve;
import dev.varve.engine.DiskSpace;
import dev.varve.series.OpenSeries;
import dev.varve.server.api.backup.BackupJson;
import dev.varve.server.backup.Backups;
import dev.varve.server.channel.delivery.DeliveryMeter;
import dev.varve.server.http.limit.Admission;
import dev.varve.server.http.meter.IngestMeter;
import dev.varve.server.http.meter.RequestObserver;
import dev.varve.server.table.Storage;
import dev.varve.table.TableSchema;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of a server, for Prometheus. Names and labels come from declarations, never from clients, so their number
 * is bounded.
 */
public final class Metrics implements RequestObserver, IngestMeter, CapacityMeter, DeliveryMeter, AutoCloseable {

    private static final Duration[] REQUEST_BUCKETS = {
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofMillis(2_500),
        Duration.ofSeconds(10)
    };

    private static final Duration[] TABLE_BUCKETS = {
        Duration.ofNanos(100_000),
        Duration.ofMillis(1),
        Duration.ofMillis(10),
        Duration.ofMillis(100),
        Duration.ofSeconds(1)
    };

    private record Served(String method, String route, int status) {}

    private record Called(String table, String operation, boolean isFailed) {}

    private final PrometheusMeterRegistry registry = registry();
    // A field, because the registry refers to its sources only weakly.
    private Supplier<OptionalLong> syncs = OptionalLong::empty;
    private final JvmGcMetrics garbage = new JvmGcMetrics();
    private final Map<Served, Timer> served = new ConcurrentHashMap<>();
    private final Map<Called, Timer> called = new ConcurrentHashMap<>();
    private final Map<String, Counter> units = new ConcurrentHashMap<>();
    private final Counter accepted = points("accepted");
    private final Counter duplicates = points("duplicate");
    private final Counter rejected = points("rejected");
    private final Counter bytes = Counter.builder("varve.ingest.bytes")
            .description("Bytes of bodies with readings, uncompressed")
            .register(registry);
    private final Map<Hit, Counter> hits = new EnumMap<>(Hit.class);
    private final Map<DeliveryMeter.Outcome, Counter> notices = new EnumMap<>(DeliveryMeter.Outcome.class);
    private final AtomicInteger pendingNotices = new AtomicInteger();

    public Metrics() {
        for (Hit hit : Hit.values()) {
            hits.put(
                    hit,
                    Counter.builder("varve.ingest.hits")
                            .description("Hits of web sites by outcome")
                            .tag("outcome", hit.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
        for (DeliveryMeter.Outcome outcome : DeliveryMeter.Outcome.values()) {
            notices.put(
                    outcome,
                    Counter.builder("varve.channel.notices")
                            .description("Attempts to send notices of alerts by outcome")
                            .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
        Gauge.builder("varve.channel.pending", pendingNotices::get)
                .description("Notices of alerts that wait to be sent, at most 1,200")
                .register(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        garbage.bindTo(registry);
    }

    /**
     * Returns a registry without two metrics of Micrometer that break Prometheus' naming rules: one has an abbreviated unit,
     * the other is a gauge that ends in {@code _count}.
     */
    private static PrometheusMeterRegistry registry() {
        PrometheusMeterRegistry made = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        made.config()
                .meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"))
                .meterFilter(new MeterFilter() {
                    @Override
                    public Meter.Id map(Meter.Id id) {
                        return id.getName().equals("system.cpu.count") ? id.withName("system.cpus") : id;
                    }
                });
        FunctionCounter.builder("process.cpu", ProcessHandle.current(), Metrics::processorSeconds)
                .description("Processor time that this process used")
                .baseUnit("seconds")
                .register(made);
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        if (compiler != null && compiler.isCompilationTimeMonitoringSupported()) {
            FunctionCounter.builder("jvm.compilation", compiler, each -> each.getTotalCompilationTime() / 1e3)
                    .description("Time that Java's compilers ran; most of it in the first minutes")
                    .baseUnit("seconds")
                    .register(made);
        }
        return made;
    }

    private static double processorSeconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
    }

    private Counter points(String outcome) {
        return Counter.builder("varve.ingest.points")
                .description("Readings by outcome")
                .tag("outcome", outcome)
                .register(registry);
    }

    /** Adds the progress of a database's feed consumers. */
    public Metrics watch(Varve db) {
        FeedStatus feeds = new FeedStatus(db);
        for (TableSchema table : db.schema().tables()) {
            feeds.register(registry, table.name());
        }
        return this;
    }

    /** Adds the number of a rollup's rows that are incomplete or failed. */
    public Metrics watch(OpenSeries<?> series) {
        Gauge.builder("varve.rollup.problems", () -> series.rollup().problems().size())
                .description("Rollup rows that lack a statistic or could not be computed, at most 100")
                .tag("series", series.declaration().name())
                .register(registry);
        return this;
    }

    /** Adds the number of readings that are being written. */
    public Metrics watch(Admission admission) {
        Gauge.builder("varve.ingest.under.way", admission::underWay)
                .description("Readings that are being written")
                .register(registry);
        return this;
    }

    /** Adds the size of the database's files, if they are on this machine. */
    public Metrics watch(Storage storage) {
        if (storage.directory() != null) {
            Gauge.builder("varve.engine.size", () -> storage.bytes().orElse(0))
                    .description("Bytes of the database's files")
                    .baseUnit("bytes")
                    .tag("engine", storage.engine())
                    .register(registry);
        }
        return this;
    }

    /** Adds how often the database has waited for its disk, if it has one. */
    public Metrics watchSyncs(Supplier<OptionalLong> syncs) {
        if (syncs.get().isPresent()) {
            this.syncs = syncs;
            FunctionCounter.builder(
                            "varve.disk.syncs", this, held -> held.syncs.get().orElse(0))
                    .description("Times that the database has waited for the disk (fsync) to make writes durable")
                    .register(registry);
        }
        return this;
    }

    /** Adds the age and the failures of backups. */
    public Metrics watch(Backups backups) {
        Gauge.builder("varve.backup.last.good.timestamp", backups, Metrics::newestGood)
                .description("When the newest good backup began, as seconds since 1970; 0 if there is none")
                .baseUnit("seconds")
                .register(registry);
        Gauge.builder(
                        "varve.backup.last.good.size",
                        backups,
                        each -> each.newestGood().map(BackupJson::bytes).orElse(0L))
                .description("Bytes of the newest good backup")
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder("varve.backup.interval", backups, each ->
                        (double) each.every().map(Duration::toSeconds).orElse(0L))
                .description("Time between two scheduled backups; 0 without a schedule")
                .baseUnit("seconds")
                .register(registry);
        FunctionCounter.builder("varve.backup.failures", backups, Backups::failures)
                .description("Backups that failed since the start")
                .register(registry);
        return this;
    }

    private static double newestGood(Backups backups) {
        return backups.newestGood()
                .map(backup -> (double) backup.startedAt().getEpochSecond())
                .orElse(0.0);
    }

    /** Adds the space on the disk of the database, if it has one. */
    public Metrics watchDisk(Supplier<Optional<DiskSpace>> disk) {
        if (disk.get().isPresent()) {
            disk("varve.disk.free", "Free bytes on the disk of the database", disk, Metrics::free);
            disk(
                    "varve.disk.reserve",
                    "Writes are refused while fewer bytes than this are free",
                    disk,
                    DiskSpace::reserveBytes);
            Gauge.builder(
                            "varve.disk.refusing",
                            () -> disk.get()
                                    .filter(DiskSpace::isRefusing)
                                    .map(refusing -> 1)
                                    .orElse(0))
                    .description("1 while writes are refused because of the disk")
                    .register(registry);
        }
        return this;
    }

    private void disk(String name, String what, Supplier<Optional<DiskSpace>> disk, ToDoubleFunction<DiskSpace> bytes) {
        Gauge.builder(name, () -> disk.get().map(bytes::applyAsDouble).orElse(Double.NaN))
                .description(what)
                .baseUnit("bytes")
                .register(registry);
    }

    private static double free(DiskSpace space) {
        return space.freeBytes() == DiskSpace.UNKNOWN ? Double.NaN : space.freeBytes();
    }

    @Override
    public void answered(Answered request) {
        served.computeIfAbsent(
                        new Served(request.method(), request.route(), request.status()),
                        key -> Timer.builder("varve.http.requests")
                                .description("Requests by route and status")
                                .tags("method", key.method(), "route", key.route())
                                .tag("status", Integer.toString(key.status()))
                                .serviceLevelObjectives(REQUEST_BUCKETS)
                                .register(registry))
                .record(request.took());
    }

    @Override
    public void points(Points points) {
        accepted.increment((double) points.accepted());
        duplicates.increment((double) points.duplicates());
        rejected.increment((double) points.rejected());
    }

    @Override
    public void bytes(long count) {
        bytes.increment((double) count);
    }

    @Override
    public void hit(Hit hit) {
        Counter counter = hits.get(hit);
        if (counter != null) {
            counter.increment();
        }
    }

    @Override
    public void used(Used requests) {
        Timer timer = called.computeIfAbsent(
                new Called(requests.table(), requests.operation(), requests.isFailed()),
                key -> Timer.builder("varve.table.requests")
                        .description("Requests to a table by operation and outcome")
                        .tags("table", key.table(), "operation", key.operation())
                        .tag("outcome", key.isFailed() ? "failed" : "answered")
                        .serviceLevelObjectives(TABLE_BUCKETS)
                        .register(registry));
        for (int i = 0; i < requests.requests(); i++) {
            timer.record(requests.took());
        }
        units(requests.table(), "read").increment(requests.capacity().read());
        units(requests.table(), "write").increment(requests.capacity().write());
    }

    private Counter units(String table, String kind) {
        return units.computeIfAbsent(
                kind + ' ' + table,
                unseen -> Counter.builder("varve.capacity.units")
                        .description("Consumed capacity, by DynamoDB's rules")
                        .tags(Tags.of("table", table, "kind", kind))
                        .register(registry));
    }

    @Override
    public void sent(DeliveryMeter.Outcome outcome) {
        Counter counter = notices.get(outcome);
        if (counter != null) {
            counter.increment();
        }
    }

    @Override
    public void pending(int count) {
        pendingNotices.set(count);
    }

    /** Returns all metrics in Prometheus' text format. */
    public String text() {
        return registry.scrape();
    }

    @Override
    public void close() {
        garbage.close();
        registry.close();
    }
}
