package dev.varve.item;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Options of a record mapping. Immutable: each step returns new options. Options that name a component apply to the
 * mapped record and its {@linkplain #flat flat} records only; formats of instants and texts of enums also apply to
 * nested records.
 */
public final class RecordOptions {

    private static final RecordOptions DEFAULTS = new RecordOptions(Map.of());

    private enum Kind {
        ATTRIBUTE,
        CONVERTER,
        INSTANT,
        ALL_INSTANTS,
        ENUM,
        ALL_ENUMS,
        NESTED,
        FLAT,
        NO_EMPTY,
        OTHER_ATTRIBUTES
    }

    private record Key(Kind kind, Object about) {}

    private final Map<Key, Object> settings;

    private RecordOptions(Map<Key, Object> settings) {
        this.settings = settings;
    }

    /** Returns the default options: attributes are named like components, instants have nanoseconds. */
    public static RecordOptions defaults() {
        return DEFAULTS;
    }

    /** Stores a component in an attribute with another name. */
    public RecordOptions rename(String component, String attribute) {
        return with(Kind.ATTRIBUTE, component, attribute);
    }

    /** Stores a component with this converter. */
    public RecordOptions convert(String component, Converter<?> converter) {
        return with(Kind.CONVERTER, component, converter);
    }

    /** Stores all instants in this format, unless their component has its own. */
    public RecordOptions instants(InstantFormat format) {
        return with(Kind.ALL_INSTANTS, "", format);
    }

    /** Stores the instants of one component in this format. */
    public RecordOptions instant(String component, InstantFormat format) {
        return with(Kind.INSTANT, component, format);
    }

    /** Writes each constant of an enum as the text that this function returns; texts must be distinct. */
    public <E extends Enum<E>> RecordOptions enumText(Class<E> type, Function<? super E, String> text) {
        return with(Kind.ENUM, type, text);
    }

    /**
     * Writes the constants of all enums in lower case, {@code ACTIVE} as {@code active}, unless they have their own
     * texts.
     */
    public RecordOptions lowerCaseEnums() {
        return with(Kind.ALL_ENUMS, "", (Function<Enum<?>, String>)
                constant -> constant.name().toLowerCase(Locale.ROOT));
    }

    /** Uses this mapping for nested records of its class. */
    public RecordOptions nested(RecordMapping<?> mapping) {
        return with(Kind.NESTED, mapping.type(), mapping);
    }

    /**
     * Stores the components of a nested record as attributes of the item itself, instead of one attribute with a map.
     *
     * <p>The item is the same as if the enclosing record declared these components. Everything addresses them by their
     * own names: key templates, indexes, rollups, conditions, patches and the other options. A flat record may contain
     * flat records. All these names must be distinct.
     *
     * <p>A flat record is never null: if all its attributes are absent, it is read with empty components. So it cannot be
     * {@code Optional} or {@code @Nullable}; its components can.
     */
    public RecordOptions flat(String component) {
        return with(Kind.FLAT, component, true);
    }

    /** Does not store empty lists and maps, like empty sets; they are read as empty. */
    public RecordOptions leaveOutEmpty() {
        return with(Kind.NO_EMPTY, "", true);
    }

    /** Rejects items with attributes other than these and those of the components. */
    public RecordOptions refuseUnknown(String... known) {
        return with(Kind.OTHER_ATTRIBUTES, "", Set.copyOf(List.of(known)));
    }

    /** Returns whether these options set the stored format of a component. */
    public boolean hasForm(String component) {
        return settings.containsKey(new Key(Kind.CONVERTER, component))
                || settings.containsKey(new Key(Kind.INSTANT, component));
    }

    /** Returns whether these options set the format of all instants. */
    public boolean hasInstantForm() {
        return settings.containsKey(new Key(Kind.ALL_INSTANTS, ""));
    }

    boolean leavesOutEmpty() {
        return settings.containsKey(new Key(Kind.NO_EMPTY, ""));
    }

    String attribute(String component) {
        return (String) settings.getOrDefault(new Key(Kind.ATTRIBUTE, component), component);
    }

    boolean isFlat(String component) {
        return settings.containsKey(new Key(Kind.FLAT, component));
    }

    /** Returns whether these options set the name or the format of a component's attribute. */
    boolean hasAttribute(String component) {
        return settings.containsKey(new Key(Kind.ATTRIBUTE, component)) || hasForm(component);
    }

    @Nullable
    Converter<?> converter(String component) {
        return (Converter<?>) settings.get(new Key(Kind.CONVERTER, component));
    }

    InstantFormat instantFormat(String component) {
        Object own = settings.get(new Key(Kind.INSTANT, component));
        return (InstantFormat)
                (own != null ? own : settings.getOrDefault(new Key(Kind.ALL_INSTANTS, ""), InstantFormat.NANOS));
    }

    @SuppressWarnings("unchecked") // enumText() pairs each class with a function of its constants.
    <E extends Enum<E>> Function<? super E, String> enumText(Class<E> type) {
        Object own = settings.get(new Key(Kind.ENUM, type));
        return (Function<? super E, String>)
                (own != null
                        ? own
                        : settings.getOrDefault(new Key(Kind.ALL_ENUMS, ""), (Function<E, String>) Enum::name));
    }

    @Nullable
    RecordMapping<?> nested(Class<?> type) {
        return (RecordMapping<?>) settings.get(new Key(Kind.NESTED, type));
    }

    @SuppressWarnings("unchecked") // refuseUnknown() puts nothing else here.
    @Nullable
    Set<String> otherAttributes() {
        return (Set<String>) settings.get(new Key(Kind.OTHER_ATTRIBUTES, ""));
    }

    /** Returns the names of the components in these options, sorted. */
    List<String> components() {
        return settings.keySet().stream()
                .filter(key -> isAboutComponent(key.kind()))
                .map(key -> (String) key.about())
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the options that also apply to nested records. */
    RecordOptions inherited() {
        Map<Key, Object> kept = new HashMap<>(settings);
        kept.keySet().removeIf(key -> isAboutComponent(key.kind()) || key.kind() == Kind.OTHER_ATTRIBUTES);
        return new RecordOptions(Map.copyOf(kept));
    }

    private static boolean isAboutComponent(Kind kind) {
        return kind == Kind.ATTRIBUTE || kind == Kind.CONVERTER || kind == Kind.INSTANT || kind == Kind.FLAT;
    }

    private RecordOptions with(Kind kind, Object about, Object setting) {
        Map<Key, Object> changed = new HashMap<>(settings);
        changed.put(new Key(kind, about), setting);
        return new RecordOptions(Map.copyOf(changed));
    }

    /** Two options are equal if all their settings are equal, including converters and functions. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecordOptions options && settings.equals(options.settings);
    }

    @Override
    public int hashCode() {
        return settings.hashCode();
    }

    @Override
    public String toString() {
        return settings.entrySet().stream()
                .map(setting -> "%s %s = %s"
                        .formatted(setting.getKey().kind(), setting.getKey().about(), setting.getValue()))
                .sorted()
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
