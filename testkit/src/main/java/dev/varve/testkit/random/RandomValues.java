package dev.varve.testkit.random;

import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Draws values of all ten types, and items with such values. */
public final class RandomValues {

    private static final int MAX_LEVELS = 3;
    private static final List<String> PIECES =
            List.of("a", "b", "Z", "0", "9", "#", "%", ".", " ", "é", "中", "😀", "\u0000", "\uffff", "\"", "\\");

    private RandomValues() {}

    /** Returns an item with up to this many attributes; the caller adds a key. */
    public static Item item(Draw draw, int mostAttributes) {
        Item.Builder item = Item.builder();
        int count = draw.below(mostAttributes + 1);
        for (int i = 0; i < count; i++) {
            item.put(draw.chance(80) ? "a" + draw.below(20) : "x" + text(draw), value(draw));
        }
        return item.build();
    }

    public static Value value(Draw draw) {
        return value(draw, MAX_LEVELS);
    }

    private static Value value(Draw draw, int levels) {
        return switch (draw.below(levels > 0 ? 12 : 8)) {
            case 0, 1 -> Value.of(text(draw));
            case 2, 3 -> number(draw);
            case 4 -> Value.of(draw.chance(50));
            case 5 -> Value.Null.NULL;
            case 6 -> bytes(draw);
            case 7 -> set(draw);
            case 8, 9 -> new Value.ListOf(draw.times(draw.below(4), () -> value(draw, levels - 1)));
            default -> map(draw, levels);
        };
    }

    private static Value map(Draw draw, int levels) {
        Map<String, Value> map = new HashMap<>();
        for (int i = draw.below(4); i > 0; i--) {
            map.put("k" + text(draw), value(draw, levels - 1));
        }
        return new Value.MapOf(map);
    }

    public static Value set(Draw draw) {
        int size = draw.between(1, 4);
        return switch (draw.below(3)) {
            case 0 -> new Value.TextSet(new HashSet<>(draw.times(size, () -> text(draw))));
            case 1 -> new Value.NumSet(new HashSet<>(draw.times(size, () -> number(draw))));
            default -> new Value.BytesSet(new HashSet<>(draw.times(size, () -> bytes(draw))));
        };
    }

    /** Returns a short text, often empty, sometimes with unusual characters. */
    public static String text(Draw draw) {
        return String.join("", draw.times(draw.below(6), () -> draw.oneOf(PIECES)));
    }

    public static Bytes bytes(Draw draw) {
        return Bytes.wrap(draw.bytes(draw.below(6)));
    }

    /** Returns a number within DynamoDB's range, often a small one, so that numbers collide. */
    public static Num number(Draw draw) {
        return switch (draw.below(5)) {
            case 0, 1, 2 -> Num.of(draw.between(-5, 10));
            case 3 -> Num.of(new BigDecimal(BigInteger.valueOf(draw.nextLong()), draw.between(-20, 20)));
            default -> {
                BigInteger digits = new BigInteger(1, draw.bytes(16)).mod(BigInteger.TEN.pow(Num.MAX_DIGITS));
                BigInteger signed = draw.chance(50) ? digits : digits.negate();
                yield Num.of(new BigDecimal(signed, draw.between(-80, 120)));
            }
        };
    }
}
