package dev.varve.server.http;

import dev.varve.server.auth.ApiToken;
import dev.varve.server.auth.Scope;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.sse.SseHandler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server that listens; closing it lets requests that are under way come to their end. */
public final class WebServer implements AutoCloseable {

    /** Nothing but what the server itself serves, and no script or style inside a page. */
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "same-origin");

    /** The attribute of a request that holds the path of its route; what has none is not told of. */
    private static final String ROUTE = "route";

    /** The attribute of a request that holds how errors are told. */
    private static final String ERRORS = "errors";

    /**
     * What a server is made of.
     *
     * @param pages the folder of the dashboard among the resources, or null for none
     * @param tls what it proves its name with, or null to be spoken to in the clear
     * @param observer is told of every request
     * @param proxies who is believed about the address of a client
     */
    public record Parts(
            List<Route> routes,
            List<Stream> streams,
            Gate gate,
            Limits limits,
            InstantSource clock,
            @Nullable String pages,
            @Nullable Tls tls,
            RequestObserver observer,
            Proxies proxies) {

        public Parts {
            routes = List.copyOf(routes);
            streams = List.copyOf(streams);
        }

        /** Makes a server that is spoken to in the clear, tells nobody, and believes proxies on this machine. */
        public Parts(
                List<Route> routes,
                List<Stream> streams,
                Gate gate,
                Limits limits,
                InstantSource clock,
                @Nullable String pages) {
            this(
                    routes,
                    streams,
                    gate,
                    limits,
                    clock,
                    pages,
                    null,
                    RequestObserver.NOBODY,
                    Proxies.of(Proxies.LOOPBACK));
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

    /** Starts to listen; port 0 is any that is free. */
    public static WebServer start(String host, int port, Parts parts) {
        Javalin javalin = Javalin.create(config -> {
            Jetty.configure(config, host, port, parts.tls());
            configure(config, parts);
        });
        javalin.start();
        return new WebServer(javalin);
    }

    private static void configure(JavalinConfig config, Parts parts) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.http.maxRequestSize = parts.limits().body();
        config.routes.before(context -> HEADERS.forEach(context::header));
        for (Route route : parts.routes()) {
            add(config, route.method().name(), route.path(), context -> answer(context, route, parts));
            if (route.method() == Route.Method.GET) {
                add(config, "HEAD", route.path(), context -> answer(context, route, parts));
            }
        }
        for (Stream stream : parts.streams()) {
            config.routes.addHttpHandler(HandlerType.GET, stream.path(), context -> listen(context, stream, parts));
        }
        Addresses addresses = new Addresses(parts.routes(), parts.streams());
        Pages pages = parts.pages() == null ? null : new Pages(parts.pages());
        for (HandlerType method : HandlerType.commonHttp()) {
            add(config, method.name(), "*", context -> otherwise(context, addresses, pages));
        }
        // A method that nobody has heard of.
        config.routes.error(404, context -> {
            if (context.attribute(ROUTE) == null) {
                otherwise(context, addresses, pages);
            }
        });
        config.routes.exception(Exception.class, (failure, context) -> {
            Route.Errors errors = context.attribute(ERRORS);
            send(context, Failures.reply(failure, errors == null ? Route.Errors.PLAIN : errors));
        });
        config.requestLogger.http((context, millis) -> {
            String route = context.attribute(ROUTE);
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

    private static void answer(Context context, Route route, Parts parts) throws Exception {
        context.attribute(ROUTE, route.path());
        context.attribute(ERRORS, route.errors());
        String parameter = route.tokenParameter() == null ? null : context.queryParam(route.tokenParameter());
        ApiToken token = admit(context, route.scope(), parts.gate(), parameter);
        Ask ask = new Ask(context, parts, token);
        Object answer = route.endpoint().answer(ask);
        if (answer instanceof Reply reply) {
            send(context, reply);
        } else if (answer instanceof Streamed streamed) {
            new LongAnswer(context).write(streamed);
        } else if (answer instanceof Rows rows) {
            send(context, ask.wantsCsv() ? Csv.reply(rows) : Reply.json(200, rows.json()));
        } else {
            send(context, Reply.json(200, answer));
        }
    }

    private static @Nullable ApiToken admit(
            Context context, @Nullable Scope scope, Gate gate, @Nullable String parameter) {
        if (scope != null && gate.isOpen()) {
            Origins.check(context);
        }
        return gate.check(scope, context.header("Authorization"), parameter);
    }

    /** Whoever may not listen, or not to that, is told so before the answer begins. */
    private static void listen(Context context, Stream stream, Parts parts) {
        String authorization = context.header("Authorization");
        // A browser's EventSource sends no headers, so that the token may be a parameter here.
        String parameter = context.queryParam("token");
        ApiToken token = admit(context, Scope.READ, parts.gate(), parameter);
        String accepted = context.header("Accept");
        if (accepted == null || !accepted.contains("text/event-stream")) {
            send(context, Failures.notStreamed(context.path()));
            return;
        }
        Ask ask = new Ask(context, parts, token);
        new SseHandler(stream.opening().open(ask, () -> parts.gate().admits(Scope.READ, authorization, parameter)))
                .handle(context);
    }

    /** Answers what no route does: with a page of the dashboard, or by saying what is wrong with the address. */
    private static void otherwise(Context context, Addresses addresses, @Nullable Pages pages) {
        Set<String> methods = addresses.methods(context.path());
        boolean isRead =
                context.method().equals(HandlerType.GET) || context.method().equals(HandlerType.HEAD);
        Pages.Page page = isRead && methods.isEmpty() && pages != null ? pages.at(context.path()) : null;
        context.attribute(ROUTE, page == null ? RequestObserver.NOWHERE : RequestObserver.PAGES);
        if (page == null) {
            send(
                    context,
                    methods.isEmpty()
                            ? Failures.reply(new NotFound("there is nothing at " + context.path()))
                            : Failures.notAllowed(context.method().name(), methods));
            return;
        }
        page.headers().forEach(context::header);
        context.header("ETag", page.tag());
        if (page.tag().equals(context.header("If-None-Match"))) {
            context.status(304);
            return;
        }
        context.contentType(page.type()).result(page.content());
    }

    private static void send(Context context, Reply reply) {
        context.header("Cache-Control", "no-store");
        reply.headers().forEach(context::header);
        context.status(reply.status()).contentType(reply.type()).result(reply.body());
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        javalin.stop();
    }
}
