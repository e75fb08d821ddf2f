package dev.varve.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ReadOnlyBufferException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class BytesTest {

    @Test
    void arraysAreCopied() {
        byte[] given = {1, 2};
        Bytes bytes = Bytes.of(given);
        given[0] = 9;
        bytes.toArray()[1] = 9;

        assertThat(bytes).isEqualTo(Bytes.of((byte) 1, (byte) 2)).hasSameHashCodeAs(Bytes.of((byte) 1, (byte) 2));
    }

    @Test
    void theBufferIsReadOnly() {
        Assertions.assertThatExceptionOfType(ReadOnlyBufferException.class)
                .isThrownBy(() -> Bytes.of((byte) 1).buffer().put(0, (byte) 2));
    }

    @Test
    void sortAsUnsignedAndShorterFirst() {
        assertThat(Bytes.of((byte) 0x80)).isGreaterThan(Bytes.of((byte) 0x7F));
        assertThat(Bytes.of((byte) 1)).isLessThan(Bytes.of((byte) 1, (byte) 0));
    }

    @Test
    void containPrefixesAndParts() {
        Bytes bytes = Bytes.of((byte) 1, (byte) 2, (byte) 3);

        assertThat(bytes.startsWith(Bytes.of((byte) 1, (byte) 2))).isTrue();
        assertThat(bytes.startsWith(Bytes.of((byte) 2))).isFalse();
        assertThat(bytes.startsWith(Bytes.of())).isTrue();
        assertThat(bytes.contains(Bytes.of((byte) 2, (byte) 3))).isTrue();
        assertThat(bytes.contains(Bytes.of((byte) 3, (byte) 2))).isFalse();
        assertThat(bytes.contains(Bytes.of())).isTrue();
    }

    @Test
    void lengthIsTheNumberOfBytes() {
        assertThat(Bytes.of((byte) 1, (byte) 2).size()).isEqualTo(2);
        assertThat(Bytes.of().size()).isZero();
    }

    @Test
    void printAsHexadecimal() {
        assertThat(Bytes.of((byte) 0xCA, (byte) 0xFE)).hasToString("0xcafe");
    }
}
