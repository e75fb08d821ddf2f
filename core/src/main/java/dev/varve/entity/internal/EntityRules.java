package dev.varve.entity.internal;

import dev.varve.error.Rejected;
import dev.varve.item.RecordMapping;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.schema.internal.KeyComponents;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules for the declaration of an entity; each method checks and returns one part of it. */
public final class EntityRules<R extends Record> {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^}:]+)");

    private final String name;
    private final RecordMapping<R> mapping;
    private final Map<String, String> roles = new HashMap<>();

    public EntityRules(String name, RecordMapping<R> mapping) {
        this.name = name;
        this.mapping = mapping;
    }

    private String record() {
        return mapping.type().getSimpleName();
    }

    /** Returns the component that an option names; refuses an unknown name. */
    public MappedComponent<R> component(String option, String component) {
        return MappingAccess.instance().components(mapping).stream()
                .filter(candidate -> candidate.name().equals(component))
                .findFirst()
                .orElseThrow(() -> new Rejected(
                        "entity.unknown-component",
                        "%s of %s names %s, which record %s does not have; it has %s"
                                .formatted(
                                        option,
                                        name,
                                        component,
                                        record(),
                                        MappingAccess.instance().components(mapping).stream()
                                                .<String>map(MappedComponent::name)
                                                .toList())));
    }

    /** Returns a component that has no other role yet: each component must have one writer. */
    MappedComponent<R> only(String role, String component) {
        MappedComponent<R> found = component(role, component);
        String other = roles.putIfAbsent(component, role);
        if (other != null) {
            throw new Rejected(
                    "entity.component-twice",
                    "component %s of %s is %s and %s: name another component for one of them"
                            .formatted(component, name, other, role));
        }
        return found;
    }

    @Nullable
    TimestampComponent stamp(String role, @Nullable String component) {
        if (component == null) {
            return null;
        }
        MappedComponent<R> found = only(role, component);
        requireInstant(role, found);
        return TimestampComponent.of(found);
    }

    private void requireInstant(String role, MappedComponent<R> component) {
        if (component.javaType() != Instant.class) {
            throw wrongType(role, component, "Instant");
        }
    }

    @Nullable
    MappedComponent<R> version(@Nullable String component) {
        if (component == null) {
            return null;
        }
        MappedComponent<R> found = only("versioned", component);
        if (found.javaType() != long.class && found.javaType() != Long.class) {
            throw wrongType("versioned", found, "long");
        }
        return found;
    }

    private Rejected wrongType(String role, MappedComponent<R> component, String wanted) {
        return new Rejected(
                "entity.component-type",
                "%s of %s is component %s, which is %s: name a component of type %s"
                        .formatted(
                                role,
                                name,
                                component.name(),
                                component.javaType().getSimpleName(),
                                wanted));
    }

    /** Refuses key parts that may be absent. */
    void checkKey(List<String> parts) {
        for (String part : parts) {
            if (!only("part of the key", part).isRequired()) {
                throw new Rejected(
                        "entity.key-part-optional",
                        "component %s is part of the key of %s and may be absent: drop Optional or @Nullable from it"
                                .formatted(part, name));
            }
        }
    }

    /** Refuses templates with a component that is not a text, number or boolean. */
    void checkTemplates(String what, @Nullable String... templates) {
        Map<String, ?> types = KeyComponents.types(mapping);
        for (String template : templates) {
            Matcher placeholder = PLACEHOLDER.matcher(template == null ? "" : template);
            while (placeholder.find()) {
                String part = placeholder.group(1);
                boolean isComponent = MappingAccess.instance().components(mapping).stream()
                        .anyMatch(component -> component.name().equals(part));
                if (isComponent && !types.containsKey(part)) {
                    throw new Rejected(
                            "entity.key-not-derivable",
                            "%s of %s is written from component %s, which is stored as %s: only texts, numbers and booleans"
                                            .formatted(
                                                    what,
                                                    name,
                                                    part,
                                                    MappingAccess.instance()
                                                            .component(mapping, part)
                                                            .valueType()
                                                            .map(ValueType::name)
                                                            .orElse("any type"))
                                    + " can be part of a key. Name another component, or convert it to a text");
                }
            }
        }
    }

    EntityIndex.@Nullable Gate gate(EntityIndex.Declared index) {
        if (index.onlyWith() != null) {
            return new EntityIndex.OnlyWith(
                    component("sparseIndex " + index.name(), index.onlyWith()).attribute());
        }
        if (index.recent() == null) {
            return null;
        }
        String role = "recentIndex " + index.name();
        MappedComponent<R> instant = component(role, index.recent().component());
        requireInstant(role, instant);
        return new EntityIndex.Within(
                TimestampComponent.of(instant), index.recent().within());
    }

    /** Returns the value that is stored if a record has none. */
    Value defaultValue(String component, Object value) {
        MappedComponent<R> found = component("withDefault", component);
        String role = roles.get(component);
        if (role != null && !role.equals("readOnly")) {
            throw new Rejected(
                    "entity.component-twice",
                    "component %s of %s is %s and has a default, which would never be used: drop withDefault"
                            .formatted(component, name, role));
        }
        if (found.isRequired()) {
            throw new Rejected(
                    "entity.default-required",
                    "component %s of %s is never absent, so its default would never be used: declare it Optional or"
                                    .formatted(component, name)
                            + " @Nullable, or drop withDefault");
        }
        try {
            return found.toValue(value);
        } catch (Rejected wrong) {
            throw new Rejected(
                    "entity.default-class",
                    "the default of component %s of %s does not fit: %s".formatted(component, name, wrong.getMessage()),
                    wrong);
        }
    }
}
