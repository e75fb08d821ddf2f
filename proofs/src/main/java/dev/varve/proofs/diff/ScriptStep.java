package dev.varve.proofs.diff;

import dev.varve.table.Request;

/** One thing a script does to every engine. */
sealed interface ScriptStep {

    /** Asks one of the tables something. */
    record Ask(int table, Request request) implements ScriptStep {
        @Override
        public String toString() {
            return "table " + table + ": " + Shown.of(request);
        }
    }

    /** Goes on with the page of an earlier step, if that had a next one. */
    record Resume(int step) implements ScriptStep {}

    /** Goes on with the page of an earlier step, by a token with one bit turned over. */
    record Forge(int step, int bit) implements ScriptStep {}

    /** Lets time pass, and items with it. */
    record Advance(int seconds) implements ScriptStep {}
}
