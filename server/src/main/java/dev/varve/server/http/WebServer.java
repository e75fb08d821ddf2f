package dev.varve.server.http;

import dev.varve.server.auth.ApiToken;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.staticfiles.Location;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
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

    /**
     * What a server is made of.
     *
     * @param pages the folder of the dashboard among the resources, or null for none
     */
    public record Parts(
            List<Route> routes,
            List<Stream> streams,
            Gate gate,
            Limits limits,
            InstantSource clock,
            @Nullable String pages) {

        public Parts {
            routes = List.copyOf(routes);
            streams = List.copyOf(streams);
        }
    }

    private final Javalin javalin;

    private WebServer(Javalin javalin) {
        this.javalin = javalin;
    }

    /** Starts to listen; port 0 is any that is free. */
    public static WebServer start(String host, int port, Parts parts) {
        Javalin javalin = Javalin.create(config -> configure(config, parts));
        javalin.start(host, port);
        return new WebServer(javalin);
    }

    private static void configure(JavalinConfig config, Parts parts) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.http.maxRequestSize = parts.limits().body();
        config.routes.before(context -> HEADERS.forEach(context::header));
        for (Route route : parts.routes()) {
            config.routes.addHttpHandler(
                    HandlerType.findOrCreate(route.method().name()),
                    route.path(),
                    context -> answer(context, route, parts));
        }
        for (Stream stream : parts.streams()) {
            config.routes.sse(stream.path(), client -> stream.begin(client, parts.gate()));
        }
        config.routes.exception(Exception.class, (failure, context) -> send(context, Failures.reply(failure)));
        config.routes.error(404, context -> {
            if (context.path().startsWith("/api/")) {
                send(context, Failures.reply(new NotFound("there is nothing at " + context.path())));
            }
        });
        if (parts.pages() != null) {
            config.staticFiles.add(parts.pages(), Location.CLASSPATH);
            config.spaRoot.addFile("/", parts.pages() + "/index.html", Location.CLASSPATH);
        }
    }

    private static void answer(Context context, Route route, Parts parts) throws Exception {
        ApiToken token = parts.gate().check(route.scope(), context.header("Authorization"), null);
        Ask ask = new Ask(context, parts.clock().instant(), parts.limits(), token);
        Object answer = route.endpoint().answer(ask);
        if (answer instanceof Reply reply) {
            send(context, reply);
        } else if (answer instanceof Rows rows) {
            send(context, ask.wantsCsv() ? Csv.reply(rows) : Reply.json(200, rows.json()));
        } else {
            send(context, Reply.json(200, answer));
        }
    }

    private static void send(Context context, Reply reply) {
        reply.headers().forEach(context::header);
        context.status(reply.status()).contentType(reply.type()).result(reply.body());
    }

    public int port() {
        return javalin.port();
    }

    @Override
    public void close() {
        javalin.stop();
    }
}
