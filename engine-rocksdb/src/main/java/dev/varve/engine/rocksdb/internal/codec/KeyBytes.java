package dev.varve.engine.rocksdb.internal.codec;

import dev.varve.item.Bytes;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Encodes key values as bytes whose unsigned order is DynamoDB's order.
 *
 * <p>Inside a key, texts and bytes encode 00 as 00 FF and end with 00 01. So no value is a prefix of another, and
 * following bytes do not affect the order. At the end of a key they are written unchanged. Numbers are self-delimiting.
 */
final class KeyBytes {

    private static final int ESCAPED = 0xFF;
    private static final int END = 0x01;

    private KeyBytes() {}

    /** Writes a value that is followed by another one. */
    static void inner(ByteWriter out, Value value) {
        prefix(out, value);
        if (!(value instanceof Num)) {
            out.u8(0).u8(END);
        }
    }

    /** Writes the common prefix of all inner values that begin with this one. */
    static void prefix(ByteWriter out, Value value) {
        int start = out.length();
        last(out, value);
        if (!(value instanceof Num)) {
            escape(out, start);
        }
    }

    /** Writes the last value of a key. */
    static void last(ByteWriter out, Value value) {
        if (value instanceof Value.Text text) {
            out.utf8(text.value());
        } else if (value instanceof Bytes bytes) {
            out.bytes(bytes);
        } else {
            NumberKey.write(out, (Num) value);
        }
    }

    private static void escape(ByteWriter out, int start) {
        for (int i = start; i < out.length(); i++) {
            if (out.array()[i] == 0) {
                byte[] rest = Arrays.copyOfRange(out.array(), i, out.length());
                out.truncate(i);
                for (byte b : rest) {
                    out.u8(b);
                    if (b == 0) {
                        out.u8(ESCAPED);
                    }
                }
                return;
            }
        }
    }

    static Value readInner(ByteReader in, ValueType type) {
        if (type == ValueType.NUMBER) {
            return NumberKey.read(in);
        }
        ByteWriter raw = new ByteWriter(in.remaining());
        for (int b = in.u8(); ; b = in.u8()) {
            if (b == 0) {
                int next = in.u8();
                if (next == END) {
                    return value(in, type, raw.toBytes());
                } else if (next != ESCAPED) {
                    throw in.damaged("has a key with an unknown escape");
                }
            }
            raw.u8(b);
        }
    }

    /** Skips an inner value without decoding it. */
    static void skipInner(ByteReader in, ValueType type) {
        if (type == ValueType.NUMBER) {
            NumberKey.read(in);
            return;
        }
        while (in.u8() != 0 || in.u8() == ESCAPED) {
            // A zero without an escape after it is the end.
        }
    }

    static Value readLast(ByteReader in, ValueType type) {
        return switch (type) {
            case NUMBER -> {
                Num number = NumberKey.read(in);
                in.requireEnd();
                yield number;
            }
            case TEXT -> Value.of(in.utf8(in.remaining()));
            default -> Bytes.wrap(in.bytes(in.remaining()));
        };
    }

    private static Value value(ByteReader in, ValueType type, byte[] raw) {
        if (type == ValueType.BYTES) {
            return Bytes.wrap(raw);
        }
        String text = new String(raw, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') >= 0 && !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), raw)) {
            throw in.damaged("has a key that is not UTF-8");
        }
        return Value.of(text);
    }
}
