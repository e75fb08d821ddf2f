package dev.varve.proofs.fuzz;

import dev.varve.proofs.Arguments;
import dev.varve.proofs.Proof;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Feeds valid, damaged and random texts to every parser of external input. */
public final class FuzzProof implements Proof {

    /** A request takes as long as about this many texts. */
    private static final int TEXTS_FOR_A_REQUEST = 20;

    private static final String HTTP = "http";
    private static final String TOKEN = "token";

    private final PrintStream out;

    public FuzzProof(PrintStream out) {
        this.out = out;
    }

    private static List<FuzzTarget> targets() {
        return List.of(
                new LineTarget(),
                new CsvTarget(),
                new JsonTarget(JsonTarget.Format.JSON),
                new JsonTarget(JsonTarget.Format.NDJSON),
                new EventTarget(),
                new TimeTarget(),
                new PageTarget(),
                new BlockTarget(),
                new RowPageTarget(),
                new FrameTarget());
    }

    @Override
    public String name() {
        return "fuzz";
    }

    @Override
    public String usage() {
        return "[--count N] [--seed S] [--of TARGET]  N valid and damaged texts from seed S on, for every parser of external"
                + " input, and a twentieth as many requests to a server; --of " + names();
    }

    private static String names() {
        return Stream.concat(targets().stream().map(FuzzTarget::name), Stream.of(TOKEN, HTTP))
                .collect(Collectors.joining("|"));
    }

    @Override
    public int run(String[] args) throws Exception {
        Arguments arguments = Arguments.of(args, "count", "seed", "of=" + names());
        int count = arguments.number("count", 200_000);
        long first = arguments.number("seed", 1);
        String of = arguments.word("of", "");
        int requests = of.isEmpty() ? Math.max(1, count / TEXTS_FOR_A_REQUEST) : count;
        List<FuzzTarget> targets =
                targets().stream().filter(target -> isOf(target.name(), of)).toList();
        Fuzz.Failure failure = targets.isEmpty() ? null : texts(targets, first, count);
        if (failure == null && isOf(TOKEN, of)) {
            try (TokenTarget tokens = new TokenTarget()) {
                failure = texts(List.of(tokens), first, requests);
            }
        }
        if (failure == null && isOf(HTTP, of)) {
            failure = requests(first, requests);
        }
        if (failure != null) {
            out.println(failure);
            out.println("replay with: ./check fuzz --of %s --seed %s --count 1"
                    .formatted(failure.target(), failure.seed()));
            return 1;
        }
        out.println("fuzz: %s texts and requests: all were read correctly or rejected".formatted(count));
        return 0;
    }

    private static boolean isOf(String name, String wanted) {
        return wanted.isEmpty() || wanted.equals(name);
    }

    private Fuzz.@Nullable Failure texts(List<FuzzTarget> targets, long first, int count) throws InterruptedException {
        Fuzz fuzz = new Fuzz(targets);
        Fuzz.Failure failure = fuzz.run(first, count);
        print(fuzz.figures().counts());
        return failure;
    }

    private Fuzz.@Nullable Failure requests(long first, int count) throws Exception {
        try (HttpFuzz http = new HttpFuzz()) {
            for (long seed = first; seed < first + count; seed++) {
                Fuzz.Failure failure = http.tried(seed);
                if (failure != null) {
                    return failure;
                }
            }
            print(http.statuses());
            return null;
        }
    }

    private void print(Map<String, Integer> figures) {
        figures.forEach((what, number) -> out.println("  %8s  %s".formatted(number, what)));
    }
}
