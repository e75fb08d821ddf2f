package dev.varve.proofs.crash;

import dev.varve.proofs.ChildProcess;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/** A process of writers, killed without warning. */
final class Victim {

    /** By writer, how many of its writes were acknowledged. */
    private final int[] acknowledged = new int[CrashWorkload.WRITERS];

    private Victim() {}

    /**
     * Starts a process that writes into the directory and kills it after so many acknowledgements; returns how many
     * writes of each writer were acknowledged before it died.
     */
    static int[] run(Path directory, CrashWorkload workload, int killAfter) throws IOException, InterruptedException {
        Process process = ChildProcess.start(
                Writer.class, directory.toString(), Long.toString(workload.seed()), Integer.toString(workload.round()));
        Victim victim = new Victim();
        try (DataInputStream reports = new DataInputStream(process.getInputStream())) {
            if (reports.readLong() >> Integer.SIZE != Writer.READY) {
                throw new IllegalStateException("the writing process did not get ready");
            }
            for (int count = 0; count < killAfter; count++) {
                victim.note(reports.readLong());
            }
            // By its handle: the process itself would close the stream that holds the last reports.
            process.toHandle().destroyForcibly();
            victim.noteRest(reports);
        } catch (EOFException e) {
            throw new IllegalStateException("the writing process died by itself; see its error output", e);
        } finally {
            process.destroyForcibly().waitFor();
        }
        return victim.acknowledged;
    }

    /** Reads what it reported before it died; a frame that is cut off was not sent. */
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
