package dev.varve.server.http.access;

import io.javalin.http.Context;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Keeps other web sites away from a server without tokens. A browser on this machine would let any page send requests to
 * it. With tokens this is not needed, because a browser never sends a token on its own.
 */
public final class OriginCheck {

    private static final Pattern LOOPBACK =
            Pattern.compile("(localhost|.*\\.localhost|127\\.[0-9.]+|\\[::1])(:[0-9]+)?", Pattern.CASE_INSENSITIVE);

    /** The headers that proxies add to forwarded requests. */
    private static final List<String> FORWARDED = List.of(
            "Forwarded",
            "X-Forwarded-For",
            "X-Forwarded-Host",
            "X-Forwarded-Proto",
            "X-Forwarded-Server",
            "X-Real-IP",
            "X-Client-IP",
            "X-Cluster-Client-IP",
            "True-Client-IP",
            "CF-Connecting-IP",
            "Fastly-Client-IP",
            "Fly-Client-IP",
            "Via");

    private OriginCheck() {}

    public static void check(Context context, AccessControl gate) {
        if (!gate.takesForwarded()) {
            refuseForwarded(context);
        }
        String host = context.host();
        if (host != null && isLoopback(context) && !LOOPBACK.matcher(host).matches()) {
            // Somebody else's name that resolves to this machine (DNS rebinding).
            throw AccessDenied.notAllowed(
                    "this server is open to this machine only, and the request names it %s: use localhost, or create a token"
                            .formatted(host));
        }
        String origin = context.header("Origin");
        if (origin != null
                && isChange(context)
                && !origin.replaceFirst("^https?://", "").equals(host)) {
            throw AccessDenied.notAllowed("pages of %s may not change anything here".formatted(origin));
        }
    }

    /** A proxy on this machine would open the server to everybody who can reach the proxy. */
    private static void refuseForwarded(Context context) {
        for (String header : FORWARDED) {
            if (context.header(header) != null) {
                throw AccessDenied.notAllowed(
                        "a proxy forwards this request (%s), and this server asks for no token, because it is open to its own machine only. Create a token with `varve tokens create admin --scope admin` and start the server again. If the proxy itself lets in only those who may use the server, start it with --insecure"
                                .formatted(header));
            }
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
            // Only literal addresses: names are not resolved.
            return InetAddress.getByName(context.req().getLocalAddr()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
