package dev.varve.server.http;

import io.javalin.http.Context;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * Keeps other sites out of a server that asks for no tokens: a browser on this machine would let any page it shows send
 * requests here. Tokens keep them out by themselves, because a browser never sends one on its own.
 */
final class Origins {

    private static final Pattern LOOPBACK =
            Pattern.compile("(localhost|.*\\.localhost|127\\.[0-9.]+|\\[::1])(:[0-9]+)?", Pattern.CASE_INSENSITIVE);

    private Origins() {}

    static void check(Context context) {
        String host = context.host();
        if (host != null && isLoopback(context) && !LOOPBACK.matcher(host).matches()) {
            // A name that someone else made point to this machine.
            throw Denied.notAllowed(
                    "this server is open to this machine only, and was asked for as %s: call it localhost, or make a token"
                            .formatted(host));
        }
        String origin = context.header("Origin");
        if (origin != null
                && isChange(context)
                && !origin.replaceFirst("^https?://", "").equals(host)) {
            throw Denied.notAllowed("pages of %s may not change anything here".formatted(origin));
        }
    }

    private static boolean isChange(Context context) {
        return switch (context.method().name()) {
            case "GET", "HEAD" -> false;
            default -> true;
        };
    }

    private static boolean isLoopback(Context context) {
        try {
            // An address, never a name: nothing is looked up.
            return InetAddress.getByName(context.req().getLocalAddr()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
