package dev.varve.server.http;

import dev.varve.error.Rejected;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The proxies that are believed when they say whom they speak for. What anybody else says in {@code X-Forwarded-For} counts
 * for nothing.
 */
public final class Proxies {

    /** What runs on this machine. */
    public static final List<String> LOOPBACK = List.of("127.0.0.0/8", "::1");

    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    /** Some proxies tell the port, too: {@code 203.0.113.7:4711}, {@code [2001:db8::1]:4711}. */
    private static final Pattern PORT = Pattern.compile("(?<=[0-9]\\.[0-9]{1,3}|]):[0-9]{1,5}$");

    /** Addresses that begin alike. */
    private record Network(InetAddress address, int bits) {

        boolean contains(InetAddress other) {
            byte[] own = address.getAddress();
            byte[] bytes = other.getAddress();
            if (bytes.length != own.length) {
                return false;
            }
            for (int i = 0; i < bits; i++) {
                if (((bytes[i / 8] ^ own[i / 8]) & (0x80 >> i % 8)) != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    private final List<Network> trusted;

    private Proxies(List<Network> trusted) {
        this.trusted = trusted;
    }

    /** Believes those at these addresses, each one ({@code 10.0.0.7}) or all of a network ({@code 10.0.0.0/8}). */
    public static Proxies of(List<String> addresses) {
        return new Proxies(addresses.stream().map(Proxies::network).toList());
    }

    private static Network network(String text) {
        String stripped = text.strip();
        int slash = stripped.indexOf('/');
        InetAddress address = address(slash < 0 ? stripped : stripped.substring(0, slash));
        int most = address == null ? 0 : address.getAddress().length * 8;
        int bits = slash < 0 ? most : bits(stripped.substring(slash + 1));
        if (address == null || bits < 0 || bits > most) {
            throw new Rejected(
                    "ask.proxy",
                    "\"%s\" is no proxy: give its address, as 10.0.0.7, or its network, as 10.0.0.0/8 or fd00::/8"
                            .formatted(text));
        }
        return new Network(address, bits);
    }

    private static int bits(String text) {
        return text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : -1;
    }

    /**
     * Returns the address of the client: the last in what was forwarded that is of no proxy believed here, since each of
     * them adds whom it was called by at the end, and what is before may be made up.
     *
     * @param peer the address the request came from
     * @param forwarded the values of {@code X-Forwarded-For}, in their order
     */
    String client(String peer, List<String> forwarded) {
        List<String> hops = forwarded.stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .filter(hop -> !hop.isEmpty())
                .toList();
        String nearest = peer;
        InetAddress address = address(peer);
        for (int i = hops.size() - 1; i >= 0 && address != null && isTrusted(address); i--) {
            nearest = hops.get(i);
            address = address(nearest);
        }
        // What is no address is told as it is, so that whoever needs one can say what the proxy sent.
        return address == null ? nearest : address.getHostAddress();
    }

    boolean isTrusted(InetAddress address) {
        return trusted.stream().anyMatch(network -> network.contains(address));
    }

    /** Returns an address, or null for what is none; names are never looked up. */
    static @Nullable InetAddress address(String text) {
        String bare = PORT.matcher(text.strip()).replaceFirst("");
        if (bare.startsWith("[") && bare.endsWith("]")) {
            bare = bare.substring(1, bare.length() - 1);
        }
        // The interface it came by, behind an address of this link.
        bare = bare.indexOf('%') < 0 ? bare : bare.substring(0, bare.indexOf('%'));
        try {
            if (IPV4.matcher(bare).matches()) {
                return InetAddress.getByAddress(octets(bare));
            }
            // In brackets it is an address of version 6 or an error, and never a name.
            return IPV6.matcher(bare).matches() ? InetAddress.getByName("[" + bare + "]") : null;
        } catch (UnknownHostException e) {
            return null;
        }
    }

    /** Returns the four numbers; none where one is too large, which is an address of no kind. */
    private static byte[] octets(String text) {
        String[] parts = text.split("\\.");
        byte[] octets = new byte[parts.length];
        for (int i = 0; i < parts.length; i++) {
            int octet = Integer.parseInt(parts[i]);
            if (octet > 255) {
                return new byte[0];
            }
            octets[i] = (byte) octet;
        }
        return octets;
    }
}
