package dev.varve.testkit.local;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.jspecify.annotations.Nullable;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

/**
 * The single in-memory DynamoDB Local of this JVM, started on first use.
 *
 * <p>DynamoDB Local's own launcher listens on all interfaces, does not accept port 0, prints a banner and sends
 * telemetry. So this class assembles the server from the launcher's parts, on a free port of the loopback interface.
 */
final class LocalServer {

    /** Referenced strongly, because a garbage-collected logger loses its level. */
    private static final Logger SQLITE = Logger.getLogger("com.almworks.sqlite4java");

    private static @Nullable URI endpoint;

    private LocalServer() {}

    /** Returns the address of the server. */
    static synchronized URI endpoint() {
        if (endpoint == null) {
            endpoint = start();
        }
        return endpoint;
    }

    private static URI start() {
        SQLITE.setLevel(Level.OFF);
        Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        try {
            var requests = new LocalDynamoDBRequestHandler(0, true, null, false, false);
            var context = new ContextHandler();
            context.setHandler(new LocalDynamoDBServerHandler(requests, null));
            server.setHandler(new ContextHandlerCollection(context));
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException("DynamoDB Local did not start", e);
        }
        int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
        return URI.create("http://127.0.0.1:" + port);
    }
}
