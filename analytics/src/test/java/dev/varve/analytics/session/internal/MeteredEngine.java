package dev.varve.analytics.session.internal;

import dev.varve.engine.Engine;
import dev.varve.table.BatchGetResult;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.Capacity;
import dev.varve.table.GetResult;
import dev.varve.table.Page;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.WriteResult;
import dev.varve.testkit.InterceptedEngine;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;

/** A decorator that sums the capacity of all requests. */
final class MeteredEngine extends InterceptedEngine {

    private Capacity used = Capacity.NONE;

    MeteredEngine(Engine engine) {
        super(engine);
    }

    /** Returns the capacity since the last call. */
    Capacity take() {
        Capacity taken = used;
        used = Capacity.NONE;
        return taken;
    }

    @Override
    protected Object intercept(Table table, Method method, Object[] arguments) throws Throwable {
        Object answer = pass(table, method, arguments);
        if (isRequest(method)) {
            used = used.plus(capacity(((CompletableFuture<?>) answer).join()));
        }
        return answer;
    }

    private static Capacity capacity(Object answer) {
        if (answer instanceof GetResult result) {
            return result.capacity();
        } else if (answer instanceof Page page) {
            return page.capacity();
        } else if (answer instanceof WriteResult result) {
            return result.capacity();
        } else if (answer instanceof BatchGetResult result) {
            return result.capacity();
        } else if (answer instanceof BatchWriteResult result) {
            return result.capacity();
        } else if (answer instanceof TransactResult result) {
            return result.capacity();
        }
        throw new AssertionError("no capacity in " + answer);
    }
}
