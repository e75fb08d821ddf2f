package dev.varve.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class InternerTest {

    @Test
    void equalValuesBecomeOne() {
        Interner<List<String>> lists = new Interner<>(2);
        List<String> first = lists.shared(List.of("a", "b"));
        assertThat(lists.shared(List.of("a", "b"))).isSameAs(first);
        assertThat(lists.shared(List.of("b"))).isEqualTo(List.of("b"));
    }

    @Test
    void valuesBeyondTheLimitAreStillReturned() {
        Interner<Integer> numbers = new Interner<>(2);
        for (int i = 0; i < 10; i++) {
            assertThat(numbers.shared(1_000 + i)).isEqualTo(1_000 + i);
        }
    }
}
