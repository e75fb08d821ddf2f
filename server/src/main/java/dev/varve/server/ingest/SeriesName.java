package dev.varve.server.ingest;

import dev.varve.iot.FleetDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The measurement and the tags of a series, the id that it is stored under, and the device that it belongs to. All of them
 * follow from the id, and the id follows from measurement and tags: points that differ in any of them have different ids.
 *
 * <ul>
 *   <li>{@code readings,device=sensor_01} is the plain series {@code sensor_01}. So are readings in JSON and CSV, which name
 *       their series by its id.
 *   <li>The id of any other series is its measurement and all its tags, in the order of their names:
 *       {@code disk,device=sda1,host=hostA}. A measurement without tags ends with a comma: {@code cpu,}.
 *   <li>The tag "device", "deviceId" or "device_id" names the device. A series without such a tag is a
 *       device of its own: {@code cpu,host=web1}. A measurement without tags is the device of that name.
 * </ul>
 *
 * <p>In such an id a comma inside a part, and an equals sign inside the name of a tag, have a backslash before them. A text
 * that is not written exactly so is the id of a plain series.
 *
 * @param id the id that the series is stored under
 * @param device the id of its device
 * @param measurement the measurement; empty for a plain series
 * @param tags the tags; empty for a plain series
 */
public record SeriesName(String id, String device, Optional<String> measurement, NavigableMap<String, String> tags) {

    /** The label of a registry entry of an older version whose readings had this measurement. */
    public static final String MEASUREMENT_LABEL = "measurement";

    /** The label of a registry entry of an older version under which a series goes on: the id that follows from its lines. */
    public static final String SERIES_LABEL = "series";

    /** The measurement of plain series in line protocol. */
    public static final String PLAIN = "readings";

    private static final String DEVICE = "device";
    private static final List<String> DEVICE_TAGS = List.of(DEVICE, "deviceId", "device_id");
    private static final String LOCATION = "location";

    /** Returns the series of points with this measurement and these tags. */
    public static SeriesName of(String measurement, Map<String, String> tags) {
        String device = tags.get(DEVICE);
        if (measurement.equals(PLAIN) && tags.size() == 1 && device != null && composed(device) == null) {
            return plain(device);
        }
        NavigableMap<String, String> sorted = new TreeMap<>(tags);
        return composed(text(measurement, sorted), measurement, sorted);
    }

    /** Returns the series with this id. */
    public static SeriesName parse(String id) {
        SeriesName composed = composed(id);
        return composed == null ? plain(id) : composed;
    }

    /** Returns the series of an entry in the registry. Only entries of older versions need more than their id. */
    public static SeriesName of(FleetDevice entry) {
        String id = entry.deviceId();
        String lines = entry.labels().get(SERIES_LABEL);
        SeriesName named = lines == null ? null : parse(lines);
        if (named != null && named.legacyId().equals(Optional.of(id))) {
            return new SeriesName(id, named.device, named.measurement, named.tags);
        }
        String measurement = entry.labels().get(MEASUREMENT_LABEL);
        if (measurement == null) {
            return parse(id);
        }
        SeriesName parts = parse(id);
        NavigableMap<String, String> tags = new TreeMap<>(parts.tags);
        String device = parts.measurement.orElse(id);
        tags.putIfAbsent(DEVICE, device);
        return new SeriesName(id, device, Optional.of(measurement), tags);
    }

    /** Returns the device of an entry in the registry, like {@link #of(FleetDevice)}, with less work. */
    public static String deviceOf(FleetDevice entry) {
        boolean isOlder =
                entry.labels().containsKey(SERIES_LABEL) || entry.labels().containsKey(MEASUREMENT_LABEL);
        return isOlder ? of(entry).device : deviceOf(entry.deviceId());
    }

    /** Returns the device of the series with this id, like {@link #parse}, with less work. */
    public static String deviceOf(String id) {
        int comma = id.indexOf(',');
        if (comma < 0) {
            return id;
        }
        // With escapes, or without tags, the text has to be looked at closely.
        if (comma == 0 || comma == id.length() - 1 || id.indexOf('\\') >= 0) {
            return parse(id).device;
        }
        String device = null;
        int best = DEVICE_TAGS.size();
        int tags = 0;
        int before = -1;
        for (int from = comma + 1; from <= id.length(); tags++) {
            int next = id.indexOf(',', from);
            int end = next < 0 ? id.length() : next;
            int equals = id.indexOf('=', from);
            boolean isTag = equals > from && equals < end - 1;
            if (!isTag || (before >= 0 && !isAscending(id, before, from))) {
                return id;
            }
            int rank = rank(id, from, equals);
            if (rank < best) {
                best = rank;
                device = id.substring(equals + 1, end);
            }
            before = from;
            from = end + 1;
        }
        boolean isPlain = tags == 1 && best == 0 && comma == PLAIN.length() && id.startsWith(PLAIN);
        return device == null || isPlain ? id : device;
    }

    /** Returns whether the name of a tag sorts before that of the next one; each ends with an equals sign. */
    private static boolean isAscending(String id, int name, int next) {
        for (int i = 0; ; i++) {
            char one = id.charAt(name + i);
            char other = id.charAt(next + i);
            if (one == '=' || other == '=') {
                return one == '=' && other != '=';
            }
            if (one != other) {
                return one < other;
            }
        }
    }

    /** Returns the place of a tag among those that name a device; their number if it is none of them. */
    private static int rank(String id, int from, int to) {
        for (int i = 0; i < DEVICE_TAGS.size(); i++) {
            String tag = DEVICE_TAGS.get(i);
            if (tag.length() == to - from && id.startsWith(tag, from)) {
                return i;
            }
        }
        return DEVICE_TAGS.size();
    }

    private static SeriesName plain(String id) {
        return new SeriesName(id, id, Optional.empty(), new TreeMap<>());
    }

    private static SeriesName composed(String id, String measurement, NavigableMap<String, String> tags) {
        String device = deviceTag(tags).map(tags::get).orElse(tags.isEmpty() ? measurement : id);
        return new SeriesName(id, Objects.requireNonNull(device), Optional.of(measurement), tags);
    }

    private static Optional<String> deviceTag(Map<String, String> tags) {
        for (String tag : DEVICE_TAGS) {
            if (tags.containsKey(tag)) {
                return Optional.of(tag);
            }
        }
        return Optional.empty();
    }

    /** Returns whether the series is named by its device alone. */
    public boolean isPlain() {
        return measurement.isEmpty();
    }

    /** Returns the tags without the one that names the device. */
    public NavigableMap<String, String> otherTags() {
        NavigableMap<String, String> others = new TreeMap<>(tags);
        deviceTag(tags).ifPresent(others::remove);
        return others;
    }

    /** Returns the location that the tags give. */
    public Optional<String> location() {
        return Optional.ofNullable(tags.get(LOCATION));
    }

    /**
     * Returns the id that older versions stored the points of this series under, if it was another one: without the
     * measurement and the location.
     */
    public Optional<String> legacyId() {
        return deviceTag(tags).map(tag -> {
            NavigableMap<String, String> others = otherTags();
            others.remove(LOCATION);
            String device = Objects.requireNonNull(tags.get(tag));
            return others.isEmpty() ? device : text(device, others);
        });
    }

    /** Returns the tags as line protocol writes them. */
    public NavigableMap<String, String> lineTags() {
        return isPlain() ? new TreeMap<>(Map.of(DEVICE, id)) : tags;
    }

    /** Returns the measurement as line protocol writes it; plain series have one of their own. */
    public String lineMeasurement() {
        return measurement.orElse(PLAIN);
    }

    private static String text(String measurement, NavigableMap<String, String> tags) {
        var id = new StringBuilder(escaped(measurement, ","));
        if (tags.isEmpty()) {
            id.append(',');
        }
        tags.forEach((tag, value) ->
                id.append(',').append(escaped(tag, ",=")).append('=').append(escaped(value, ",")));
        return id.toString();
    }

    private static String escaped(String text, String special) {
        boolean isPlain = true;
        for (int i = 0; i < special.length() && isPlain; i++) {
            isPlain = text.indexOf(special.charAt(i)) < 0;
        }
        if (isPlain) {
            return text;
        }
        var escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (special.indexOf(c) >= 0) {
                escaped.append('\\');
            }
            escaped.append(c);
        }
        return escaped.toString();
    }

    /** Returns the series of an id that holds measurement and tags, or null if the id does not. */
    private static @Nullable SeriesName composed(String id) {
        if (id.indexOf(',') < 0) {
            return null;
        }
        List<String> parts = split(id);
        if (parts.size() < 2) {
            return null;
        }
        String measurement = parts.get(0);
        NavigableMap<String, String> tags = new TreeMap<>();
        boolean hasTags = parts.size() > 2 || !parts.get(1).isEmpty();
        for (String part : hasTags ? parts.subList(1, parts.size()) : List.<String>of()) {
            int equals = equalsSign(part);
            if (equals < 1 || equals == part.length() - 1) {
                return null;
            }
            tags.put(unescaped(part.substring(0, equals), ",="), unescaped(part.substring(equals + 1), ","));
        }
        String plainName = unescaped(measurement, ",");
        boolean isWhole = !plainName.isEmpty() && text(plainName, tags).equals(id);
        // Such a text is not the id of any points: those of this measurement and device have the device as their id.
        boolean isPlain = isWhole
                && plainName.equals(PLAIN)
                && tags.size() == 1
                && tags.containsKey(DEVICE)
                && composed(Objects.requireNonNull(tags.get(DEVICE))) == null;
        return isWhole && !isPlain ? composed(id, plainName, tags) : null;
    }

    /** Splits a text at the commas without a backslash before them. */
    private static List<String> split(String id) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < id.length(); i++) {
            if (id.charAt(i) == ',' && (i == 0 || id.charAt(i - 1) != '\\')) {
                parts.add(id.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(id.substring(from));
        return parts;
    }

    private static int equalsSign(String part) {
        for (int i = 0; i < part.length(); i++) {
            if (part.charAt(i) == '=' && (i == 0 || part.charAt(i - 1) != '\\')) {
                return i;
            }
        }
        return -1;
    }

    private static String unescaped(String text, String special) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        var plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isEscape = c == '\\' && i + 1 < text.length() && special.indexOf(text.charAt(i + 1)) >= 0;
            if (!isEscape) {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
