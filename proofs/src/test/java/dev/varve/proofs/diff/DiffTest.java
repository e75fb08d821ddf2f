package dev.varve.proofs.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.memory.MemoryEngine;
import dev.varve.table.TableSchema;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.random.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DiffTest {

    private static final int SEEDS = 6;
    private static final int OPERATIONS = 150;

    @Test
    void enginesGiveTheSameResults() throws Exception {
        try (Arena arena = new Arena()) {
            Seeds.run(SEEDS, seed -> {
                DiffOutcome outcome = arena.run(Script.draw(seed, OPERATIONS));
                assertThat(outcome)
                        .as("replay and shrink with ./check diff --ops %s --seed %s", OPERATIONS, seed)
                        .isInstanceOf(DiffOutcome.Agreed.class);
            });
        }
    }

    @Test
    void engineWithAnotherClockDiffers() {
        Script script = Script.draw(1, 300);
        assertThat(differences(script, Duration.ofSeconds(1))).isInstanceOf(DiffOutcome.Differed.class);
        assertThat(differences(script, Duration.ZERO)).isInstanceOf(DiffOutcome.Agreed.class);
    }

    @Test
    void shrunkScriptStillFails() {
        Script script = new Script(
                1,
                Map.of(
                        0, new ScriptStep.Advance(1),
                        1, new ScriptStep.Advance(2),
                        2, new ScriptStep.Advance(3),
                        3, new ScriptStep.Advance(4),
                        4, new ScriptStep.Advance(5)));
        DiffOutcome.Differed differed = new DiffOutcome.Differed(3, "", Map.of());
        Shrink shrink = new Shrink(
                smaller -> smaller.steps().containsKey(1) && smaller.steps().containsKey(3)
                        ? differed
                        : new DiffOutcome.Agreed(Map.of()),
                100);
        assertThat(shrink.of(script, differed).steps()).containsOnlyKeys(1, 3);
    }

    @Test
    void sameSeedGivesTheSameScript() {
        assertThat(Script.draw(3, 100)).isEqualTo(Script.draw(3, 100)).isNotEqualTo(Script.draw(4, 100));
        assertThat(IntStream.range(0, 100)).allMatch(Script.draw(3, 100).steps()::containsKey);
    }

    /** Runs a script on two memory engines; the clock of one is ahead. */
    private static DiffOutcome differences(Script script, Duration ahead) {
        MutableClock clock = new MutableClock();
        List<TableSchema> schemas = Script.schemas("test");
        MemoryEngine right = new MemoryEngine(clock);
        MemoryEngine wrong = new MemoryEngine(() -> clock.instant().plus(ahead));
        return new Run(
                        "test",
                        schemas,
                        clock,
                        List.of(DiffSubject.open("right", right, schemas), DiffSubject.open("wrong", wrong, schemas)))
                .of(script);
    }
}
