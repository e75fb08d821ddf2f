package dev.varve.proofs;

/** A long-running test that {@code ./check NAME} runs for as long as requested. */
public interface Proof {

    /** Returns the word that starts this proof, such as {@code diff}. */
    String name();

    /** Returns its arguments and what it proves, in one line: {@code --seeds N --ops M  …}. */
    String usage();

    /**
     * Runs the proof and reports on standard output.
     *
     * @return the exit status: 0 when everything held, 1 when something did not, 2 for wrong arguments
     */
    int run(String[] args) throws Exception;
}
