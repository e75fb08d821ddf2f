package dev.varve.analytics.enrich;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.error.Rejected;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageUrlTest {

    @ParameterizedTest
    @CsvSource({
        "https://example.com,                        example.com,  /",
        "https://www.Example.COM/,                   example.com,  /",
        "http://user:pw@example.com:8080/a,          example.com,  /a",
        "https://example.com./a/b/,                  example.com,  /a/b",
        "https://example.com/a//,                    example.com,  /a",
        "https://example.com//,                      example.com,  /",
        "https://example.com?x=1,                    example.com,  /",
        "https://example.com/#top,                   example.com,  /",
        "https://example.com/a?b=/c/,                example.com,  /a",
        "https://example.com/caf%C3%A9,              example.com,  /café",
        "https://example.com/%ff,                    example.com,  /%ff",
        "https://example.com/100%,                   example.com,  /100%",
        "https://example.com/a%0Ab,                  example.com,  /a\uFFFDb",
        "https://bücher.example/ä ö,                 bücher.example, /ä ö",
        "app://localhost/login,                      localhost,    /login",
        "'  https://example.com/a  ',                example.com,  /a",
        "https://[2001:db8::1]:443/a,                [2001:db8::1], /a",
    })
    void hostAndPathAreExtracted(String url, String host, String path) {
        PageUrl page = PageUrl.parse(url);
        assertThat(page.hostname()).isEqualTo(host);
        assertThat(page.path()).isEqualTo(path);
    }

    @Test
    void campaignIsReadFromTheQuery() {
        Campaign campaign = PageUrl.parse("https://example.com/?UTM_SOURCE=a&utm_source=b&ref=c&utm_medium=%20x%2By%20"
                        + "&utm_campaign=spring+sale&utm_term=&utm_content=1%&gclid=Cj0#utm_term=z")
                .campaign();
        assertThat(campaign).isEqualTo(new Campaign("a", "c", "x+y", "spring sale", null, "1%", "google"));
        assertThat(PageUrl.parse("https://example.com/?q=utm_source").campaign())
                .isEqualTo(Campaign.NONE);
    }

    @ParameterizedTest
    @CsvSource({"''", "/a", "example.com/a", "https://", "https:///a", "file:///etc", "data://x/y", "://a", "ht tp://a"
    })
    void urlWithoutSchemeOrHostIsRefused(String url) {
        Rejected rejected = catchThrowableOfType(Rejected.class, () -> PageUrl.parse(url + "?secret"));
        assertThat(rejected.code()).isEqualTo("hit.url");
        assertThat(rejected).hasMessageNotContaining("secret");
    }

    @Test
    void tooLongUrlIsRefused() {
        Rejected rejected =
                catchThrowableOfType(Rejected.class, () -> PageUrl.parse("https://example.com/" + "a".repeat(1_981)));
        assertThat(rejected).hasMessage("the url has 2001 characters; the limit is 2000. Send it without its query");
    }
}
