package dev.varve.benchmarks.peers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Measures one database, in a process of its own so that no other one has warmed up or filled its memory. */
public final class DatabaseRun {

    /** The start of an output line with a figure. */
    static final String FIGURE = "figure";

    private static final long SEED = 2060;
    private static final int WARM_UP_ROWS = 2_000_000;
    private static final int MOST_WARM_UP_QUESTIONS = 50_000;
    private static final long WARM_UP_NANOS = 3_000_000_000L;
    private static final int QUESTIONS = 200;
    private static final int FEWEST_QUESTIONS = 3;
    private static final long QUESTION_NANOS = 10_000_000_000L;

    private final Database database;
    private final Readings readings;
    private final Oracle oracle;
    private final Questions questions;

    private DatabaseRun(Database database, Readings readings) {
        this.database = database;
        this.readings = readings;
        this.oracle = new Oracle(readings);
        this.questions = new Questions(readings);
    }

    /** Runs; the arguments are the kind, the folder, the start in milliseconds, the devices and the minutes. */
    public static void main(String[] args) throws Exception {
        Kind kind = Kind.valueOf(args[0]);
        long start = Long.parseLong(args[2]);
        int devices = Integer.parseInt(args[3]);
        Readings all = Readings.generate(SEED, start, devices, Integer.parseInt(args[4]));
        try (Database database = kind.open(Files.createDirectories(Path.of(args[1])), all)) {
            Readings warmUp = Readings.generate(
                    SEED + 1, start, devices, Math.min(all.minutes(), Math.max(1, WARM_UP_ROWS / devices)));
            new DatabaseRun(database, database.share(all)).measure(kind, warmUp);
        }
        // Some databases leave threads behind.
        System.exit(0);
    }

    private void measure(Kind kind, Readings warmUp) throws Exception {
        database.prepare(readings, warmUp);
        print(Figure.ROWS, readings.rows());
        double processor = database.processorSeconds();
        long begin = System.nanoTime();
        double seconds = (database.load(readings) - begin) / 1e9;
        print(kind.ingest(), readings.rows() / seconds);
        print(Figure.PROCESSOR, (database.processorSeconds() - processor) * 1e6 / readings.rows());
        database.afterLoad();
        long count = database.count();
        if (count != readings.rows()) {
            throw new Answers.WrongAnswer("count", "%s instead of %s".formatted(count, readings.rows()));
        }
        for (Questions.Kind question : Questions.Kind.values()) {
            if (database.answers(question)) {
                print(Figure.of(question), median(question));
            }
        }
        print(Figure.BYTES, (double) database.bytesAtRest() / readings.rows());
    }

    private static void print(Figure figure, double value) {
        System.out.println(FIGURE + " " + figure.name() + " " + value);
    }

    /** Returns the median time of a question in milliseconds; every answer of a measured question is checked. */
    private double median(Questions.Kind kind) throws Exception {
        long end = System.nanoTime() + WARM_UP_NANOS;
        for (int i = 0; i < MOST_WARM_UP_QUESTIONS && (i == 0 || System.nanoTime() < end); i++) {
            questions.next(kind).ask(database);
        }
        List<Double> millis = new ArrayList<>();
        end = System.nanoTime() + QUESTION_NANOS;
        while (millis.size() < FEWEST_QUESTIONS || (millis.size() < QUESTIONS && System.nanoTime() < end)) {
            Question question = questions.next(kind);
            long begin = System.nanoTime();
            Map<String, List<Point>> answer = question.ask(database);
            millis.add((System.nanoTime() - begin) / 1e6);
            Answers.check(question, oracle.answer(question), answer);
        }
        Collections.sort(millis);
        return millis.get(millis.size() / 2);
    }
}
