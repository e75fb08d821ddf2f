package dev.varve.server.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.server.http.answer.Json;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AttributesTest {

    private static String shown(Item item) {
        return Json.text(Attributes.of(item, List.of("pk")));
    }

    @Test
    void valuesAreShownByType() {
        Item item = Item.of("pk", "x", "b", true, "n", 1.5, "s", "text")
                .with("nothing", Value.Null.NULL)
                .with("many", Value.of(List.of(1, "two", Map.of("three", 3))))
                .with("words", Value.of(Set.of("a", "b")));
        assertThat(shown(item))
                .isEqualTo("{\"b\":true,\"many\":[1,\"two\",{\"three\":3}],\"n\":1.5,\"nothing\":null,\"s\":\"text\","
                        + "\"words\":[\"a\",\"b\"]}");
    }

    @Test
    void longValuesAreTruncatedAndMarked() {
        assertThat(shown(Item.of("text", "x".repeat(5_000))))
                .contains("xxx… (5000 characters)")
                .hasSizeLessThan(1_100);
        assertThat(shown(Item.of("emoji", "x".repeat(999) + "😀😀"))).contains("x… (1003 characters)");
        assertThat(shown(Item.of("bytes", new byte[2_000])))
                .contains("AAAA… (2000 bytes)")
                .hasSizeLessThan(120);
        assertThat(shown(Item.of("bytes", new byte[] {1, 2}))).contains("\"AQI= (2 bytes)\"");
        assertThat(shown(Item.of("list", Collections.nCopies(1_000, 7)))).contains("7,\"… (900 more)\"]");
    }

    @Test
    void largeItemsAreShownPartly() {
        List<String> texts = Collections.nCopies(90, "y".repeat(900));
        assertThat(shown(Item.of("one", texts, "two", texts, "three", texts))).hasSizeLessThan(20_000);
    }
}
