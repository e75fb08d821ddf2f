package dev.varve.server.http;

import dev.varve.server.http.access.AccessControl;
import dev.varve.server.http.access.Proxies;
import dev.varve.server.http.access.Tls;
import dev.varve.server.http.limit.ServerLimits;
import dev.varve.server.http.meter.RequestObserver;
import dev.varve.server.http.page.StaticFileHandler;
import dev.varve.server.http.page.StaticFiles;
import dev.varve.server.http.route.AllowedMethods;
import dev.varve.server.http.route.EventStream;
import dev.varve.server.http.route.Route;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.HandlerType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.server.Handler;
import org.jspecify.annotations.Nullable;

/** A listening web server; closing it finishes the running requests. */
public final class WebServer implements AutoCloseable {

    /** Allows only content of the server itself, and no inline scripts or styles. */
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self';"
                    + " frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "same-origin");

    /**
     * The parts of a server.
     *
     * @param pages the resource folder of the dashboard, or null for none
     * @param tls the certificate and key, or null for HTTP without TLS
     * @param observer called for every answered request
     * @param proxies the trusted proxies
     */
    public record Parts(
            List<Route> routes,
            List<EventStream> streams,
            AccessControl gate,
            ServerLimits limits,
            InstantSource clock,
            @Nullable String pages,
            @Nullable Tls tls,
            RequestObserver observer,
            Proxies proxies) {

        public Parts {
            routes = List.copyOf(routes);
            streams = List.copyOf(streams);
        }

        /** Creates parts without TLS and observer that trust proxies on this machine. */
        public Parts(
                List<Route> routes,
                List<EventStream> streams,
                AccessControl gate,
                ServerLimits limits,
                InstantSource clock,
                @Nullable String pages) {
            this(routes, streams, gate, limits, clock, pages, null, RequestObserver.NONE, Proxies.of(Proxies.LOOPBACK));
        }

        public Parts securedBy(@Nullable Tls newTls) {
            return new Parts(routes, streams, gate, limits, clock, pages, newTls, observer, proxies);
        }

        public Parts observedBy(RequestObserver newObserver) {
            return new Parts(routes, streams, gate, limits, clock, pages, tls, newObserver, proxies);
        }

        public Parts behind(Proxies newProxies) {
            return new Parts(routes, streams, gate, limits, clock, pages, tls, observer, newProxies);
        }
    }

    private final Javalin javalin;
    private final int port;

    private WebServer(Javalin javalin) {
        this.javalin = javalin;
        this.port = javalin.port();
    }

    /** Starts to listen; port 0 is any free port. */
    public static WebServer start(String host, int port, Parts parts) {
        AllowedMethods addresses = new AllowedMethods(parts.routes(), parts.streams());
        Connections connections = new Connections(parts.limits(), parts.proxies());
        ThreadLanes lanes = new ThreadLanes(parts.routes(), parts.limits());
        List<Handler.Wrapper> handlers = parts.pages() == null
                ? List.of(lanes)
                : List.of(
                        new StaticFileHandler(new StaticFiles(parts.pages()), addresses, HEADERS, parts.observer()),
                        lanes);
        RequestDispatcher answers = new RequestDispatcher(parts, connections, lanes.work());
        Javalin javalin = Javalin.create(config -> {
            Jetty.configure(config, host, port, parts.tls(), connections, handlers);
            configure(config, parts, answers, addresses);
        });
        javalin.start();
        return new WebServer(javalin);
    }

    private static void configure(
            JavalinConfig config, Parts parts, RequestDispatcher answers, AllowedMethods addresses) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.http.maxRequestSize = parts.limits().body();
        config.routes.before(context -> HEADERS.forEach(context::header));
        for (Route route : parts.routes()) {
            add(config, route.method().name(), route.path(), context -> answers.answer(context, route));
            if (route.method() == Route.Method.GET) {
                add(config, "HEAD", route.path(), context -> answers.answer(context, route));
            }
        }
        for (EventStream stream : parts.streams()) {
            config.routes.addHttpHandler(HandlerType.GET, stream.path(), context -> answers.listen(context, stream));
        }
        for (HandlerType method : HandlerType.commonHttp()) {
            add(config, method.name(), "*", context -> RequestDispatcher.nowhere(context, addresses));
        }
        // An unknown method.
        config.routes.error(404, context -> {
            if (context.attribute(RequestDispatcher.ROUTE) == null) {
                RequestDispatcher.nowhere(context, addresses);
            }
        });
        config.routes.exception(Exception.class, RequestDispatcher::fail);
        config.router.javaLangErrorHandler((response, error) -> {
            ErrorReplies.reply(error);
            response.setStatus(500);
        });
        config.requestLogger.http((context, millis) -> {
            String route = context.attribute(RequestDispatcher.ROUTE);
            if (route != null) {
                parts.observer()
                        .answered(new RequestObserver.Answered(
                                context.method().name(), route, context.statusCode(), Duration.ofNanos((long)
                                        (millis * 1e6))));
            }
        });
    }

    private static void add(JavalinConfig config, String method, String path, io.javalin.http.Handler handler) {
        config.routes.addHttpHandler(HandlerType.findOrCreate(method), path, handler);
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        javalin.stop();
    }
}
