package dev.varve.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineBytesTest {

    private static final String[] PARTS = {
        "weather",
        "cpu",
        ",",
        "host=web1",
        ",station=roof",
        " ",
        " ",
        "temperature=21.5",
        "rain=0",
        ",",
        "f=1i",
        "g=-3u",
        "n=1e3",
        "b=true",
        "t=\"a text\"",
        "t=\"two\nlines\"",
        "\"",
        "\\",
        "\\ ",
        "\\\\",
        "=",
        "\n",
        "\n",
        "\r\n",
        "# note",
        "1767225600",
        " 1767225600\n",
        "-5",
        "9223372036854775807",
        "99999999999999999999",
        "é",
        "x=1.",
        "y=.5",
        "z=-0",
        "big=9007199254740993",
        "d=0.1234567890123456789",
        "\t",
        "nan=NaN",
        "k=5e-324"
    };

    private static List<Line> expected(String body) {
        List<Line> lines = new ArrayList<>();
        new LineReader(body).forEachRemaining(lines::add);
        return lines;
    }

    /** Reads plain lines as bytes, and their parts again as a text; all other lines as texts. */
    private static List<Line> read(String body) throws CharacterCodingException {
        List<Line> lines = new ArrayList<>();
        LineBytes bytes = new LineBytes(body.getBytes(StandardCharsets.UTF_8));
        while (bytes.next()) {
            int number = bytes.number();
            if (!bytes.readPlain()) {
                lines.add(bytes.read());
                continue;
            }
            Map<String, Double> fields = new TreeMap<>();
            for (int i = 0; i < bytes.fields(); i++) {
                fields.put(new String(bytes.name(i), StandardCharsets.UTF_8), bytes.values()[i]);
            }
            Line parsed = new LineReader(new String(bytes.series(), StandardCharsets.UTF_8) + " f=1", number).next();
            if (fields.size() < bytes.fields() || !(parsed instanceof Line.Point point)) {
                // Wrong lines may look plain; their series or fields never become known.
                lines.add(bytes.read());
            } else {
                lines.add(new Line.Point(
                        number,
                        point.measurement(),
                        point.tags(),
                        fields,
                        Map.of(),
                        bytes.hasTimestamp() ? bytes.timestamp() : null));
            }
        }
        return lines;
    }

    @Test
    void plainLineHasSeriesFieldsAndTime() {
        LineBytes line = new LineBytes("\n# note\n weather,station=roof t=21.5,rain=0i,up=true 1767225600\r\nx"
                .getBytes(StandardCharsets.UTF_8));
        assertThat(line.next()).isTrue();
        assertThat(line.number()).isEqualTo(3);
        assertThat(line.readPlain()).isTrue();
        assertThat(line.series()).asString().isEqualTo("weather,station=roof");
        assertThat(line.isSeries("weather,station=roof".getBytes(StandardCharsets.UTF_8)))
                .isTrue();
        assertThat(line.name(2)).asString().isEqualTo("up");
        assertThat(line.values()).containsExactly(21.5, 0, 1);
        assertThat(line.timestamp()).isEqualTo(1_767_225_600L);
        assertThat(line.next()).isTrue();
        assertThat(line.readPlain()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"t=\"text\"", "a\\ b=1", "f=", "=1", "f=1x", "f=NaN", "f=9007199254740993", "f=1,", "f=1 2 3"})
    void otherLineIsNotPlain(String fields) {
        LineBytes line = new LineBytes(("m " + fields).getBytes(StandardCharsets.UTF_8));
        assertThat(line.next()).isTrue();
        assertThat(line.readPlain()).isFalse();
    }

    @Test
    void randomBodyHasTheLinesThatTheReaderOfTextsFinds() throws CharacterCodingException {
        for (int seed = 0; seed < 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder body = new StringBuilder();
            int parts = random.nextInt(1, 25);
            for (int i = 0; i < parts; i++) {
                body.append(
                        random.nextInt(4) == 0
                                ? "m,a=b f=" + random.nextInt(100) + "." + random.nextInt(1000) + " 17\n"
                                : PARTS[random.nextInt(PARTS.length)]);
            }
            assertThat(read(body.toString())).as("seed %s: %s", seed, body).isEqualTo(expected(body.toString()));
        }
    }

    /** Returns what a line has after it was read, or "other" if it was not. */
    private static String parts(LineBytes line, boolean isRead) {
        if (!isRead) {
            return "other";
        }
        StringBuilder parts = new StringBuilder(new String(line.series(), StandardCharsets.UTF_8));
        for (int i = 0; i < line.fields(); i++) {
            parts.append(' ')
                    .append(new String(line.name(i), StandardCharsets.UTF_8))
                    .append('=');
            parts.append(line.values()[i]);
        }
        return parts.append(' ')
                .append(line.hasTimestamp() ? line.timestamp() : "none")
                .toString();
    }

    @Test
    void lineOfAnExpectedSeriesIsReadAsAnyOther() {
        String[] ends = {"m,a=b f=1 17", "m,a=b f=1,g=2 17", "m,a=b f=1", "m,a=b  f=-0.5  17 ", "m,a=b f=true 170", "m"
        };
        for (int seed = 0; seed < 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder body = new StringBuilder();
            for (int i = random.nextInt(1, 6); i > 0; i--) {
                body.append(
                        random.nextInt(3) > 0
                                ? ends[random.nextInt(ends.length)]
                                : PARTS[random.nextInt(PARTS.length)]);
                body.append(random.nextInt(4) == 0 ? PARTS[random.nextInt(PARTS.length)] : "\n");
            }
            byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
            LineBytes known = new LineBytes("m,a=b f=1,g=2 17".getBytes(StandardCharsets.UTF_8));
            assertThat(known.next() && known.readPlain()).isTrue();
            byte[][] names =
                    random.nextBoolean() ? new byte[][] {known.name(0)} : new byte[][] {known.name(0), known.name(1)};
            LineBytes expecting = new LineBytes(bytes);
            LineBytes plain = new LineBytes(bytes);
            while (plain.next()) {
                assertThat(expecting.next()).as("seed %s: %s", seed, body).isTrue();
                boolean isPlain = plain.readPlain();
                boolean isExpected = isPlain && plain.isSeries(known.series()) && plain.areNames(names);
                assertThat(expecting.readPlain(known.series(), names))
                        .as("seed %s, line %s: %s", seed, plain.number(), body)
                        .isEqualTo(isExpected);
                assertThat(parts(expecting, isExpected || expecting.readPlain()))
                        .as("seed %s, line %s: %s", seed, plain.number(), body)
                        .isEqualTo(parts(plain, isPlain));
                if (!isPlain) {
                    break;
                }
            }
        }
    }

    @Test
    void numberIsRoundedAsJavaDoes() {
        for (int seed = 0; seed < 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String digits = Long.toString(random.nextLong(1L << random.nextInt(1, 62)));
            int point = random.nextInt(digits.length() + 1);
            String number =
                    (random.nextBoolean() ? "-" : "") + digits.substring(0, point) + "." + digits.substring(point);
            LineBytes line = new LineBytes(("m f=" + number).getBytes(StandardCharsets.UTF_8));
            assertThat(line.next()).isTrue();
            assertThat(line.readPlain()).isTrue();
            assertThat(line.values()[0]).as("seed %s: %s", seed, number).isEqualTo(Double.parseDouble(number));
        }
    }
}
