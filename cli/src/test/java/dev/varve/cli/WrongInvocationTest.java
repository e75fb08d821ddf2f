package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes that users make: each is one line on stderr that says what to do, and an exit code. */
class WrongInvocationTest {

    @TempDir
    private static Path temporary;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void create() {
        assertThat(new WrongInvocationTest().run("devices", "set", "a", "--name", "A"))
                .isZero();
    }

    @Test
    void folderIsNotImported() {
        refused(1, "%s is a folder; give a file, or - for standard input [import.no-file]", "import", temporary);
    }

    @Test
    void damagedGzipFileIsRefused() throws IOException {
        Path file = temporary.resolve("broken.csv.gz");
        Files.write(file, new byte[] {0x1f, (byte) 0x8b, 'x', 'y', 'z', 0, 0, 0, 0, 0, 0});
        refused(
                1,
                "%s cannot be decompressed: it begins like a gzip file, but it is damaged or incomplete [import.gzip]",
                "import",
                file);
    }

    @Test
    void emptyIdIsRefused() {
        for (String verb : new String[] {"show", "set", "delete"}) {
            assertThat(run("devices", verb, "")).as(verb).isEqualTo(2);
            assertThat(err.toString()).isEqualTo("varve: an id is empty [cli.empty-id]\n");
        }
        assertThat(run("query", "")).isEqualTo(2);
    }

    @Test
    void invalidDurationIsRefusedWithAnExample() {
        assertThat(run("rules", "set", "hot", "--field", "t", "--above", "1", "--for", "2x"))
                .isEqualTo(2);
        assertThat(err.toString())
                .isEqualTo("varve: --for is \"2x\"; write a number and s, m, h or d, such as 2m [cli.duration]\n");
    }

    @Test
    void deletionOfNothingFails() {
        assertThat(run("rules", "delete", "nope")).isEqualTo(1);
        assertThat(err.toString()).isEqualTo("varve: there is no rule \"nope\" [rule.not-found]\n");
        assertThat(run("sites", "delete", "nope")).isEqualTo(1);
        assertThat(run("sites", "goals", "remove", "nope", "x")).isEqualTo(1);
        assertThat(run("devices", "delete", "nope")).isEqualTo(1);
        assertThat(run("tokens", "revoke", "nope")).isEqualTo(1);
    }

    @Test
    void invalidTimeIsRefusedWithoutClassNames() {
        assertThat(run("keys", "A", "B#{at}", "--at", "noon")).isEqualTo(2);
        assertThat(err.toString())
                .contains("'--at'", "\"noon\" is not a time; write 2026-04-20T14:00:00Z")
                .doesNotContain("java.");
        assertThat(run("keys", "A", "B#{at}", "--zone", "Mars")).isEqualTo(2);
        assertThat(err.toString())
                .contains("\"Mars\" is not a time zone; write UTC or Europe/Berlin")
                .doesNotContain("java.");
    }

    @Test
    void missingKeyPartNamesItsOption() {
        assertThat(run("keys", "A#{x}", "B#{at}", "--at", "2026-04-20T14:00:00Z"))
                .isEqualTo(2);
        assertThat(err.toString()).isEqualTo("varve: part x has no value; give it with -p x=TEXT [cli.part]\n");
    }

    @Test
    void limitIsAtLeastOne() {
        for (String command : new String[] {"devices", "alerts"}) {
            assertThat(run(command, "--limit", "0")).isEqualTo(2);
            assertThat(err.toString()).isEqualTo("varve: --limit is 0; it must be at least 1 [cli.limit]\n");
        }
    }

    @Test
    void folderOfTheOutputMustExist() {
        refused(
                2,
                "there is no folder %s for --output " + temporary.resolve("none/x.csv") + " [cli.output]",
                temporary.resolve("none"),
                "export",
                "a",
                "-o",
                temporary.resolve("none/x.csv"));
    }

    @Test
    void unknownCommandGetsASuggestion() {
        assertThat(run("devcies")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("varve: unknown command 'devcies'. Did you mean: varve devices")
                .endsWith("See varve --help\n");
    }

    @Test
    void queryNeedsEitherADeviceOrASite() {
        assertThat(run("query", "a", "--site", "b")).isEqualTo(2);
        assertThat(err.toString()).isEqualTo("varve: give a DEVICE or --site, not both [cli.query]\n");
        assertThat(run("query")).isEqualTo(2);
        assertThat(err.toString()).isEqualTo("varve: give a DEVICE, or --site SITE [cli.query]\n");
    }

    @Test
    void anUnknownOrderIsRefusedWithThoseThatExist() {
        assertThat(run("devices", "--sort", "nope")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualTo("varve: --sort is \"nope\"; it must be deviceId, name, status, location, lastSeenAt, alerts,"
                        + " or a field of the latest readings [cli.sort]\n");
        assertThat(run("devices", "--sort", "name")).isZero();
    }

    @Test
    void optionsOfDevicesAndSitesAreNotMixed() {
        assertThat(run("query", "a", "--metric", "visitors")).isEqualTo(2);
        assertThat(err.toString()).isEqualTo("varve: --metric is for sites: leave it out [cli.query]\n");
        assertThat(run("query", "--site", "b", "--tier", "day")).isEqualTo(2);
        assertThat(err.toString()).isEqualTo("varve: --tier is for devices: leave it out [cli.query]\n");
    }

    @Test
    void wordsThatAreNoneAreRefusedWithThoseThatExist() {
        for (String[] wrong : new String[][] {
            {"devices", "--status", "nope"},
            {"devices", "set", "a", "--type", "nope"},
            {"devices", "set", "a", "--status", "nope"},
            {"alerts", "--severity", "nope"},
            {"alerts", "--status", "nope"},
            {"query", "a", "--tier", "nope"},
            {"query", "a", "--format", "nope"},
            {"export", "a", "--format", "nope"},
        }) {
            assertThat(run(wrong)).as(String.join(" ", wrong)).isEqualTo(2);
            assertThat(err.toString()).contains("nope").containsAnyOf("must be", "expected one of");
        }
    }

    private void refused(int code, String message, Object first, Object... rest) {
        if (first instanceof Path named) {
            refusedWith(code, message.formatted(named), rest);
        } else {
            Object[] args = new Object[rest.length + 1];
            args[0] = first;
            System.arraycopy(rest, 0, args, 1, rest.length);
            refusedWith(code, message.formatted(rest[0]), args);
        }
    }

    private void refusedWith(int code, String message, Object... args) {
        assertThat(run(Arrays.stream(args).map(Object::toString).toArray(String[]::new)))
                .isEqualTo(code);
        assertThat(err.toString()).isEqualTo("varve: " + message + "\n");
    }

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        boolean hasFolder = !args[0].equals("keys") && !args[0].equals("devcies");
        String[] all = Arrays.copyOf(args, args.length + (hasFolder ? 2 : 0));
        if (hasFolder) {
            all[args.length] = "--data";
            all[args.length + 1] = temporary.resolve("data").toString();
        }
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }
}
