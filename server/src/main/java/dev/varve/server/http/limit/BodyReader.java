package dev.varve.server.http.limit;

import dev.varve.error.Rejected;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;

/** Reads a body as it arrives. No thread waits for it. */
public final class BodyReader implements ReadListener {

    private static final int PIECE = 16 * 1024;

    /**
     * A body that is too long by at most this many bytes is read to its end and discarded. If the server answered and
     * closed the connection while the client is still sending, the client could lose the answer.
     */
    private static final int MAX_DISCARDED = 256 * 1024;

    private final ServletInputStream in;
    private final int most;
    private final Admission.Hold memory;
    private final Executor executor;
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final long begun = System.nanoTime();
    private volatile long received;
    private boolean isGivenUp;
    private boolean isTooLarge;

    /**
     * @param most the largest number of bytes in a body
     * @param memory counts the bytes that arrive
     * @param executor sends the answer when reading is aborted; it always has a free thread
     */
    public BodyReader(ServletInputStream in, int most, Admission.Hold memory, Executor executor) {
        this.in = in;
        this.most = most;
        this.memory = memory;
        this.executor = executor;
    }

    public static TooLarge tooLarge(int most) {
        return new TooLarge("the body is longer than %s bytes: send it in parts".formatted(most));
    }

    /** Returns whether a body that is too long is still read to its end. */
    public static boolean discards(long announced, int most, HttpServletRequest request) {
        // A client that expects a 100 has not sent the body yet.
        return announced - most <= MAX_DISCARDED && request.getHeader("Expect") == null;
    }

    public CompletableFuture<byte[]> whole() {
        return whole;
    }

    @Override
    public void onDataAvailable() throws IOException {
        byte[] piece = new byte[PIECE];
        while (!whole.isDone() && in.isReady()) {
            int count = in.read(piece);
            if (count < 0) {
                return;
            }
            if (received + count > most) {
                discard(count);
            } else if (!memory.tryGrow(count)) {
                whole.completeExceptionally(Admission.full());
            } else {
                bytes.write(piece, 0, count);
                received = bytes.size();
            }
        }
    }

    private void discard(int count) {
        isTooLarge = true;
        bytes.reset();
        long total = received + count;
        received = total;
        if (total - most > MAX_DISCARDED) {
            whole.completeExceptionally(tooLarge(most));
        }
    }

    @Override
    public void onAllDataRead() {
        if (isTooLarge) {
            whole.completeExceptionally(tooLarge(most));
        } else {
            whole.complete(bytes.toByteArray());
        }
    }

    @Override
    public void onError(Throwable failure) {
        whole.completeExceptionally(
                failure instanceof TimeoutException || failure.getCause() instanceof TimeoutException
                        ? new BodyTooSlow("the rest of the body did not arrive in time: send this again")
                        : new Rejected("body.unreadable", "the body cannot be read: " + failure.getMessage()));
    }

    /** Aborts a body that is too slow. */
    public void check(Pace pace, long now) {
        Duration elapsed = Duration.ofNanos(now - begun);
        if (!isGivenUp && !whole.isDone() && pace.isTooSlow(received, elapsed)) {
            isGivenUp = true;
            BodyTooSlow slow = new BodyTooSlow(
                    "the body is too slow: %s bytes arrived in %s seconds; send at least %s bytes per second, and all within %s seconds"
                            .formatted(
                                    received,
                                    elapsed.toSeconds(),
                                    pace.bytesPerSecond(),
                                    pace.body().toSeconds()));
            executor.execute(() -> whole.completeExceptionally(slow));
        }
    }
}
