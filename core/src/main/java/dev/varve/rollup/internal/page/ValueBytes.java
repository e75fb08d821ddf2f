package dev.varve.rollup.internal.page;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.bytes.ByteWriter;
import dev.varve.error.Rejected;
import dev.varve.item.Bytes;
import dev.varve.item.Num;
import dev.varve.item.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Writes single values of any type; {@code docs/format/packed.md} describes the bytes. */
final class ValueBytes {

    private static final int NUMBER = 0;
    private static final int LARGE_NUMBER = 1;
    private static final int TEXT = 2;
    private static final int FALSE = 3;
    private static final int TRUE = 4;
    private static final int NULL = 5;
    private static final int BYTES = 6;
    private static final int TEXT_SET = 7;
    private static final int NUMBER_SET = 8;
    private static final int BYTES_SET = 9;
    private static final int LIST = 10;
    private static final int MAP = 11;

    /** DynamoDB allows 32 levels of lists and maps. */
    private static final int MAX_DEPTH = 32;

    /** The scale of a number that DynamoDB can hold is smaller. */
    static final int MAX_SCALE = 200;

    /** A long with a smaller scale is in the range of numbers. */
    static final int SMALL_SCALE = 100;

    private ValueBytes() {}

    static void write(Value value, ByteWriter out, TextTable texts) {
        if (value instanceof Num number) {
            writeNumber(number, out);
        } else if (value instanceof Value.Text text) {
            out.writeByte(TEXT);
            out.writeUnsigned(texts.number(text.value()));
        } else if (value instanceof Value.Bool bool) {
            out.writeByte(bool.value() ? TRUE : FALSE);
        } else if (value instanceof Bytes bytes) {
            out.writeByte(BYTES);
            writeBytes(bytes, out);
        } else if (value instanceof Value.TextSet set) {
            out.writeByte(TEXT_SET);
            out.writeUnsigned(set.values().size());
            set.values().forEach(each -> out.writeUnsigned(texts.number(each)));
        } else if (value instanceof Value.NumSet set) {
            out.writeByte(NUMBER_SET);
            out.writeUnsigned(set.values().size());
            set.values().forEach(each -> writeNumber(each, out));
        } else if (value instanceof Value.BytesSet set) {
            out.writeByte(BYTES_SET);
            out.writeUnsigned(set.values().size());
            set.values().forEach(each -> writeBytes(each, out));
        } else if (value instanceof Value.ListOf list) {
            out.writeByte(LIST);
            out.writeUnsigned(list.values().size());
            list.values().forEach(each -> write(each, out, texts));
        } else if (value instanceof Value.MapOf map) {
            out.writeByte(MAP);
            out.writeUnsigned(map.values().size());
            map.values().forEach((name, each) -> {
                out.writeUnsigned(AttributeNames.number(name, texts));
                write(each, out, texts);
            });
        } else {
            out.writeByte(NULL);
        }
    }

    private static void writeNumber(Num number, ByteWriter out) {
        BigInteger unscaled = number.value().unscaledValue();
        boolean isLong = unscaled.bitLength() < Long.SIZE;
        out.writeByte(isLong ? NUMBER : LARGE_NUMBER);
        out.writeSigned(number.value().scale());
        if (isLong) {
            out.writeSigned(unscaled.longValue());
        } else {
            byte[] bytes = unscaled.toByteArray();
            out.writeUnsigned(bytes.length);
            out.write(bytes);
        }
    }

    private static void writeBytes(Bytes bytes, ByteWriter out) {
        out.writeUnsigned(bytes.length());
        out.write(bytes.toArray());
    }

    static Value read(ByteReader in, String[] texts) {
        return read(in, texts, 0);
    }

    private static Value read(ByteReader in, String[] texts, int depth) {
        if (depth > MAX_DEPTH) {
            throw RowPage.corrupt("a value has more than %s levels".formatted(MAX_DEPTH));
        }
        int type = in.readByte();
        return switch (type) {
            case NUMBER, LARGE_NUMBER -> readNumber(type, in);
            case TEXT -> Value.of(readText(in, texts));
            case FALSE -> Value.of(false);
            case TRUE -> Value.of(true);
            case NULL -> Value.Null.NULL;
            case BYTES -> readBytes(in);
            case LIST -> {
                List<Value> values = new ArrayList<>();
                for (int left = count(in); left > 0; left--) {
                    values.add(read(in, texts, depth + 1));
                }
                yield new Value.ListOf(values);
            }
            case MAP -> {
                Map<String, Value> values = new TreeMap<>();
                for (int left = count(in); left > 0; left--) {
                    values.put(AttributeNames.name(in.readUnsigned(), texts), read(in, texts, depth + 1));
                }
                yield new Value.MapOf(values);
            }
            default -> readSet(type, in, texts);
        };
    }

    private static Value readSet(int type, ByteReader in, String[] texts) {
        int count = count(in);
        if (count == 0) {
            throw RowPage.corrupt("a set is empty");
        }
        Set<String> some = new HashSet<>();
        Set<Num> numbers = new HashSet<>();
        Set<Bytes> bytes = new HashSet<>();
        for (int i = 0; i < count; i++) {
            switch (type) {
                case TEXT_SET -> some.add(readText(in, texts));
                case NUMBER_SET -> numbers.add(readNumber(in.readByte(), in));
                case BYTES_SET -> bytes.add(readBytes(in));
                default -> throw RowPage.corrupt("a value has the unknown type " + type);
            }
        }
        return type == TEXT_SET
                ? new Value.TextSet(some)
                : type == NUMBER_SET ? new Value.NumSet(numbers) : new Value.BytesSet(bytes);
    }

    private static int count(ByteReader in) {
        return in.readCount(in.remaining(), "the number of elements");
    }

    private static String readText(ByteReader in, String[] texts) {
        return texts[in.readCount(texts.length - 1, "the number of a text")];
    }

    private static Bytes readBytes(ByteReader in) {
        byte[] bytes = new byte[in.readCount(in.remaining(), "the length of a value")];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) in.readByte();
        }
        return Bytes.wrap(bytes);
    }

    private static Num readNumber(int type, ByteReader in) {
        long scale = in.readSigned();
        if (type > LARGE_NUMBER || scale < -MAX_SCALE || scale > MAX_SCALE) {
            throw RowPage.corrupt("a number has the type %s and the scale %s".formatted(type, scale));
        }
        BigInteger unscaled = type == NUMBER
                ? BigInteger.valueOf(in.readSigned())
                : large(readBytes(in).toArray());
        return number(new BigDecimal(unscaled, (int) scale));
    }

    private static BigInteger large(byte[] bytes) {
        // 38 digits have 127 bits.
        if (bytes.length == 0 || bytes.length > 2 * Long.BYTES) {
            throw RowPage.corrupt("a number has %s bytes".formatted(bytes.length));
        }
        return new BigInteger(bytes);
    }

    /** Returns a number; one that no row can have makes the page corrupt. */
    static Num number(BigDecimal value) {
        try {
            return Num.of(value);
        } catch (Rejected e) {
            throw RowPage.corrupt(String.valueOf(e.getMessage()));
        }
    }
}
