package dev.varve.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.analytics.session.internal.HitList;
import dev.varve.block.internal.BlockEncoder;
import dev.varve.block.internal.JoinedBlock;
import dev.varve.engine.rocksdb.internal.store.Directory;
import dev.varve.rollup.internal.page.RowPage;
import dev.varve.series.internal.packed.frame.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What this program was built from, and the formats that it reads and writes.
 *
 * @param commit the commit, or null if the build did not record it
 * @param isModified whether files differed from the commit
 * @param formats the formats by what has them, as {@code docs/format} numbers them
 */
record Build(String version, @Nullable String commit, boolean isModified, Map<String, List<Integer>> formats) {

    private static final String COMMIT = "commit.txt";
    private static final String MODIFIED = "modified";

    Build {
        formats = new LinkedHashMap<>(formats);
    }

    /** Returns this program's own. Only the scripts of the checkout record the commit. */
    static Build own() throws IOException {
        String version = Version.text();
        return of(version.substring(version.indexOf(' ') + 1), text());
    }

    /** Reads the text that the scripts wrote: the commit and perhaps {@code modified}; empty outside of a checkout. */
    static Build of(String version, String text) {
        String[] words = text.strip().split(" ");
        Map<String, List<Integer>> formats = new LinkedHashMap<>();
        formats.put("folder", List.of(Directory.FORMAT));
        formats.put("block", List.of(BlockEncoder.VERSION, JoinedBlock.VERSION));
        formats.put("journal", Frame.FORMATS);
        formats.put("row page", List.of(RowPage.FORMAT));
        formats.put("visitor log", List.of((int) HitList.FORMAT));
        return new Build(
                version, words[0].isEmpty() ? null : words[0], words.length > 1 && words[1].equals(MODIFIED), formats);
    }

    private static String text() throws IOException {
        try (InputStream stream = Build.class.getResourceAsStream(COMMIT)) {
            return stream == null ? "" : new String(stream.readAllBytes(), UTF_8);
        }
    }

    String shown() {
        StringBuilder text = new StringBuilder("varve " + version);
        text.append("%ncommit       ".formatted())
                .append(commit == null ? "unknown" : commit)
                .append(isModified ? ", with changes that are not committed" : "");
        formats.forEach((name, numbers) -> text.append("%n%-12s %s %s"
                .formatted(
                        name,
                        numbers.size() == 1 ? "format" : "formats",
                        numbers.stream().map(String::valueOf).collect(Collectors.joining(" and ")))));
        return text.toString();
    }

    String json() {
        ObjectNode json = new JsonMapper().createObjectNode();
        json.put("version", version);
        json.put("commit", commit);
        json.put("modified", isModified);
        ObjectNode list = json.putObject("formats");
        formats.forEach((name, numbers) -> {
            ArrayNode array = list.putArray(name);
            numbers.forEach(array::add);
        });
        return json.toPrettyString();
    }
}
