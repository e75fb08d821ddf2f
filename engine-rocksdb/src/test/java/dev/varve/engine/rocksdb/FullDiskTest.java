package dev.varve.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.core.VarveException;
import dev.varve.core.item.Bytes;
import dev.varve.core.item.Item;
import dev.varve.core.item.Value;
import dev.varve.core.table.BlockingTable;
import dev.varve.core.table.Put;
import dev.varve.core.table.Scan;
import dev.varve.core.table.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full loses nothing that was answered, and says what is wrong. Needs the right to mount a tmpfs. */
class FullDiskTest {

    private static final int ITEM_BYTES = 20_000;

    /** More than the disk holds. */
    private static final int MOST_ITEMS = 100_000;

    @TempDir
    private Path directory;

    @Test
    void fullDiskIsNamedAndNothingAnsweredIsLost() throws Exception {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", directory.toString()), "cannot mount a tmpfs");
        try {
            Path ballast = directory.resolve("ballast");
            Files.write(ballast, new byte[40 * 1024 * 1024]);
            Path data = directory.resolve("data");
            Set<String> answered = new TreeSet<>();
            VarveException first = fill(data, answered);
            assertThat(first.code()).isEqualTo("rocksdb.disk-full");
            assertThat(first)
                    .hasMessageStartingWith("the disk of the database folder is full")
                    .hasMessageNotContaining(directory.toString());
            Files.delete(ballast);
            try (RocksDbEngine engine = open(data)) {
                Set<String> found = new TreeSet<>();
                table(engine).stream(Scan.all().consistent()).forEach(item -> found.add(item.text("pk")));
                assertThat(found).containsAll(answered);
                table(engine).put(item("after"));
            }
        } finally {
            run("umount", "-l", directory.toString());
        }
    }

    /** Writes until it fails, and closes the engine, which must not fail. */
    private static VarveException fill(Path data, Set<String> answered) {
        RocksDbEngine engine = open(data);
        BlockingTable table = table(engine);
        VarveException first = catchThrowableOfType(VarveException.class, () -> {
            for (int i = 0; i < MOST_ITEMS; i++) {
                table.put(item("p-" + i));
                answered.add("p-" + i);
            }
        });
        assertThat(answered).isNotEmpty();
        VarveException later = catchThrowableOfType(VarveException.class, () -> table.put(item("later")));
        assertThat(later.code()).isEqualTo("rocksdb.read-only");
        assertThat(later).hasMessageContaining("the disk of the database folder is full");
        assertThatCode(engine::close).doesNotThrowAnyException();
        return first;
    }

    private static RocksDbEngine open(Path data) {
        return RocksDbEngine.open(data, RocksDbOptions.defaults().withoutSweeper());
    }

    private static BlockingTable table(RocksDbEngine engine) {
        return engine.open(TableSchema.named("items").build()).join().blocking();
    }

    private static Put item(String key) {
        byte[] bytes = new byte[ITEM_BYTES];
        new Random(key.hashCode()).nextBytes(bytes);
        return Put.of(Item.builder()
                .put("pk", Value.of(key))
                .put("sk", Value.of("x"))
                .put("data", Bytes.of(bytes))
                .build());
    }

    private static boolean run(String... command) throws Exception {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
