package dev.varve.analytics.enrich;

import java.util.Locale;
import java.util.Optional;

/**
 * The parts of an absolute URL, parsed by hand because browsers often send invalid URIs.
 *
 * @param scheme in lower case
 * @param host in lower case, without port, user and a leading {@code www.}
 * @param path as it was sent, with its leading slash
 * @param query without the question mark; empty if there is none
 */
record Address(String scheme, String host, String path, String query) {

    /** The longest name in the DNS. */
    private static final int MAX_HOST = 253;

    static Optional<Address> parse(String text) {
        String address = UntrustedText.clean(text.strip());
        int colon = address.indexOf("://");
        if (colon < 1 || !address.substring(0, colon).chars().allMatch(Address::isSchemeCharacter)) {
            return Optional.empty();
        }
        int end = endOf(address, colon + 3, "/?#\\");
        String host = host(address.substring(colon + 3, end));
        if (host.isEmpty() || host.length() > MAX_HOST) {
            return Optional.empty();
        }
        int query = endOf(address, end, "?#");
        int fragment = endOf(address, query, "#");
        return Optional.of(new Address(
                address.substring(0, colon).toLowerCase(Locale.ROOT),
                host,
                address.substring(end, query).replace('\\', '/'),
                query == fragment ? "" : address.substring(query + 1, fragment)));
    }

    private static boolean isSchemeCharacter(int character) {
        return character < 128 && (Character.isLetterOrDigit(character) || "+-.".indexOf(character) >= 0);
    }

    private static int endOf(String text, int from, String ends) {
        for (int i = from; i < text.length(); i++) {
            if (ends.indexOf(text.charAt(i)) >= 0) {
                return i;
            }
        }
        return text.length();
    }

    private static String host(String authority) {
        String host = authority.substring(authority.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
        if (host.startsWith("[")) {
            return host.substring(0, host.indexOf(']') + 1);
        }
        int port = host.indexOf(':');
        host = port < 0 ? host : host.substring(0, port);
        host = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        host = host.startsWith("www.") ? host.substring(4) : host;
        return host.chars().anyMatch(Character::isWhitespace) ? "" : host;
    }
}
