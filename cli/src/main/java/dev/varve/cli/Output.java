package dev.varve.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The writer of a command's output. Keeps the cause of a failed write, which a {@link java.io.PrintWriter} loses. */
final class Output extends FilterOutputStream {

    private volatile @Nullable IOException failure;

    Output(OutputStream out) {
        super(out);
    }

    /** Returns why output is missing, or null if all was written. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** Returns whether the reader closed the pipe ({@code varve export | head}), judged by the message of the system. */
    static boolean isClosedPipe(IOException failure) {
        return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
            throw e;
        }
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            failure = failure == null ? e : failure;
            throw e;
        }
    }

    /** Thrown to stop a command whose output cannot be written; {@link Output} has the cause. */
    static final class Lost extends RuntimeException {
        private static final long serialVersionUID = 1;

        Lost() {
            super("the output cannot be written");
        }
    }
}
