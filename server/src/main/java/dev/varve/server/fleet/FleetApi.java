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
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import dev.varve.server.http.route.TimeText;
import dev.varve.server.ingest.DeviceIds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
                Route.get("/api/v1/devices/{id}", request -> device(request.path("id"), request.now()))
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

    private boolean isOnline(FleetDevice device, Instant now) {
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
                : Locations.of(view, device -> isOnline(device, now), wanted);
        List<LocationJson> shown = all.shown(from, limit);
        String next = from + limit < all.count() ? String.valueOf(from + limit) : null;
        return TabularAnswer.of(
                new LocationPage(shown, all.count(), next), shown, "location", "devices", "online", "alerts", "worst");
    }

    private Object delete(ApiRequest request) {
        String id = request.path("id");
        Optional<FleetDevice> device = fleet.devices().entities().findConsistent(id);
        if (device.isEmpty() && fleet.device(id).latest().isEmpty()) {
            throw new NotFound("there is no device " + id);
        }
        Optional<Instant> since = request.text("unseenSince").map(text -> TimeText.parse(text, request.now()));
        Optional<Instant> seen = fleet.device(id)
                .latest()
                .map(DynamicReading::at)
                .or(() -> device.flatMap(FleetDevice::lastSeenAt))
                .or(() -> device.flatMap(FleetDevice::createdAt));
        if (since.isPresent() && seen.isPresent() && seen.get().isAfter(since.get())) {
            throw new Rejected(
                    "device.seen",
                    "device %s was seen at %s, after %s: it is not deleted".formatted(id, seen.get(), since.get()));
        }
        device.ifPresent(known -> view.put(known.withStatus(DeviceStatus.DELETING)));
        long readings = fleet.deleteDevice(id);
        view.remove(id);
        return new DeviceDeleted(id, readings);
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
        boolean isAll = wanted.isEmpty() && status.isEmpty() && location.isEmpty() && online.isEmpty();
        Stream<FleetDevice> found = isAll
                ? view.devices().stream()
                : view.devices().stream()
                        .filter(device -> wanted.isEmpty() || matches(device, wanted))
                        .filter(device -> status.isEmpty() || status.equals(word(device.status())))
                        .filter(device -> location.map(device.location().orElse("")::equals)
                                .orElse(true))
                        .filter(device ->
                                online.map(is -> is == isOnline(device, now)).orElse(true));
        Order order = new Order(request.text("sort", "deviceId"), request.wantsDescending(), from, limit);
        DeviceSelection selection = selected(found, order, isAll);
        List<FleetDevice> page = selection.page();
        view.require(page.stream().map(FleetDevice::deviceId).toList());
        Map<String, List<@Nullable Double>> sparks = sparks(page, request.text("spark"), now);
        List<String> columns = overview.counts(now).fields();
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
                "lastSeenAt");
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

    private static boolean matches(FleetDevice device, String wanted) {
        return Stream.concat(
                        Stream.of(
                                device.deviceId(),
                                device.name(),
                                device.location().orElse("")),
                        device.labels().values().stream())
                .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(wanted));
    }

    /** The order of a list of devices, and the page of it that is wanted. */
    private record Order(String by, boolean isDescending, int from, int limit) {}

    /** @param isAll whether these are all devices, so that they need not be counted */
    private DeviceSelection selected(Stream<FleetDevice> devices, Order order, boolean isAll) {
        return switch (order.by()) {
            case "deviceId" -> {
                if (order.isDescending()) {
                    yield sorted(devices, FleetDevice::deviceId, order);
                }
                // The view has them in this order.
                yield isAll
                        ? new DeviceSelection(
                                devices.skip(order.from()).limit(order.limit()).toList(),
                                view.devices().size())
                        : DeviceSelection.inOrder(devices, order.from(), order.limit());
            }
            case "name" -> sorted(devices, FleetDevice::name, order);
            case "status" -> sorted(devices, FleetDevice::status, order);
            case "location" -> sorted(devices, device -> device.location().orElse(""), order);
            case "lastSeenAt" -> sorted(devices, overview::seenAt, order);
            case "alerts" -> sorted(devices, this::urgency, order);
            default ->
                sorted(devices, device -> view.number(device.deviceId(), order.by(), Double.NEGATIVE_INFINITY), order);
        };
    }

    private static <K extends Comparable<? super K>> DeviceSelection sorted(
            Stream<FleetDevice> devices, Function<FleetDevice, K> key, Order order) {
        // Devices with equal values stay in the order of their ids, in both directions.
        Comparator<K> keys = order.isDescending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
        return DeviceSelection.sorted(devices, key, keys, order.from(), order.limit());
    }

    /** Returns a number that is larger for worse alerts, and for more alerts of the same severity. */
    private int urgency(FleetDevice device) {
        Collection<Alert> alerts = view.alerts(device.deviceId());
        int worst = alerts.stream()
                .mapToInt(alert -> SEVERITIES.indexOf(alert.severity()) + 1)
                .max()
                .orElse(0);
        return worst * MOST_COUNTED + Math.min(alerts.size(), MOST_COUNTED - 1);
    }

    private Map<String, List<@Nullable Double>> sparks(List<FleetDevice> page, Optional<String> field, Instant now) {
        Map<String, List<@Nullable Double>> sparks = new LinkedHashMap<>();
        if (page.isEmpty()) {
            return sparks;
        }
        Map<Parts, List<RollupRow>> rows = fleet.readings()
                .rollupsOf(
                        page.stream().map(FleetDevice::deviceId).toList(),
                        query -> query.hourly().last(Duration.ofHours(SPARK_HOURS)));
        rows.forEach((identity, hours) -> {
            String id = identity.text("deviceId");
            String shownField = field.or(() -> mainField(id)).orElse("");
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
            sparks.put(id, values);
        });
        return sparks;
    }

    /** Returns the default field of a device: the first by name. */
    private Optional<String> mainField(String deviceId) {
        return view.fields(deviceId).stream()
                .min(Comparator.comparing((String field) -> !field.equals("temperature"))
                        .thenComparing(field -> field));
    }

    private DeviceJson device(String id, Instant now) {
        view.refresh();
        view.require(List.of(id));
        FleetDevice device = view.device(id)
                .or(() -> fleet.devices().find(id))
                .orElseThrow(() -> new NotFound("there is no device " + id));
        return shown(
                        device,
                        now,
                        overview.counts(now).fields(),
                        sparks(List.of(device), Optional.empty(), now).get(id))
                .withFields(List.copyOf(fleet.device(id).fields()), List.copyOf(view.leftOut(id)));
    }

    private DeviceJson shown(
            FleetDevice device, Instant now, List<String> order, @Nullable List<@Nullable Double> spark) {
        Optional<DynamicReading> latest = view.latest(device.deviceId());
        Collection<Alert> alerts = view.alerts(device.deviceId());
        return new DeviceJson(
                device.deviceId(),
                device.name(),
                device.type(),
                device.status(),
                isOnline(device, now),
                device.location().orElse(null),
                device.firmware().orElse(null),
                device.labels(),
                latest.map(DynamicReading::at).or(device::lastSeenAt).orElse(null),
                device.createdAt().orElse(null),
                latest.map(reading -> shown(reading, order)).orElse(null),
                new DeviceJson.Spark(mainField(device.deviceId()).orElse(null), spark == null ? List.of() : spark),
                new DeviceJson.AlertSummary(alerts.size(), worst(alerts)),
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

    static ReadingJson shown(DynamicReading reading) {
        return new ReadingJson(reading.at(), new TreeMap<>(reading.fields()), ReadingJson.orAbsent(reading.texts()));
    }

    /** Registers a device, or changes only the given properties of a registered one. */
    private DeviceJson put(ApiRequest request) {
        String id = DeviceIds.checked(request.path("id"));
        DeviceBody body = request.json(DeviceBody.class);
        view.put(stored(DeviceChange.device(id, body), body));
        return device(id, request.now());
    }

    /** Registers or changes a device, and returns it as stored; refuses one that is being deleted. */
    private FleetDevice stored(FleetDevice device, DeviceBody body) {
        String id = device.deviceId();
        EntityOutcome.OfCreate<FleetDevice> created = fleet.devices().register(device);
        if (created instanceof EntityOutcome.Created<FleetDevice> made) {
            return made.record();
        }
        EntityOutcome.OfPatch<FleetDevice> changed = fleet.devices()
                .change(
                        id,
                        patch -> DeviceChange.patch(patch, body)
                                .when(attr("status").isNot(DeviceStatus.DELETING)));
        if (changed instanceof EntityOutcome.Patched<FleetDevice> patched) {
            return patched.record();
        }
        // The deletion is running, or ended between the two writes.
        throw new Rejected("device.deleting", "device %s is being deleted: wait until it is deleted".formatted(id));
    }

    static String word(Enum<?> constant) {
        return EnumWord.of(constant);
    }
}
