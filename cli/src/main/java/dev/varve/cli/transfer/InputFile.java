package dev.varve.cli.transfer;

import dev.varve.error.Rejected;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The input of an import: a file or standard input, compressed or not. */
public final class InputFile implements AutoCloseable {

    private static final int BUFFER = 64 * 1024;

    /** Enough for a header with many fields. */
    private static final int BEGINNING = 8 * 1024;

    private final String name;
    private final Counting packed;
    private final InputStream in;
    private final @Nullable Path file;

    private InputFile(String name, @Nullable Path file, InputStream raw) throws IOException {
        this.name = name;
        this.file = file;
        this.packed = new Counting(raw);
        var buffered = new BufferedInputStream(packed, BUFFER);
        this.in = isPacked(buffered) ? new BufferedInputStream(new Unpacking(name, buffered), BUFFER) : buffered;
    }

    /** Decompresses a file; the error for a damaged or incomplete one names it. */
    private static final class Unpacking extends FilterInputStream {
        private final String name;

        Unpacking(String name, InputStream packed) throws IOException {
            super(packed);
            this.name = name;
            try {
                this.in = new GZIPInputStream(new Unending(packed), BUFFER);
            } catch (ZipException | EOFException e) {
                throw damaged();
            }
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            try {
                return super.read(bytes, from, length);
            } catch (ZipException | EOFException e) {
                throw damaged();
            }
        }

        private Rejected damaged() {
            return new Rejected(
                    "import.gzip",
                    "%s cannot be decompressed: it begins like a gzip file, but it is damaged or incomplete"
                            .formatted(name));
        }
    }

    public static InputFile of(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new Rejected("import.no-file", "there is no file " + file);
        }
        if (Files.isDirectory(file)) {
            throw new Rejected(
                    "import.no-file", "%s is a folder; give a file, or - for standard input".formatted(file));
        }
        // Pipes, such as <(…) of a shell or those of mkfifo, can be read only once.
        boolean isFile = Files.isRegularFile(file);
        // A stream of java.nio would ask for the position, which a pipe does not have.
        return new InputFile(
                file.toString(),
                isFile ? file : null,
                isFile ? Files.newInputStream(file) : new FileInputStream(file.toFile()));
    }

    public static InputFile of(InputStream standard) throws IOException {
        return new InputFile("stdin", null, standard);
    }

    /** Returns whether the stream begins with the two bytes of gzip. */
    private static boolean isPacked(BufferedInputStream in) throws IOException {
        in.mark(2);
        boolean isPacked = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        return isPacked;
    }

    /** Returns the file, or empty for a pipe, which cannot be read again. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    public String name() {
        return name;
    }

    /**
     * Returns the format that the name stands for, or else the content.
     *
     * @param columns only CSV has columns that need converting
     */
    public Format guess(Columns columns) throws IOException {
        if (!columns.isDefault()) {
            return Format.ofName(name).orElse(Format.CSV);
        }
        in.mark(BEGINNING);
        byte[] beginning = in.readNBytes(BEGINNING);
        in.reset();
        return Format.ofName(name).orElseGet(() -> Format.ofBeginning(beginning));
    }

    InputStream in() {
        return in;
    }

    /** Returns how many bytes of the file were read. */
    public long read() {
        return packed.count;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /**
     * A stream that always reports available bytes. Otherwise {@link GZIPInputStream} would stop after the first of several concatenated gzip
     * files when the writer of a pipe is slow.
     */
    private static final class Unending extends FilterInputStream {
        Unending(InputStream in) {
            super(in);
        }

        @Override
        public int available() {
            return 1;
        }
    }

    private static final class Counting extends FilterInputStream {
        private volatile long count;

        Counting(InputStream in) {
            super(in);
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // One thread reads, another only looks.
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = super.read(bytes, from, length);
            count += Math.max(0, read);
            return read;
        }
    }
}
