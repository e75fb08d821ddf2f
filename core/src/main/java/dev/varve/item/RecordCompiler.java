package dev.varve.item;

import dev.varve.error.Rejected;
import dev.varve.item.internal.Codec;
import dev.varve.item.internal.CompiledRecord;
import dev.varve.item.internal.ConverterCodec;
import dev.varve.item.internal.EmptyAsAbsentCodec;
import dev.varve.item.internal.EnumCodec;
import dev.varve.item.internal.InstantCodec;
import dev.varve.item.internal.ListCodec;
import dev.varve.item.internal.MapCodec;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.NestedCodec;
import dev.varve.item.internal.NullableCodec;
import dev.varve.item.internal.OptionalCodec;
import dev.varve.item.internal.RecordHandles;
import dev.varve.item.internal.ResolvedType;
import dev.varve.item.internal.ScalarCodecs;
import dev.varve.item.internal.SetCodec;
import dev.varve.item.internal.TextSetCodec;
import dev.varve.item.internal.ValueCodec;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compiles a record class and its nested records: chooses a codec and method handles for each component. */
final class RecordCompiler {

    private final RecordOptions options;
    private final MethodHandles.Lookup lookup;
    private final Map<ResolvedType, NestedCodec> nested = new HashMap<>();

    public RecordCompiler(RecordOptions options, MethodHandles.Lookup lookup) {
        this.options = options;
        this.lookup = lookup;
    }

    public CompiledRecord compile(Class<? extends Record> type) {
        Components found = new Components(type);
        CompiledRecord compiled = compile(ResolvedType.of(type), options, found);
        for (String component : options.components()) {
            if (!found.names.contains(component)) {
                throw compiled.unknownComponent(component);
            }
        }
        return compiled;
    }

    private CompiledRecord compile(ResolvedType shape, RecordOptions own, Components found) {
        NestedCodec self = new NestedCodec();
        nested.put(shape, self);
        RecordHandles handles = RecordHandles.of(shape.raw(), lookup);
        MethodHandle reader = addComponents(shape, handles, own, found);
        CompiledRecord compiled = new CompiledRecord(
                shape.raw(),
                List.copyOf(found.mapped),
                new CompiledRecord.Constructors(RecordHandles.ofArray(reader), handles.ofObjects()),
                own.otherAttributes());
        self.bind(compiled);
        return compiled;
    }

    /** Adds the components of a record and returns a handle from their values to the record. */
    private MethodHandle addComponents(ResolvedType shape, RecordHandles handles, RecordOptions own, Components found) {
        Map<String, ResolvedType> shapes = ResolvedType.components(shape);
        List<MethodHandle> readers = new ArrayList<>();
        for (RecordComponent declared : shape.raw().getRecordComponents()) {
            String name = declared.getName();
            ResolvedType declaredShape = shapes.getOrDefault(name, ResolvedType.of(declared.getType()));
            Site site = new Site(shape.raw(), name, own);
            found.addName(site);
            if (own.isFlat(name)) {
                requireFlat(declaredShape, site);
                readers.add(addComponents(declaredShape, handles.flat(declared, lookup), own, found));
            } else {
                Codec<?> codec = attributeCodec(declaredShape, site);
                found.mapped.add(new MappedComponent<>(
                        name,
                        found.addAttribute(site),
                        content(declaredShape),
                        codec,
                        handles.accessor(declared),
                        handles.writer(declared, codec)));
                readers.add(handles.reader(declared, codec));
            }
        }
        return handles.constructor(readers);
    }

    private void requireFlat(ResolvedType shape, Site site) {
        String component = site.component;
        if (shape.raw() == Optional.class || shape.nullable()) {
            throw site.rejected(
                    "record.flat",
                    "a flat record is never absent: drop Optional or @Nullable here, and declare its components so");
        } else if (!shape.raw().isRecord()) {
            throw site.rejected("record.flat", "%s is not a record: drop flat(\"%s\")".formatted(shape, component));
        } else if (site.options.hasAttribute(component)) {
            throw site.rejected(
                    "record.flat",
                    "a flat record has no attribute of its own: give rename, convert and instant to its components");
        } else if (options.nested(shape.raw()) != null) {
            throw site.rejected(
                    "record.flat",
                    "a flat record has the options of the record around it: drop nested(…) of %s, or flat(\"%s\")"
                            .formatted(shape, component));
        }
    }

    /** The components of a record and its flat records, while they are compiled. */
    private static final class Components {
        private final Class<?> type;
        private final Set<String> names = new HashSet<>();
        private final Map<String, String> componentOfAttribute = new HashMap<>();
        private final List<MappedComponent<?>> mapped = new ArrayList<>();

        Components(Class<?> type) {
            this.type = type;
        }

        void addName(Site site) {
            if (!names.add(site.component)) {
                throw site.rejected(
                        "record.flat",
                        "record %s already has a component %s, and flat records share its names: rename one of the two"
                                .formatted(type.getSimpleName(), site.component));
            }
        }

        String addAttribute(Site site) {
            String attribute = site.options.attribute(site.component);
            if (attribute.isEmpty()) {
                throw site.rejected("record.attribute", "an attribute cannot have the empty name");
            }
            String other = componentOfAttribute.put(attribute, site.component);
            if (other != null) {
                throw site.rejected(
                        "record.attribute", "attribute \"%s\" already holds component %s".formatted(attribute, other));
            }
            return attribute;
        }
    }

    private Codec<?> attributeCodec(ResolvedType shape, Site site) {
        Codec<?> codec = codec(shape, site);
        boolean isLeftOut = site.options.leavesOutEmpty() && (codec instanceof ListCodec || codec instanceof MapCodec);
        return isLeftOut ? new EmptyAsAbsentCodec<>(codec) : codec;
    }

    private static Class<?> content(ResolvedType shape) {
        return shape.raw() == Optional.class && !shape.arguments().isEmpty()
                ? shape.arguments().get(0).raw()
                : shape.raw();
    }

    private Codec<?> codec(ResolvedType shape, Site site) {
        if (shape.raw() == Optional.class) {
            if (shape.nullable()) {
                throw site.rejected("record.optional", "an Optional is never null: drop @Nullable");
            }
            Codec<?> inner = present(argument(shape, 0, site), site);
            if (inner instanceof OptionalCodec) {
                throw site.rejected(
                        "record.optional",
                        "an Optional inside an Optional cannot be distinguished from an"
                                + " empty one: use one Optional");
            }
            return new OptionalCodec<>(inner);
        }
        return shape.nullable() ? new NullableCodec<>(present(shape, site)) : plain(shape, site);
    }

    /** Returns the codec for the content of an optional component. */
    private Codec<?> present(ResolvedType shape, Site site) {
        Codec<?> codec = plain(shape, site);
        if (codec instanceof SetCodec || codec instanceof TextSetCodec) {
            throw site.rejected(
                    "record.optional",
                    "DynamoDB has no empty set, so an empty set is stored as an absent one: declare a plain %s"
                            .formatted(shape));
        }
        return codec;
    }

    private Codec<?> plain(ResolvedType shape, Site site) {
        Class<?> raw = shape.raw();
        Converter<?> converter = site.options.converter(site.component);
        Codec<?> scalar = ScalarCodecs.find(raw);
        if (converter != null) {
            return new ConverterCodec<>(converter);
        } else if (scalar != null) {
            return scalar;
        } else if (raw == Instant.class) {
            return new InstantCodec(site.options.instantFormat(site.component));
        } else if (raw.isEnum()) {
            return enumCodec(raw);
        } else if (Value.class.isAssignableFrom(raw)) {
            return ValueCodec.of(raw);
        } else if (raw == List.class) {
            return new ListCodec<>(codec(argument(shape, 0, site), site));
        } else if (raw == Set.class) {
            return setCodec(codec(argument(shape, 0, site), site));
        } else if (raw == Map.class && argument(shape, 0, site).raw() == String.class) {
            return new MapCodec<>(codec(argument(shape, 1, site), site));
        } else if (raw.isRecord()) {
            return nested(shape.notNull());
        } else if (raw == Optional.class) {
            return codec(shape, site);
        }
        throw site.rejected(
                "record.component-type",
                "%s cannot be stored in an item: use a type that RecordMapping lists, or convert(\"%s\", …)"
                        .formatted(shape, site.component));
    }

    private static Codec<?> setCodec(Codec<?> element) {
        return element == ScalarCodecs.find(String.class) ? new TextSetCodec() : SetCodec.of(element);
    }

    private Codec<?> nested(ResolvedType shape) {
        NestedCodec known = nested.get(shape);
        if (known != null) {
            return known;
        }
        RecordMapping<?> given = options.nested(shape.raw());
        if (given != null) {
            NestedCodec codec = new NestedCodec();
            codec.bind(given.compiled());
            return codec;
        }
        compile(shape, options.inherited(), new Components(shape.raw()));
        return java.util.Objects.requireNonNull(nested.get(shape));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no type for "some enum class".
    private Codec<?> enumCodec(Class<?> type) {
        return new EnumCodec(type, options.enumText((Class) type));
    }

    private static ResolvedType argument(ResolvedType shape, int index, Site site) {
        if (shape.arguments().size() <= index) {
            throw site.rejected(
                    "record.component-type", "%s has no type argument: declare %s<…>".formatted(shape, shape));
        }
        return shape.arguments().get(index);
    }

    /** The component that is compiled, for error messages. */
    private record Site(Class<?> type, String component, RecordOptions options) {
        Rejected rejected(String code, String detail) {
            return new Rejected(code, "record %s, component %s: %s".formatted(type.getSimpleName(), component, detail));
        }
    }
}
