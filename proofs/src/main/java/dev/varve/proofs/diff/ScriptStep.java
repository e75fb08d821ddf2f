package dev.varve.proofs.diff;

import dev.varve.table.Request;

/** One step of a script, run on every engine. */
sealed interface ScriptStep {

    /** Sends a request to one of the tables. */
    record Ask(int table, Request request) implements ScriptStep {
        @Override
        public String toString() {
            return "table " + table + ": " + Shown.of(request);
        }
    }

    /** Reads the next page of an earlier step, if there is one. */
    record Resume(int step) implements ScriptStep {}

    /** Reads the next page of an earlier step, with one bit of the token flipped. */
    record Forge(int step, int bit) implements ScriptStep {}

    /** Advances the clock, so that items expire. */
    record Advance(int seconds) implements ScriptStep {}
}
