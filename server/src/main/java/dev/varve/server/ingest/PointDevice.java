package dev.varve.server.ingest;

import dev.varve.server.line.Line;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The device that a point of line protocol belongs to. The id depends on the point alone, never on points seen before.
 *
 * <ul>
 *   <li>A tag {@code device}, {@code deviceId} or {@code device_id} names the device. If there is no other tag, or only
 *       {@code location}, its value is the id: a device may move.
 *   <li>Any other tag is part of the id, in the order of tag names: {@code disk,device=sda1,host=hostA} is the device
 *       {@code sda1,host=hostA}. So points that differ in such a tag never share a reading.
 *   <li>Without a device tag, measurement and tags are the id: {@code cpu,host=web1}.
 * </ul>
 *
 * <p>In an id made of several parts a comma inside a part, and an equals sign inside the name of a tag, have a backslash
 * before them. The reader never returns a part that ends with a backslash, so different parts make different ids.
 *
 * @param labels the tags of the device, without the one that names it
 */
record PointDevice(String id, Map<String, String> labels) {

    private static final List<String> DEVICE_TAGS = List.of("device", "deviceId", "device_id");
    private static final String LOCATION = "location";

    static PointDevice of(Line.Point point) {
        Map<String, String> labels = new TreeMap<>(point.tags());
        for (String tag : DEVICE_TAGS) {
            String named = labels.remove(tag);
            if (named != null) {
                Map<String, String> others = new TreeMap<>(labels);
                others.remove(LOCATION);
                labels.put("measurement", point.measurement());
                return new PointDevice(others.isEmpty() ? named : id(named, others), labels);
            }
        }
        return new PointDevice(id(point.measurement(), labels), labels);
    }

    private static String id(String first, Map<String, String> tags) {
        // Without tags the text is the id as it is, so that an exported id reads back as the same device.
        var id = new StringBuilder(tags.isEmpty() ? first : escaped(first, ","));
        tags.forEach((tag, value) ->
                id.append(',').append(escaped(tag, ",=")).append('=').append(escaped(value, ",")));
        return id.toString();
    }

    private static String escaped(String text, String special) {
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
}
