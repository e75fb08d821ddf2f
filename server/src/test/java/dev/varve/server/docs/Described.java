package dev.varve.server.docs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares values with their schemas, as far as the description makes use of JSON Schema. */
final class Described {

    private final OpenApi api;
    private final List<String> differences = new ArrayList<>();

    private Described(OpenApi api) {
        this.api = api;
    }

    /** Returns what is other than described, and what is there and not described. */
    static List<String> differences(OpenApi api, Map<String, Object> schema, JsonNode value) {
        Described described = new Described(api);
        described.compare("answer", schema, value);
        return described.differences;
    }

    private void compare(String at, Map<String, Object> node, JsonNode value) {
        Map<String, Object> schema = api.resolved(node);
        List<@Nullable Object> either = OpenApi.list(schema.get("oneOf"));
        if (!either.isEmpty()) {
            if (either.stream()
                    .noneMatch(one -> differences(api, OpenApi.map(one), value).isEmpty())) {
                differences.add(at + " is none of what it may be: " + value);
            }
            return;
        }
        List<@Nullable Object> types = schema.get("type") instanceof String one
                ? new ArrayList<>(List.of(one))
                : OpenApi.list(schema.get("type"));
        if (types.stream().map(Objects::toString).noneMatch(type -> is(type, value))) {
            differences.add("%s is %s and described as %s".formatted(at, value, types));
            return;
        }
        List<@Nullable Object> words = OpenApi.list(schema.get("enum"));
        if (!words.isEmpty() && !words.contains(value.isNull() ? null : value.asText())) {
            differences.add("%s is %s and described as one of %s".formatted(at, value, words));
        }
        value.forEach(each -> {
            if (value.isArray()) {
                compare(at + "[]", OpenApi.map(schema.get("items")), each);
            }
        });
        if (value.isObject()) {
            compareObject(at, schema, value);
        }
    }

    private void compareObject(String at, Map<String, Object> schema, JsonNode value) {
        Map<String, Object> properties = OpenApi.map(schema.get("properties"));
        Map<String, Object> others = OpenApi.map(schema.get("additionalProperties"));
        for (Object name : OpenApi.list(schema.get("required"))) {
            if (!value.has(String.valueOf(name))) {
                differences.add("%s lacks %s".formatted(at, name));
            }
        }
        value.properties().forEach(property -> {
            String inside = at + '.' + property.getKey();
            Object known = properties.getOrDefault(property.getKey(), others.isEmpty() ? null : others);
            if (known != null) {
                compare(inside, OpenApi.map(known), property.getValue());
            } else if (!properties.isEmpty()) {
                differences.add(inside + " is not described");
            }
        });
    }

    private static boolean is(String type, JsonNode value) {
        return switch (type) {
            case "null" -> value.isNull();
            case "string" -> value.isTextual();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "array" -> value.isArray();
            case "object" -> value.isObject();
            default -> throw new IllegalArgumentException("no type: " + type);
        };
    }
}
