package dev.varve.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingTableTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-04-20T14:00:00Z",
                "2026-04-20T14:00:07.500Z",
                "2026-04-20T14:00:07.000001Z",
                "2026-04-20T14:00:07.123456789Z",
                "1969-12-31T23:59:59.999Z",
                "0001-01-01T00:00:00Z"
            })
    void clocksAreWrittenAsInstants(String text) {
        assertThat(ReadingTable.clock(Instant.parse(text))).isEqualTo(text);
    }
}
