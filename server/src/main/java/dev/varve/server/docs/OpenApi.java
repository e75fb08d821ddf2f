package dev.varve.server.docs;

import dev.varve.server.http.route.EventStream;
import dev.varve.server.http.route.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The description of the API, in OpenAPI 3.1. */
public final class OpenApi {

    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "options");
    private static final String FILE = "/dev/varve/server/openapi.yaml";

    /**
     * An operation of the API.
     *
     * @param scope the scope that a token must have; empty if no token is needed
     */
    record Operation(String method, String path, String scope, Map<String, Object> described) {

        /** Returns method and path with unnamed parts, which identify the operation. */
        String call() {
            return call(method, path);
        }

        static String call(String method, String path) {
            return method.toUpperCase(Locale.ROOT) + " " + path.replaceAll("\\{[^}]*}", "{}");
        }

        String text(String name) {
            return described.get(name) instanceof String text ? text.strip() : "";
        }
    }

    private final String yaml;
    private final Map<String, Object> document;

    private OpenApi(String yaml) {
        this.yaml = yaml;
        this.document = map(new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml));
    }

    /** Reads the description that is part of this server. */
    public static OpenApi load() {
        try (InputStream in = Objects.requireNonNull(OpenApi.class.getResourceAsStream(FILE), FILE)) {
            return new OpenApi(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("the description of the API cannot be read", e);
        }
    }

    /** Returns the description, which is read at the first call. */
    public static OpenApi shared() {
        return Shared.DESCRIPTION;
    }

    private static final class Shared {
        static final OpenApi DESCRIPTION = load();
    }

    String yaml() {
        return yaml;
    }

    /** Returns the version of the API. */
    public String version() {
        return String.valueOf(map(document.get("info")).get("version"));
    }

    Map<String, Object> document() {
        return document;
    }

    List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        map(document.get("paths"))
                .forEach((path, item) -> map(item).forEach((method, described) -> {
                    if (METHODS.contains(method)) {
                        operations.add(new Operation(method, path, scope(map(described)), map(described)));
                    }
                }));
        return operations;
    }

    /** The scope is the one role of the one scheme, as OpenAPI 3.1 allows: {@code security: [{token: [read]}]}. */
    private static String scope(Map<String, Object> described) {
        for (Object requirement : list(described.get("security"))) {
            for (Object role : list(map(requirement).get("token"))) {
                return String.valueOf(role);
            }
        }
        return "";
    }

    /** Returns the differences between the description and the served routes, one line each; empty if they agree. */
    public List<String> differences(List<Route> routes, List<EventStream> streams) {
        Map<String, String> served = new TreeMap<>();
        for (Route route : routes) {
            served.put(
                    Operation.call(route.method().name(), route.path()),
                    route.scope() == null ? "" : route.scope().name().toLowerCase(Locale.ROOT));
        }
        streams.forEach(stream -> served.put(Operation.call("GET", stream.path()), "read"));
        Map<String, String> described = new TreeMap<>();
        operations().forEach(operation -> described.put(operation.call(), operation.scope()));
        Set<String> all = new TreeSet<>(served.keySet());
        all.addAll(described.keySet());
        List<String> differences = new ArrayList<>();
        for (String call : all) {
            if (!described.containsKey(call)) {
                differences.add(call + " is served and not described");
            } else if (!served.containsKey(call)) {
                differences.add(call + " is described and not served");
            } else if (!Objects.equals(described.get(call), served.get(call))) {
                differences.add("%s needs the scope \"%s\" and is described with \"%s\""
                        .formatted(call, served.get(call), described.get(call)));
            }
        }
        return differences;
    }

    /** Returns the target of a reference such as {@code #/components/schemas/Alert}; any other value as it is. */
    Map<String, Object> resolved(Map<String, Object> node) {
        if (!(node.get("$ref") instanceof String reference)) {
            return node;
        }
        Map<String, Object> at = document;
        for (String step : reference.substring(2).split("/")) {
            at = map(at.get(step));
        }
        return at;
    }

    static Map<String, Object> map(@Nullable Object node) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (node instanceof Map<?, ?> found) {
            found.forEach((name, value) -> map.put(String.valueOf(name), value));
        }
        return map;
    }

    /** The values of an enum may include null. */
    static List<@Nullable Object> list(@Nullable Object node) {
        return node instanceof List<?> found ? new ArrayList<>(found) : List.of();
    }
}
