package dev.varve.proofs.diff;

import java.util.Map;

/** The outcome of a run. */
sealed interface DiffOutcome {

    /**
     * All engines agreed.
     *
     * @param kinds the number of results of each kind
     */
    record Agreed(Map<String, Integer> kinds) implements DiffOutcome {}

    /**
     * The engines differed.
     *
     * @param step the number of the step, or −1 for the contents at the end
     * @param what a description of the step
     * @param answers the result of each engine
     */
    record Differed(int step, String what, Map<String, EngineAnswer> answers) implements DiffOutcome {

        @Override
        public String toString() {
            StringBuilder text =
                    new StringBuilder("step ").append(step).append(": ").append(what);
            answers.forEach(
                    (name, answer) -> text.append("\n  %-9s ".formatted(name)).append(answer));
            return text.toString();
        }
    }
}
