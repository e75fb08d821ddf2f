package dev.varve.server.http;

import dev.varve.server.auth.ApiToken;
import dev.varve.server.auth.Scope;
import dev.varve.server.http.access.AccessControl;
import dev.varve.server.http.access.OneSite;
import dev.varve.server.http.access.OriginCheck;
import dev.varve.server.http.answer.Csv;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.answer.Quoted;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.answer.Streamed;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.http.limit.Admission;
import dev.varve.server.http.limit.BodyReader;
import dev.varve.server.http.meter.RequestObserver;
import dev.varve.server.http.route.AllowedMethods;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.EventStream;
import dev.varve.server.http.route.Route;
import io.javalin.http.Context;
import io.javalin.http.sse.SseHandler;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Answers requests: checks the token, reads the body, calls the endpoint and sends its result. */
final class RequestDispatcher {

    /** The request attribute that holds the path of the route; requests without it are not reported to the observer. */
    static final String ROUTE = "route";

    /** The request attribute that holds the error format. */
    private static final String ERRORS = "errors";

    private static final byte[] NO_BODY = {};

    private final WebServer.Parts parts;
    private final Connections connections;
    private final Executor work;
    private final Admission bodies;
    /** The memory for bodies that need no token. They must not use up the memory for bodies with a token. */
    private final Admission openBodies;

    private final OneSite oneSite = new OneSite();

    /** @param work runs requests whose body is complete */
    RequestDispatcher(WebServer.Parts parts, Connections connections, Executor work) {
        this.parts = parts;
        this.connections = connections;
        this.work = work;
        this.bodies = new Admission(parts.limits().bodies());
        this.openBodies = new Admission(parts.limits().openBodies());
    }

    void answer(Context context, Route route) throws Exception {
        context.attribute(ROUTE, route.path());
        context.attribute(ERRORS, route.errors());
        if (route.readers() == Route.Readers.ANY_PAGE) {
            context.header("Access-Control-Allow-Origin", "*");
        }
        String parameter = route.tokenParameter() == null ? null : context.queryParam(route.tokenParameter());
        ApiToken token = admit(context, route.scope(), parameter);
        OneSite.check(token, route.scope(), route.path(), context.pathParamMap().get("id"));
        if (route.scope() == Scope.READ && token != null && token.only().isPresent()) {
            ApiRequest asked = request(context, token, NO_BODY, 0);
            oneSite.limit(token, asked.network(), asked.now());
        }
        if (!hasBody(context, route)) {
            answer(context, route, request(context, token, NO_BODY, 0));
            return;
        }
        long announced = context.req().getContentLengthLong();
        int most = route.maxBody(parts.limits());
        if (announced > most && !BodyReader.discards(announced, most, context.req())) {
            throw BodyReader.tooLarge(most);
        }
        context.future(() -> read(context, route, token));
    }

    private ApiRequest request(Context context, @Nullable ApiToken token, byte[] body, int maxBody) {
        return new ApiRequest(
                context, new ApiRequest.Surroundings(parts.clock().instant(), maxBody, parts.proxies()), token, body);
    }

    private static boolean hasBody(Context context, Route route) {
        return switch (route.method()) {
            case GET, OPTIONS -> false;
            default -> context.req().getContentLengthLong() != 0;
        };
    }

    /** Reads the body without blocking a thread, and answers on a worker thread when it is complete. */
    private CompletableFuture<Void> read(Context context, Route route, @Nullable ApiToken token) {
        int most = route.maxBody(parts.limits());
        Admission.Hold memory = (route.scope() == null ? openBodies : bodies).hold();
        CompletableFuture<Void> answered = new CompletableFuture<>();
        try {
            ServletInputStream in = context.req().getInputStream();
            BodyReader reader = new BodyReader(in, most, memory, Jetty.executor(context.req()));
            connections.watch(reader, Jetty.connection(context.req()));
            var unused = reader.whole().whenComplete((body, failure) -> {
                if (failure != null) {
                    answered.completeExceptionally(failure);
                } else {
                    answer(context, route, request(context, token, body, most), answered);
                }
            });
            in.setReadListener(reader);
        } catch (IOException e) {
            answered.completeExceptionally(e);
        }
        return answered.whenComplete((nothing, failure) -> memory.close());
    }

    private void answer(Context context, Route route, ApiRequest request, CompletableFuture<Void> answered) {
        try {
            work.execute(() -> {
                try {
                    answer(context, route, request);
                    answered.complete(null);
                } catch (Throwable failure) {
                    answered.completeExceptionally(failure);
                }
            });
        } catch (RejectedExecutionException e) {
            answered.completeExceptionally(Admission.full());
        }
    }

    private static void answer(Context context, Route route, ApiRequest request) throws Exception {
        if (route.method() == Route.Method.GET) {
            // An unknown format is refused before anything is read.
            request.wantsCsv();
        }
        Object answer = route.endpoint().answer(request);
        if (answer instanceof Reply reply) {
            send(context, reply);
        } else if (answer instanceof Streamed streamed) {
            new StreamedReply(context).write(streamed);
        } else if (answer instanceof TabularAnswer list) {
            send(context, request.wantsCsv() ? Csv.reply(list.csv().get()) : Reply.json(200, list.json()));
        } else {
            send(context, Reply.json(200, answer));
        }
    }

    private @Nullable ApiToken admit(Context context, @Nullable Scope scope, @Nullable String parameter) {
        AccessControl gate = parts.gate();
        if (scope != null && gate.isOpen()) {
            OriginCheck.check(context, gate);
        }
        return gate.check(scope, context.header("Authorization"), parameter);
    }

    /** Opens a stream. A client that is not authorised, or asks for an unknown topic, gets an error before the answer begins. */
    void listen(Context context, EventStream stream) {
        String authorization = context.header("Authorization");
        // A browser's EventSource sends no headers, so the token may be a parameter here.
        String parameter = context.queryParam("token");
        ApiToken token = admit(context, Scope.READ, parameter);
        OneSite.check(token, Scope.READ, stream.path(), null);
        String accepted = context.header("Accept");
        if (accepted == null || !accepted.contains("text/event-stream")) {
            send(context, ErrorReplies.notStreamed(context.path()));
            return;
        }
        ApiRequest request = request(context, token, NO_BODY, 0);
        new SseHandler(stream.opening().open(request, () -> parts.gate().admits(Scope.READ, authorization, parameter)))
                .handle(context);
    }

    /** Answers a request that has no route with what is wrong about its address. */
    static void nowhere(Context context, AllowedMethods addresses) {
        Set<String> methods = addresses.methods(context.path());
        context.attribute(ROUTE, RequestObserver.NOWHERE);
        send(
                context,
                methods.isEmpty()
                        ? ErrorReplies.reply(new NotFound("nothing exists at " + Quoted.of(context.path())))
                        : ErrorReplies.notAllowed(context.method().name(), methods));
    }

    static void fail(Exception failure, Context context) {
        Route.Errors errors = context.attribute(ERRORS);
        send(context, ErrorReplies.reply(failure, errors == null ? Route.Errors.PLAIN : errors));
    }

    private static void send(Context context, Reply reply) {
        context.header("Cache-Control", "no-store");
        reply.headers().forEach(context::header);
        context.status(reply.status()).contentType(reply.type()).result(reply.body());
    }
}
