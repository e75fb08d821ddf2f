package dev.varve.cli.serve;

import dev.varve.server.ServerDatabase;
import dev.varve.server.Service;
import dev.varve.server.ServiceOptions;
import dev.varve.server.backup.Backups;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A server that runs in this process until it is stopped. */
public final class ServerRun implements AutoCloseable {

    private final ServerDatabase database;
    private final Service service;
    private final @Nullable ServerFile note;
    private final String url;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private boolean isClosed;

    private ServerRun(ServerDatabase database, Service service, @Nullable ServerFile note, String url) {
        this.database = database;
        this.service = service;
        this.note = note;
        this.url = url;
    }

    /** Starts a server over an open database that makes no backups. If that fails, the database stays open. */
    public static ServerRun start(StoreLocation store, ServerDatabase database, ServiceOptions options) {
        return start(store, database, options, null);
    }

    /**
     * Starts a server over an open database. If that fails, the database stays open.
     *
     * @param backups makes backups of the database, or null for none
     */
    static ServerRun start(
            StoreLocation store, ServerDatabase database, ServiceOptions options, @Nullable Backups backups) {
        Service service;
        try {
            service = Service.start(database, options.withStorage(store.storage()), backups);
        } catch (RuntimeException e) {
            if (backups != null) {
                backups.close();
            }
            throw e;
        }
        String url = "%s://%s:%s"
                .formatted(options.tls() == null ? "http" : "https", shownHost(options.host()), service.port());
        ServerFile note = store instanceof StoreLocation.Folder folder ? ServerFile.in(folder.directory()) : null;
        if (note != null) {
            note.write(url, options.tls() == null ? null : options.tls().certificate());
        }
        ServerRun running = new ServerRun(database, service, note, url);
        // Installed before the server is announced, because a reader of that line may stop it at once.
        Signals.onEnd(running.stopped::countDown);
        service.warmUp();
        return running;
    }

    private static String shownHost(String host) {
        // A server that listens on all addresses is reachable at this one.
        boolean isEverywhere = Ports.address(host).isAnyLocalAddress();
        return isEverywhere ? "127.0.0.1" : host.contains(":") ? "[" + host + "]" : host;
    }

    public String url() {
        return url;
    }

    /**
     * Waits until the process is stopped, then closes the given resource and the server.
     *
     * @param first closed before the server stops
     */
    public void untilStopped(AutoCloseable first) throws InterruptedException {
        // For a shutdown without a signal.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(first), "varve-stop"));
        stopped.await();
        stop(first);
    }

    private synchronized void stop(AutoCloseable first) {
        if (isClosed) {
            return;
        }
        try (this;
                first) {
            // The try statement closes both.
        } catch (Exception e) {
            throw new IllegalStateException("cannot stop cleanly", e);
        }
    }

    /** Stops accepting requests, finishes the running ones, and closes the database. */
    @Override
    public synchronized void close() {
        if (!isClosed) {
            isClosed = true;
            service.close();
            database.close();
            if (note != null) {
                note.delete();
            }
        }
    }
}
