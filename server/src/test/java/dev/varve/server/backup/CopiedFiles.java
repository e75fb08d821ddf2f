package dev.varve.server.backup;

import dev.varve.error.Unavailable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A source whose copies are folders with one file. */
public final class CopiedFiles implements BackupSource {

    static final String MARKER = "VARVE";

    final List<String> problems = new ArrayList<>();
    boolean isFull;
    /** Counted down when a check begins that lasts until its thread is interrupted. */
    @Nullable
    CountDownLatch endless;

    @Override
    public void copy(Path target) {
        try {
            Files.createDirectory(target);
            Files.writeString(target.resolve(MARKER), "copied");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (isFull) {
            throw new Unavailable("test.full", "the disk is full");
        }
    }

    @Override
    public Checked check(Path copy) {
        if (endless != null) {
            endless.countDown();
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            throw new Unavailable("test.interrupted", "the check was interrupted");
        }
        return new Checked(Files.exists(copy.resolve(MARKER)) ? 3 : 0, problems);
    }
}
