package dev.varve.analytics.enrich;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.analytics.hit.Traits;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The source of a session by referrer and campaign. */
class SourcesTest {

    private static final Enrichment ENRICHMENT = Enrichment.with(Countries.none());

    private static Traits traits(String query, @Nullable String referrer) {
        try {
            return ENRICHMENT.traits(
                    PageUrl.parse("https://example.com/?" + query),
                    referrer,
                    new Agent(false, null, null, null),
                    InetAddress.getByAddress(new byte[4]));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "https://www.google.com/,            Google,          Organic Search",
        "https://www.google.co.uk/search,    Google,          Organic Search",
        "https://news.google.de,             Google,          Organic Search",
        "android-app://com.google.android.googlequicksearchbox/, Google, Organic Search",
        "https://google.evil.com/,           google.evil.com, Referral",
        "https://notgoogle.com/,             notgoogle.com,   Referral",
        "https://mail.google.com/mail/u/0,   Gmail,           Email",
        "https://gemini.google.com/app,      Gemini,          AI Assistant",
        "https://chatgpt.com/,               ChatGPT,         AI Assistant",
        "https://www.perplexity.ai/search/x, Perplexity,      AI Assistant",
        "https://t.co/abc,                   Twitter,         Organic Social",
        "https://old.reddit.com/r/java,      Reddit,          Organic Social",
        "https://m.youtube.com/watch,        YouTube,         Organic Video",
        "https://www.amazon.de/dp/1,         Amazon,          Organic Shopping",
        "https://duckduckgo.com,             DuckDuckGo,      Organic Search",
        "https://blog.example.org/post/,     blog.example.org, Referral",
        "https://www.example.com/other,      ,                Direct",
        "nonsense,                           ,                Direct",
    })
    void referrerGivesSourceAndChannel(String referrer, @Nullable String source, String channel) {
        Traits traits = traits("", referrer);
        assertThat(traits.source()).isEqualTo(source);
        assertThat(traits.channel()).isEqualTo(channel);
    }

    @ParameterizedTest
    @CsvSource({
        "utm_source=google&utm_medium=cpc,             Google,     Paid Search",
        "utm_source=Facebook&utm_medium=paid-social,   Facebook,   Paid Social",
        "utm_source=fb,                                Facebook,   Organic Social",
        "utm_source=youtube.com&utm_medium=ppc,        YouTube,    Paid Video",
        "utm_source=news&utm_medium=email,             news,       Email",
        "utm_source=newsletter,                        newsletter, Email",
        "ref=hn,                                       Hacker News, Organic Social",
        "source=partner.example,                       partner.example, Referral",
        "utm_source=x&utm_medium=banner,               x,          Display",
        "utm_source=x&utm_medium=cpm,                  x,          Display",
        "utm_source=x&utm_medium=affiliate,            x,          Affiliates",
        "utm_source=x&utm_medium=cpc,                  x,          Paid Other",
        "utm_source=x&utm_medium=audio,                x,          Audio",
        "utm_source=sms,                               sms,        SMS",
        "utm_source=x&utm_medium=web-push,             x,          Mobile Push Notifications",
        "utm_source=x&utm_campaign=eshop-x&utm_medium=cpc, x,      Paid Shopping",
        "utm_source=x&utm_campaign=bishop,             x,          Referral",
        "utm_source=google&utm_campaign=cross-network, Google,     Cross-network",
        "gclid=abc,                                    Google,     Paid Search",
        "msclkid=abc,                                  Bing,       Paid Search",
        "utm_medium=social,                            ,           Organic Social",
        "utm_medium=organic,                           ,           Organic Search",
        "utm_medium=referral,                          ,           Referral",
        "'',                                           ,           Direct",
    })
    void campaignGivesSourceAndChannel(String query, @Nullable String source, String channel) {
        Traits traits = traits(query, null);
        assertThat(traits.source()).isEqualTo(source);
        assertThat(traits.channel()).isEqualTo(channel);
    }

    @Test
    void referrerIsKeptWithoutSchemeAndQuery() {
        assertThat(traits("", "https://user@www.blog.example/post/a%20b/?q=private#x")
                        .referrer())
                .isEqualTo("blog.example/post/a b");
        assertThat(traits("utm_source=news", "https://blog.example/").referrer())
                .isEqualTo("blog.example");
        assertThat(traits("utm_source=news", "https://blog.example/").source())
                .as("the campaign has priority")
                .isEqualTo("news");
        assertThat(traits("", "https://blog.example/" + "ü".repeat(5_000)).referrer())
                .hasSize(500);
    }
}
