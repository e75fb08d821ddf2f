package dev.varve.analytics.enrich;

import dev.varve.error.Rejected;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The page a hit happened on. Its query is read for what it says of a campaign, and not kept; nor are user, port and
 * fragment.
 *
 * @param hostname in lower case, without a leading {@code www.}
 * @param path with what percent signs hide, and without slashes at its end: {@code /blog/} is {@code /blog}
 */
public record PageUrl(String hostname, String path, Campaign campaign) {

    /** As Plausible documents: longer addresses are refused. */
    public static final int MAX_LENGTH = 2_000;

    /** What a parameter says beyond this is cut off. */
    private static final int MAX_PARAMETER = 500;

    private static final int SHOWN = 100;

    /** Parameters that advertising networks put on what they are paid for, and the word of each. */
    private static final Map<String, String> CLICK_IDS =
            Map.of("gclid", "google", "gbraid", "google", "wbraid", "google", "msclkid", "bing");

    private static final Set<String> PARAMETERS = Set.of(
            "utm_source",
            "source",
            "ref",
            "utm_medium",
            "utm_campaign",
            "utm_term",
            "utm_content",
            "gclid",
            "gbraid",
            "wbraid",
            "msclkid");

    /** Reads an absolute address of any scheme with a host, {@code app://localhost/login} included. */
    public static PageUrl parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new Rejected(
                    "hit.url-length",
                    "the url has %s characters; at most %s are taken. Send it without its query"
                            .formatted(text.length(), MAX_LENGTH));
        }
        Address address = Address.parse(text)
                .filter(found -> !found.scheme().equals("data"))
                .orElseThrow(() -> refused(text));
        return new PageUrl(address.host(), path(address.path()), campaign(address.query()));
    }

    private static Rejected refused(String text) {
        // Not its query: it may name people.
        int end = text.indexOf('?');
        String shown = UntrustedText.cut(UntrustedText.clean(end < 0 ? text : text.substring(0, end)), SHOWN);
        return new Rejected(
                "hit.url",
                "url \"%s\" is no address with a host; send the whole one, such as https://example.com/page"
                        .formatted(shown));
    }

    private static String path(String sent) {
        String path = UntrustedText.decoded(sent).strip();
        int end = path.length();
        while (end > 1 && path.charAt(end - 1) == '/') {
            end--;
        }
        return end == 0 ? "/" : path.substring(0, end);
    }

    private static Campaign campaign(String query) {
        Map<String, String> said = new HashMap<>();
        for (String parameter : query.split("&")) {
            int equals = parameter.indexOf('=');
            String name = Campaign.lower(equals < 0 ? parameter : parameter.substring(0, equals));
            if (PARAMETERS.contains(name)) {
                String value = equals < 0 ? "" : parameter.substring(equals + 1).replace('+', ' ');
                String text = UntrustedText.cut(UntrustedText.decoded(value).strip(), MAX_PARAMETER);
                if (!text.isEmpty()) {
                    said.putIfAbsent(name, text);
                }
            }
        }
        if (said.isEmpty()) {
            return Campaign.NONE;
        }
        return new Campaign(
                said.get("utm_source"),
                firstOf(said.get("source"), said.get("ref")),
                said.get("utm_medium"),
                said.get("utm_campaign"),
                said.get("utm_term"),
                said.get("utm_content"),
                CLICK_IDS.keySet().stream()
                        .filter(said::containsKey)
                        .map(CLICK_IDS::get)
                        .sorted()
                        .findFirst()
                        .orElse(null));
    }

    private static @Nullable String firstOf(@Nullable String first, @Nullable String second) {
        return first == null ? second : first;
    }
}
