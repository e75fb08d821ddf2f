package dev.varve.analytics.session.internal;

import dev.varve.item.Num;
import dev.varve.item.RecordMapping;
import dev.varve.item.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts records to plain maps, for export. */
public final class PlainMaps {

    private PlainMaps() {}

    public static <R extends Record> List<Map<String, Object>> of(RecordMapping<R> mapping, List<R> records) {
        return records.stream()
                .map(record -> plain(mapping.toItem(record).asMap()))
                .toList();
    }

    private static Map<String, Object> plain(Map<String, Value> values) {
        Map<String, Object> map = new LinkedHashMap<>();
        values.forEach((name, value) -> map.put(name, plain(value)));
        return map;
    }

    private static Object plain(Value value) {
        if (value instanceof Value.Text text) {
            return text.value();
        } else if (value instanceof Num number) {
            return number.value();
        } else if (value instanceof Value.Bool bool) {
            return bool.value();
        } else if (value instanceof Value.MapOf map) {
            return plain(map.values());
        }
        return value.toString();
    }
}
