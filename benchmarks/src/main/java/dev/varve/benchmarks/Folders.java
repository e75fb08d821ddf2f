package dev.varve.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Copies and deletes the folders of a measurement. */
public final class Folders {

    private Folders() {}

    /** Copies the files of a folder and returns the copy. */
    static Path copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        return to;
    }

    /** Returns the bytes of all files below a folder. */
    public static long size(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    /** Returns the bytes that a folder occupies on the disk: parts of files that were never written do not count. */
    public static long diskUsage(Path root) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("du", "-s", "-B1", root.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("du of %s failed".formatted(root));
        }
        return Long.parseLong(answer.substring(0, answer.indexOf('\t')));
    }

    public static void delete(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
