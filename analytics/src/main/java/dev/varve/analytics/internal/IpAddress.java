package dev.varve.analytics.internal;

import dev.varve.error.Rejected;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** Parses IP addresses without DNS lookups. */
public final class IpAddress {

    private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern V4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");
    private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:.]{2,45}");

    private IpAddress() {}

    /** Parses an IPv4 or IPv6 address; the error does not contain the address. */
    public static InetAddress parse(String text) {
        String address = text.strip();
        boolean isLiteral = V4.matcher(address).matches()
                || (address.indexOf(':') >= 0 && V6.matcher(address).matches());
        if (isLiteral) {
            try {
                return InetAddress.getByName(address);
            } catch (UnknownHostException e) {
                // Refused below, so that the cause does not contain the address.
                isLiteral = false;
            }
        }
        throw new Rejected(
                "hit.ip",
                "the sender's address, %s characters, is not an IPv4 or IPv6 address; give it without port and zone"
                        .formatted(text.length()));
    }
}
