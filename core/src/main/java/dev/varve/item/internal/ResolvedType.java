package dev.varve.item.internal;

import dev.varve.error.Rejected;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A declared type with resolved type arguments and nullability. */
public record ResolvedType(Class<?> raw, List<ResolvedType> arguments, boolean nullable) {

    public static ResolvedType of(Class<?> type) {
        return new ResolvedType(type, List.of(), false);
    }

    /** Returns the types of a record's components, with type variables replaced by the arguments of {@code owner}. */
    public static Map<String, ResolvedType> components(ResolvedType owner) {
        TypeVariable<?>[] variables = owner.raw.getTypeParameters();
        Map<String, ResolvedType> bound = new HashMap<>();
        for (int i = 0; i < owner.arguments.size(); i++) {
            bound.put(variables[i].getName(), owner.arguments.get(i));
        }
        Map<String, ResolvedType> shapes = new HashMap<>();
        for (RecordComponent component : owner.raw.getRecordComponents()) {
            ResolvedType shape = of(component.getAnnotatedType(), bound, component);
            shapes.put(component.getName(), isNullable(component) ? shape.orNull() : shape);
        }
        return shapes;
    }

    private static ResolvedType of(AnnotatedType type, Map<String, ResolvedType> bound, RecordComponent component) {
        ResolvedType shape;
        if (type instanceof AnnotatedWildcardType wildcard) {
            shape = of(wildcard.getAnnotatedUpperBounds()[0], bound, component);
        } else if (type instanceof AnnotatedParameterizedType generic) {
            List<ResolvedType> arguments = Arrays.stream(generic.getAnnotatedActualTypeArguments())
                    .map(argument -> of(argument, bound, component))
                    .toList();
            shape = new ResolvedType(rawClass(generic), arguments, false);
        } else if (type.getType() instanceof Class<?> plain) {
            shape = of(plain);
        } else {
            shape = bound.get(type.getType().getTypeName());
            if (shape == null) {
                throw new Rejected(
                        "record.type-variable",
                        "record %s, component %s: the type %s is a type variable; map a record whose component has a concrete type"
                                .formatted(
                                        component.getDeclaringRecord().getSimpleName(),
                                        component.getName(),
                                        type.getType().getTypeName()));
            }
        }
        return isNullable(type) ? shape.orNull() : shape;
    }

    private static Class<?> rawClass(AnnotatedParameterizedType type) {
        return (Class<?>) ((java.lang.reflect.ParameterizedType) type.getType()).getRawType();
    }

    // By simple name: the annotations of JSpecify, Jakarta and the Checker Framework mean the same here.
    private static boolean isNullable(AnnotatedElement element) {
        return Arrays.stream(element.getAnnotations())
                .map(Annotation::annotationType)
                .anyMatch(type -> type.getSimpleName().equals("Nullable"));
    }

    ResolvedType orNull() {
        return new ResolvedType(raw, arguments, true);
    }

    public ResolvedType notNull() {
        return new ResolvedType(raw, arguments, false);
    }

    @Override
    public String toString() {
        String name = raw.getSimpleName();
        return arguments.isEmpty()
                ? name
                : arguments.stream().map(ResolvedType::toString).collect(Collectors.joining(", ", name + "<", ">"));
    }
}
