package dev.varve.benchmarks.peers;

import dev.varve.benchmarks.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Waits until a server has done its work in the background. */
final class QuietFolder {

    /** The folder is quiet when its size has not changed in so many looks. */
    private static final int LOOKS = 10;

    private static final long LOOK_MILLIS = 1_000;

    private QuietFolder() {}

    static void await(Path folder) throws IOException, InterruptedException {
        long size = -1;
        for (int quiet = 0; quiet < LOOKS; quiet++) {
            Thread.sleep(LOOK_MILLIS);
            long now = size(folder);
            quiet = now == size ? quiet : 0;
            size = now;
        }
    }

    private static long size(Path folder) throws IOException {
        try {
            return Folders.size(folder);
        } catch (UncheckedIOException e) {
            // A file was deleted during the look.
            return -1;
        }
    }
}
