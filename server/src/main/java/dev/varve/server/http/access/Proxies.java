package dev.varve.server.http.access;

import dev.varve.error.Rejected;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The trusted proxies. Only their {@code X-Forwarded-For} is used to find the address of a client.
 */
public final class Proxies {

    /** The addresses of this machine. */
    public static final List<String> LOOPBACK = List.of("127.0.0.0/8", "::1");

    /** The prefix length of the IPv6 network of one household or company, which has countless addresses. */
    private static final int IPV6_NETWORK_BYTES = 8;

    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    /** Some proxies add the port: {@code 203.0.113.7:4711}, {@code [2001:db8::1]:4711}. */
    private static final Pattern PORT = Pattern.compile("(?<=[0-9]\\.[0-9]{1,3}|]):[0-9]{1,5}$");

    /** A network: the addresses with a common prefix. */
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

    /** Trusts these addresses ({@code 10.0.0.7}) and networks ({@code 10.0.0.0/8}). */
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
                    "\"%s\" is not a proxy; give an address such as 10.0.0.7, or a network such as 10.0.0.0/8 or fd00::/8"
                            .formatted(text));
        }
        return new Network(address, bits);
    }

    private static int bits(String text) {
        return text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : -1;
    }

    /**
     * Returns the address of the client: the last forwarded address that is not a trusted proxy. Each proxy appends the
     * address it was called from, so anything before that may be forged.
     *
     * @param peer the address that the request came from
     * @param forwarded the values of {@code X-Forwarded-For}, in order
     */
    public String client(String peer, List<String> forwarded) {
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
        // Returned as it is, so that an error message can show what the proxy sent.
        return address == null ? nearest : address.getHostAddress();
    }

    public boolean isTrusted(InetAddress address) {
        return trusted.stream().anyMatch(network -> network.contains(address));
    }

    /** Returns an address, or null if the text is none. Names are never resolved. */
    public static @Nullable InetAddress address(String text) {
        String bare = PORT.matcher(text.strip()).replaceFirst("");
        if (bare.startsWith("[") && bare.endsWith("]")) {
            bare = bare.substring(1, bare.length() - 1);
        }
        // The zone of a link-local address: fe80::1%eth0.
        bare = bare.indexOf('%') < 0 ? bare : bare.substring(0, bare.indexOf('%'));
        try {
            if (IPV4.matcher(bare).matches()) {
                return InetAddress.getByAddress(octets(bare));
            }
            // Brackets make this an IPv6 address or an error, never a name.
            return IPV6.matcher(bare).matches() ? InetAddress.getByName("[" + bare + "]") : null;
        } catch (UnknownHostException e) {
            return null;
        }
    }

    /** Returns the four numbers, or null if one is too large. */
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

    /** Returns an IPv4 address, or the network of an IPv6 address. */
    public static String network(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length == 4 ? address.getHostAddress() : Arrays.toString(Arrays.copyOf(bytes, IPV6_NETWORK_BYTES));
    }
}
