package dev.varve.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordReaderTest {

    @Test
    void linesAreRecords() throws IOException {
        assertThat(records(Format.NDJSON, "{\"a\":\"\\\"\"}\n\n{}")).containsExactly("{\"a\":\"\\\"\"}\n", "\n", "{}");
        assertThat(records(Format.NDJSON, "")).isEmpty();
    }

    @Test
    void quotedCellMaySpanLines() throws IOException {
        assertThat(records(Format.CSV, "a,\"b\n\"\"c\"\"\n\",d\n5\" pipe,e\n\"\",x\n"))
                .containsExactly("a,\"b\n\"\"c\"\"\n\",d\n", "5\" pipe,e\n", "\"\",x\n");
    }

    @Test
    void quotedTextMaySpanLines() throws IOException {
        assertThat(records(Format.LINE, "m,t=a\"b f=1\n# \"\nm f=\"x\n\\\"y\",g=2 5\nm\\ x,t=\" f=\"\" 1\n"))
                .containsExactly("m,t=a\"b f=1\n", "# \"\n", "m f=\"x\n\\\"y\",g=2 5\n", "m\\ x,t=\" f=\"\" 1\n");
    }

    @Test
    void unclosedTextOfAPointEndsWithItsLine() throws IOException {
        assertThat(records(Format.LINE, "m f=\"x\nm f=1\n")).containsExactly("m f=\"x\n", "m f=1\n");
    }

    @Test
    void unclosedQuoteIsRefused() {
        String open = "a,\"b\n" + "c,d\n".repeat(RecordReader.MAX_RECORD / 4);
        assertThatThrownBy(() -> records(Format.CSV, "x,y\n" + open))
                .isInstanceOf(Rejected.class)
                .hasMessage("the record that begins in line 2 is longer than 1048576 bytes: is a quote not closed?");
    }

    @Test
    void recordsContainEveryByteOfRandomText() throws IOException {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 200; i++) {
                text.append("ab\",= \\\n#".charAt(random.nextInt(9)));
            }
            for (Format format : Format.values()) {
                assertThat(String.join("", records(format, text.toString())))
                        .as("seed %s", seed)
                        .isEqualTo(text.toString());
            }
        }
    }

    private static List<String> records(Format format, String text) throws IOException {
        RecordReader reader = new RecordReader(new ByteArrayInputStream(text.getBytes(UTF_8)), format, 0, 1);
        List<String> records = new ArrayList<>();
        for (byte[] record = reader.next(); record != null; record = reader.next()) {
            records.add(new String(record, UTF_8));
        }
        assertThat(reader.offset()).isEqualTo(text.getBytes(UTF_8).length);
        assertThat(reader.line())
                .isEqualTo(1
                        + text.chars().filter(c -> c == '\n').count()
                        + (text.isEmpty() || text.endsWith("\n") ? 0 : 1));
        return records;
    }
}
