package dev.varve.server.http.answer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.varve.error.Rejected;
import dev.varve.server.api.EnumWord;
import dev.varve.server.api.Malformed;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The JSON of the HTTP API: times are ISO 8601 texts, and the enum constant {@code PAGE_VIEWS} is {@code pageViews}. */
public final class Json {

    private static final int MAX_DEPTH = 16;
    private static final int MAX_STRING = 100_000;

    private static final ObjectMapper MAPPER = mapper();

    private Json() {}

    private static ObjectMapper mapper() {
        SimpleModule module = new SimpleModule()
                .addSerializer(Instant.class, written(Instant::toString))
                .addSerializer(LocalDate.class, written(LocalDate::toString))
                .addSerializer(Enum.class, written(EnumWord::of))
                .addSerializer(Optional.class, new OfOptional())
                .addDeserializer(Instant.class, parsed(Instant::parse))
                .addDeserializer(LocalDate.class, parsed(LocalDate::parse));
        module.setDeserializerModifier(new EnumWords());
        JsonMapper mapper = JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNestingDepth(MAX_DEPTH)
                                .maxStringLength(MAX_STRING)
                                .build())
                        .build())
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .annotationIntrospector(new RequiredComponents())
                .addModule(module)
                .build();
        // Strings and numbers are not converted into each other: a wrong type is refused.
        for (LogicalType number : List.of(LogicalType.Integer, LogicalType.Float)) {
            mapper.coercionConfigFor(number).setCoercion(CoercionInputShape.String, CoercionAction.Fail);
            mapper.coercionConfigFor(number).setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
        }
        mapper.coercionConfigFor(LogicalType.Integer).setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
        for (CoercionInputShape shape :
                List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean)) {
            mapper.coercionConfigFor(LogicalType.Textual).setCoercion(shape, CoercionAction.Fail);
        }
        return mapper;
    }

    private interface Text<T> {
        String of(T value);
    }

    private interface Parse<T> {
        T of(String text);
    }

    private static <T> JsonSerializer<T> written(Text<? super T> text) {
        return new JsonSerializer<>() {
            @Override
            public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
                out.writeString(text.of(value));
            }
        };
    }

    private static <T> JsonDeserializer<T> parsed(Parse<T> parse) {
        return new JsonDeserializer<>() {
            @Override
            public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
                String text = in.getValueAsString("");
                try {
                    return parse.of(text);
                } catch (DateTimeException e) {
                    throw JsonMappingException.from(in, "\"%s\" is not a time".formatted(text), e);
                }
            }
        };
    }

    @SuppressWarnings("rawtypes") // Jackson hands values over without what they hold.
    private static final class OfOptional extends JsonSerializer<Optional> {
        @Override
        public void serialize(Optional value, JsonGenerator out, SerializerProvider provider) throws IOException {
            provider.defaultSerializeValue(value.isPresent() ? value.get() : null, out);
        }
    }

    /** Reads enum constants. */
    private static final class EnumWords extends BeanDeserializerModifier {
        private static final long serialVersionUID = 1;

        @Override
        public JsonDeserializer<?> modifyEnumDeserializer(
                DeserializationConfig config,
                JavaType type,
                BeanDescription description,
                JsonDeserializer<?> deserializer) {
            Object[] constants = type.getRawClass().getEnumConstants();
            return new JsonDeserializer<>() {
                @Override
                public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
                    String word = in.getValueAsString("");
                    return Stream.of(constants)
                            .filter(constant -> EnumWord.of((Enum<?>) constant).equals(word))
                            .findFirst()
                            .orElseThrow(() -> JsonMappingException.from(in, "unknown word \"%s\"".formatted(word)));
                }
            };
        }
    }

    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer cannot be written as JSON", e);
        }
    }

    /** Returns JSON with one property per line. */
    public static String pretty(Object value) {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer cannot be written as JSON", e);
        }
    }

    /** Returns a value with the same JSON as a record. */
    public static <T> T convert(Object value, Class<T> type) {
        return MAPPER.convertValue(value, type);
    }

    /** Returns the properties of a record by name, as they are written. */
    static Map<String, @Nullable Object> properties(Object value) {
        return MAPPER.convertValue(value, new TypeReference<>() {});
    }

    /** Reads a body that must be an object. */
    public static JsonNode object(String body) {
        try {
            JsonNode node = MAPPER.readTree(body);
            if (node == null || !node.isObject()) {
                throw new Rejected("json.shape", "the body must be a JSON object");
            }
            return node;
        } catch (JsonProcessingException e) {
            throw new Rejected("json.syntax", "the body is not JSON: " + e.getOriginalMessage());
        }
    }

    /** Reads a request body. A property of the wrong type is refused with the code of its {@link Malformed}. */
    public static <T> T request(String body, Class<T> type) {
        JsonNode object = object(body);
        try {
            return MAPPER.treeToValue(object, type);
        } catch (JsonMappingException e) {
            throw malformed(e, type);
        } catch (JsonProcessingException e) {
            throw new Rejected("json.syntax", "the body is not JSON: " + e.getOriginalMessage());
        }
    }

    /** Reads an answer of the HTTP API. Fails if a property is missing or has another type. */
    public static <T> T answer(String body, Class<T> type) throws IOException {
        return MAPPER.readValue(body, type);
    }

    private static Rejected malformed(JsonMappingException e, Class<?> type) {
        Class<?> owner = type;
        for (JsonMappingException.Reference step : e.getPath()) {
            RecordComponent component = RequiredComponents.component(owner, step.getFieldName());
            if (component == null) {
                break;
            }
            if (component.getType().isRecord()) {
                owner = component.getType();
                continue;
            }
            Malformed stated = component.getAnnotation(Malformed.class);
            return stated != null
                    ? new Rejected(stated.code(), stated.message())
                    : new Rejected("body.text", "%s must be a text".formatted(step.getFieldName()));
        }
        return new Rejected("json.shape", "the body does not have the properties of " + type.getSimpleName());
    }
}
