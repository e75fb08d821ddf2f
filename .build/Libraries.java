import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Writes the jars of a class path into the folder of a distribution, and their names in order into the file
 * {@code class-path}. The jars of this project have the same bytes after each build of the same sources. RocksDB's native
 * libraries are unpacked, those of Linux only, because the jar with all of them is larger than everything else.
 *
 * <p>Arguments: the root of the checkout, the class path, the folder, and the text of {@code commit.txt}.
 */
final class Libraries {

    /** The platforms that the distribution supports, and RocksDB's names for them. */
    private static final Map<String, String> NATIVE = Map.of(
            "librocksdbjni-linux64.so", "x86-64",
            "librocksdbjni-linux-aarch64.so", "ARM64");

    /** The first moment that a jar can represent. */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private static final String COMMIT = "dev/varve/cli/commit.txt";

    private Libraries() {}

    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]);
        Path folder = Path.of(args[2]);
        List<String> names = new ArrayList<>();
        Files.createDirectories(folder.resolve("native"));
        for (String entry : args[1].split(":")) {
            Path jar = Path.of(entry);
            boolean isOwn = jar.startsWith(root);
            String name = isOwn ? "varve-" + jar.getFileName() : jar.getFileName().toString();
            if (names.contains(name)) {
                throw new IllegalStateException("two jars have the name " + name);
            }
            names.add(name);
            Path target = folder.resolve(name);
            if (isOwn) {
                own(jar, target, args[3]);
            } else if (name.startsWith("rocksdbjni-")) {
                withoutNative(jar, target, folder.resolve("native"));
            } else {
                Files.copy(jar, target);
            }
        }
        Files.writeString(folder.resolve("class-path"), String.join("\n", names) + "\n");
    }

    private static void own(Path jar, Path target, String commit) throws IOException {
        try (ZipFile from = new ZipFile(jar.toFile());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(target))) {
            for (ZipEntry entry : sorted(from)) {
                add(to, entry.getName());
                if (entry.getName().equals(COMMIT)) {
                    to.write(commit.getBytes());
                } else {
                    copy(from, entry, to);
                }
            }
        }
    }

    private static void withoutNative(Path jar, Path target, Path libraries) throws IOException {
        int found = 0;
        try (ZipFile from = new ZipFile(jar.toFile());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(target))) {
            for (ZipEntry entry : sorted(from)) {
                if (NATIVE.containsKey(entry.getName())) {
                    found++;
                    try (OutputStream library = Files.newOutputStream(libraries.resolve(entry.getName()))) {
                        copy(from, entry, library);
                    }
                } else if (!entry.getName().startsWith("librocksdbjni-")) {
                    add(to, entry.getName());
                    copy(from, entry, to);
                }
            }
        }
        if (found != NATIVE.size()) {
            throw new IllegalStateException("%s has %s of the libraries %s".formatted(jar, found, NATIVE));
        }
    }

    private static List<? extends ZipEntry> sorted(ZipFile jar) {
        // The manifest first, as the format of jars asks for.
        return jar.stream()
                .sorted(Comparator.comparing((ZipEntry entry) -> !entry.getName().startsWith("META-INF/"))
                        .thenComparing(ZipEntry::getName))
                .toList();
    }

    private static void add(ZipOutputStream to, String name) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        to.putNextEntry(entry);
    }

    private static void copy(ZipFile from, ZipEntry entry, OutputStream to) throws IOException {
        try (InputStream in = from.getInputStream(entry)) {
            in.transferTo(to);
        }
    }
}
