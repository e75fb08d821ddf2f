package dev.varve.proofs.crash;

import dev.varve.proofs.ChildProcess;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/** Runs a process of writers and kills it. */
final class Victim {

    /** The number of acknowledged writes of each writer; the last ones are those of the journal and the packed series. */
    private final int[] acknowledged = new int[PackedSteps.WRITER + 1];

    private Victim() {}

    /**
     * Starts a process that writes to the directory and kills it after this many acknowledgements. Returns the number
     * of acknowledged writes of each writer.
     */
    static int[] run(Path directory, CrashWorkload workload, int killAfter) throws IOException, InterruptedException {
        Process process = ChildProcess.start(
                Writer.class, directory.toString(), Long.toString(workload.seed()), Integer.toString(workload.round()));
        Victim victim = new Victim();
        try (DataInputStream reports = new DataInputStream(process.getInputStream())) {
            if (reports.readLong() >> Integer.SIZE != Writer.READY) {
                throw new IllegalStateException("the writing process did not start");
            }
            for (int count = 0; count < killAfter; count++) {
                victim.note(reports.readLong());
            }
            // By its handle: Process.destroyForcibly would close the stream that holds the last reports.
            process.toHandle().destroyForcibly();
            victim.noteRest(reports);
        } catch (EOFException e) {
            throw new IllegalStateException("the writing process died by itself; see its error output", e);
        } finally {
            process.destroyForcibly().waitFor();
        }
        return victim.acknowledged;
    }

    /** Reads the reports that were sent before the process died; an incomplete frame does not count. */
    private void noteRest(DataInputStream reports) throws IOException {
        byte[] rest = reports.readAllBytes();
        for (int at = 0; at + Long.BYTES <= rest.length; at += Long.BYTES) {
            byte[] frame = Arrays.copyOfRange(rest, at, at + Long.BYTES);
            note(ByteBuffer.wrap(frame).getLong());
        }
    }

    private void note(long frame) {
        int writer = (int) (frame >> Integer.SIZE);
        int number = (int) frame;
        if (acknowledged[writer] != number) {
            throw new IllegalStateException(
                    "writer %s reported write %s after %s".formatted(writer, number, acknowledged[writer] - 1));
        }
        acknowledged[writer]++;
    }
}
