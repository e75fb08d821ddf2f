package dev.varve.cli;

import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.Paint;
import dev.varve.cli.show.Terminal;
import dev.varve.cli.show.Tone;
import dev.varve.server.http.answer.Json;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command on a database. It prints its result for people or as JSON. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:a problem was found, or something was refused",
            "2:the command or its options are wrong",
            "3:the server, folder or table cannot be reached"
        })
abstract class Placed implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private LocationOptions where;

    @Option(names = "--json", description = "print the answer of the API as JSON")
    private boolean json;

    LocationOptions where() {
        return where;
    }

    boolean isJson() {
        return json;
    }

    /** Returns whether the command line has an option. */
    boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    Terminal terminal() {
        return Terminal.here(System.getenv());
    }

    Paint paint() {
        return terminal().paint();
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Prints an answer as JSON or as text. */
    void show(Object answer, Supplier<?> text) {
        if (json) {
            out().println(HumanText.cleanJson(Json.pretty(answer)));
        } else {
            out().println(text.get());
        }
    }

    /** Prints a note to standard error. */
    void note(String text) {
        err().println(terminal().errors().paint(Tone.FAINT, HumanText.clean(text)));
    }

    /** Stops the command when its output cannot be written any more. */
    void requireWritten() {
        if (out().checkError()) {
            throw new Output.Lost();
        }
    }
}
