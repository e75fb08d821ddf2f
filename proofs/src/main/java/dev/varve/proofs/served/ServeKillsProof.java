package dev.varve.proofs.served;

import dev.varve.engine.rocksdb.Durability;
import dev.varve.proofs.Arguments;
import dev.varve.proofs.Proof;
import dev.varve.proofs.TempFolder;
import dev.varve.testkit.random.Draw;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/**
 * Kills servers under load, one after the other on one folder, and checks that acknowledged data is stored and rows are
 * right.
 */
public final class ServeKillsProof implements Proof {

    private static final Instant START = Instant.parse("2060-04-20T06:00:00Z");

    /** Each round has its own hours, and is checked when they are over. */
    private static final Duration ROUND = Duration.ofHours(6);

    private static final Duration LATER = Duration.ofHours(3);
    private static final int SHOWN_PROBLEMS = 10;

    private final PrintStream out;

    public ServeKillsProof(PrintStream out) {
        this.out = out;
    }

    @Override
    public String name() {
        return "serve-kills";
    }

    @Override
    public String usage() {
        return "[--rounds N] [--seed S] [--requests M]  kills N servers with SIGKILL while readings and hits come in, after at"
                + " most M requests each; the next one must hold them, with rows that equal a recount";
    }

    @Override
    public int run(String[] args) throws Exception {
        Arguments arguments = Arguments.of(args, "rounds", "seed", "requests");
        int rounds = arguments.number("rounds", 4);
        long seed = arguments.number("seed", 1);
        int most = arguments.number("requests", 400);
        long readings = 0;
        long rows = 0;
        Set<String> hits = new HashSet<>();
        try (TempFolder folder = TempFolder.create("varve-serve-kills")) {
            Path directory = folder.path().resolve("db");
            for (int round = 0; round < rounds; round++) {
                Instant now = START.plus(ROUND.multipliedBy(round));
                Durability durability = round % 2 == 0 ? Durability.SYNCED : Durability.WRITTEN_TO_OS;
                int requests = new Draw(seed * 1_000_003 + round).between(most / 4 + 1, most);
                Load load = killed(directory, durability, now, new Draw(seed + round).nextLong(), round, requests);
                hits.addAll(load.hits());
                try (ServedProcess next = ServedProcess.start(directory, durability, now.plus(LATER))) {
                    ServedAudit audit = new ServedAudit(next);
                    audit.readings(load, now);
                    audit.recount(Load.at(now, 0), now);
                    audit.hits(hits);
                    rows = audit.rows();
                    if (load.wrong() != null || !audit.problems().isEmpty()) {
                        out.println(load.wrong() == null ? "all responses were as expected" : load.wrong());
                        audit.problems().stream().limit(SHOWN_PROBLEMS).forEach(out::println);
                        out.println("replay with: ./check serve-kills --rounds %s --seed %s --requests %s"
                                .formatted(rounds, seed, most));
                        return 1;
                    }
                }
                long acknowledged = acknowledged(load);
                readings += acknowledged;
                out.println("round %s, %s: %s readings and %s hits acknowledged, all there; %s rows are right"
                        .formatted(round, durability, acknowledged, load.hits().size(), rows));
            }
        }
        out.println(
                "serve-kills: %s servers killed, %s readings and %s hits acknowledged, none lost; %s rows, none wrong"
                        .formatted(rounds, readings, hits.size(), rows));
        return 0;
    }

    private static Load killed(Path directory, Durability durability, Instant now, long seed, int round, int requests)
            throws Exception {
        try (ServedProcess server = ServedProcess.start(directory, durability, now)) {
            server.put(
                    "/api/v1/sites/" + Load.SITE,
                    "{\"name\":\"Blog\",\"domains\":[\"blog.example\"],\"timezone\":\"UTC\"}");
            Load load = new Load(server, now, round, seed, requests);
            load.run();
            return load;
        }
    }

    private static long acknowledged(Load load) {
        long sum = 0;
        for (int connection = 0; connection < Load.CONNECTIONS; connection++) {
            sum += load.acknowledged(connection);
        }
        return sum;
    }
}
