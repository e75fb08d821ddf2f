package dev.varve.analytics.enrich;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import ua_parser.Client;
import ua_parser.Parser;

/** Parses user agents. Parsing takes a millisecond or more, so recent results are cached. */
final class Agents {

    /** A few hundred user agents make up most traffic; each may take a kilobyte. */
    private static final int MAX_CACHED = 10_000;

    /** Real user agents are shorter; the rest is ignored. */
    private static final int MAX_LENGTH = 512;

    private static final String OTHER = "Other";

    private static final Set<String> DESKTOPS = Set.of(
            "Windows",
            "Mac OS X",
            "Linux",
            "Chrome OS",
            "Ubuntu",
            "Debian",
            "Fedora",
            "FreeBSD",
            "OpenBSD",
            "NetBSD",
            "Red Hat",
            "SUSE",
            "Arch Linux",
            "Linux Mint",
            "Solaris");

    /** The parser's names of mobile browsers, and their common names. */
    private static final Map<String, String> BROWSERS = Map.of(
            "Mobile Safari", "Safari",
            "Mobile Safari UI/WKWebView", "Safari",
            "Chrome Mobile", "Chrome",
            "Chrome Mobile iOS", "Chrome",
            "Chrome Mobile WebView", "Chrome",
            "Firefox Mobile", "Firefox",
            "Firefox iOS", "Firefox",
            "Edge Mobile", "Edge",
            "Opera Mobile", "Opera",
            "Yandex Browser", "Yandex");

    private final Parser parser = new Parser();
    private final Bots bots = Bots.bundled();
    private final LoadingCache<String, Agent> known = Caffeine.newBuilder()
            .maximumSize(MAX_CACHED)
            .executor(Runnable::run)
            .build(this::read);

    /** Returns the parsed user agent; an empty one is a bot, because every browser sends one. */
    Agent of(String userAgent) {
        String text = UntrustedText.cut(UntrustedText.clean(userAgent.strip()), MAX_LENGTH);
        return text.isEmpty() ? Agent.BOT : known.get(text);
    }

    private Agent read(String text) {
        if (bots.has(text)) {
            return Agent.BOT;
        }
        Client client = parser.parse(text);
        String browser = known(client.userAgent.family);
        String os = known(client.os.family);
        // The parser's name for crawlers that are not in the list.
        if ("Spider".equals(client.device.family)) {
            return Agent.BOT;
        }
        return new Agent(
                false,
                device(text, os),
                browser == null ? null : BROWSERS.getOrDefault(browser, browser),
                "Mac OS X".equals(os) ? "macOS" : os);
    }

    private static @Nullable String known(@Nullable String family) {
        return family == null || family.equals(OTHER) ? null : family;
    }

    private static @Nullable String device(String text, @Nullable String os) {
        boolean isMobile = text.contains("Mobi") || text.contains("iPhone") || text.contains("iPod");
        boolean isAndroid = text.contains("Android");
        if (text.contains("iPad") || text.contains("Tablet") || text.contains("Kindle") || (isAndroid && !isMobile)) {
            return isTelevision(text) ? null : "Tablet";
        } else if (isMobile || isAndroid) {
            return "Mobile";
        }
        return os != null && DESKTOPS.contains(os) && !isTelevision(text) ? "Desktop" : null;
    }

    private static boolean isTelevision(String text) {
        return text.contains("TV") || text.contains("BRAVIA") || text.contains("CrKey");
    }
}
