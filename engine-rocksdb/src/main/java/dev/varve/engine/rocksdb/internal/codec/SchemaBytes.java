package dev.varve.engine.rocksdb.internal.codec;

import dev.varve.error.VarveException;
import dev.varve.item.ValueType;
import dev.varve.table.IndexSchema;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.Projection;
import dev.varve.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Encodes a table's schema with the ids of the table and its indexes. */
public final class SchemaBytes {

    static final int VERSION = 1;

    private static final int ABSENT = 0;
    private static final int PRESENT = 1;

    /** A schema with the ids that the keys of its records begin with. */
    public record Numbered(TableSchema schema, int tableId, List<Integer> indexIds) {
        public Numbered {
            indexIds = List.copyOf(indexIds);
        }
    }

    private SchemaBytes() {}

    public static void write(ByteWriter out, Numbered numbered) {
        TableSchema schema = numbered.schema();
        out.u8(VERSION).u16(numbered.tableId());
        key(out, schema.key());
        optional(out, schema.ttlAttribute());
        out.u8(schema.changes() == TableSchema.Changes.KEPT ? PRESENT : ABSENT);
        out.varint(schema.indexes().size());
        for (int i = 0; i < schema.indexes().size(); i++) {
            IndexSchema index = schema.indexes().get(i);
            out.u16(numbered.indexIds().get(i)).sizedUtf8(index.name());
            key(out, index.key());
            if (index.projection() instanceof Projection.Include include) {
                out.u8(PRESENT).varint(include.names().size());
                include.names().forEach(out::sizedUtf8);
            } else {
                out.u8(ABSENT);
            }
        }
    }

    private static void key(ByteWriter out, KeySchema key) {
        attribute(out, key.partition());
        if (key.sort() == null) {
            out.u8(ABSENT);
        } else {
            attribute(out.u8(PRESENT), key.sort());
        }
    }

    private static void attribute(ByteWriter out, KeyAttribute attribute) {
        out.u8(attribute.type().descriptor().charAt(0)).sizedUtf8(attribute.name());
    }

    private static void optional(ByteWriter out, @Nullable String text) {
        if (text == null) {
            out.u8(ABSENT);
        } else {
            out.u8(PRESENT).sizedUtf8(text);
        }
    }

    public static Numbered read(String name, ByteReader in) {
        if (in.u8() != VERSION) {
            throw in.damaged("is a schema of an unknown version");
        }
        try {
            int tableId = in.u16();
            KeySchema key = key(in);
            String ttl = isPresent(in) ? in.sizedUtf8() : null;
            TableSchema.Changes changes = isPresent(in) ? TableSchema.Changes.KEPT : TableSchema.Changes.NOT_KEPT;
            List<IndexSchema> indexes = new ArrayList<>();
            List<Integer> indexIds = new ArrayList<>();
            for (int count = in.count(); count > 0; count--) {
                indexIds.add(in.u16());
                indexes.add(new IndexSchema(in.sizedUtf8(), key(in), projection(in)));
            }
            in.requireEnd();
            return new Numbered(new TableSchema(name, key, indexes, ttl, changes), tableId, indexIds);
        } catch (VarveException e) {
            throw in.damaged("is not the schema of table " + name + " (" + e.getMessage() + ")");
        }
    }

    private static KeySchema key(ByteReader in) {
        return new KeySchema(attribute(in), isPresent(in) ? attribute(in) : null);
    }

    private static KeyAttribute attribute(ByteReader in) {
        int descriptor = in.u8();
        ValueType type = switch (descriptor) {
            case 'S' -> ValueType.TEXT;
            case 'N' -> ValueType.NUMBER;
            case 'B' -> ValueType.BYTES;
            default -> throw in.damaged("has a key attribute of type " + descriptor);
        };
        return new KeyAttribute(in.sizedUtf8(), type);
    }

    private static Projection projection(ByteReader in) {
        if (!isPresent(in)) {
            return Projection.all();
        }
        TreeSet<String> names = new TreeSet<>();
        for (int count = in.count(); count > 0; count--) {
            names.add(in.sizedUtf8());
        }
        return new Projection.Include(names);
    }

    private static boolean isPresent(ByteReader in) {
        int flag = in.u8();
        if (flag != ABSENT && flag != PRESENT) {
            throw in.damaged("has flag " + flag);
        }
        return flag == PRESENT;
    }
}
