package dev.varve.engine.dynamodb.internal.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FixedMapTest {

    private static final Map<String, Integer> MAP = new FixedMap<>(new String[] {"b", "a", "ignored"}, 1, 2);

    @Test
    void keepsTheGivenOrder() {
        assertThat(MAP).isEqualTo(Map.of("a", 2, "b", 1)).hasSameHashCodeAs(Map.of("a", 2, "b", 1));
        assertThat(MAP.keySet()).containsExactly("b", "a");
        assertThat(MAP.get("a")).isEqualTo(2);
        assertThat(MAP.get("ignored")).isNull();
        Map<String, Integer> copied = new LinkedHashMap<>();
        MAP.forEach(copied::put);
        assertThat(copied).containsExactly(Map.entry("b", 1), Map.entry("a", 2));
    }

    @Test
    void cannotBeChanged() {
        assertThatThrownBy(() -> MAP.put("a", 3)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(MAP::clear).isInstanceOf(UnsupportedOperationException.class);
    }
}
