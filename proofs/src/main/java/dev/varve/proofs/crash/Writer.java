package dev.varve.proofs.crash;

import dev.varve.Varve;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.series.OpenSeries;
import dev.varve.table.BatchWrite;
import dev.varve.table.Delete;
import dev.varve.table.Journal;
import dev.varve.table.Put;
import dev.varve.table.Request;
import dev.varve.table.Table;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The process that is killed. It writes as fast as it can and reports acknowledged writes on standard output, in frames
 * of two numbers: writer and write. The first frame reports that it is ready.
 */
public final class Writer {

    static final int READY = -1;

    private Writer() {}

    /** Runs the writers; the arguments are the directory, the seed and the round. */
    public static void main(String[] args) {
        PrintStream reports = System.out;
        // Other output must not get between the frames.
        System.setOut(System.err);
        CrashWorkload workload = new CrashWorkload(Long.parseLong(args[1]), Integer.parseInt(args[2]));
        RocksDbEngine engine = RocksDbEngine.open(Path.of(args[0]));
        Table table = engine.open(CrashWorkload.SCHEMA).join();
        DataOutputStream out = new DataOutputStream(reports);
        report(out, READY, 0);
        for (int writer = 0; writer < CrashWorkload.WRITERS; writer++) {
            int number = writer;
            new Thread(() -> write(table, workload, number, out), "writer-" + writer).start();
        }
        Table deferred = JournalSteps.table(engine).deferred();
        Journal journal = JournalSteps.journal(engine);
        JournalSteps steps = new JournalSteps(workload.seed(), workload.round());
        new Thread(() -> journal(steps, journal, deferred, out), "writer-of-the-journal").start();
        PackedSteps packed = new PackedSteps(workload.seed(), workload.round());
        Varve db = PackedSteps.open(engine);
        db.processing().start();
        OpenSeries<PackedSteps.Reading> readings = PackedSteps.readings(db);
        new Thread(() -> packed(packed, readings, out), "writer-of-packed-readings").start();
    }

    private static void write(Table table, CrashWorkload workload, int writer, DataOutputStream out) {
        for (int number = 0; ; number++) {
            send(table, workload.request(writer, number));
            report(out, writer, number);
        }
    }

    private static void journal(JournalSteps steps, Journal journal, Table deferred, DataOutputStream out) {
        for (int step = 0; ; step++) {
            steps.run(journal, deferred, step);
            report(out, JournalSteps.WRITER, step);
        }
    }

    private static void packed(PackedSteps steps, OpenSeries<PackedSteps.Reading> readings, DataOutputStream out) {
        for (int step = 0; ; step++) {
            steps.run(readings, step);
            report(out, PackedSteps.WRITER, step);
        }
    }

    static void send(Table table, Request request) {
        if (request instanceof Put put) {
            table.put(put).join();
        } else if (request instanceof Update update) {
            table.update(update).join();
        } else if (request instanceof Delete delete) {
            table.delete(delete).join();
        } else if (request instanceof BatchWrite batch) {
            table.batchWrite(batch).join();
        } else if (request instanceof TransactWrite transaction) {
            table.transactWrite(transaction).join();
        } else {
            throw new IllegalArgumentException("not a write: " + request);
        }
    }

    private static void report(DataOutputStream out, int writer, int number) {
        synchronized (out) {
            try {
                out.writeLong((long) writer << Integer.SIZE | number);
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
