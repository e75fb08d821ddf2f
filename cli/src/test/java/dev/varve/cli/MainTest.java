package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void versionNamesTheBuild() {
        assertThat(run("version")).isZero();
        assertThat(out.toString().lines().map(line -> line.replaceAll(" +", " ")))
                .satisfies(lines -> assertThat(lines.get(0)).matches("varve \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?"))
                .contains("folder format 1", "block formats 1 and 2", "journal formats 1 and 2");
    }

    @Test
    void versionTellsTheCommitAndWhetherFilesDifferFromIt() {
        assertThat(Build.of("1.2.3", "bfd9c7de9a1b\n").shown())
                .startsWith("varve 1.2.3\ncommit       bfd9c7de9a1b\nfolder ");
        assertThat(Build.of("1.2.3", "bfd9c7de9a1b modified\n").shown())
                .contains("\ncommit       bfd9c7de9a1b, with changes that are not committed\n");
        assertThat(Build.of("1.2.3", "").shown()).contains("\ncommit       unknown\n");
        assertThat(Build.of("1.2.3", "").json()).contains("\"commit\" : null", "\"modified\" : false");
        assertThat(Build.of("1.2.3", "bfd9c7de9a1b modified").json())
                .contains("\"commit\" : \"bfd9c7de9a1b\"", "\"modified\" : true");
    }

    @Test
    void versionOptionPrintsTheVersion() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).startsWith("varve ");
    }

    @Test
    void helpListsTheSubcommands() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("Usage: varve", "version");
    }

    @Test
    void everySubcommandHasHelp() {
        Main.commandLine().getSubcommands().keySet().forEach(name -> {
            assertThat(run(name, "--help")).as(name).isZero();
            assertThat(out.toString()).contains("Usage: varve " + name);
        });
    }

    @Test
    void versionCanBeJson() {
        assertThat(run("version", "--json")).isZero();
        assertThat(out.toString().replaceAll("\\s", ""))
                .matches("\\{\"version\":\"\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\",\"commit\":.*\"folder\":\\[1],.*}");
    }

    @Test
    void missingSubcommandPrintsOneLineAndExitsWith2() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString().strip()).isEqualTo("varve: Missing required subcommand; see varve --help");
    }

    @Test
    void unknownSubcommandIsNamed() {
        assertThat(run("verison")).isEqualTo(2);
        assertThat(err.toString()).contains("verison", "varve version");
        assertThat(err.toString().lines()).hasSize(1);
    }

    @Test
    void outputThatCannotBeWrittenIsAFailure() {
        assertThat(Main.run(failing("No space left on device"), new PrintWriter(err, true), "version"))
                .isEqualTo(1);
        assertThat(err.toString().strip()).isEqualTo("varve: the output cannot be written: No space left on device");
    }

    @Test
    void brokenPipePrintsNoError() {
        assertThat(Main.run(failing("Broken pipe"), new PrintWriter(err, true), "version"))
                .isEqualTo(1);
        assertThat(err.toString()).isEmpty();
    }

    private static OutputStream failing(String reason) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(reason);
            }
        };
    }

    private int run(String... args) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
