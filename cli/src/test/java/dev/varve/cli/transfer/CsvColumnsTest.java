package dev.varve.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvColumnsTest {

    @Test
    void deviceAndTimeColumnAreRewrittenToDeviceIdAndAt() {
        CsvColumns columns = columns("ts_ms,value\r\n", new Columns("meter, 7", "ts_ms", Columns.Unit.MS));

        assertThat(columns.header()).asString(UTF_8).isEqualTo("deviceId,at,value\r\n");
        assertThat(columns.rewritten("1776693600004,20.5\r\n".getBytes(UTF_8)))
                .asString(UTF_8)
                .isEqualTo("\"meter, 7\",2026-04-20T14:00:00.004Z,20.5\r\n");
        assertThat(columns.rewritten("\n".getBytes(UTF_8))).asString(UTF_8).isEqualTo("\n");
    }

    @ParameterizedTest
    @CsvSource({
        "S, 1776693600, 2026-04-20T14:00:00Z",
        "S, 1776693600.25, 2026-04-20T14:00:00.250Z",
        "S, -0.5, 1969-12-31T23:59:59.500Z",
        "US, 1776693600000001, 2026-04-20T14:00:00.000001Z",
        "NS, 1776693600000000001, 2026-04-20T14:00:00.000000001Z"
    })
    void numbersAreReadInTheGivenUnit(Columns.Unit unit, String number, String time) {
        CsvColumns columns = columns("deviceId,timestamp,v\n", new Columns(null, null, unit));

        assertThat(columns.rewritten("a,%s,1\n".formatted(number).getBytes(UTF_8)))
                .asString(UTF_8)
                .isEqualTo("a,%s,1\n".formatted(time));
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "1e9", "99999999999999999999", "9999999999999999999", "2026-04-20"})
    void invalidTimesAreRefused(String time) {
        CsvColumns columns = columns("deviceId,at,v\n", new Columns(null, null, Columns.Unit.S));

        assertThatThrownBy(() -> columns.rewritten("a,%s,1\n".formatted(time).getBytes(UTF_8)))
                .isInstanceOf(Rejected.class)
                .hasMessage(
                        "the time is \"%s\"; with --time-unit s it must be a number since 1970, such as 1776693600",
                        time);
    }

    @Test
    void columnsThatContradictTheHeaderAreRefused() {
        assertThatThrownBy(() -> columns("deviceId,at,v\n", new Columns("a", null, null)))
                .hasMessageContaining("leave out --device");
        assertThatThrownBy(() -> columns("when,v\n", new Columns("a", "ts", null)))
                .hasMessage("the header has no column \"ts\"; its columns are when, v");
        assertThatThrownBy(() -> columns("at,ts,v\n", new Columns("a", "ts", null)))
                .hasMessageContaining("has a column \"at\", which holds a time");
    }

    @Test
    void quotesBeforeFormulasAreAddedAndRemoved() {
        for (String text : new String[] {"=1+1", "+49", "-1", "@x", "'=1", "''+1"}) {
            assertThat(Formula.guarded(text)).isEqualTo("'" + text);
            assertThat(Formula.bare(Formula.guarded(text))).isEqualTo(text);
        }
        assertThat(Formula.guarded("'plain")).isEqualTo("'plain");
        assertThat(Formula.bare("'plain")).isEqualTo("'plain");

        CsvColumns columns = columns("deviceId,at,'=sum\n", Columns.DEFAULT);
        assertThat(columns.header()).asString(UTF_8).isEqualTo("deviceId,at,=sum\n");
        assertThat(columns.rewritten("'+49,now,1\n".getBytes(UTF_8)))
                .asString(UTF_8)
                .isEqualTo("+49,now,1\n");
    }

    private static CsvColumns columns(String header, Columns wanted) {
        return new CsvColumns(header.getBytes(UTF_8), wanted);
    }
}
