package dev.varve.testkit;

import dev.varve.engine.Engine;
import dev.varve.table.Capacity;
import dev.varve.table.GetResult;
import dev.varve.table.Page;
import dev.varve.table.Table;
import dev.varve.table.WriteResult;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** An engine that counts what its tables are asked for and what they answer; all else is the engine it wraps. */
public final class CountingEngine extends InterceptedEngine {

    private long queries;
    private long itemsFetched;
    private final Set<String> attributesFetched = new TreeSet<>();
    private long writes;
    private int underWay;
    private int mostAtOnce;
    private Capacity used = Capacity.NONE;

    public CountingEngine(Engine engine) {
        super(engine);
    }

    /** Returns how many queries were sent. */
    public synchronized long queries() {
        return queries;
    }

    /** Returns how many items came back from gets and queries. */
    public synchronized long itemsFetched() {
        return itemsFetched;
    }

    /** Returns the names of the attributes that queries returned of any item. */
    public synchronized Set<String> attributesFetched() {
        return Set.copyOf(attributesFetched);
    }

    /** Returns how many requests were under way at the same time, at the most. */
    public synchronized int mostAtOnce() {
        return mostAtOnce;
    }

    /** Returns how many single puts, updates and deletes were answered. */
    public synchronized long writes() {
        return writes;
    }

    /** Returns what gets, queries and single writes used. */
    public synchronized Capacity used() {
        return used;
    }

    /** Counts from nothing again. */
    public synchronized void reset() {
        queries = 0;
        itemsFetched = 0;
        attributesFetched.clear();
        writes = 0;
        mostAtOnce = 0;
        used = Capacity.NONE;
    }

    private synchronized void sent(Method method) {
        queries += method.getName().equals("query") ? 1 : 0;
        underWay++;
        mostAtOnce = Math.max(mostAtOnce, underWay);
    }

    private synchronized void answered(Object answer) {
        underWay--;
        if (answer instanceof Page page) {
            itemsFetched += page.items().size();
            page.items().forEach(item -> attributesFetched.addAll(item.names()));
            used = used.plus(page.capacity());
        } else if (answer instanceof GetResult result) {
            itemsFetched += result.find().isPresent() ? 1 : 0;
            used = used.plus(result.capacity());
        } else if (answer instanceof WriteResult result) {
            writes++;
            used = used.plus(result.capacity());
        }
    }

    @Override
    protected Object intercept(Table table, Method method, Object[] arguments) throws Throwable {
        if (!isRequest(method)) {
            return pass(table, method, arguments);
        }
        sent(method);
        Object counted = ((CompletableFuture<?>) pass(table, method, arguments))
                .whenComplete((answer, error) -> answered(answer));
        return counted;
    }
}
