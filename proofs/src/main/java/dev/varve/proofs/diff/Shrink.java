package dev.varve.proofs.diff;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Removes steps from a failing script while it still fails. */
final class Shrink {

    private final Function<Script, DiffOutcome> run;
    private int runsLeft;

    /** Creates a shrinker that runs scripts at most this many times. */
    Shrink(Function<Script, DiffOutcome> run, int mostRuns) {
        this.run = run;
        this.runsLeft = mostRuns;
    }

    /** Returns a script that still fails, with as few steps as could be found. */
    Script of(Script failing, DiffOutcome.Differed differed) {
        Map<Integer, ScriptStep> steps = new HashMap<>(failing.steps());
        if (differed.step() >= 0) {
            steps.keySet().removeIf(number -> number > differed.step());
        }
        for (int chunk = Math.max(1, steps.size() / 2); ; chunk = chunk / 2) {
            steps = without(failing.seed(), steps, chunk);
            if (chunk == 1 || runsLeft <= 0) {
                return new Script(failing.seed(), steps);
            }
        }
    }

    /** Tries to remove one chunk of steps after the other, the last ones first. */
    private Map<Integer, ScriptStep> without(long seed, Map<Integer, ScriptStep> steps, int chunk) {
        Map<Integer, ScriptStep> kept = steps;
        List<Integer> numbers = new ArrayList<>(new TreeMap<>(steps).descendingKeySet());
        for (int from = 0; from < numbers.size() && runsLeft > 0; from += chunk) {
            Map<Integer, ScriptStep> fewer = new HashMap<>(kept);
            numbers.subList(from, Math.min(numbers.size(), from + chunk)).forEach(fewer::remove);
            runsLeft--;
            if (run.apply(new Script(seed, fewer)) instanceof DiffOutcome.Differed) {
                kept = fewer;
            }
        }
        return kept;
    }
}
