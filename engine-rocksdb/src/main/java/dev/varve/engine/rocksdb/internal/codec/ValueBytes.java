package dev.varve.engine.rocksdb.internal.codec;

import dev.varve.error.Rejected;
import dev.varve.item.Bytes;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.table.Limits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Encodes one attribute value. It begins with a tag, which also holds the length of a short text or the scale of a
 * plain decimal.
 */
final class ValueBytes {

    private static final int NULL = 0x00;
    private static final int FALSE = 0x01;
    private static final int TRUE = 0x02;
    private static final int TEXT = 0x03;
    private static final int BYTES = 0x04;
    private static final int NUMBER = 0x05;
    private static final int BIG_NUMBER = 0x06;
    private static final int TEXT_SET = 0x07;
    private static final int NUMBER_SET = 0x08;
    private static final int BYTES_SET = 0x09;
    private static final int LIST = 0x0A;
    private static final int MAP = 0x0B;
    /** 20 to 2F: a decimal with 0 to 15 digits after the decimal point. */
    private static final int DECIMAL = 0x20;
    /** 40 to 7F: a text of 0 to 63 bytes. */
    private static final int SHORT_TEXT = 0x40;

    private static final int MAX_DECIMAL_SCALE = 15;
    private static final int MAX_SHORT_TEXT = 63;
    /** Far above every valid scale; keeps sums of scales from overflowing. */
    private static final int MAX_SCALE = 1_000;
    /** Up to this scale, every 64-bit number is within DynamoDB's range. */
    private static final int SAFE_SCALE = 100;
    /** 38 digits take 127 bits. */
    private static final int MAX_BIG_NUMBER_BYTES = 16;
    /** An empty list may be one level below the deepest. */
    private static final int MAX_DEPTH = Limits.MAX_DEPTH + 1;

    private ValueBytes() {}

    static void write(ByteWriter out, Value value) {
        if (value instanceof Value.Text text) {
            text(out, text.value());
        } else if (value instanceof Num number) {
            number(out, number.value());
        } else if (value instanceof Value.Bool bool) {
            out.u8(bool.value() ? TRUE : FALSE);
        } else if (value instanceof Bytes bytes) {
            out.u8(BYTES).varint(bytes.length()).bytes(bytes);
        } else if (value instanceof Value.TextSet set) {
            out.u8(TEXT_SET).varint(set.values().size());
            set.values().forEach(out::sizedUtf8);
        } else if (value instanceof Value.NumSet set) {
            out.u8(NUMBER_SET).varint(set.values().size());
            set.values().forEach(element -> number(out, element.value()));
        } else if (value instanceof Value.BytesSet set) {
            out.u8(BYTES_SET).varint(set.values().size());
            set.values().forEach(element -> out.varint(element.length()).bytes(element));
        } else if (value instanceof Value.ListOf list) {
            out.u8(LIST).varint(list.values().size());
            list.values().forEach(element -> write(out, element));
        } else if (value instanceof Value.MapOf map) {
            out.u8(MAP).varint(map.values().size());
            map.values().forEach((name, element) -> write(out.sizedUtf8(name), element));
        } else {
            out.u8(NULL);
        }
    }

    private static void text(ByteWriter out, String text) {
        int start = out.length();
        if (text.length() <= MAX_SHORT_TEXT
                && out.u8(SHORT_TEXT + text.length()).ascii(text)) {
            return;
        }
        out.truncate(start);
        out.u8(TEXT).sizedUtf8(text);
    }

    private static void number(ByteWriter out, BigDecimal value) {
        BigInteger unscaled = value.unscaledValue();
        int scale = value.scale();
        if (unscaled.bitLength() >= Long.SIZE) {
            byte[] bytes = unscaled.toByteArray();
            out.u8(BIG_NUMBER).signed(scale).varint(bytes.length).bytes(bytes);
        } else if (scale >= 0 && scale <= MAX_DECIMAL_SCALE) {
            out.u8(DECIMAL + scale).signed(unscaled.longValue());
        } else {
            out.u8(NUMBER).signed(scale).signed(unscaled.longValue());
        }
    }

    static Value read(ByteReader in) {
        return read(in, 1);
    }

    private static Value read(ByteReader in, int level) {
        int tag = in.u8();
        if (tag >= SHORT_TEXT && tag <= SHORT_TEXT + MAX_SHORT_TEXT) {
            return Value.of(in.utf8(tag - SHORT_TEXT));
        } else if (tag >= DECIMAL && tag <= DECIMAL + MAX_DECIMAL_SCALE) {
            return number(in, in.signed(), tag - DECIMAL);
        }
        return switch (tag) {
            case NULL -> Value.Null.NULL;
            case FALSE -> Value.of(false);
            case TRUE -> Value.of(true);
            case TEXT -> Value.of(in.sizedUtf8());
            case BYTES -> Bytes.wrap(in.bytes(in.count()));
            case NUMBER, BIG_NUMBER -> number(in, tag);
            case TEXT_SET, NUMBER_SET, BYTES_SET -> set(in, tag);
            case LIST -> list(in, level);
            case MAP -> map(in, level);
            default -> throw in.damaged("has a value of unknown type " + tag);
        };
    }

    private static Num number(ByteReader in, int tag) {
        if (tag >= DECIMAL && tag <= DECIMAL + MAX_DECIMAL_SCALE) {
            return number(in, in.signed(), tag - DECIMAL);
        }
        long scale = in.signed();
        if (scale < -MAX_SCALE || scale > MAX_SCALE || (tag != NUMBER && tag != BIG_NUMBER)) {
            throw in.damaged("has a number out of range");
        }
        if (tag == NUMBER) {
            long unscaled = in.signed();
            return Math.abs(scale) <= SAFE_SCALE
                    ? number(in, unscaled, (int) scale)
                    : checked(in, BigDecimal.valueOf(unscaled, (int) scale));
        }
        int length = in.count();
        if (length == 0 || length > MAX_BIG_NUMBER_BYTES) {
            throw in.damaged("has a number of " + length + " bytes");
        }
        return checked(in, new BigDecimal(new BigInteger(in.bytes(length)), (int) scale));
    }

    /** Returns a number with a small scale; only trailing zeros can be invalid. */
    private static Num number(ByteReader in, long unscaled, int scale) {
        if (unscaled % 10 == 0 && (unscaled != 0 || scale != 0)) {
            throw in.damaged("has a number with trailing zeros");
        }
        return Num.ofNormal(unscaled, scale);
    }

    private static Num checked(ByteReader in, BigDecimal value) {
        try {
            Num number = Num.of(value);
            if (number.value().scale() == value.scale()) {
                return number;
            }
        } catch (Rejected e) {
            // Falls through: a number that cannot be stored was never written.
        }
        throw in.damaged("has a number out of range");
    }

    private static Value set(ByteReader in, int tag) {
        int count = in.count();
        Set<Object> elements = new HashSet<>();
        for (int i = 0; i < count; i++) {
            Object element = switch (tag) {
                case TEXT_SET -> in.sizedUtf8();
                case NUMBER_SET -> number(in, in.u8());
                default -> Bytes.wrap(in.bytes(in.count()));
            };
            elements.add(element);
        }
        if (count == 0 || elements.size() != count) {
            throw in.damaged("has a set that is empty or repeats an element");
        }
        return Value.of(elements);
    }

    private static Value list(ByteReader in, int level) {
        int count = children(in, level);
        List<Value> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(read(in, level + 1));
        }
        return new Value.ListOf(values);
    }

    private static Value map(ByteReader in, int level) {
        int count = children(in, level);
        Map<String, Value> values = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            values.put(in.sizedUtf8(), read(in, level + 1));
        }
        if (values.size() != count) {
            throw in.damaged("has a map that repeats a name");
        }
        return new Value.MapOf(values);
    }

    private static int children(ByteReader in, int level) {
        int count = in.count();
        if (level >= MAX_DEPTH && count > 0) {
            throw in.damaged("nests too deep");
        }
        return count;
    }
}
