package dev.varve.analytics.enrich;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is derived from user agents and addresses. */
class AgentsTest {

    private static final Agents AGENTS = new Agents();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 | Chrome | Windows | Desktop",
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15 | Safari | macOS | Desktop",
                "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0 | Firefox | Linux | Desktop",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1 | Safari | iOS | Mobile",
                "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1 | Safari | iOS | Tablet",
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36 | Chrome | Android | Mobile",
                "Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 | Chrome | Android | Tablet",
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0 | Edge | Windows | Desktop",
                "Something/1.0 that nobody knows | | |",
            })
    void browserSystemAndDeviceAreRead(
            String userAgent, @Nullable String browser, @Nullable String os, @Nullable String device) {
        assertThat(AGENTS.of(userAgent)).isEqualTo(new Agent(false, device, browser, os));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
                "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
                "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.0; +https://openai.com/gptbot)",
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36",
                "curl/8.5.0",
                "Wget/1.21",
                "python-requests/2.31.0",
                "",
                "   ",
            })
    void botsAreRecognised(String userAgent) {
        assertThat(AGENTS.of(userAgent).isBot()).isTrue();
    }

    @Test
    void botPatternsAreWordsOrRegularExpressions() {
        Bots bots = Bots.of(List.of("a\\.b\\/", "^start", "[cC]ase"));
        assertThat(List.of("xa.b/y", "start x", "Case", "in case"))
                .allSatisfy(text -> assertThat(bots.has(text)).isTrue());
        assertThat(List.of("axb/", "a start", "CASE", "a\\.b\\/"))
                .allSatisfy(text -> assertThat(bots.has(text)).isFalse());
    }

    @Test
    void bundledCountriesAreFound() throws Exception {
        try (Countries countries = Countries.bundled()) {
            assertThat(countries.of(InetAddress.getByName("8.8.8.8"))).isEqualTo("US");
            assertThat(countries.of(InetAddress.getByName("193.0.6.139"))).isEqualTo("NL");
            assertThat(countries.of(InetAddress.getByName("2001:4860:4860::8888")))
                    .isEqualTo("US");
            assertThat(countries.of(InetAddress.getByName("10.0.0.1"))).isNull();
        }
        assertThat(Countries.none().of(InetAddress.getByName("8.8.8.8"))).isNull();
    }
}
