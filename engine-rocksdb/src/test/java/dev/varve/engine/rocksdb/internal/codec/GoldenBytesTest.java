package dev.varve.engine.rocksdb.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.feed.Change.Cause;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.table.IndexSchema;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.Projection;
import dev.varve.table.TableSchema;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The bytes of format 1, as in docs/format/rocksdb.md. New versions add bytes here; existing ones are never edited. */
class GoldenBytesTest {

    private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();
    private static final KeySchema TEXTS =
            new KeySchema(new KeyAttribute("pk", ValueType.TEXT), new KeyAttribute("sk", ValueType.TEXT));
    private static final KeySchema BYTES_AND_NUMBER =
            new KeySchema(new KeyAttribute("p", ValueType.BYTES), new KeyAttribute("n", ValueType.NUMBER));

    @Test
    void rowKeys() {
        assertBytes(
                KeyLayout.ofTable(1, TEXTS).row(Key.of("DEVICE#7", "é\0")),
                "00 01 44 45 56 49 43 45 23 37 00 01 C3 A9 00");
        KeyLayout table = KeyLayout.ofTable(2, BYTES_AND_NUMBER);
        byte[] odd = {0, (byte) 0xFF, 1};
        assertBytes(table.row(Key.of(odd, 1234.5)), "00 02 00 FF FF 01 00 01 C0 85 0D 23 33 00");
        assertBytes(table.row(Key.of(odd, -1234.5)), "00 02 00 FF FF 01 00 01 40 7A F2 DC CC FF");
        assertBytes(table.row(Key.of(new byte[] {1}, 0)), "00 02 01 00 01 80");
        assertBytes(table.row(Key.of(new byte[] {1}, 1_776_700_800)), "00 02 01 00 01 C0 8B 12 4D 47 09 00");
    }

    @Test
    void indexKeys() {
        assertBytes(
                KeyLayout.ofIndex(3, TEXTS, BYTES_AND_NUMBER).entry(Key.of("g", "h"), Key.of(new byte[] {1}, 7)),
                "00 03 67 00 01 68 00 01 01 00 01 C0 82 47 00");
    }

    @Test
    void journalKeys() {
        JournalKeys journal = new JournalKeys(1, "main");
        byte[] key = journal.key(258);
        assertBytes(key, "00 01 6D 61 69 6E 00 01 00 00 00 00 00 00 01 02");
        assertThat(JournalKeys.read(new ByteReader(key))).isEqualTo(new JournalKeys.Place(1, "main", 258));
        assertBytes(journal.trimmed(), "4A 00 01 6D 61 69 6E");
    }

    @Test
    void reading() {
        ItemCodec codec = codec(List.of("humidity", "temperature"));
        Item item = Item.of("pk", "p", "sk", "s", "temperature", 22.4, "humidity", 45);
        assertItem(codec, item, "01 1E 02 01 02 20 5A 21 C0 03");
    }

    @Test
    void itemWithEveryType() {
        Item item = Item.builder()
                .put("pk", "p")
                .put("sk", "s")
                .put("a", "text")
                .put("b", Bytes.of((byte) 1, (byte) 2))
                .put("c", true)
                .put("d", false)
                .put("e", Value.Null.NULL)
                .put("f", -7)
                .put("g", Num.parse("1E-20"))
                .put("h", Num.parse("12345678901234567890123456789012345678"))
                .put("i", Set.of("x", "y"))
                .put("j", new Value.NumSet(Set.of(Num.of(1), Num.parse("2.5"))))
                .put("k", new Value.BytesSet(Set.of(Bytes.of((byte) 9))))
                .put("l", List.of(1, "z"))
                .put("m", Map.of("q", List.of()))
                .put("n", "x".repeat(64))
                .put("o", 1_776_700_800)
                .build();
        assertItem(
                codec(List.of()),
                item,
                "01 94 01 0F 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 44 74 65 78 74 04 02 01 02 02 01 00 20 0D"
                        + " 05 28 02 06 00 10 09 49 B0 F6 F0 02 33 13 C4 49 90 50 DE 38 F3 4E 07 02 01 78 01 79 08 02"
                        + " 20 02 21 32 09 01 01 09 0A 02 20 02 41 7A 0B 01 01 71 0A 00 03 40" + " 78".repeat(64)
                        + " 05 03 C0 E9 F8 10");
    }

    @Test
    void nameWithoutNumber() {
        String name = "n".repeat(Names.MAX_NAME_BYTES + 1);
        assertItem(
                codec(List.of()),
                Item.of("pk", "p", "sk", "s", name, 1),
                "01 88 02 01 00 80 02" + " 6E".repeat(name.length()) + " 20 02");
    }

    @Test
    void changes() {
        byte[] rowKey = KeyLayout.ofTable(1, TEXTS).row(Key.of("p", "s"));
        ByteWriter image = new ByteWriter(4).u8(1).u8(2).u8(0);
        ByteWriter expiry = new ByteWriter(4);
        Instant at = Instant.parse("2026-04-20T14:00:00.000000001Z");
        ChangeEntry.write(expiry, Cause.EXPIRY, at, rowKey, image.toBytes(), null);
        assertBytes(
                expiry.toBytes(),
                "00 00 00 00 00 00 00 00 01 01 C0 C5 B1 9E 0D 01 06 00 01 70 00 01 73 04 01 02 00 00");
        ByteWriter write = new ByteWriter(4);
        ChangeEntry.write(write, Cause.WRITE, Instant.parse("2026-04-20T14:00:00Z"), rowKey, null, image);
        assertBytes(
                write.toBytes(), "00 00 00 00 00 00 00 00 01 00 C0 C5 B1 9E 0D 00 06 00 01 70 00 01 73 00 04 01 02 00");
        ChangeEntry back = ChangeEntry.read(new ByteReader(expiry.toBytes()));
        assertThat(back.at()).isEqualTo(at);
        assertThat(back.cause()).isEqualTo(Cause.EXPIRY);
        assertThat(back.rowKey()).isEqualTo(rowKey);
        assertThat(back.before()).isEqualTo(image.toBytes());
        assertThat(back.after()).isNull();
    }

    @Test
    void schemas() {
        TableSchema schema = TableSchema.named("readings")
                .sort("at", ValueType.NUMBER)
                .index("gsi1", "g", "h")
                .index(new IndexSchema(
                        "gsi2", new KeySchema(new KeyAttribute("b", ValueType.BYTES), null), Projection.include("v")))
                .build();
        SchemaBytes.Numbered numbered = new SchemaBytes.Numbered(schema, 1, List.of(2, 3));
        ByteWriter out = new ByteWriter(4);
        SchemaBytes.write(out, numbered);
        assertBytes(
                out.toBytes(),
                "01 00 01 53 02 70 6B 01 4E 02 61 74 01 03 74 74 6C 01 02 00 02 04 67 73 69 31 53 01 67 01 53 01 68 00"
                        + " 00 03 04 67 73 69 32 42 01 62 00 01 01 01 76");
        assertThat(SchemaBytes.read("readings", new ByteReader(out.toBytes()))).isEqualTo(numbered);
    }

    @Test
    void metaKeys() {
        assertBytes(MetaKeys.schema("readings"), "54 72 65 61 64 69 6E 67 73");
        assertBytes(MetaKeys.name(258), "4E 01 02");
        assertBytes(MetaKeys.token("t1"), "4B 74 31");
        assertBytes(MetaKeys.tokenEnd(1_776_693_600, "t1"), "58 80 00 00 00 69 E6 31 60 74 31");
        assertBytes(MetaKeys.logStart(1), "4C 00 01");
        assertBytes(MetaKeys.logHold(1, "rollups"), "48 00 01 72 6F 6C 6C 75 70 73");
    }

    private static ItemCodec codec(List<String> names) {
        return new ItemCodec(new Names(names, (number, name) -> {}), KeyLayout.ofTable(1, TEXTS));
    }

    private static void assertItem(ItemCodec codec, Item item, String bytes) {
        ByteWriter out = new ByteWriter(4);
        codec.write(out, item);
        assertBytes(out.toBytes(), bytes);
        Value[] keys = {item.value("pk"), item.value("sk")};
        assertThat(codec.read(new ByteReader(HEX.parseHex(bytes)), keys)).isEqualTo(item);
    }

    private static void assertBytes(byte[] actual, String expected) {
        assertThat(HEX.formatHex(actual)).isEqualTo(expected);
    }
}
