package dev.varve.testkit.sim;

import dev.varve.engine.Engine;
import dev.varve.table.Table;
import dev.varve.testkit.InterceptedEngine;
import dev.varve.testkit.random.Draw;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A decorator that can hold requests until the test releases them: first the request to the table, then the response to
 * the caller. Everything runs on the thread that releases them.
 */
public final class HeldEngine extends InterceptedEngine {

    /** A request in flight; the response is null until the table has answered. */
    private static final class Pending {
        private final Table table;
        private final Method method;
        private final Object[] arguments;
        private final CompletableFuture<Object> caller = new CompletableFuture<>();
        private @Nullable CompletableFuture<?> answer;

        Pending(Table table, Method method, Object[] arguments) {
            this.table = table;
            this.method = method;
            this.arguments = arguments;
        }

        void send() {
            answer = call(table, method, arguments);
        }

        void give(CompletableFuture<?> given) {
            var unused = given.whenComplete((value, error) -> {
                if (error == null) {
                    caller.complete(value);
                } else {
                    caller.completeExceptionally(error);
                }
            });
        }
    }

    private final List<Pending> pending = new ArrayList<>();
    private boolean isHolding;

    public HeldEngine(Engine engine) {
        super(engine);
    }

    /** Holds all requests from now on. */
    public void hold() {
        isHolding = true;
    }

    /** Returns whether no request is held. */
    public boolean isIdle() {
        return pending.isEmpty();
    }

    /** Releases one of the requests by one step, and often to its end. */
    public void step(Draw draw, int wholePercent) {
        Pending one = draw.oneOf(pending);
        if (one.answer == null) {
            one.send();
            if (!draw.chance(wholePercent)) {
                return;
            }
        }
        pending.remove(one);
        CompletableFuture<?> answer = one.answer;
        if (answer != null) {
            one.give(answer);
        }
    }

    /** Drops all responses; some of the requests still reach the table. */
    public void crash(Draw draw) {
        for (Pending each : pending) {
            if (each.answer == null && draw.chance(40)) {
                each.send();
            }
        }
        pending.clear();
    }

    private static CompletableFuture<?> call(Table table, Method method, Object[] arguments) {
        try {
            return (CompletableFuture<?>) pass(table, method, arguments);
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    protected Object intercept(Table table, Method method, Object[] arguments) throws Throwable {
        if (!isHolding || !isRequest(method)) {
            return pass(table, method, arguments);
        }
        Pending request = new Pending(table, method, arguments);
        pending.add(request);
        Object answer = request.caller;
        return answer;
    }
}
