package dev.varve.schema.internal;

import dev.varve.table.Journal;
import dev.varve.table.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** What all databases that are open on one engine share: journals, and the state in memory of packed series. */
public final class EngineSession {

    /** Something that is released when the last database on the engine closes. */
    public interface Shared {
        void close();
    }

    private final BiFunction<TableSchema, String, Optional<Journal>> journals;
    private final String owner;
    private final Optional<Executor> journalDelay;
    private final Map<String, Shared> shared = new HashMap<>();

    /**
     * @param journals returns the journal that the engine keeps for a table and a name
     * @param owner the name of this process
     * @param journalDelay runs a task when a record of a journal in a table has waited long enough; empty for no wait
     */
    public EngineSession(
            BiFunction<TableSchema, String, Optional<Journal>> journals,
            String owner,
            Optional<Executor> journalDelay) {
        this.journals = journals;
        this.owner = owner;
        this.journalDelay = journalDelay;
    }

    /** Returns a session of an engine without journals, for tables that are used without a database. */
    public static EngineSession none() {
        return new EngineSession((table, name) -> Optional.empty(), "none", Optional.empty());
    }

    public String owner() {
        return owner;
    }

    /** Returns what runs a task when a record of a journal in a table has waited long enough; empty for no wait. */
    public Optional<Executor> journalDelay() {
        return journalDelay;
    }

    /** Returns the engine's own journal of this name; empty if it has none. */
    public Optional<Journal> journal(TableSchema table, String name) {
        return journals.apply(table, name);
    }

    /** Returns the object of this name, which the first caller makes. */
    public synchronized <T extends Shared> T shared(String name, Class<T> type, Supplier<T> make) {
        return type.cast(shared.computeIfAbsent(name, first -> make.get()));
    }

    /** Returns the objects that were made so far and have this type. */
    public synchronized <T extends Shared> List<T> shared(Class<T> type) {
        List<T> found = new ArrayList<>();
        shared.values().stream().filter(type::isInstance).map(type::cast).forEach(found::add);
        return found;
    }

    /** Closes all of them. */
    public void close() {
        List<Shared> all;
        synchronized (this) {
            all = List.copyOf(shared.values());
            shared.clear();
        }
        RuntimeException failure = null;
        for (Shared each : all) {
            try {
                each.close();
            } catch (RuntimeException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
