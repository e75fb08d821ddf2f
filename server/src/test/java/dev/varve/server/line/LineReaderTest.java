package dev.varve.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineReaderTest {

    private static List<Line> read(String body) {
        List<Line> lines = new ArrayList<>();
        new LineReader(body).forEachRemaining(lines::add);
        return lines;
    }

    private static Line.Point point(String line) {
        List<Line> lines = read(line);
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).isInstanceOf(Line.Point.class);
        return (Line.Point) lines.get(0);
    }

    @Test
    void lineHasMeasurementTagsFieldsAndTime() {
        assertThat(point("weather,station=roof,city=Bonn temperature=21.5,rain=0 1767225600"))
                .isEqualTo(new Line.Point(
                        1,
                        "weather",
                        Map.of("city", "Bonn", "station", "roof"),
                        Map.of("temperature", 21.5, "rain", 0.0),
                        Map.of(),
                        1_767_225_600L));
    }

    @Test
    void timestampIsOptional() {
        assertThat(point("cpu usage=1").timestamp()).isNull();
        assertThat(point("cpu usage=1  \r\n").timestamp()).isNull();
    }

    @Test
    void backslashEscapesTheNextCharacter() {
        Line.Point point = point("my\\ cpu\\,all,a\\=b=c\\ d,path=C:\\dir x\\ y=1 5");
        assertThat(point.measurement()).isEqualTo("my cpu,all");
        assertThat(point.tags()).isEqualTo(Map.of("a=b", "c d", "path", "C:\\dir"));
        assertThat(point.fields()).isEqualTo(Map.of("x y", 1.0));
    }

    @Test
    void textsMayContainQuotesAndLineBreaks() {
        List<Line> lines = read("log msg=\"say \\\"hi\\\", C:\\\\ = ok\nnext\",n=1i 7\nlog n=2i 8");
        assertThat(lines).hasSize(2);
        assertThat(((Line.Point) lines.get(0)).texts()).isEqualTo(Map.of("msg", "say \"hi\", C:\\ = ok\nnext"));
        assertThat(lines.get(1).number()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "-1.5e3, -1500",
        "3i, 3",
        "-9223372036854775808i, -9.223372036854775808E18",
        "18446744073709549568u, 1.8446744073709549568E19",
        "1152921504606847000, 1.152921504606846976E18",
        "9007199254740992i, 9007199254740992",
        "9.9e125, 9.9e125",
        "t, 1",
        "FALSE, 0",
        ".5, 0.5",
        "+2., 2"
    })
    void valuesAreNumbers(String text, double number) {
        assertThat(point("m v=" + text).fields()).isEqualTo(Map.of("v", number));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "m | the line has no fields: write a space and field=value after the tags",
                "m, v=1 | the name of a tag is empty",
                "m,a v=1 | tag a has no value: write a=value",
                "m,a= v=1 | the value of tag a is empty",
                "m,a=1,a=2 v=1 | tag a is given twice",
                "m v | field v has no value: write v=value",
                "m v= | field v is empty, which is neither a number (1.5, 1i, 1u), true or false, nor a text in quotes",
                "m v=NaN | field v is \"NaN\", which is neither a number (1.5, 1i, 1u), true or false, nor a text in"
                        + " quotes",
                "m v=1d | field v is \"1d\", which is neither a number (1.5, 1i, 1u), true or false, nor a text in"
                        + " quotes",
                "m v=1e200 | field v is 1e200; numbers must be 0 or have a size from 1E-130 to below 1E+126: scale it",
                "m v=9007199254740993i | field v is 9007199254740993i; a field is a double, which cannot hold all"
                        + " these digits: send it in parts, or as text",
                "m v=9007199254740993 | field v is 9007199254740993; a field is a double, which cannot hold all these"
                        + " digits: send it in parts, or as text",
                "m v=18446744073709551615u | field v is 18446744073709551615u; a field is a double, which cannot hold"
                        + " all these digits: send it in parts, or as text",
                "m v=9223372036854775808i | field v is \"9223372036854775808i\", which is neither a number (1.5, 1i,"
                        + " 1u), true or false, nor a text in quotes",
                "m v=1,v=2 | field v is given twice",
                "m v=\"open | the text of field v has no closing quote",
                "m v=1 now | \"now\" is not a timestamp: it must be a whole number",
                "m v=1 1 2 | there is text after the timestamp; write a space inside a name as \"\\ \"",
                ",a=1 v=1 | the measurement is empty",
            })
    void invalidLineHasAReason(String line, String reason) {
        assertThat(read(line)).containsExactly(new Line.Bad(1, reason));
    }

    @Test
    void validLinesAroundAnInvalidOneAreRead() {
        List<Line> lines = read("# hello\n\nm v=1 1\nm v=\"open 2\nm v=3 3\n");
        assertThat(lines).extracting(Line::number).containsExactly(3, 4, 5);
        assertThat(lines.get(1)).isInstanceOf(Line.Bad.class);
        assertThat(lines.get(2)).isInstanceOf(Line.Point.class);
    }

    @Test
    void tooLongLineIsRefusedAndNotTruncated() {
        String digits = "1".repeat(LineReader.MAX_LINE);
        assertThat(read("m v=" + digits)).first().isInstanceOf(Line.Bad.class);
        assertThat(read("m v=\"a\",w=1 " + " ".repeat(LineReader.MAX_LINE) + "5"))
                .containsExactly(new Line.Bad(1, "the line is longer than 65536 characters"));
    }

    /** Each line of random text is a point or an error, and a valid line after it is read. */
    @Test
    void randomTextIsReadToItsEnd() {
        for (long seed = 0; seed < 3_000; seed++) {
            var random = new SplittableRandom(seed);
            var body = new StringBuilder();
            int length = random.nextInt(200);
            for (int i = 0; i < length; i++) {
                body.append("mv=, \\\"#1.eit\n\r\té𝄞\u0000".charAt(random.nextInt(20)));
            }
            List<Line> lines = read(body.toString().replace("\"", "'") + "\nlast v=1 9");
            assertThat(lines).as("seed %s", seed).last().isInstanceOf(Line.Point.class);
            int number = 0;
            for (Line line : read(body.toString())) {
                assertThat(line.number()).as("seed %s", seed).isGreaterThan(number);
                number = line.number();
            }
        }
    }
}
