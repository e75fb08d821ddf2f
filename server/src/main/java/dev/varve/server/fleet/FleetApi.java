package dev.varve.server.fleet;

import static dev.varve.table.AttributePath.attr;

import dev.varve.alert.Alert;
import dev.varve.alert.Severity;
import dev.varve.entity.EntityOutcome;
import dev.varve.error.Rejected;
import dev.varve.iot.DeviceStatus;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.iot.OpenFleet;
import dev.varve.key.Parts;
import dev.varve.rollup.RollupRow;
import dev.varve.server.api.EnumWord;
import dev.varve.server.api.fleet.DeviceBody;
import dev.varve.server.api.fleet.DeviceDeleted;
import dev.varve.server.api.fleet.DeviceJson;
import dev.varve.server.api.fleet.DevicePage;
import dev.varve.server.api.fleet.Fleet;
import dev.varve.server.api.fleet.LocationJson;
import dev.varve.server.api.fleet.LocationPage;
import dev.varve.server.api.fleet.ReadingJson;
import dev.varve.server.api.fleet.SeriesJson;
import dev.varve.server.fleet.view.ChosenSeries;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import dev.varve.server.http.route.TimeText;
import dev.varve.server.ingest.DeviceIds;
import dev.varve.server.ingest.SeriesName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Routes of the fleet and of its list of devices. */
public final class FleetApi {

    private static final int MOST_DEVICES = 500;

    /** The summary is sent to all listeners every few seconds, so it holds only the locations with the worst alerts. */
    private static final int SHOWN_LOCATIONS = 100;

    private static final int MOST_LOCATIONS = 1_000;
    private static final int SHOWN_FIELDS = 200;
    private static final int SPARK_HOURS = 24;
    private static final int MOST_COUNTED = 1_000;
    private static final List<Severity> SEVERITIES = List.of(Severity.values());

    private final OpenFleet<DynamicReading> fleet;
    private final FleetView view;
    private final FleetOverview overview;

    public FleetApi(OpenFleet<DynamicReading> fleet, FleetView view) {
        this.fleet = fleet;
        this.view = view;
        this.overview = new FleetOverview(view, fleet.inactiveAfter(), System::nanoTime);
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/fleet", request -> summary(request.now())).described(FleetOperations.FLEET),
                Route.get("/api/v1/devices", this::devices).described(FleetOperations.DEVICES),
                Route.get(
                                "/api/v1/devices/{id}",
                                request -> device(request.path("id"), request.text("series"), request.now()))
                        .described(FleetOperations.DEVICE),
                Route.put("/api/v1/devices/{id}", this::put).described(FleetOperations.PUT_DEVICE),
                Route.delete("/api/v1/devices/{id}", this::delete).described(FleetOperations.DELETE_DEVICE),
                Route.get("/api/v1/locations", this::locations).described(FleetOperations.LOCATIONS));
    }

    /** Returns the state of the fleet. */
    public Fleet summary(Instant now) {
        view.refresh();
        FleetOverview.Counts counts = overview.counts(now);
        return new Fleet(
                now,
                new Fleet.DeviceCounts(
                        counts.total(),
                        counts.of(DeviceStatus.ACTIVE),
                        counts.of(DeviceStatus.INACTIVE),
                        counts.of(DeviceStatus.MAINTENANCE),
                        counts.of(DeviceStatus.DELETING),
                        counts.online(),
                        counts.total() - counts.online()),
                new Fleet.AlertCounts(
                        count(Severity.LOW), count(Severity.MEDIUM), count(Severity.HIGH), count(Severity.CRITICAL)),
                view.readingsLastMinute(),
                counts.fields().stream().limit(SHOWN_FIELDS).toList(),
                counts.locations().shown(0, SHOWN_LOCATIONS),
                counts.locations().count());
    }

    private long count(Severity severity) {
        return view.alerts().filter(alert -> alert.severity() == severity).count();
    }

    private boolean isOnline(DeviceGroup device, Instant now) {
        return overview.isOnline(device, now);
    }

    private TabularAnswer locations(ApiRequest request) {
        view.refresh();
        Instant now = request.now();
        int limit = request.count("limit", SHOWN_LOCATIONS, MOST_LOCATIONS);
        int from = request.text("page").map(FleetApi::offset).orElse(0);
        String wanted = request.text("q", "").toLowerCase(Locale.ROOT);
        Locations all = wanted.isEmpty()
                ? overview.counts(now).locations()
                : Locations.of(view, overview.counts(now).devices(), device -> isOnline(device, now), wanted);
        List<LocationJson> shown = all.shown(from, limit);
        String next = from + limit < all.count() ? String.valueOf(from + limit) : null;
        return TabularAnswer.of(
                new LocationPage(shown, all.count(), next), shown, "location", "devices", "online", "alerts", "worst");
    }

    private Object delete(ApiRequest request) {
        String id = request.path("id");
        List<String> series = deleted(id, request.text("series"));
        Map<String, Optional<FleetDevice>> entries = new LinkedHashMap<>();
        series.forEach(each -> entries.put(each, fleet.devices().entities().findConsistent(each)));
        if (entries.values().stream().allMatch(Optional::isEmpty)
                && fleet.latest(series).isEmpty()) {
            throw new NotFound("there is no device " + id);
        }
        Optional<Instant> since = request.text("unseenSince").map(text -> TimeText.parse(text, request.now()));
        Optional<Instant> seen = since.isEmpty() ? Optional.empty() : seen(entries);
        if (seen.isPresent() && seen.get().isAfter(since.orElseThrow())) {
            throw new Rejected(
                    "device.seen",
                    "device %s was seen at %s, after %s: it is not deleted".formatted(id, seen.get(), since.get()));
        }
        entries.values().stream()
                .flatMap(Optional::stream)
                .forEach(known -> view.put(known.withStatus(DeviceStatus.DELETING)));
        if (series.size() > 1) {
            // Marked before anything is removed: if this process ends, the next start finishes all of them.
            series.forEach(each -> fleet.devices().setStatus(each, DeviceStatus.DELETING));
        }
        long readings = 0;
        for (String each : series) {
            readings += fleet.deleteDevice(each);
            view.remove(each);
        }
        return new DeviceDeleted(id, readings);
    }

    /** Returns the ids to delete. The entry that describes the device is the last one, so that a new attempt finds all. */
    private List<String> deleted(String device, Optional<String> series) {
        if (series.isPresent()) {
            return List.of(ChosenSeries.of(view, device, series).get(0).id());
        }
        List<String> ids = new ArrayList<>(
                ChosenSeries.all(view, device).stream().map(SeriesName::id).toList());
        ids.sort(Comparator.comparing(device::equals));
        return ids;
    }

    private Optional<Instant> seen(Map<String, Optional<FleetDevice>> entries) {
        Map<String, DynamicReading> latest = fleet.latest(entries.keySet());
        return entries.entrySet().stream()
                .map(entry -> Optional.ofNullable(latest.get(entry.getKey()))
                        .map(DynamicReading::at)
                        .or(() -> entry.getValue().flatMap(FleetDevice::lastSeenAt))
                        .or(() -> entry.getValue().flatMap(FleetDevice::createdAt)))
                .flatMap(Optional::stream)
                .max(Comparator.naturalOrder());
    }

    private static @Nullable Severity worst(Collection<Alert> alerts) {
        return alerts.stream()
                .map(Alert::severity)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    private TabularAnswer devices(ApiRequest request) {
        view.refresh();
        Instant now = request.now();
        int limit = request.count("limit", 50, MOST_DEVICES);
        int from = request.text("page").map(FleetApi::offset).orElse(0);
        String wanted = request.text("q", "").toLowerCase(Locale.ROOT);
        List<String> statuses =
                Stream.of(DeviceStatus.values()).map(FleetApi::word).toList();
        String status = request.word("status", "", statuses);
        Optional<Boolean> online = request.flag("online");
        Optional<String> location = request.text("location");
        FleetOverview.Counts counts = overview.counts(now);
        boolean isAll = wanted.isEmpty() && status.isEmpty() && location.isEmpty() && online.isEmpty();
        Stream<DeviceGroup> found = isAll
                ? counts.devices().stream()
                : counts.devices().stream()
                        .filter(device -> wanted.isEmpty() || device.matches(wanted))
                        .filter(device -> status.isEmpty() || status.equals(word(device.status())))
                        .filter(device -> location.isEmpty() || location.equals(device.location(view)))
                        .filter(device ->
                                online.map(is -> is == isOnline(device, now)).orElse(true));
        Order order = new Order(request.text("sort", "deviceId"), request.wantsDescending(), from, limit);
        DeviceSelection selection =
                selected(found, order, isAll ? counts.devices().size() : -1);
        List<DeviceGroup> page = selection.page();
        page.forEach(this::require);
        Map<String, List<@Nullable Double>> sparks = sparks(page, request.text("spark"), now);
        List<String> columns = counts.fields();
        List<DeviceJson> shown = page.stream()
                .map(device -> shown(device, now, columns, sparks.get(device.deviceId())))
                .toList();
        String next = from + limit < selection.total() ? String.valueOf(from + limit) : null;
        return TabularAnswer.of(
                new DevicePage(shown, selection.total(), next),
                shown,
                "deviceId",
                "name",
                "type",
                "status",
                "online",
                "location",
                "firmware",
                "lastSeenAt",
                "seriesCount");
    }

    private static int offset(String page) {
        try {
            int offset = Integer.parseInt(page);
            if (offset >= 0) {
                return offset;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new Rejected(
                "ask.page", "\"%s\" is not a page of this list: pass the \"next\" of an answer".formatted(page));
    }

    /** Reads the latest readings of a device that are not in memory yet. */
    private void require(DeviceGroup device) {
        view.require(device.entries().stream().map(FleetDevice::deviceId).toList());
    }

    /** The order of a list of devices, and the page of it that is wanted. */
    private record Order(String by, boolean isDescending, int from, int limit) {}

    /** @param all the number of devices if none is filtered out, -1 otherwise */
    private DeviceSelection selected(Stream<DeviceGroup> devices, Order order, int all) {
        return switch (order.by()) {
            case "deviceId" -> {
                if (order.isDescending()) {
                    yield sorted(devices, DeviceGroup::deviceId, order);
                }
                // They are in this order.
                yield all >= 0
                        ? new DeviceSelection(
                                devices.skip(order.from()).limit(order.limit()).toList(), all)
                        : DeviceSelection.inOrder(devices, order.from(), order.limit());
            }
            case "name" -> sorted(devices, DeviceGroup::name, order);
            case "status" -> sorted(devices, DeviceGroup::status, order);
            case "location" -> sorted(devices, device -> device.location(view).orElse(""), order);
            case "lastSeenAt" -> sorted(devices, overview::seenAt, order);
            case "alerts" -> sorted(devices, this::urgency, order);
            default -> sorted(devices, device -> device.number(view, order.by(), Double.NEGATIVE_INFINITY), order);
        };
    }

    private static <K extends Comparable<? super K>> DeviceSelection sorted(
            Stream<DeviceGroup> devices, Function<DeviceGroup, K> key, Order order) {
        // Devices with equal values stay in the order of their ids, in both directions.
        Comparator<K> keys = order.isDescending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
        return DeviceSelection.sorted(devices, key, keys, order.from(), order.limit());
    }

    /** Returns a number that is larger for worse alerts, and for more alerts of the same severity. */
    private int urgency(DeviceGroup device) {
        Collection<Alert> alerts = device.alerts(view);
        int worst = alerts.stream()
                .mapToInt(alert -> SEVERITIES.indexOf(alert.severity()) + 1)
                .max()
                .orElse(0);
        return worst * MOST_COUNTED + Math.min(alerts.size(), MOST_COUNTED - 1);
    }

    /** Returns the hourly averages by device: of the series that has the field. */
    private Map<String, List<@Nullable Double>> sparks(
            Collection<DeviceGroup> page, Optional<String> field, Instant now) {
        Map<String, List<@Nullable Double>> sparks = new LinkedHashMap<>();
        Map<String, DeviceGroup> bySeries = new LinkedHashMap<>();
        page.forEach(device -> field.or(() -> mainField(device))
                .flatMap(shown -> device.having(view, shown))
                .ifPresent(entry -> bySeries.put(entry.deviceId(), device)));
        if (bySeries.isEmpty()) {
            return sparks;
        }
        Map<Parts, List<RollupRow>> rows = fleet.readings()
                .rollupsOf(
                        List.copyOf(bySeries.keySet()), query -> query.hourly().last(Duration.ofHours(SPARK_HOURS)));
        rows.forEach((identity, hours) -> {
            DeviceGroup device = Objects.requireNonNull(bySeries.get(identity.text("deviceId")));
            String shownField = field.or(() -> mainField(device)).orElse("");
            List<@Nullable Double> values = new ArrayList<>();
            Map<Instant, RollupRow> byStart = new LinkedHashMap<>();
            hours.forEach(hour -> byStart.put(hour.start(), hour));
            Instant first =
                    now.truncatedTo(java.time.temporal.ChronoUnit.HOURS).minus(Duration.ofHours(SPARK_HOURS - 1));
            for (int i = 0; i < SPARK_HOURS; i++) {
                RollupRow hour = byStart.get(first.plus(Duration.ofHours(i)));
                values.add(
                        hour == null || hour.avg(shownField).isEmpty()
                                ? null
                                : hour.avg(shownField).getAsDouble());
            }
            sparks.put(device.deviceId(), values);
        });
        return sparks;
    }

    /** Returns the default field of a device: the first by name. */
    private Optional<String> mainField(DeviceGroup device) {
        return device.latest(view)
                .flatMap(reading -> reading.fields().keySet().stream()
                        .min(Comparator.comparing((String field) -> !field.equals("temperature"))
                                .thenComparing(field -> field)));
    }

    private DeviceJson device(String id, Optional<String> series, Instant now) {
        view.refresh();
        DeviceGroup all = DeviceGroup.of(view, id)
                .or(() -> fleet.devices().find(id).map(entry -> new DeviceGroup(id, List.of(entry))))
                .orElseThrow(() -> new NotFound("there is no device " + id));
        DeviceGroup device = series.isEmpty()
                ? all
                : all.only(series.get())
                        .orElseThrow(() -> new NotFound("device %s has no series %s".formatted(id, series.get())));
        require(device);
        List<SeriesJson> shown = new ArrayList<>();
        Set<String> fields = new TreeSet<>();
        Set<String> leftOut = new TreeSet<>();
        for (FleetDevice entry :
                device.series(view).stream().limit(ChosenSeries.MOST).toList()) {
            SeriesJson one = shown(entry, id);
            shown.add(one);
            fields.addAll(one.fields());
            leftOut.addAll(view.leftOut(entry.deviceId()));
        }
        List<DeviceGroup> only = List.of(device);
        return shown(
                        device,
                        now,
                        overview.counts(now).fields(),
                        sparks(only, Optional.empty(), now).get(id))
                .with(shown, List.copyOf(fields), List.copyOf(leftOut));
    }

    private SeriesJson shown(FleetDevice entry, String device) {
        String id = entry.deviceId();
        SeriesName name = SeriesName.of(entry);
        return new SeriesJson(
                id,
                name.measurement().orElse(null),
                name.otherTags(),
                entry.location().orElse(null),
                DeviceGroup.seen(view, entry).orElse(null),
                view.latest(id).map(reading -> shown(reading, device)).orElse(null),
                List.copyOf(fleet.device(id).fields()),
                view.alerts(id).size());
    }

    private DeviceJson shown(
            DeviceGroup device, Instant now, List<String> order, @Nullable List<@Nullable Double> spark) {
        Optional<DynamicReading> latest = device.latest(view);
        Collection<Alert> alerts = device.alerts(view);
        return new DeviceJson(
                device.deviceId(),
                device.name(),
                device.type(),
                device.status(),
                isOnline(device, now),
                device.location(view).orElse(null),
                device.firmware().orElse(null),
                device.labels(),
                device.seenAt(view).orElse(null),
                device.createdAt().orElse(null),
                latest.map(reading -> shown(reading, order)).orElse(null),
                new DeviceJson.Spark(mainField(device).orElse(null), spark == null ? List.of() : spark),
                new DeviceJson.AlertSummary(alerts.size(), worst(alerts)),
                device.series(view).size(),
                null,
                null,
                null);
    }

    /** Returns a reading with its fields in the order of the fleet. */
    private static ReadingJson shown(DynamicReading reading, List<String> order) {
        Map<String, Double> fields = new LinkedHashMap<>();
        order.stream()
                .filter(reading.fields()::containsKey)
                .forEach(field -> fields.put(field, reading.fields().get(field)));
        return new ReadingJson(reading.at(), fields, ReadingJson.orAbsent(reading.texts()));
    }

    /** Returns a reading of a series of a device. */
    static ReadingJson shown(DynamicReading reading, String device) {
        return new ReadingJson(
                reading.at(),
                new TreeMap<>(reading.fields()),
                ReadingJson.orAbsent(reading.texts()),
                reading.deviceId().equals(device) ? null : reading.deviceId());
    }

    /**
     * Registers a device, or changes only the given properties of a registered one. Name and labels are those of the device;
     * the other properties hold for each of its series too.
     */
    private DeviceJson put(ApiRequest request) {
        String id = DeviceIds.checked(request.path("id"));
        DeviceBody body = request.json(DeviceBody.class);
        view.requireDevices();
        List<FleetDevice> series = view.seriesOf(id).stream()
                .filter(entry -> !entry.deviceId().equals(id))
                .toList();
        view.put(stored(DeviceChange.device(id, body), body));
        DeviceBody ofSeries = DeviceChange.ofSeries(body);
        if (!DeviceChange.isEmpty(ofSeries)) {
            series.forEach(
                    entry -> changed(entry.deviceId(), ofSeries, entry.labels()).ifPresent(view::put));
        }
        return device(id, Optional.empty(), request.now());
    }

    /** Registers or changes a device, and returns it as stored; refuses one that is being deleted. */
    private FleetDevice stored(FleetDevice device, DeviceBody body) {
        String id = device.deviceId();
        EntityOutcome.OfCreate<FleetDevice> created = fleet.devices().register(device);
        if (created instanceof EntityOutcome.Created<FleetDevice> made) {
            return made.record();
        }
        Map<String, String> before = created instanceof EntityOutcome.Exists<FleetDevice> known
                ? known.existing().labels()
                : Map.of();
        // The deletion is running, or ended between the two writes.
        return changed(id, body, before)
                .orElseThrow(() -> new Rejected(
                        "device.deleting", "device %s is being deleted: wait until it is deleted".formatted(id)));
    }

    /** Changes an entry; returns nothing for one that is being deleted. */
    private Optional<FleetDevice> changed(String id, DeviceBody body, Map<String, String> labels) {
        EntityOutcome.OfPatch<FleetDevice> changed = fleet.devices()
                .change(
                        id,
                        patch -> DeviceChange.patch(patch, body, labels)
                                .when(attr("status").isNot(DeviceStatus.DELETING)));
        return changed instanceof EntityOutcome.Patched<FleetDevice> patched
                ? Optional.of(patched.record())
                : Optional.empty();
    }

    static String word(Enum<?> constant) {
        return EnumWord.of(constant);
    }
}
