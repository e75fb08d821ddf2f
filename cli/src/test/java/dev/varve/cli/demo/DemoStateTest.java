package dev.varve.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.cli.demo.DemoState.Part;
import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoStateTest {

    private static final Instant START = Instant.parse("2060-04-20T00:00:00Z");

    @TempDir
    Path folder;

    @Test
    void emptyFolderHasNoState() {
        assertThat(DemoState.find(folder)).isEmpty();
    }

    @Test
    void savedStateIsFound() {
        DemoState state = DemoState.begin(folder, new DemoWorld(7, 20, START));
        state.done(Part.FLEET, TimeRange.of(START, START.plusSeconds(600)));
        state.done(Part.SITES, TimeRange.of(START.plusSeconds(60), START.plusSeconds(120)));
        state.save();
        DemoState found = DemoState.find(folder).orElseThrow();
        assertThat(found.world()).isEqualTo(new DemoWorld(7, 20, START));
        assertThat(found.filled(Part.FLEET)).isEqualTo(state.filled(Part.FLEET));
        assertThat(found.filled(Part.SITES)).isEqualTo(state.filled(Part.SITES));
    }

    @Test
    void damagedFileIsRefusedWithARemedy() throws IOException {
        Files.writeString(folder.resolve(DemoState.FILE), "seed=1\ndevices=many\norigin=2060-04-20T00:00:00Z\n");
        assertThatThrownBy(() -> DemoState.find(folder))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("demo.properties cannot be read")
                .hasMessageContaining("choose another with --data");
    }
}
