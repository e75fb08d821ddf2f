package dev.varve.server.http;

import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.limit.Admission;
import dev.varve.server.http.limit.ServerLimits;
import dev.varve.server.http.route.Route;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Hands requests to the threads of their lane. Jetty's own threads only read, write and answer requests that never block, so
 * {@code /health} answers even while all other threads are busy.
 */
final class ThreadLanes extends Handler.Wrapper {

    private static final int WATCH_THREADS = 8;

    /** The requests that wait for a thread in each lane. */
    private static final int MAX_WAITING = 1_000;

    private final Map<String, Route.Lane> lanes;
    private final QueuedThreadPool work;
    private final QueuedThreadPool watch;

    ThreadLanes(List<Route> routes, ServerLimits limits) {
        // All methods of a path share one lane.
        this.lanes = routes.stream()
                .filter(route -> route.lane() != Route.Lane.WORK)
                .collect(Collectors.toMap(Route::path, Route::lane, (first, second) -> first));
        this.work = pool("varve-work", limits.threads());
        this.watch = pool("varve-watch", WATCH_THREADS);
        addBean(work);
        addBean(watch);
    }

    private static QueuedThreadPool pool(String name, int threads) {
        QueuedThreadPool pool = new QueuedThreadPool(threads, Math.min(threads, WATCH_THREADS));
        pool.setName(name);
        // Reserved threads would count against the few that there are.
        pool.setReservedThreads(0);
        return pool;
    }

    /** Returns the threads of the default lane. */
    Executor work() {
        return task -> execute(work, task);
    }

    private static void execute(QueuedThreadPool pool, Runnable task) {
        if (pool.getQueueSize() >= MAX_WAITING) {
            throw new RejectedExecutionException("too many requests wait for a thread");
        }
        pool.execute(task);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Route.Lane lane = lanes.getOrDefault(request.getHttpURI().getPath(), Route.Lane.WORK);
        if (lane == Route.Lane.DIRECT) {
            return super.handle(request, response, callback);
        }
        try {
            execute(lane == Route.Lane.WATCH ? watch : work, () -> answer(request, response, callback));
        } catch (RejectedExecutionException e) {
            refuse(response, callback, ErrorReplies.reply(Admission.full()));
        }
        return true;
    }

    private void answer(Request request, Response response, Callback callback) {
        try {
            if (!super.handle(request, response, callback)) {
                Response.writeError(request, response, callback, 404);
            }
        } catch (Throwable failure) {
            Response.writeError(request, response, callback, failure);
        }
    }

    private static void refuse(Response response, Callback callback, Reply reply) {
        response.setStatus(reply.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.type());
        reply.headers().forEach(response.getHeaders()::put);
        response.write(true, ByteBuffer.wrap(reply.body().getBytes(StandardCharsets.UTF_8)), callback);
    }
}
