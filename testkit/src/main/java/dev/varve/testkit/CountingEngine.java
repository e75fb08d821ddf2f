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

/** A decorator that counts the requests to its tables and the items in their responses. */
public final class CountingEngine extends InterceptedEngine {

    private long queries;
    private long itemsFetched;
    private final Set<String> attributesFetched = new TreeSet<>();
    private long writes;
    private int inFlight;
    private int mostAtOnce;
    private Capacity used = Capacity.NONE;

    public CountingEngine(Engine engine) {
        super(engine);
    }

    /** Returns the number of queries sent. */
    public synchronized long queries() {
        return queries;
    }

    /** Returns the number of items that gets and queries returned. */
    public synchronized long itemsFetched() {
        return itemsFetched;
    }

    /** Returns the names of all attributes that queries returned. */
    public synchronized Set<String> attributesFetched() {
        return Set.copyOf(attributesFetched);
    }

    /** Returns the maximum number of requests that were in flight at the same time. */
    public synchronized int mostAtOnce() {
        return mostAtOnce;
    }

    /** Returns the number of completed single puts, updates and deletes. */
    public synchronized long writes() {
        return writes;
    }

    /** Returns the capacity that gets, queries and single writes consumed. */
    public synchronized Capacity used() {
        return used;
    }

    /** Resets all counters to zero. */
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
        inFlight++;
        mostAtOnce = Math.max(mostAtOnce, inFlight);
    }

    private synchronized void answered(Object answer) {
        inFlight--;
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
