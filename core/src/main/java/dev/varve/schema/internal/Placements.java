package dev.varve.schema.internal;

import dev.varve.schema.Declaration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The placements of declarations, which their public types do not show. Each type of declaration registers its own when
 * its class is initialised.
 */
public final class Placements {

    private static final Map<Class<?>, Function<Declaration, List<Placement>>> TYPES = new ConcurrentHashMap<>();

    private Placements() {}

    /** Registers how to find the placements of declarations of a type and its subtypes. */
    public static void register(Class<? extends Declaration> type, Function<Declaration, List<Placement>> placements) {
        TYPES.put(type, placements);
    }

    /** Returns the kinds of items that a declaration stores, the main one first; none for an unknown type. */
    public static List<Placement> of(Declaration declaration) {
        for (@Nullable Class<?> type = declaration.getClass(); type != null; type = type.getSuperclass()) {
            Function<Declaration, List<Placement>> placements = TYPES.get(type);
            if (placements != null) {
                return placements.apply(declaration);
            }
        }
        return List.of();
    }
}
