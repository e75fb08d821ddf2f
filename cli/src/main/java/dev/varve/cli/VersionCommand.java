package dev.varve.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "version",
        description = "Prints the version, the commit it was built from, and the formats it reads and writes.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class VersionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "print it as JSON")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Build build = Build.own();
        spec.commandLine().getOut().println(json ? build.json() : build.shown());
        return 0;
    }
}
