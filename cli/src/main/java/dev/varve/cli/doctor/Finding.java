package dev.varve.cli.doctor;

/**
 * The result of one check.
 *
 * @param area machine, folder, table or server
 * @param remedy what to do; empty if nothing needs to be done
 */
public record Finding(String area, String name, Verdict verdict, String text, String remedy) {

    /** The severity of a finding. */
    public enum Verdict {
        GOOD,
        /** It works, but perhaps not for long or not well. */
        DOUBTFUL,
        WRONG
    }

    static Finding good(String area, String name, String text) {
        return new Finding(area, name, Verdict.GOOD, text, "");
    }

    /** Returns a finding that is good or wrong. */
    static Finding of(String area, String name, Verdict verdict, String text, String remedy) {
        return new Finding(area, name, verdict, text, verdict == Verdict.GOOD ? "" : remedy);
    }

    static Verdict wrongUnless(boolean isGood) {
        return isGood ? Verdict.GOOD : Verdict.WRONG;
    }

    static Verdict doubtfulUnless(boolean isGood) {
        return isGood ? Verdict.GOOD : Verdict.DOUBTFUL;
    }
}
