package dev.varve.benchmarks;

/** A measurement that {@code ./bench NAME} runs and prints. */
public interface Measurement {

    /** Returns the word that starts this measurement, such as {@code engine}. */
    String name();

    /** Returns its arguments and what it compares, in one line: {@code [--quick]  …}. */
    String usage();

    /**
     * Runs the measurement and reports on standard output.
     *
     * @return the exit status: 0 when every bar was met, 1 when one was missed, 2 for wrong arguments
     */
    int run(String[] args) throws Exception;
}
