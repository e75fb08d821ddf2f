package dev.varve.item.internal;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Utf8Test {

    @ParameterizedTest
    @CsvSource({"'', 0", "plain, 5", "é, 2", "€, 3", "😀, 4", "a😀é€z, 11"})
    void lengthIsThatOfTheBytes(String text, int length) {
        assertThat(Utf8.length(text)).isEqualTo(length);
    }

    @Test
    void aLoneSurrogateIsRejected() {
        assertRejected(
                () -> Utf8.length("ab\uD83D"),
                "item.text-not-unicode",
                "text has half a surrogate pair (\\ud83d) at index 2; it has no UTF-8 encoding: remove it");
        assertRejected(
                () -> Utf8.length("\uDE00x"),
                "item.text-not-unicode",
                "text has half a surrogate pair (\\ude00) at index 0; it has no UTF-8 encoding: remove it");
    }

    @Test
    void surrogatePairsSortAfterAllOtherCharacters() {
        assertThat(Utf8.compare("😀", "\uFFFD")).isPositive();
        assertThat("😀".compareTo("\uFFFD")).isNegative();
        assertThat(Utf8.compare("a", "ab")).isNegative();
        assertThat(Utf8.compare("", "")).isZero();
    }

    @Test
    void lengthAndOrderOfAnyTextAreThoseOfItsBytes() {
        Seeded.runs(20_000, random -> {
            String a = text(random);
            String b = text(random);
            byte[] aBytes = a.getBytes(StandardCharsets.UTF_8);
            byte[] bBytes = b.getBytes(StandardCharsets.UTF_8);

            assertThat(Utf8.length(a)).isEqualTo(aBytes.length);
            assertThat(Integer.signum(Utf8.compare(a, b)))
                    .isEqualTo(Integer.signum(Arrays.compareUnsigned(aBytes, bBytes)));
        });
    }

    private static String text(RandomGenerator random) {
        int[] alphabet = {'a', 'b', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF};
        return random.ints(random.nextInt(5), 0, alphabet.length)
                .map(index -> alphabet[index])
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
