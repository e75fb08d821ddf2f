package dev.varve.server.docs;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.MemberScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaBuilder;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.generator.impl.DefinitionKey;
import com.github.victools.jsonschema.generator.naming.DefaultSchemaDefinitionNamingStrategy;
import com.github.victools.jsonschema.module.jackson.JacksonModule;
import dev.varve.server.api.EnumWord;
import dev.varve.server.api.OneOf;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the schemas of records. A component that is {@link Nullable} may be null, or is absent if JSON leaves out its null;
 * in a request it may be either.
 */
final class SchemaWriter {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Types that are written as text or number. */
    private static final Map<Class<?>, ObjectNode> PLAIN = Map.of(
            Instant.class,
            JSON.createObjectNode().put("type", "string").put("format", "date-time"),
            LocalDate.class,
            JSON.createObjectNode().put("type", "string").put("format", "date"),
            Number.class,
            JSON.createObjectNode().put("type", "number"),
            Object.class,
            JSON.createObjectNode());

    private final JavadocTexts texts;
    private final SchemaBuilder schemas;

    SchemaWriter(JavadocTexts texts) {
        this.texts = texts;
        SchemaGeneratorConfigBuilder config = new SchemaGeneratorConfigBuilder(
                        JSON, SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                .with(
                        Option.DEFINITIONS_FOR_ALL_OBJECTS,
                        Option.INLINE_NULLABLE_SCHEMAS,
                        Option.NULLABLE_ARRAY_ITEMS_ALLOWED)
                .without(Option.SCHEMA_VERSION_INDICATOR)
                .with(new JacksonModule());
        config.forTypesInGeneral()
                .withCustomDefinitionProvider(SchemaWriter::special)
                .withDescriptionResolver(scope -> texts.of(scope.getType().getErasedType()))
                .withPropertySorter(Comparator.comparingInt(SchemaWriter::index))
                .withDefinitionNamingStrategy(new Names());
        config.forFields()
                .withNullableCheck(SchemaWriter::isNullable)
                .withRequiredCheck(field -> !isLeftOut(field))
                .withEnumResolver(SchemaWriter::words)
                .withDescriptionResolver(this::description);
        schemas = new SchemaGenerator(config.build()).buildMultipleSchemaDefinitions();
    }

    /** Returns a reference to the schema of a type. It is complete once {@link #definitions} was called. */
    ObjectNode reference(Class<?> type) {
        return schemas.createSchemaReference(type);
    }

    /** Returns the schemas of all types that were referred to. */
    ObjectNode definitions() {
        ObjectNode definitions = schemas.collectDefinitions("components/schemas");
        definitions.forEach(definition -> definition.path("properties").forEach(SchemaWriter::allowNull));
        return definitions;
    }

    /** Adds null to an enumeration of values, which otherwise excludes it. */
    private static void allowNull(JsonNode property) {
        if (property.path("enum") instanceof ArrayNode words
                && property.path("type").isArray()) {
            words.addNull();
        }
    }

    private static @Nullable CustomDefinition special(ResolvedType type, SchemaGenerationContext context) {
        Class<?> raw = type.getErasedType();
        if (PLAIN.containsKey(raw)) {
            return new CustomDefinition(
                    PLAIN.get(raw).deepCopy(),
                    CustomDefinition.DefinitionType.INLINE,
                    CustomDefinition.AttributeInclusion.YES);
        }
        if (raw == Map.class) {
            ResolvedType value = context.getTypeContext().getTypeParameterFor(type, Map.class, 1);
            ObjectNode node = JSON.createObjectNode().put("type", "object");
            node.set("additionalProperties", context.createDefinitionReference(value));
            return new CustomDefinition(
                    node, CustomDefinition.DefinitionType.INLINE, CustomDefinition.AttributeInclusion.YES);
        }
        if (raw.isEnum()) {
            ObjectNode node = JSON.createObjectNode().put("type", "string");
            for (Object constant : raw.getEnumConstants()) {
                node.withArray("enum").add(EnumWord.of((Enum<?>) constant));
            }
            return new CustomDefinition(
                    node, CustomDefinition.DefinitionType.STANDARD, CustomDefinition.AttributeInclusion.YES);
        }
        return null;
    }

    private static int index(MemberScope<?, ?> member) {
        RecordComponent[] components = member.getDeclaringType().getErasedType().getRecordComponents();
        return components == null
                ? 0
                : Arrays.stream(components)
                        .map(RecordComponent::getName)
                        .toList()
                        .indexOf(member.getDeclaredName());
    }

    private static @Nullable RecordComponent component(FieldScope field) {
        RecordComponent[] components = field.getDeclaringType().getErasedType().getRecordComponents();
        return components == null ? null : components[index(field)];
    }

    private @Nullable String description(FieldScope field) {
        return field.isFakeContainerItemScope()
                ? null
                : texts.of(field.getDeclaringType().getErasedType(), field.getDeclaredName());
    }

    private static boolean isNullable(FieldScope field) {
        AnnotatedType type = field.getRawMember().getAnnotatedType();
        if (field.isFakeContainerItemScope()) {
            return type instanceof AnnotatedParameterizedType list
                    && list.getAnnotatedActualTypeArguments()[0].isAnnotationPresent(Nullable.class);
        }
        return type.isAnnotationPresent(Nullable.class) && !field.getRawMember().isAnnotationPresent(JsonInclude.class);
    }

    /** Returns whether a component that is null is left out of the JSON. */
    private static boolean isLeftOut(FieldScope field) {
        return field.getRawMember().getAnnotatedType().isAnnotationPresent(Nullable.class)
                && (field.getRawMember().isAnnotationPresent(JsonInclude.class)
                        || field.getRawMember().getDeclaringClass().isAnnotationPresent(JsonInclude.class));
    }

    private static @Nullable List<?> words(FieldScope field) {
        RecordComponent component = component(field);
        OneOf words = component == null ? null : component.getAnnotation(OneOf.class);
        boolean isText = field.getType().getErasedType() == String.class;
        return words == null || !isText
                ? null
                : Arrays.stream(words.value().getEnumConstants())
                        .map(EnumWord::of)
                        .toList();
    }

    /** Names schemas: {@code AlertJson} is Alert; a nested type has the names of both, unless it has this suffix. */
    private static final class Names extends DefaultSchemaDefinitionNamingStrategy {

        private static final String ENDING = "Json";

        @Override
        public String getDefinitionNameForKey(DefinitionKey key, SchemaGenerationContext context) {
            Class<?> type = key.getType().getErasedType();
            Class<?> outer = type.getEnclosingClass();
            String name = type.getSimpleName();
            return outer == null || name.endsWith(ENDING) ? cut(name) : cut(outer.getSimpleName()) + name;
        }

        private static String cut(String name) {
            return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
        }
    }
}
