package dev.varve.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.varve.error.Rejected;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** JSON as the server speaks it: times as ISO text, enums in lower case. */
public final class Json {

    private static final int MAX_DEPTH = 16;
    private static final int MAX_STRING = 100_000;

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(MAX_STRING)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, written(Instant::toString))
                    .addSerializer(
                            Enum.class, written(constant -> constant.name().toLowerCase(Locale.ROOT)))
                    .addSerializer(Optional.class, new OfOptional()))
            .build();

    private Json() {}

    private interface Text<T> {
        String of(T value);
    }

    private static <T> JsonSerializer<T> written(Text<? super T> text) {
        return new JsonSerializer<>() {
            @Override
            public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
                out.writeString(text.of(value));
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

    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer cannot be written as JSON", e);
        }
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
            throw new Rejected("json.syntax", "the body is no JSON: " + e.getOriginalMessage());
        }
    }
}
