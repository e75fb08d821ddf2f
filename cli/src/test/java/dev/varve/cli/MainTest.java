package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void versionNamesTheBuild() {
        assertThat(run("version")).isZero();
        assertThat(out.toString().strip()).matches("varve \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
    }

    @Test
    void versionOptionSaysTheSame() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).startsWith("varve ");
    }

    @Test
    void helpListsTheSubcommands() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("Usage: varve", "version");
    }

    @Test
    void noSubcommandPrintsTheUsageAndExitsWith2() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("Missing required subcommand", "Usage: varve");
    }

    @Test
    void unknownSubcommandIsNamed() {
        assertThat(run("verison")).isEqualTo(2);
        assertThat(err.toString()).contains("verison", "varve version");
    }

    private int run(String... args) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
