package dev.varve.server.contract;

import dev.varve.server.api.EnumWord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A parameter of an operation.
 *
 * @param schema its values, as JSON Schema
 */
public record Parameter(String name, Place in, Need need, String description, Map<String, Object> schema) {

    /** Where a parameter is. */
    public enum Place {
        PATH,
        QUERY
    }

    /** Whether a parameter may be left out. */
    public enum Need {
        REQUIRED,
        OPTIONAL
    }

    public Parameter {
        schema = new LinkedHashMap<>(schema);
    }

    private static Parameter query(String name, String description, Map<String, Object> schema) {
        return new Parameter(name, Place.QUERY, Need.OPTIONAL, description, schema);
    }

    /** Returns a part of the path. */
    public static Parameter path(String name, String description) {
        return new Parameter(name, Place.PATH, Need.REQUIRED, description, Map.of("type", "string"));
    }

    public static Parameter text(String name, String description) {
        return query(name, description, Map.of("type", "string"));
    }

    public static Parameter flag(String name, String description) {
        return query(name, description, Map.of("type", "boolean"));
    }

    public static Parameter words(String name, String description, String... words) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "string");
        schema.put("enum", List.of(words));
        return query(name, description, schema);
    }

    public static Parameter words(String name, String description, Class<? extends Enum<?>> type) {
        return words(
                name,
                description,
                Stream.of(type.getEnumConstants()).map(EnumWord::of).toArray(String[]::new));
    }

    /** Returns a number of things to answer with. */
    public static Parameter count(String name, String description, int otherwise, int most) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "integer");
        schema.put("minimum", 1);
        schema.put("maximum", most);
        schema.put("default", otherwise);
        return query(name, description, schema);
    }

    public static Parameter limit(int otherwise, int most) {
        return count("limit", "The largest number of results in one answer.", otherwise, most);
    }

    public static Parameter time(String name, String description) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "string");
        schema.put("examples", List.of("2026-04-20T14:00:00Z", "1776693600000", "-6h", "now"));
        return query(name, description, schema);
    }

    public static Parameter date(String name, String description) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "string");
        schema.put("format", "date");
        return query(name, description, schema);
    }

    public Parameter required() {
        return new Parameter(name, in, Need.REQUIRED, description, schema);
    }

    /** Says which value a request without this parameter has. */
    public Parameter otherwise(String value) {
        return with("default", value);
    }

    public Parameter examples(String... values) {
        return with("examples", List.of(values));
    }

    private Parameter with(String property, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(schema);
        more.put(property, value);
        return new Parameter(name, in, need, description, more);
    }
}
