package dev.varve.engine.support;

import dev.varve.error.InvalidPageToken;
import dev.varve.error.Rejected;
import dev.varve.internal.Fingerprint;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.table.Key;
import dev.varve.table.KeySchema;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.TableSchema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The position of the last item that a page examined.
 *
 * <p>As a token it holds the fingerprint of its query and these keys, with the checksum of {@link PageToken}. The
 * partition of a query is not part of the token: it comes from the query that resumes, so a forged token cannot read
 * another partition.
 *
 * @param target the key in the table or index that was read
 * @param key the key in the table
 */
public record PagePosition(Key target, Key key) {

    private static final int VERSION = 2;

    /** Returns the position of an item in the index, or in the table if {@code index} is null. */
    public static PagePosition of(TableSchema schema, @Nullable String index, Item item) {
        Key key = schema.keyOf(item);
        Key target = index == null ? key : schema.index(index).key().keyOf(item);
        if (target == null) {
            throw new IllegalArgumentException("the item has no key in index " + index);
        }
        return new PagePosition(target, key);
    }

    /** Returns the token that resumes this query after this position. */
    public PageToken token(TableSchema schema, Query query) {
        return write(schema, query.identity(), values(query.index(), false));
    }

    /** Returns the token that resumes this scan after this position. */
    public PageToken token(TableSchema schema, Scan scan) {
        return write(schema, scan.identity(), values(scan.index(), true));
    }

    /** Returns where this query resumes, or null for the beginning; rejects the token of another query. */
    public static @Nullable PagePosition resumed(TableSchema schema, Query query) {
        if (query.resume() == null) {
            return null;
        }
        KeySchema target = query.index() == null
                ? schema.key()
                : schema.index(query.index()).key();
        List<ValueType> types = types(schema, query.index(), false);
        List<Value> values = read(schema, query.identity(), query.resume(), types);
        int next = 0;
        Value sort = target.sort() == null ? null : values.get(next++);
        if (sort != null && !query.sort().test(sort)) {
            throw foreign();
        }
        Key targetKey = new Key(query.partition(), sort);
        return new PagePosition(targetKey, query.index() == null ? targetKey : key(schema.key(), values, next));
    }

    /** Returns where this scan resumes, or null for the beginning; rejects the token of another scan. */
    public static @Nullable PagePosition resumed(TableSchema schema, Scan scan) {
        if (scan.resume() == null) {
            return null;
        }
        List<Value> values = read(schema, scan.identity(), scan.resume(), types(schema, scan.index(), true));
        if (scan.index() == null) {
            Key key = key(schema.key(), values, 0);
            return new PagePosition(key, key);
        }
        KeySchema index = schema.index(scan.index()).key();
        return new PagePosition(
                key(index, values, 0), key(schema.key(), values, index.names().size()));
    }

    private static Key key(KeySchema schema, List<Value> values, int at) {
        return new Key(values.get(at), schema.sort() == null ? null : values.get(at + 1));
    }

    private List<Value> values(@Nullable String index, boolean withPartition) {
        List<Value> values = new ArrayList<>();
        if (withPartition) {
            values.add(target.partition());
        }
        if (target.sort() != null) {
            values.add(target.sort());
        }
        if (index != null) {
            values.add(key.partition());
            if (key.sort() != null) {
                values.add(key.sort());
            }
        }
        return values;
    }

    private static List<ValueType> types(TableSchema schema, @Nullable String index, boolean withPartition) {
        List<ValueType> types = new ArrayList<>();
        KeySchema target = index == null ? schema.key() : schema.index(index).key();
        if (withPartition) {
            types.add(target.partition().type());
        }
        if (target.sort() != null) {
            types.add(target.sort().type());
        }
        if (index != null) {
            types.add(schema.key().partition().type());
            if (schema.key().sort() != null) {
                types.add(schema.key().sort().type());
            }
        }
        return types;
    }

    private static PageToken write(TableSchema schema, String identity, List<Value> values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeLong(Fingerprint.of(schema.name() + ' ' + identity));
            for (Value value : values) {
                byte[] content = content(value);
                out.writeShort(content.length);
                out.write(content);
            }
        } catch (IOException e) {
            throw new AssertionError("writing to a byte array cannot fail", e);
        }
        return PageToken.of(bytes.toByteArray());
    }

    private static byte[] content(Value value) {
        if (value instanceof Value.Text text) {
            return text.value().getBytes(StandardCharsets.UTF_8);
        } else if (value instanceof Bytes bytes) {
            return bytes.toArray();
        }
        return ((Num) value).text().getBytes(StandardCharsets.UTF_8);
    }

    private static List<Value> read(TableSchema schema, String identity, PageToken token, List<ValueType> types) {
        byte[] bytes = token.content().orElseThrow(PagePosition::foreign);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (in.readByte() != VERSION || in.readLong() != Fingerprint.of(schema.name() + ' ' + identity)) {
                throw foreign();
            }
            List<Value> values = new ArrayList<>();
            for (ValueType type : types) {
                int length = in.readUnsignedShort();
                byte[] content = in.readNBytes(length);
                if (content.length < length) {
                    throw foreign();
                }
                values.add(
                        switch (type) {
                            case TEXT -> Value.of(new String(content, StandardCharsets.UTF_8));
                            case BYTES -> Bytes.wrap(content);
                            default -> Num.parse(new String(content, StandardCharsets.UTF_8));
                        });
            }
            if (in.read() >= 0) {
                throw foreign();
            }
            return values;
        } catch (IOException | IllegalArgumentException e) {
            throw foreign();
        }
    }

    private static Rejected foreign() {
        return new InvalidPageToken(
                "the page token does not belong to this query: resume with the same table, index, keys, filter and"
                        + " order");
    }
}
