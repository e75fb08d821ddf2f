package dev.varve.proofs.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashTest {

    private static final CrashWorkload WORKLOAD = new CrashWorkload(1, 0);

    @TempDir
    Path directory;

    @Test
    void nothingAcknowledgedIsLostInFiveCrashes() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int status = new CrashProof(new PrintStream(printed, true, UTF_8)).run(new String[] {"--rounds", "5"});
        assertThat(status).as(printed.toString(UTF_8)).isZero();
        assertThat(printed.toString(UTF_8)).contains("crash: 5 rounds");
    }

    @Test
    void auditIsCleanWithAndWithoutUnacknowledgedWrites() {
        assertThat(auditAfter(List.of(60, 61, 62, 63), new int[] {60, 60, 62, 62}, table -> {}))
                .isEmpty();
    }

    @Test
    void auditFindsALostWrite() {
        assertThat(auditAfter(
                        List.of(60, 60, 60, 60), new int[] {60, 60, 60, 60}, table -> table.delete(anyKey(table))))
                .anyMatch(problem -> problem.startsWith("table: "));
    }

    @Test
    void auditFindsHalfATransfer() {
        int transfer = numberOfTransfer();
        TransactWrite transaction = (TransactWrite) WORKLOAD.request(0, transfer);
        Update half = (Update) transaction.actions().get(0).write();
        assertThat(auditAfter(List.of(transfer, 0, 0, 0), new int[] {transfer, 0, 0, 0}, table -> table.update(half)))
                .anyMatch(problem -> problem.startsWith("table: (\"accounts\""));
    }

    @Test
    void auditFindsAnUnexpectedWrite() {
        assertThat(auditAfter(
                        List.of(10, 0, 0, 0),
                        new int[] {10, 0, 0, 0},
                        table -> table.update(Update.of(Key.of("stray", "s")).set("v", 1))))
                .anyMatch(problem -> problem.contains("should not be there"));
    }

    /** Runs this many writes of each writer, tampers with the table, and audits it. */
    private List<String> auditAfter(List<Integer> done, int[] acknowledged, Consumer<BlockingTable> tampering) {
        try (RocksDbEngine engine = RocksDbEngine.open(directory.resolve("db"))) {
            Table table = engine.open(CrashWorkload.SCHEMA).join();
            for (int writer = 0; writer < CrashWorkload.WRITERS; writer++) {
                for (int number = 0; number < done.get(writer); number++) {
                    Writer.send(table, WORKLOAD.request(writer, number));
                }
            }
            tampering.accept(table.blocking());
            return new CrashAudit().of(engine, WORKLOAD, acknowledged);
        }
    }

    private static Key anyKey(BlockingTable table) {
        return CrashWorkload.SCHEMA.keyOf(
                table.scan(Scan.all().limit(1)).items().get(0));
    }

    private static int numberOfTransfer() {
        int number = 0;
        while (!(WORKLOAD.request(0, number) instanceof TransactWrite transaction) || transaction.token() == null) {
            number++;
        }
        return number;
    }
}
