package dev.varve.server.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Validates bodies against their schemas in the description. */
final class BodyValidator {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchemaFactory SCHEMAS = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);

    private final ObjectNode components;
    private final Map<Map<String, Object>, JsonSchema> known = new HashMap<>();

    BodyValidator(OpenApi api) {
        components = JSON.valueToTree(OpenApi.map(api.document().get("components")));
        components.path("schemas").forEach(BodyValidator::close);
    }

    /** Forbids properties that are not described. Clients must accept them, servers must not send them. */
    private static void close(JsonNode schema) {
        if (schema instanceof ObjectNode object
                && object.path("type").asText().equals("object")
                && !object.has("additionalProperties")) {
            object.put("additionalProperties", false);
        }
    }

    /** Returns the differences of a body from its schema, and its properties that are not described. */
    List<String> differences(Map<String, Object> schema, JsonNode value) {
        return known.computeIfAbsent(schema, this::compiled).validate(value).stream()
                .map(ValidationMessage::toString)
                .toList();
    }

    private JsonSchema compiled(Map<String, Object> schema) {
        ObjectNode root = JSON.valueToTree(schema);
        root.set("components", components);
        return SCHEMAS.getSchema(root);
    }
}
