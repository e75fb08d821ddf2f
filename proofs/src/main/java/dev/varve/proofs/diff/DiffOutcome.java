package dev.varve.proofs.diff;

import java.util.Map;

/** How a run ended. */
sealed interface DiffOutcome {

    /**
     * All engines agreed.
     *
     * @param kinds how often each kind of answer was given
     */
    record Agreed(Map<String, Integer> kinds) implements DiffOutcome {}

    /**
     * They did not.
     *
     * @param step the number of the step, or −1 for the contents at the end
     * @param what the step in words
     * @param answers what each engine answered
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
