package dev.varve.server.docs;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.server.api.Explained;
import dev.varve.server.api.alert.AlertJson;
import dev.varve.server.api.fleet.Fleet;
import dev.varve.server.api.fleet.LiveReading;
import dev.varve.server.api.sites.LiveSite;
import dev.varve.server.contract.Operation;
import dev.varve.server.contract.Parameter;
import dev.varve.server.contract.Parameters;
import dev.varve.server.contract.Tag;
import dev.varve.server.http.route.EventStream;
import dev.varve.server.http.route.Route;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** Writes the description of the API from the routes, their operations, and the records of their bodies. */
public final class OpenApiWriter {

    /** The records, whose Javadoc becomes descriptions. Tests run in the folder of the module. */
    private static final Path RECORDS = Path.of("src/main/java/dev/varve/server/api");

    private static final String DESCRIPTION = """
            Answers are JSON. Lists are CSV where `format=csv` or `Accept: text/csv` asks for it.

            Times are ISO instants such as `2026-04-20T14:00:00Z`. Parameters also take epoch milliseconds and times \
            relative to now, such as `-6h`, `-7d` and `now`. A range includes its start and excludes its end.

            A list that does not fit into one answer has a `next`. Pass it as `page`, with all other parameters \
            unchanged, to get the next page.

            An error has a status, a stable code, and a message that says what to change. After 429 and 503 the same \
            request may be sent again. Repeating a write changes nothing if its readings have times. An answer that \
            is written piece by piece and fails in the middle ends with a broken connection.

            Send a token as `Authorization: Bearer …` or `Authorization: Token …`, or as the password of Basic \
            authentication. A server that listens on loopback only and has no tokens is open to everybody on the \
            machine.
            """;

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String ERROR = "What went wrong, and what to change.";

    /** The headers of shared answers. */
    private static final Map<String, Object> HEADERS = Map.of(
            "RetryAfter",
            ordered(
                    "description",
                    "The number of seconds after which to send the request again.",
                    "schema",
                    Map.of("type", "integer")));

    private final SchemaWriter schemas;
    private final Map<Parameter, String> shared = sharedParameters();
    private final Map<String, Object> parameters = new TreeMap<>();
    private final Map<String, Object> responses = new TreeMap<>();
    private final Map<String, Map<String, Object>> paths = new LinkedHashMap<>();

    private OpenApiWriter() throws IOException {
        this.schemas = new SchemaWriter(JavadocTexts.of(RECORDS));
    }

    /** Returns the description as YAML. */
    public static String yaml(List<Route> routes, List<EventStream> streams) throws IOException {
        OpenApiWriter writer = new OpenApiWriter();
        for (Route route : routes) {
            writer.add(
                    route.path(),
                    route.method().name(),
                    Objects.requireNonNull(route.operation(), () -> route.path() + " has no description"),
                    route.scope() == null ? null : route.scope().name().toLowerCase(Locale.ROOT));
        }
        for (EventStream stream : streams) {
            writer.add(
                    stream.path(),
                    "GET",
                    Objects.requireNonNull(stream.operation(), () -> stream.path() + " has no description"),
                    "read");
        }
        return writer.written();
    }

    private String written() {
        // Events of the stream, to which no response refers.
        List.of(Fleet.class, AlertJson.class, LiveReading.class, LiveSite.class).forEach(schemas::reference);
        ObjectNode definitions = schemas.definitions();
        Map<String, Object> components = new LinkedHashMap<>();
        components.put(
                "securitySchemes",
                Map.of(
                        "token",
                        ordered(
                                "type",
                                "http",
                                "scheme",
                                "bearer",
                                "description",
                                "A token from `varve tokens create` or POST /api/v1/tokens. The scopes are write, read"
                                        + " and admin, which includes the other two.")));
        components.put("parameters", parameters);
        components.put("headers", HEADERS);
        components.put("responses", responses);
        components.put("schemas", definitions);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put("info", info());
        document.put("servers", List.of(Map.of("url", "/")));
        List<Object> tags = new ArrayList<>();
        for (Tag tag : Tag.values()) {
            tags.add(ordered("name", tag.title(), "description", tag.description()));
        }
        document.put("tags", tags);
        document.put("security", List.of());
        document.put("paths", paths);
        document.put("components", components);
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setWidth(120);
        options.setIndent(2);
        // A copy without shared objects, so that YAML has no anchors.
        return new Yaml(options).dump(JSON.convertValue(document, Map.class));
    }

    private static Map<String, Object> info() {
        return ordered(
                "title",
                "Varve",
                "version",
                "0.1.0",
                "summary",
                "Readings of devices, sessions of web sites, and the one table that holds them.",
                "description",
                DESCRIPTION,
                "license",
                ordered("name", "Apache-2.0", "identifier", "Apache-2.0"));
    }

    private static Map<String, Object> ordered(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }

    private void add(String path, String method, Operation operation, @Nullable String scope) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("tags", List.of(operation.tag().title()));
        described.put("operationId", operation.id());
        described.put("summary", operation.summary());
        if (!operation.details().isEmpty()) {
            described.put("description", operation.details());
        }
        described.put("security", scope == null ? List.of() : List.of(Map.of("token", List.of(scope))));
        if (!operation.parameters().isEmpty()) {
            described.put(
                    "parameters",
                    operation.parameters().stream().map(this::parameter).toList());
        }
        if (!operation.requests().isEmpty()) {
            boolean isOptional = operation.requests().get(0).shape() == Operation.Shape.OPTIONAL;
            described.put(
                    "requestBody", ordered("required", !isOptional, "content", contents(operation.requests(), false)));
        }
        Map<String, Object> answers = new LinkedHashMap<>();
        for (Operation.Answer answer : operation.answers()) {
            answers.put(
                    String.valueOf(answer.status()),
                    answer.equals(Operation.BUSY)
                            ? busy()
                            : answer(answer, answer.status() == 200 && operation.isExplained()));
        }
        Class<?> error = operation.error();
        if (error != null) {
            answers.put("default", error(error));
        }
        described.put("responses", answers);
        paths.computeIfAbsent(path, unused -> new LinkedHashMap<>()).put(method.toLowerCase(Locale.ROOT), described);
    }

    /** Returns the names under which the constants of {@link Parameters} are shared: FROM_DAY is FromDay. */
    private static Map<Parameter, String> sharedParameters() {
        Map<Parameter, String> names = new LinkedHashMap<>();
        for (Field constant : Parameters.class.getFields()) {
            try {
                names.put(
                        (Parameter) Objects.requireNonNull(constant.get(null)),
                        Stream.of(constant.getName().split("_"))
                                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining()));
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
        return names;
    }

    private Map<String, Object> parameter(Parameter parameter) {
        String name = shared.get(parameter);
        return name == null ? described(parameter) : shared("parameters", parameters, name, () -> described(parameter));
    }

    /** Returns a reference to a component, which is written at its first use. */
    private static Map<String, Object> shared(
            String kind, Map<String, Object> components, String name, Supplier<Object> component) {
        if (!components.containsKey(name)) {
            components.put(name, component.get());
        }
        return Map.of("$ref", "#/components/%s/%s".formatted(kind, name));
    }

    private static Map<String, Object> described(Parameter parameter) {
        Map<String, Object> described = ordered(
                "name",
                parameter.name(),
                "in",
                parameter.in().name().toLowerCase(Locale.ROOT),
                "description",
                parameter.description());
        if (parameter.need() == Parameter.Need.REQUIRED) {
            described.put("required", true);
        }
        described.put("schema", parameter.schema());
        return described;
    }

    private Map<String, Object> busy() {
        return shared("responses", responses, "Busy", () -> {
            Map<String, Object> answer = answer(Operation.BUSY, false);
            answer.put("headers", Map.of("Retry-After", Map.of("$ref", "#/components/headers/RetryAfter")));
            return answer;
        });
    }

    /** Returns the answer to all other failures, named by its record. */
    private Map<String, Object> error(Class<?> type) {
        String name = type.getSimpleName().replaceFirst("Json$", "");
        Operation.Content content = new Operation.Content(Operation.JSON, type, Operation.Shape.ONE, null);
        return shared(
                "responses", responses, name, () -> answer(new Operation.Answer(0, ERROR, List.of(content)), false));
    }

    private Map<String, Object> answer(Operation.Answer answer, boolean isExplained) {
        Map<String, Object> described = ordered("description", answer.description());
        if (!answer.contents().isEmpty()) {
            described.put("content", contents(answer.contents(), isExplained));
        }
        return described;
    }

    private Map<String, Object> contents(List<Operation.Content> contents, boolean isExplained) {
        Map<String, Object> described = new LinkedHashMap<>();
        for (Operation.Content content : contents) {
            Map<String, Object> media = ordered("schema", schema(content, isExplained));
            if (content.example() != null) {
                media.put("example", content.example());
            }
            described.put(content.mediaType(), media);
        }
        return described;
    }

    private Object schema(Operation.Content content, boolean isExplained) {
        if (content.type() == String.class) {
            return Map.of("type", "string");
        }
        ObjectNode one = schemas.reference(content.type());
        if (content.shape() == Operation.Shape.ONE_OR_MORE) {
            return Map.of("oneOf", List.of(one, ordered("type", "array", "items", schemas.reference(content.type()))));
        }
        return isExplained ? Map.of("oneOf", List.of(one, schemas.reference(Explained.class))) : one;
    }
}
