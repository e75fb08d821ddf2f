package dev.varve.cli.client;

import dev.varve.error.CorruptData;
import dev.varve.error.VarveException;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A connection to a database for the duration of one command. */
public final class Connection implements AutoCloseable {

    /** What to do if the folder or table does not exist: commands that write create it. */
    public enum IfMissing {
        CREATE,
        REFUSE
    }

    private final ApiClient client;
    private final @Nullable LocalService local;

    private Connection(ApiClient client, @Nullable LocalService local) {
        this.client = client;
        this.local = local;
    }

    /** Connects to a database: through the server that uses it, or through one in this process. */
    public static Connection to(DatabaseLocation place, IfMissing ifMissing) {
        if (place instanceof DatabaseLocation.Server server) {
            return new Connection(new ApiClient(server.url(), server.token()), null);
        }
        if (place instanceof DatabaseLocation.Folder folder) {
            Optional<RunningServer> running = RunningServer.find(folder.directory());
            if (running.isPresent()) {
                return new Connection(running.get().client(folder.token()), null);
            }
        }
        try {
            LocalService local = LocalService.start(place, ifMissing);
            return new Connection(new ApiClient(local.url(), local.secret()), local);
        } catch (CorruptData damaged) {
            throw damaged;
        } catch (VarveException e) {
            throw new Unreachable("cannot open %s: %s [%s]".formatted(place.name(), e.getMessage(), e.code()), e);
        }
    }

    public ApiClient client() {
        return client;
    }

    /** Returns the address of a server that outlives this connection; empty for one in this process. */
    public Optional<URI> server() {
        return local == null ? Optional.of(client.server()) : Optional.empty();
    }

    @Override
    public void close() {
        if (local != null) {
            local.close();
        }
    }
}
