package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionCommandTest {

    @TempDir
    private Path temporary;

    @Test
    void bashCompletesCommandsAndOptions() throws Exception {
        assumeThat(Path.of("/bin/bash")).exists();
        StringWriter out = new StringWriter();
        assertThat(Main.commandLine().setOut(new PrintWriter(out)).execute("completion"))
                .isZero();
        Path script = temporary.resolve("completion.sh");
        Files.writeString(script, out.toString());

        assertThat(bash("bash -n " + script)).isEmpty();
        assertThat(completed(script, "varve", "dev")).isEqualTo("devices");
        assertThat(completed(script, "varve", "rollup", "v")).isEqualTo("verify");
        assertThat(completed(script, "varve", "devices", "--loc")).isEqualTo("--location");
    }

    /** Completes the last word as bash does for the Tab key. */
    private static String completed(Path script, String... words) throws Exception {
        return bash("eval \"$(cat %s)\"; COMP_WORDS=(%s); COMP_CWORD=%s; COMP_LINE='%s'; COMP_POINT=${#COMP_LINE};"
                        .formatted(script, String.join(" ", words), words.length - 1, String.join(" ", words))
                + " _complete_varve; echo \"${COMPREPLY[*]}\"");
    }

    private static String bash(String command) throws IOException, InterruptedException {
        Process bash = new ProcessBuilder("/bin/bash", "-c", command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(output).isZero();
        return output.strip();
    }
}
