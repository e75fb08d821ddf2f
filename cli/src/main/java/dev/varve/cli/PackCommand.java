package dev.varve.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.cli.client.FolderPacking;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.ProgressLine;
import dev.varve.cli.show.Terminal;
import dev.varve.series.PackingReport;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "pack",
        description = {
            "Packs the readings of a folder that stores them as items into compressed blocks.",
            "",
            "  varve pack --data DIR --dry-run",
            "  varve pack --data DIR",
            "",
            "Stop the server first. Each block is read back and compared with its readings before these are removed. If"
                    + " the command is interrupted, run it again: it continues. Until then the folder cannot be opened.",
            ""
        })
final class PackCommand extends Placed {

    /** A packing takes about this many times as long as the check of it. */
    private static final double SLOWER = 3;

    @Option(
            names = "--dry-run",
            description =
                    "only check that all readings can be packed, and print how many, their size and about how long")
    private boolean isDryRun;

    @Override
    public Integer call() {
        FolderPacking folder = FolderPacking.of(where().place(System.getenv()));
        long before = folder.bytes();
        Instant begin = Instant.now();
        if (isDryRun) {
            PackingReport report = withProgress("checking", folder::check);
            Duration taken = Duration.between(begin, Instant.now());
            Duration estimate = Duration.ofMillis((long) (taken.toMillis() * SLOWER));
            show(
                    report,
                    "would be packed",
                    "packing takes about " + HumanText.seconds(estimate),
                    json(report)
                            .put("folderBytesBefore", before)
                            .put("estimatedSeconds", estimate.toMillis() / 1000.0));
            return 0;
        }
        PackingReport report = withProgress(
                "packing",
                progress ->
                        folder.run(progress, () -> note("refreshing the rollups; the command ends when this is done")));
        Duration taken = Duration.between(begin, Instant.now());
        long after = folder.bytes();
        show(
                report,
                "packed",
                "the folder takes %s, before %s; %s"
                        .formatted(HumanText.bytes(after), HumanText.bytes(before), HumanText.seconds(taken)),
                json(report)
                        .put("folderBytesBefore", before)
                        .put("folderBytesAfter", after)
                        .put("seconds", taken.toMillis() / 1000.0));
        return 0;
    }

    private PackingReport withProgress(String task, Function<Consumer<PackingReport>, PackingReport> work) {
        try (Progress progress = new Progress(terminal(), task)) {
            return work.apply(progress::at);
        }
    }

    /** A progress bar that starts with the first report, which has the total. */
    private static final class Progress implements AutoCloseable {

        private final Terminal terminal;
        private final String task;
        private @Nullable ProgressLine line;

        Progress(Terminal terminal, String task) {
            this.terminal = terminal;
            this.task = task;
        }

        void at(PackingReport report) {
            ProgressLine shown = line == null
                    ? ProgressLine.begin(terminal, task, ProgressLine.Unit.READINGS, report.total())
                    : line;
            line = shown;
            shown.at(report.events(), HumanText.count(report.blocks()) + " blocks");
        }

        @Override
        public void close() {
            if (line != null) {
                line.close();
            }
        }
    }

    private void show(PackingReport report, String done, String end, ObjectNode json) {
        if (isJson()) {
            out().println(json.toPrettyString());
        } else if (report.events() == 0) {
            out().println("all readings are packed already");
        } else {
            out().println("%s %s into %s: %s as items, %s as blocks; %s"
                    .formatted(
                            HumanText.count(report.events(), "reading", "readings"),
                            done,
                            HumanText.count(report.blocks(), "block", "blocks"),
                            HumanText.bytes(report.itemBytes()),
                            HumanText.bytes(report.blockBytes()),
                            end));
        }
    }

    private static ObjectNode json(PackingReport report) {
        return new JsonMapper()
                .createObjectNode()
                .put("readings", report.events())
                .put("blocks", report.blocks())
                .put("itemBytes", report.itemBytes())
                .put("blockBytes", report.blockBytes());
    }
}
