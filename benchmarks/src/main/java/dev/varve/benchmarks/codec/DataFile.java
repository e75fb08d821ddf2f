package dev.varve.benchmarks.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** A file of readings: gzipped CSV with a header {@code ts_ms,<column>,…}. */
@SuppressWarnings("ArrayRecordComponent") // Plain data, read only.
record DataFile(String name, List<String> columns, long[] times, double[][] values) {

    private static final String SUFFIX = ".csv.gz";

    static List<DataFile> all(Path folder) throws IOException {
        List<DataFile> files = new ArrayList<>();
        try (Stream<Path> paths = Files.list(folder)) {
            for (Path path : paths.filter(path -> path.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList()) {
                files.add(read(path));
            }
        }
        return files;
    }

    private static DataFile read(Path path) throws IOException {
        String name = path.getFileName().toString();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(path)), UTF_8))) {
            String[] head = reader.readLine().split(",", -1);
            List<String> lines = reader.lines().filter(line -> !line.isEmpty()).toList();
            long[] times = new long[lines.size()];
            double[][] values = new double[head.length - 1][lines.size()];
            for (int row = 0; row < times.length; row++) {
                String[] cells = lines.get(row).split(",", -1);
                times[row] = Long.parseLong(cells[0]);
                for (int column = 0; column < values.length; column++) {
                    values[column][row] = Double.parseDouble(cells[column + 1]);
                }
            }
            return new DataFile(
                    name.substring(0, name.length() - SUFFIX.length()),
                    List.of(head).subList(1, head.length),
                    times,
                    values);
        }
    }

    /** Returns the class of data by the prefix of the file. */
    String kind() {
        if (name.startsWith("nab_")) {
            return "cloud metrics";
        }
        if (name.startsWith("rollup_") || name.startsWith("f32_")) {
            return "rollups and float32";
        }
        return name.startsWith("syn_highentropy") ? "full-precision noise" : "sensors";
    }
}
