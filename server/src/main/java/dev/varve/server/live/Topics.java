package dev.varve.server.live;

import dev.varve.error.Rejected;
import dev.varve.server.api.BriefText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The topics of a client: {@code fleet}, {@code device:ID} and {@code site:ID}, separated by commas. Each topic is
 * percent-encoded, because ids may contain commas.
 */
record Topics(Set<String> names) {

    static final String FLEET = "fleet";

    /** More topics do not fit into an address. */
    static final int MOST = 200;

    /** The most characters of a topic that an error quotes. */
    private static final int SHOWN = 40;

    private static final String DEVICE = "device:";
    private static final String SITE = "site:";
    private static final List<String> KINDS = List.of(DEVICE, SITE);

    /** The longest id of a device. */
    private static final int MAX_ID = 512;

    Topics {
        names = Set.copyOf(names);
    }

    static Topics parse(String text) {
        Set<String> names = new LinkedHashSet<>();
        for (String part : text.split(",", -1)) {
            names.add(checked(decoded(part)));
        }
        if (names.size() > MOST) {
            throw new Rejected(
                    "live.too-many-topics",
                    "there are %s topics; a client can listen to at most %s".formatted(names.size(), MOST));
        }
        return new Topics(names);
    }

    /** A plus sign stays a plus sign; it means a space only in HTML forms. */
    private static String decoded(String part) {
        try {
            return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new Rejected(
                    "live.topic",
                    "\"%s\" is not percent-encoded: write %% as %%25".formatted(BriefText.of(part, SHOWN)));
        }
    }

    private static String checked(String name) {
        if (name.equals(FLEET)) {
            return name;
        }
        for (String kind : KINDS) {
            String id = name.startsWith(kind) ? name.substring(kind.length()) : "";
            if (!id.isBlank() && id.length() <= MAX_ID) {
                return name;
            }
        }
        throw new Rejected(
                "live.topic",
                "\"%s\" is not a topic; the topics are fleet, device:ID and site:ID, separated by commas"
                        .formatted(BriefText.of(name, SHOWN)));
    }

    static String device(String deviceId) {
        return DEVICE + deviceId;
    }

    boolean contains(String name) {
        return names.contains(name);
    }

    boolean containsSite(String siteId) {
        return names.contains(SITE + siteId);
    }

    List<String> sites() {
        return names.stream()
                .filter(name -> name.startsWith(SITE))
                .map(name -> name.substring(SITE.length()))
                .toList();
    }
}
