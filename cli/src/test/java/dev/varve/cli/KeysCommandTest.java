package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class KeysCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void writesTheKeyOfAnEvent() {
        assertThat(run("DEVICE#{deviceId}", "READING#{at}", "-p", "deviceId=a#b", "--at", "2026-04-20T14:00:00Z"))
                .isZero();
        assertThat(out.toString().lines()).containsExactly("DEVICE#a%23b / READING#2026-04-20T14:00:00.000Z");
    }

    @Test
    void listsThePartitionsOfARange() {
        assertThat(run(
                        "{deviceId}#{at:month}",
                        "{at}",
                        "-p",
                        "deviceId=d1",
                        "--from",
                        "2026-01-31T00:00:00Z",
                        "--to",
                        "2026-03-02T00:00:00Z"))
                .isZero();
        assertThat(out.toString().lines().map(line -> line.split(" ")[0]))
                .containsExactly("d1#2026-01", "d1#2026-02", "d1#2026-03", "3");
    }

    @Test
    void keysAndPartitionsCanBeJson() throws Exception {
        assertThat(run("D#{d}", "{at}", "-p", "d=1", "--at", "2026-04-20T14:00:00Z", "--json"))
                .isZero();
        assertThat(new JsonMapper().readTree(out.toString()).path("key").toString())
                .isEqualTo("{\"partition\":\"D#1\",\"sort\":\"2026-04-20T14:00:00.000Z\"}");
        out.getBuffer().setLength(0);
        String[] range = {"--from", "2026-01-31T00:00:00Z", "--to", "2026-03-02T00:00:00Z"};
        assertThat(run("{d}#{at:month}", "{at}", "-p", "d=1", "--json", range[0], range[1], range[2], range[3]))
                .isZero();
        assertThat(new JsonMapper().readTree(out.toString()).path("partitions").findValuesAsText("partition"))
                .containsExactly("1#2026-01", "1#2026-02", "1#2026-03");
    }

    @Test
    void describesALayout() {
        assertThat(run("DEVICE#{deviceId}", "READING#{at}")).isZero();
        assertThat(out.toString()).contains("DEVICE#{deviceId}", "READING#{at}");
    }

    @Test
    void invalidTemplateIsRefusedWithItsCode() {
        assertThat(run("{a}{b}", "{at}")).isEqualTo(1);
        assertThat(err.toString()).startsWith("varve: ").contains("[key.");
    }

    @Test
    void rangeWithoutAnEndIsRefused() {
        assertThat(run("D#{d}", "{at}", "-p", "d=1", "--from", "2026-01-31T00:00:00Z"))
                .isEqualTo(2);
        assertThat(err.toString().strip()).isEqualTo("varve: a range needs both --from and --to [cli.range]");
    }

    private int run(String... args) {
        String[] all = new String[args.length + 1];
        all[0] = "keys";
        System.arraycopy(args, 0, all, 1, args.length);
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }
}
