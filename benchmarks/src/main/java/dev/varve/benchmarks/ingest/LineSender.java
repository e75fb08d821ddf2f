package dev.varve.benchmarks.ingest;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Sends batches over several connections; each sends its next batch when the last one is acknowledged. */
public final class LineSender {

    public static final int CONNECTIONS = 4;

    /** The wait after a response that asks to retry later. */
    private static final long WAIT_MILLIS = 1_000;

    private final IngestWorkload.Packing packing;
    private final List<HttpClient> clients = new ArrayList<>();

    /** Creates a sender of plain bodies. */
    public LineSender() {
        this(IngestWorkload.Packing.PLAIN);
    }

    LineSender(IngestWorkload.Packing packing) {
        this.packing = packing;
        for (int i = 0; i < CONNECTIONS; i++) {
            clients.add(
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
        }
    }

    /** Sends all batches and returns the seconds it took. */
    double send(Peer peer, List<byte[]> batches) throws InterruptedException, ExecutionException {
        return send(peer.uri(peer.writePath()), batches);
    }

    /** Sends all batches to an address and returns the seconds it took. */
    public double send(URI target, List<byte[]> batches) throws InterruptedException, ExecutionException {
        Iterator<byte[]> next = batches.iterator();
        List<FutureTask<Boolean>> tasks = new ArrayList<>();
        long begin = System.nanoTime();
        for (HttpClient client : clients) {
            FutureTask<Boolean> task = new FutureTask<>(() -> {
                for (byte[] batch = take(next); batch.length > 0; batch = take(next)) {
                    send(client, target, batch);
                }
                return true;
            });
            tasks.add(task);
            new Thread(task, "sender").start();
        }
        for (FutureTask<Boolean> task : tasks) {
            task.get();
        }
        return (System.nanoTime() - begin) / 1e9;
    }

    private static byte[] take(Iterator<byte[]> batches) {
        synchronized (batches) {
            return batches.hasNext() ? batches.next() : new byte[0];
        }
    }

    private void send(HttpClient client, URI target, byte[] batch) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(target)
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofByteArray(batch));
        if (packing == IngestWorkload.Packing.GZIP) {
            request.header("Content-Encoding", "gzip");
        }
        while (true) {
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            if (answer.statusCode() == 204) {
                return;
            }
            if (answer.statusCode() != 429) {
                throw new IllegalStateException(
                        "%s answers with %s: %s".formatted(target, answer.statusCode(), answer.body()));
            }
            Thread.sleep(WAIT_MILLIS);
        }
    }
}
