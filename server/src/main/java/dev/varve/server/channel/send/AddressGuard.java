package dev.varve.server.channel.send;

import dev.varve.error.Rejected;
import dev.varve.server.channel.Channel;
import dev.varve.server.channel.ChannelOptions;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * Decides which addresses channels may connect to. Without it, anyone who can create a channel could reach services that only
 * the server's machine or network can reach.
 */
public final class AddressGuard {

    private final ChannelOptions.Targets allowed;

    public AddressGuard(ChannelOptions.Targets allowed) {
        this.allowed = allowed;
    }

    /** Refuses a channel whose host is, or now resolves to, an address that is not allowed. */
    public void require(Channel channel) {
        String host = channel.host().orElse("");
        if (allowed == ChannelOptions.Targets.ANY || host.isEmpty()) {
            return;
        }
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (!isAllowed(address)) {
                    throw new Rejected("channel.private-address", BlockedAddress.text(host));
                }
            }
        } catch (UnknownHostException e) {
            // A name that does not resolve now may do so later; each connection is checked again.
        }
    }

    boolean isAllowed(InetAddress address) {
        return allowed == ChannelOptions.Targets.ANY || isPublic(address);
    }

    /** Returns whether an address is one of the public internet. */
    static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address ? isPublic4(bytes) : isPublic6(bytes);
    }

    private static boolean isPublic4(byte[] bytes) {
        int a = bytes[0] & 0xff;
        int b = bytes[1] & 0xff;
        int c = bytes[2] & 0xff;
        boolean isPrivate = a == 10
                || a == 172 && b >= 16 && b < 32
                || a == 192 && b == 168
                // Carrier-grade NAT.
                || a == 100 && b >= 64 && b < 128;
        boolean isLocal = a == 0 || a == 127 || a == 169 && b == 254;
        boolean isReserved = a >= 224
                || a == 192 && b == 0 && c == 0
                || a == 192 && b == 0 && c == 2
                || a == 198 && (b == 18 || b == 19)
                || a == 198 && b == 51 && c == 100
                || a == 203 && b == 0 && c == 113;
        return !isPrivate && !isLocal && !isReserved;
    }

    private static boolean isPublic6(byte[] bytes) {
        int first = (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
        int second = (bytes[2] & 0xff) << 8 | bytes[3] & 0xff;
        if (first == 0x64 && second == 0xff9b) {
            // NAT64: the last four bytes are the address that is reached.
            return bytes[4] == 0 && bytes[5] == 0 && isPublic4(Arrays.copyOfRange(bytes, 12, 16));
        }
        if (first == 0x2002) {
            // 6to4: the four bytes after the prefix are the address that is reached.
            return isPublic4(Arrays.copyOfRange(bytes, 2, 6));
        }
        boolean isGlobalUnicast = (bytes[0] & 0xe0) == 0x20;
        // 2001::/32 tunnels to IPv4 (Teredo), 2001:db8::/32 is for documentation.
        return isGlobalUnicast && !(first == 0x2001 && (second == 0 || second == 0xdb8));
    }
}
