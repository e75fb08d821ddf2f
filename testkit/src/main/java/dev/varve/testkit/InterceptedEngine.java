package dev.varve.testkit;

import dev.varve.engine.Engine;
import dev.varve.engine.ForwardingEngine;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;

/** A decorator whose tables pass every call through one method. */
public abstract class InterceptedEngine extends ForwardingEngine implements FeedSource {

    protected InterceptedEngine(Engine engine) {
        super(engine);
    }

    /** Answers a call of a table, normally by {@link #pass}. */
    protected abstract Object intercept(Table table, Method method, Object[] arguments) throws Throwable;

    /** Returns whether a call is a request, which is answered asynchronously. */
    protected static boolean isRequest(Method method) {
        return method.getReturnType() == CompletableFuture.class;
    }

    /** Passes the call to the wrapped table. */
    protected static Object pass(Table table, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(table, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private Object invoke(Object proxy, Table table, Method method, Object[] arguments) throws Throwable {
        return method.isDefault()
                ? InvocationHandler.invokeDefault(proxy, method, arguments)
                : intercept(table, method, arguments);
    }

    @Override
    public CompletableFuture<Table> open(TableSchema schema) {
        return delegate().open(schema).thenApply(table -> (Table) Proxy.newProxyInstance(
                Table.class.getClassLoader(),
                new Class<?>[] {Table.class},
                (proxy, method, arguments) -> invoke(proxy, table, method, arguments)));
    }

    /** Returns the feed of the wrapped engine, which must have one. */
    @Override
    public ChangeFeed changes(String table) {
        return ((FeedSource) delegate()).changes(table);
    }
}
