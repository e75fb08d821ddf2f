package dev.varve.server.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads a text, a number or a boolean as text: times may be epoch milliseconds, and labels may be numbers. */
public final class ScalarText extends JsonDeserializer<String> {

    @Override
    public @Nullable String deserialize(JsonParser in, DeserializationContext context) throws IOException {
        return in.currentToken().isScalarValue()
                ? in.getText()
                : (String) context.handleUnexpectedToken(String.class, in);
    }
}
