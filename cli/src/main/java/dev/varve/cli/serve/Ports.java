package dev.varve.cli.serve;

import dev.varve.error.Rejected;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;

/** Checks the address and the port before anything is opened. */
public final class Ports {

    private static final int LOOKED_AT = 100;

    /** The largest port number; ports have 16 bits. */
    public static final int MAX_PORT = 65_535;

    private Ports() {}

    /** Returns the address of a host name, or refuses a name that has none. */
    static InetAddress address(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new Rejected(
                    "serve.host",
                    "\"%s\" is not an address of this machine; give 127.0.0.1 or 0.0.0.0".formatted(host));
        }
    }

    /** Refuses a number that is not a port; 0 means any free port. */
    public static void requirePort(int port) {
        if (port < 0 || port > MAX_PORT) {
            throw new Rejected(
                    "cli.port", "--port is %s; give 1 to %s, or 0 for any free port".formatted(port, MAX_PORT));
        }
    }

    /** Refuses a port that is in use. */
    public static void requireFree(String host, int port) {
        if (!isFree(host, port)) {
            throw new Rejected(
                    "serve.port-in-use",
                    "port %s of %s is in use; stop the process that uses it, or choose another port with --port"
                            .formatted(port, host));
        }
    }

    /** Returns the first free port, starting with this one. */
    public static int firstFree(String host, int from) {
        for (int port = from; port < Math.min(from + LOOKED_AT, MAX_PORT + 1); port++) {
            if (isFree(host, port)) {
                return port;
            }
        }
        return 0;
    }

    private static boolean isFree(String host, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address(host), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the address of a server; without a scheme it is HTTP. */
    public static URI url(String text) {
        try {
            URI url = URI.create(text.contains("://") ? text : "http://" + text);
            if (url.getHost() != null
                    && url.getPort() <= MAX_PORT
                    && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // Reported below, with an example.
        }
        throw new Rejected("cli.url", "\"%s\" is not an address; write http://127.0.0.1:8080".formatted(text));
    }
}
