package dev.varve.series.internal.packed.hold;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JournalPositionsTest {

    @Test
    void positionsOfAllWriterNamesAreReadBack() {
        JournalPositions positions = JournalPositions.NONE
                .with("a:1,b%2C.x", new JournalPositions.Place(17, 0))
                .with("c", new JournalPositions.Place(4, 3));
        assertThat(positions.text().text()).isEqualTo("~a%3A1%2Cb%252C.x:17,c:5.3");
        assertThat(JournalPositions.parse(positions.text())).isEqualTo(positions);
    }
}
