package dev.varve.analytics.enrich;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.analytics.hit.Traits;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Random input is rejected, or its parts can be stored. */
class StrangeTextsTest {

    private static final Enrichment ENRICHMENT = Enrichment.with(Countries.none());

    private static final String[] PIECES = {
        "https://",
        "http:/",
        "example.com",
        "www.",
        "://",
        "/",
        "//",
        "?",
        "#",
        "&",
        "=",
        "%",
        "%2",
        "%zz",
        "%C3%A9",
        "%FF",
        "%00",
        "@",
        ":",
        ":80",
        "[",
        "]",
        "[::1]",
        ".",
        "..",
        "\\",
        " ",
        "\t",
        "\n",
        "\u0000",
        "\uD800",
        "\uDC00",
        "😀",
        "ü",
        "utm_source=",
        "utm_medium=",
        "ref=",
        "google.*",
        "google",
        "xn--",
        "Mozilla/5.0",
        "(",
        ")",
        "Android",
        "iPad",
        "'",
        "\"",
        "<script>",
        "a".repeat(300),
        "İ",
        "\u202E",
    };

    @Test
    void randomTextsGiveStorableParts() {
        Seeds.run(500, seed -> {
            Draw draw = new Draw(seed);
            String url = (draw.chance(70) ? "https://h" : "") + text(draw);
            PageUrl page;
            try {
                page = PageUrl.parse(url);
            } catch (Rejected refused) {
                assertThat(refused.code()).isIn("hit.url", "hit.url-length");
                page = PageUrl.parse("https://example.com/");
            }
            Agent agent = ENRICHMENT.agent(text(draw));
            Traits traits = ENRICHMENT.traits(page, text(draw), agent, InetAddress.getByAddress(draw.bytes(4)));
            for (String part : new String[] {
                page.hostname(),
                page.path(),
                traits.source(),
                traits.referrer(),
                traits.channel(),
                traits.utmSource(),
                traits.utmMedium(),
                agent.browser(),
                agent.os()
            }) {
                assertStorable(part);
            }
            assertThat(page.path()).startsWith("/");
            assertThat(page.path().length()).isLessThanOrEqualTo(PageUrl.MAX_LENGTH);
            assertThat(page.hostname()).isNotEmpty().doesNotContain("/", "?", "#", " ");
        });
    }

    private static void assertStorable(String part) {
        if (part == null) {
            return;
        }
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(part);
        assertThat(part.chars()).noneMatch(Character::isISOControl);
        assertThat(Item.of("a", part).text("a")).isEqualTo(part);
    }

    private static String text(Draw draw) {
        StringBuilder text = new StringBuilder();
        int pieces = draw.between(0, 12);
        for (int i = 0; i < pieces; i++) {
            text.append(draw.chance(80) ? draw.oneOf(Arrays.asList(PIECES)) : Character.toString(draw.below(0x3000)));
        }
        return text.toString();
    }
}
