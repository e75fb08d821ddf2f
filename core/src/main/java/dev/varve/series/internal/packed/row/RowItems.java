package dev.varve.series.internal.packed.row;

import dev.varve.error.ItemTooLarge;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.item.internal.Utf8;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.table.TableSchema;
import dev.varve.table.internal.LayoutKeys;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Converts between rows and the items that a series without packing would store; pure.
 *
 * <p>The name of a field is that of the attribute. An entry of a map attribute is a field of its own,
 * {@code attribute.entry}; {@code %} and {@code .} in an attribute name are written as {@code %25} and {@code %2E}. An empty
 * map is the boolean field {@code attribute.}.
 */
public final class RowItems {

    /** The most bytes of the texts of one event: alone in a block, with the heads of all fields, it fits into an item. */
    private static final int MAX_TEXT_BYTES = 300_000;

    private final SeriesDefinition<?> definition;
    private final TableSchema table;
    private final Set<String> left = new HashSet<>();
    private final List<MappedComponent<?>> identity = new ArrayList<>();
    private final Map<String, Target> targets = new ConcurrentHashMap<>();

    /** The attribute that a field is stored in, and the entry of its map, or null if it is the whole attribute. */
    public record Target(String attribute, @Nullable String entry) {}

    public RowItems(SeriesDefinition<?> definition, TableSchema table) {
        this.definition = definition;
        this.table = table;
        left.addAll(table.key().names());
        if (table.ttlAttribute() != null) {
            left.add(table.ttlAttribute());
        }
        left.add(definition.clock.attribute());
        for (String part : definition.layout.identity()) {
            MappedComponent<?> component = MappingAccess.instance().component(definition.mapping, part);
            identity.add(component);
            left.add(component.attribute());
        }
    }

    /** Returns whether rows do not hold an attribute, because the key, the clock or the expiry tells it. */
    boolean isLeftOut(String attribute) {
        return left.contains(attribute);
    }

    /** Returns the row of an event's item. */
    public Row row(Item item, long tick) {
        RowBuilder row = new RowBuilder();
        for (int i = 0; i < item.attributeCount(); i++) {
            String name = item.nameAt(i);
            if (!left.contains(name)) {
                add(row, escaped(name), item.valueAt(i));
            }
        }
        return requireStorable(row.build(tick));
    }

    /** Returns the row; rejects one that does not fit into a block. */
    public Row requireStorable(Row row) {
        Shape shape = row.shape();
        if (shape.size() > Shape.MAX_FIELDS) {
            throw new Rejected(
                    "packed.too-many-fields",
                    "an event of packed series %s has %s fields; the limit is %s, and each entry of a map is a field"
                            .formatted(definition.name, shape.size(), Shape.MAX_FIELDS));
        }
        long bytes = 0;
        for (int i = 0; i < shape.size(); i++) {
            bytes += shape.field(i).kind().isText() ? Utf8.length(row.text(i)) : 0;
        }
        if (bytes > MAX_TEXT_BYTES) {
            throw new ItemTooLarge(
                    "the texts of an event of packed series %s have %s bytes; the limit is %s: keep large texts"
                                    .formatted(definition.name, bytes, MAX_TEXT_BYTES)
                            + " elsewhere");
        }
        return row;
    }

    private void add(RowBuilder row, String field, Value value) {
        if (value instanceof Value.MapOf map) {
            if (map.values().isEmpty()) {
                row.flag(field + ".", true);
            }
            map.values().forEach((entry, each) -> addScalar(row, field + "." + entry, each));
        } else {
            addScalar(row, field, value);
        }
    }

    private void addScalar(RowBuilder row, String field, Value value) {
        if (value instanceof Num number) {
            double nearest = number.doubleValue();
            if (isExact(number, nearest)) {
                row.number(field, nearest);
            } else {
                row.decimal(field, number.text());
            }
        } else if (value instanceof Value.Bool flag) {
            row.flag(field, flag.value());
        } else if (value instanceof Value.Text text) {
            row.text(field, text.value());
        } else {
            throw new Rejected(
                    "packed.value-type",
                    "field %s of packed series %s is of type %s; packed rows hold numbers, booleans, texts and maps of these"
                            .formatted(field, definition.name, value.type()));
        }
    }

    /** Returns whether a decimal is the shortest one of its nearest double. */
    private static boolean isExact(Num number, double nearest) {
        if (!Double.isFinite(nearest)) {
            return false;
        }
        BigDecimal value = number.value();
        // Up to 15 digits, a decimal in the range of normal doubles is the shortest one of the double next to it.
        return (value.precision() <= 15 && Math.abs(value.scale()) < 200)
                || Num.of(nearest).equals(number);
    }

    /** Returns the item of a row, as if the series were not packed. */
    public Item item(Parts parts, Row row) {
        Instant clock = instant(row.tick());
        Item.Builder item = Item.builder();
        Map<String, Map<String, Value>> maps = null;
        for (int i = 0; i < row.shape().size(); i++) {
            Target target = target(row.shape().field(i).name());
            String entry = target.entry();
            if (entry == null) {
                item.put(target.attribute(), value(row, i));
            } else {
                maps = maps == null ? new HashMap<>() : maps;
                Map<String, Value> map = maps.computeIfAbsent(target.attribute(), first -> new HashMap<>());
                if (!entry.isEmpty()) {
                    map.put(entry, value(row, i));
                }
            }
        }
        if (maps != null) {
            maps.forEach((attribute, entries) -> item.put(attribute, new Value.MapOf(entries)));
        }
        item.put(definition.clock.attribute(), definition.clock.toValue(clock));
        for (MappedComponent<?> component : identity) {
            item.put(component.attribute(), part(parts, component));
        }
        if (definition.keep != null) {
            item.put(Objects.requireNonNull(table.ttlAttribute()), Value.of(expiry(clock, definition.keep)));
        }
        return item.putAll(table.key().asItem(LayoutKeys.key(definition.layout.write(parts, clock))))
                .build();
    }

    /** Returns whether items hold the clock in the form of its tick, so that these values have the order of the clocks. */
    public boolean hasPlainClock() {
        return definition.hasPlainClock;
    }

    /** Returns the clock of a row as its item holds it. */
    public Value clock(long tick) {
        return definition.clock.toValue(instant(tick));
    }

    /** Passes the attributes that no field stores to the consumer, except keys and expiry: the clock, parts of the identity. */
    public void derived(Parts parts, BiConsumer<String, LongFunction<Value>> each) {
        each.accept(definition.clock.attribute(), this::clock);
        identity.forEach(component -> each.accept(component.attribute(), tick -> part(parts, component)));
    }

    public static Value value(RowSet.Column column, int row) {
        if (column.numbers() == null) {
            String text = Objects.requireNonNull(Objects.requireNonNull(column.texts())[row]);
            return column.field().kind() == FieldKind.TEXT ? Value.of(text) : Num.parse(text);
        }
        long bits = column.numbers()[row];
        return column.field().kind() == FieldKind.NUMBER ? Num.of(Double.longBitsToDouble(bits)) : Value.of(bits == 1);
    }

    /** Returns whether a row has not expired. */
    public boolean isLive(long tick, Instant now) {
        return definition.keep == null || expiry(instant(tick), definition.keep) > now.getEpochSecond();
    }

    private static Value part(Parts parts, MappedComponent<?> component) {
        ValueType type = component.valueType().orElse(ValueType.TEXT);
        return switch (type) {
            case NUMBER -> Num.of(parts.number(component.name()));
            case BOOL -> Value.of(Boolean.parseBoolean(parts.text(component.name())));
            default -> Value.of(parts.text(component.name()));
        };
    }

    public static Value value(Row row, int field) {
        return switch (row.shape().field(field).kind()) {
            case NUMBER -> Num.of(Double.longBitsToDouble(row.number(field)));
            case BOOLEAN -> Value.of(row.number(field) == 1);
            case TEXT -> Value.of(row.text(field));
            case DECIMAL -> Num.parse(row.text(field));
        };
    }

    /** Returns the second from which on a row is expired; it is rounded up. */
    public static long expiry(Instant clock, Duration keep) {
        Instant end = clock.plus(keep);
        return end.getEpochSecond() + (end.getNano() == 0 ? 0 : 1);
    }

    /** Returns the attribute of a field. */
    public Target target(String field) {
        return targets.computeIfAbsent(field, RowItems::parsed);
    }

    private static Target parsed(String field) {
        int dot = field.indexOf('.');
        return dot < 0
                ? new Target(plain(field), null)
                : new Target(plain(field.substring(0, dot)), field.substring(dot + 1));
    }

    /** Returns the name of the field of an attribute. */
    public static String escaped(String attribute) {
        return attribute.indexOf('%') < 0 && attribute.indexOf('.') < 0
                ? attribute
                : attribute.replace("%", "%25").replace(".", "%2E");
    }

    private static String plain(String field) {
        return field.indexOf('%') < 0 ? field : field.replace("%2E", ".").replace("%25", "%");
    }

    private Instant instant(long tick) {
        return instant(tick, definition.layout.tick());
    }

    public static Instant instant(long tick, Tick unit) {
        return switch (unit) {
            case SECONDS -> Instant.ofEpochSecond(tick);
            case MILLIS -> Instant.ofEpochMilli(tick);
            case NANOS ->
                Instant.ofEpochSecond(Math.floorDiv(tick, 1_000_000_000L), Math.floorMod(tick, 1_000_000_000L));
        };
    }
}
