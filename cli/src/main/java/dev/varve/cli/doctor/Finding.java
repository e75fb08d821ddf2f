package dev.varve.cli.doctor;

/**
 * What was found of one thing that was looked at.
 *
 * @param area machine, folder, table or server
 * @param remedy what to do, empty where nothing need be done
 */
public record Finding(String area, String name, Verdict verdict, String text, String remedy) {

    /** How bad it is. */
    public enum Verdict {
        GOOD,
        /** It works, but may not for long, or not well. */
        DOUBTFUL,
        WRONG
    }

    static Finding good(String area, String name, String text) {
        return new Finding(area, name, Verdict.GOOD, text, "");
    }

    /** Returns a finding that is good or not. */
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
