package dev.varve.server.http;

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

/** How connections are accepted, and how long and how much of them. */
final class Jetty {

    /** Nothing is heard of a connection for so long: it is closed. Those who listen get a sign of life every 15 seconds. */
    private static final long IDLE_MILLIS = 30_000;

    /** Connections that the system holds until they are accepted. More would have to wait for a second or more. */
    private static final int ACCEPT_QUEUE = 1_024;

    /** Two hundred topics to listen to, in one address. */
    private static final int MOST_HEADERS = 32 * 1024;

    /** So long requests that are under way may take when the server stops. */
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
        // Read before anything listens, so that a wrong file is told at once.
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

    /** Returns the threads of Jetty itself. Nothing waits on them. */
    static Executor executor(HttpServletRequest request) {
        return ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnector()
                .getExecutor();
    }

    /** Ends a connection in the middle of an answer, so that nobody takes what came for a whole one. */
    static void breakOff(HttpServletRequest request, Throwable cause) {
        connection(request).getEndPoint().close(cause);
    }

    private static ServerConnector plain(Server server, HttpConfiguration http) {
        return new ServerConnector(server, new HttpConnectionFactory(http));
    }

    private static ServerConnector secure(Server server, HttpConfiguration http, SslContextFactory.Server keys) {
        HttpConfiguration secured = new HttpConfiguration(http);
        // There is one certificate, whatever name or address the server is called by.
        secured.addCustomizer(new SecureRequestCustomizer(false));
        return new ServerConnector(server, keys, new HttpConnectionFactory(secured));
    }

    private static SslContextFactory.Server keys(Tls tls) {
        SslContextFactory.Server keys = new SslContextFactory.Server();
        keys.setKeyStore(PemKeys.store(tls));
        keys.setKeyStorePassword(PemKeys.NAME);
        return keys;
    }

    /** Answers what is refused before any route sees it: a bad address, headers that are too long. */
    private static boolean refuse(Request request, Response response, Callback callback) {
        Reply reply = ErrorReplies.status(response.getStatus());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.type());
        response.write(true, ByteBuffer.wrap(reply.body().getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }
}
