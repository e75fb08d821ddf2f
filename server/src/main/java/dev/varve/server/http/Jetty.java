package dev.varve.server.http;

import dev.varve.server.http.access.PemKeys;
import dev.varve.server.http.access.Tls;
import dev.varve.server.http.answer.Reply;
import io.javalin.config.JavalinConfig;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executor;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** Sets up Jetty: how connections are accepted, and their limits. */
final class Jetty {

    /** A connection without traffic for this long is closed. Event streams get a heartbeat every 15 seconds. */
    private static final long IDLE_MILLIS = 30_000;

    /** Connections that the system queues until they are accepted. Further ones would wait for a second or more. */
    private static final int ACCEPT_QUEUE = 1_024;

    /** Enough for an address with two hundred topics. */
    private static final int MOST_HEADERS = 32 * 1024;

    /** How long running requests may take when the server stops. */
    private static final long STOP_MILLIS = 5_000;

    /** An id in a path may hold any character, each encoded: {@code /devices/a%2Fb}. */
    private static final UriCompliance ADDRESSES = UriCompliance.DEFAULT.with(
            "ids",
            UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
            UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING,
            UriCompliance.Violation.SUSPICIOUS_PATH_CHARACTERS);

    private Jetty() {}

    /**
     * @param connections bounds and watches the connections
     * @param handlers see requests before Javalin does, the first one first
     */
    static void configure(
            JavalinConfig config,
            String host,
            int port,
            @Nullable Tls tls,
            Connections connections,
            List<Handler.Wrapper> handlers) {
        config.jetty.modifyHttpConfiguration(http -> {
            http.setUriCompliance(ADDRESSES);
            http.setSendServerVersion(false);
            http.setRequestHeaderSize(MOST_HEADERS);
            http.addCustomizer(new MethodFilter());
            http.addCustomizer(connections);
        });
        config.jetty.modifyServletContextHandler(
                handler -> handler.getServletHandler().setDecodeAmbiguousURIs(true));
        config.jetty.modifyServer(server -> {
            server.setStopTimeout(STOP_MILLIS);
            for (int i = handlers.size() - 1; i >= 0; i--) {
                server.insertHandler(handlers.get(i));
            }
            server.insertHandler(new GracefulHandler());
            server.setErrorHandler(Jetty::refuse);
            server.addBean(connections);
        });
        // Read before the server listens, so that a wrong file is reported at once.
        SslContextFactory.Server keys = tls == null ? null : keys(tls);
        config.jetty.addConnector((server, http) -> {
            ServerConnector connector = keys == null ? plain(server, http) : secure(server, http, keys);
            connector.setHost(host);
            connector.setPort(port);
            connector.setIdleTimeout(IDLE_MILLIS);
            connector.setAcceptQueueSize(ACCEPT_QUEUE);
            connector.addBean(connections, false);
            return connector;
        });
    }

    static Connection connection(HttpServletRequest request) {
        return ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection();
    }

    /** Returns Jetty's own threads. They never block. */
    static Executor executor(HttpServletRequest request) {
        return ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnector()
                .getExecutor();
    }

    /** Aborts a connection in the middle of an answer, so that no client takes the part for the whole. */
    static void breakOff(HttpServletRequest request, Throwable cause) {
        connection(request).getEndPoint().close(cause);
    }

    private static ServerConnector plain(Server server, HttpConfiguration http) {
        return new ServerConnector(server, new HttpConnectionFactory(http));
    }

    private static ServerConnector secure(Server server, HttpConfiguration http, SslContextFactory.Server keys) {
        HttpConfiguration secured = new HttpConfiguration(http);
        // The server has one certificate, for all names and addresses.
        secured.addCustomizer(new SecureRequestCustomizer(false));
        return new ServerConnector(server, keys, new HttpConnectionFactory(secured));
    }

    private static SslContextFactory.Server keys(Tls tls) {
        SslContextFactory.Server keys = new SslContextFactory.Server();
        keys.setKeyStore(PemKeys.store(tls));
        keys.setKeyStorePassword(PemKeys.NAME);
        return keys;
    }

    /** Answers requests that are refused before a route sees them: a bad address, headers that are too long. */
    private static boolean refuse(Request request, Response response, Callback callback) {
        Reply reply = ErrorReplies.status(response.getStatus());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.type());
        response.write(true, ByteBuffer.wrap(reply.body().getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }
}
