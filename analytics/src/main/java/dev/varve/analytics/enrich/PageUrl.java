package dev.varve.analytics.enrich;

import dev.varve.error.Rejected;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The page of a hit. The campaign is read from the query; the query, user, port and fragment are not kept.
 *
 * @param hostname in lower case, without a leading {@code www.}
 * @param path decoded and without trailing slashes: {@code /blog/} is {@code /blog}
 */
public record PageUrl(String hostname, String path, Campaign campaign) {

    /** As Plausible documents: longer URLs are refused. */
    public static final int MAX_LENGTH = 2_000;

    /** Longer parameters are truncated. */
    private static final int MAX_PARAMETER = 500;

    private static final int SHOWN = 100;

    /** The click id parameters of advertising networks, with the name of each network. */
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

    /** Parses an absolute URL with a host and any scheme, such as {@code app://localhost/login}. */
    public static PageUrl parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new Rejected(
                    "hit.url-length",
                    "the url has %s characters; the limit is %s. Send it without its query"
                            .formatted(text.length(), MAX_LENGTH));
        }
        Address address = Address.parse(text)
                .filter(found -> !found.scheme().equals("data"))
                .orElseThrow(() -> refused(text));
        return new PageUrl(address.host(), path(address.path()), campaign(address.query()));
    }

    private static Rejected refused(String text) {
        // Without its query, which may contain personal data.
        int end = text.indexOf('?');
        String shown = UntrustedText.cut(UntrustedText.clean(end < 0 ? text : text.substring(0, end)), SHOWN);
        return new Rejected(
                "hit.url",
                "url \"%s\" has no scheme and host; send an absolute URL, such as https://example.com/page"
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
        Map<String, String> parameters = new HashMap<>();
        for (String parameter : query.split("&")) {
            int equals = parameter.indexOf('=');
            String name = Campaign.lower(equals < 0 ? parameter : parameter.substring(0, equals));
            if (PARAMETERS.contains(name)) {
                String value = equals < 0 ? "" : parameter.substring(equals + 1).replace('+', ' ');
                String text = UntrustedText.cut(UntrustedText.decoded(value).strip(), MAX_PARAMETER);
                if (!text.isEmpty()) {
                    parameters.putIfAbsent(name, text);
                }
            }
        }
        if (parameters.isEmpty()) {
            return Campaign.NONE;
        }
        return new Campaign(
                parameters.get("utm_source"),
                firstOf(parameters.get("source"), parameters.get("ref")),
                parameters.get("utm_medium"),
                parameters.get("utm_campaign"),
                parameters.get("utm_term"),
                parameters.get("utm_content"),
                CLICK_IDS.keySet().stream()
                        .filter(parameters::containsKey)
                        .map(CLICK_IDS::get)
                        .sorted()
                        .findFirst()
                        .orElse(null));
    }

    private static @Nullable String firstOf(@Nullable String first, @Nullable String second) {
        return first == null ? second : first;
    }
}
