package dev.varve.benchmarks.peers;

/** Lets the compilers see the code of a database in this process, with data that are not measured. */
final class WarmUp {

    private static final int TIMES = 5;

    private WarmUp() {}

    /** Loads readings into another database of the same kind, asks every question, and closes it. */
    static void run(Database database, Readings readings) throws Exception {
        try (database) {
            database.load(readings);
            Questions questions = new Questions(readings);
            for (Questions.Kind kind : Questions.Kind.values()) {
                for (int i = 0; i < TIMES; i++) {
                    questions.next(kind).ask(database);
                }
            }
        }
    }
}
