package dev.varve.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where answers go. Remembers why they could not be written, which a {@link java.io.PrintWriter} forgets. */
final class Output extends FilterOutputStream {

    private volatile @Nullable IOException failure;

    Output(OutputStream out) {
        super(out);
    }

    /** Returns why something is missing, or null where everything was written. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** Returns whether the reader has read enough ({@code varve export | head}), in the words of the system. */
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

    /** The answer cannot be written any further; its writer knows why. */
    static final class Lost extends RuntimeException {
        private static final long serialVersionUID = 1;

        Lost() {
            super("the output cannot be written");
        }
    }
}
