package dev.varve.cli.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.cli.guide.ConsoleBlock.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleBlockTest {

    @TempDir
    private Path folder;

    @Test
    void aBlockHasCommandsWithTheirOutput() throws IOException {
        assertThat(blocks("""
                # Page

                ```console
                $ curl -d '
                a' address
                $ varve devices
                none
                ```
                """))
                .containsExactly(new ConsoleBlock(
                        3,
                        List.of(
                                new Command("curl -d '\na' address", List.of()),
                                new Command("varve devices", List.of("none")))));
    }

    @Test
    void shownErrorsAreExpected() {
        assertThat(new Command("varve x", List.of("varve: no [import.no-device]")).isRefused())
                .isTrue();
        assertThat(new Command("varve x", List.of("[]")).isRefused()).isFalse();
    }

    @Test
    void aMarkedBlockIsNotRun() throws IOException {
        assertThat(blocks("```console not-run\n$ mvn install\n```\n")).isEmpty();
        assertThat(blocks("```\nvarve: an output\n```\n")).isEmpty();
    }

    @Test
    void commandsInAnUnmarkedBlockAreRefused() {
        assertThatThrownBy(() -> blocks("```\n./varve serve\n```\n"))
                .isInstanceOf(AssertionError.class)
                .hasMessageEndingWith(
                        "page.md:1: begin a block of commands with ```console, or with ```console not-run");
    }

    private List<ConsoleBlock> blocks(String page) throws IOException {
        return ConsoleBlock.of(Files.writeString(folder.resolve("page.md"), page));
    }
}
