package dev.varve.proofs.crash;

import dev.varve.engine.Engine;
import dev.varve.table.Journal;
import dev.varve.table.Journal.Entry;
import dev.varve.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Checks the journal of a killed process: all acknowledged records that were not trimmed are there, in order and without
 * holes, no number was used twice, and a missing record has its deferred row.
 */
final class JournalCrashAudit {

    private final List<String> problems = new ArrayList<>();
    private long newest;

    /** Returns the problems found after a round with this many acknowledged steps, and trims the whole journal. */
    List<String> of(Engine engine, JournalSteps steps, int acknowledged) {
        problems.clear();
        Table table = JournalSteps.table(engine);
        Journal journal = JournalSteps.journal(engine);
        List<Integer> found = found(journal, steps);
        // The step that was not acknowledged may have been carried out, completely or up to a point.
        int removed = steps.trimmedAfter(acknowledged);
        int removedAtMost = steps.trimmedAfter(acknowledged + 1);
        int first = found.isEmpty() ? acknowledged : found.get(0);
        int last = found.isEmpty() ? removedAtMost : found.get(found.size() - 1);
        if (first <= removed) {
            problem("step %s was trimmed up to, but record %s is there".formatted(removed, first));
        }
        if (first > removedAtMost + 1 || last < acknowledged - 1 || last > acknowledged) {
            problem("records %s to %s of %s acknowledged ones are there, but only %s to %s may be trimmed"
                    .formatted(first, last, acknowledged, removed, removedAtMost));
        }
        for (int step = 0; step < Math.max(first, acknowledged); step++) {
            if (table.blocking().get(steps.key(step)).isEmpty()) {
                problem("the deferred row of step %s is missing".formatted(step));
            }
        }
        journal.trim(newest).join();
        return List.copyOf(problems);
    }

    private void problem(String what) {
        problems.add("journal: " + what);
    }

    /** Returns the steps whose records are stored. */
    private List<Integer> found(Journal journal, JournalSteps steps) {
        List<Integer> found = new ArrayList<>();
        for (List<Entry> page = journal.read(0).join();
                !page.isEmpty();
                page = journal.read(newest).join()) {
            for (Entry entry : page) {
                int step = steps.step(entry.content());
                if (entry.number() <= newest) {
                    problem("number %s was used before".formatted(entry.number()));
                }
                if (step < 0 || !Arrays.equals(entry.content(), steps.content(step))) {
                    problem("record %s is not what step %s appended".formatted(entry.number(), step));
                } else if (!found.isEmpty() && step != found.get(found.size() - 1) + 1) {
                    problem("step %s does not follow step %s".formatted(step, found.get(found.size() - 1)));
                }
                found.add(step);
                newest = Math.max(newest, entry.number());
            }
        }
        return found;
    }
}
