package dev.varve.testkit.random;

import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.table.IndexSchema;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.TableSchema;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Draws keys and items of one table that often collide: few keys, few attribute names with a typical type each, expiry
 * times around now, sizes around the steps of capacity units.
 */
public final class RandomItems {

    /** Attribute names with their typical types. */
    static final Map<String, ValueType> TYPICAL = Map.of(
            "n", ValueType.NUMBER,
            "m", ValueType.NUMBER,
            "t", ValueType.TEXT,
            "b", ValueType.BYTES,
            "f", ValueType.BOOL,
            "ts", ValueType.TEXT_SET,
            "ns", ValueType.NUMBER_SET,
            "l", ValueType.LIST,
            "o", ValueType.MAP);

    static final List<String> NAMES = TYPICAL.keySet().stream().sorted().toList();

    private static final int[] STEPS = {1024, 2048, 4096, 8192};
    private static final int[] LARGE = {350_000, 400 * 1024};
    private static final int PARTITIONS = 3;
    private static final int SORTS = 6;

    private final Draw draw;
    private final TableSchema schema;
    private final InstantSource clock;
    private final int largeOfHundred;

    /** Creates a source of items with few very large ones; one instance in five has many. */
    public RandomItems(Draw draw, TableSchema schema, InstantSource clock) {
        this.draw = draw;
        this.schema = schema;
        this.clock = clock;
        this.largeOfHundred = draw.chance(20) ? 60 : 5;
    }

    public Key key() {
        KeyAttribute sort = schema.key().sort();
        return new Key(part(schema.key().partition(), PARTITIONS), sort == null ? null : part(sort, SORTS));
    }

    /** Returns one of {@code count} values for a key attribute. */
    public Value part(KeyAttribute attribute, int count) {
        int number = draw.below(count);
        return switch (attribute.type()) {
            case NUMBER -> Value.of(number * 1.5 - 2);
            case BYTES -> Bytes.of((byte) (number * 50), (byte) number);
            default -> Value.of(draw.chance(95) ? "k" + number : "k" + number + "é😀");
        };
    }

    public Item item() {
        return item(key());
    }

    public Item item(Key key) {
        Item.Builder item = Item.builder().putAll(schema.key().asItem(key));
        for (String name : NAMES) {
            if (draw.chance(40)) {
                item.put(name, typical(name));
            }
        }
        for (IndexSchema index : schema.indexes()) {
            indexPart(item, index.key().partition(), PARTITIONS);
            indexPart(item, index.key().sort(), 20);
        }
        if (schema.ttlAttribute() != null && draw.chance(40)) {
            item.put(schema.ttlAttribute(), expiry());
        }
        return draw.chance(20) ? padded(item.build()) : item.build();
    }

    private void indexPart(Item.Builder item, @Nullable KeyAttribute attribute, int count) {
        if (attribute != null && !schema.key().contains(attribute.name()) && draw.chance(60)) {
            item.put(attribute.name(), part(attribute, count));
        }
    }

    /** Returns an expiry around now, sometimes one that is not a number and has no effect. */
    public Value expiry() {
        return draw.chance(95) ? Value.of(clock.instant().getEpochSecond() + draw.between(-20, 60)) : Value.of("never");
    }

    /** Returns the item padded to about a size where the consumed units change, or to a very large size. */
    private Item padded(Item item) {
        int step = draw.chance(largeOfHundred) ? LARGE[draw.below(LARGE.length)] : STEPS[draw.below(STEPS.length)];
        int missing = step + draw.between(-2, 2) - item.with("blob", "").size();
        return missing < 0 ? item : item.with("blob", "x".repeat(missing));
    }

    /** Returns a value for this attribute, mostly of its typical type. */
    public Value typical(String name) {
        if (draw.chance(10)) {
            return RandomValues.value(draw);
        }
        return switch (TYPICAL.getOrDefault(name, ValueType.TEXT)) {
            case NUMBER -> RandomValues.number(draw);
            case BYTES -> RandomValues.bytes(draw);
            case BOOL -> Value.of(draw.chance(50));
            case TEXT_SET, NUMBER_SET -> set(name);
            case LIST -> new Value.ListOf(draw.times(draw.below(5), () -> RandomValues.number(draw)));
            case MAP -> map();
            default -> Value.of(RandomValues.text(draw));
        };
    }

    private Value set(String name) {
        return TYPICAL.get(name) == ValueType.TEXT_SET
                ? new Value.TextSet(new HashSet<>(draw.times(3, this::element)))
                : Value.of(new HashSet<>(draw.times(3, () -> draw.below(5))));
    }

    String element() {
        return draw.oneOf("x", "y", "z", "");
    }

    private Value map() {
        Map<String, Value> map = new HashMap<>();
        for (String name : List.of("x", "y", "l")) {
            if (draw.chance(60)) {
                map.put(name, name.equals("l") ? new Value.ListOf(List.of(Value.of(1))) : RandomValues.number(draw));
            }
        }
        return new Value.MapOf(map);
    }
}
