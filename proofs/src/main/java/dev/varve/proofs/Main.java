package dev.varve.proofs;

import dev.varve.proofs.crash.CrashProof;
import dev.varve.proofs.diff.DiffProof;
import dev.varve.proofs.fuzz.FuzzProof;
import dev.varve.proofs.kills.KillsProof;
import dev.varve.proofs.model.ModelProof;
import dev.varve.proofs.served.ServeKillsProof;
import dev.varve.proofs.sim.SimProof;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;

/** Starts the proof that the first argument names. */
public final class Main {

    private static final int USAGE = 2;

    private static final List<Proof> PROOFS = List.of(
            new DiffProof(System.out),
            new ModelProof(System.out),
            new SimProof(System.out),
            new CrashProof(System.out),
            new KillsProof(System.out),
            new FuzzProof(System.out),
            new ServeKillsProof(System.out));

    private Main() {}

    public static void main(String[] args) throws Exception {
        System.exit(run(PROOFS, args, System.out));
    }

    static int run(List<Proof> proofs, String[] args, PrintStream out) throws Exception {
        String name = args.length == 0 ? "--help" : args[0];
        for (Proof proof : proofs) {
            if (proof.name().equals(name)) {
                return start(proof, Arrays.copyOfRange(args, 1, args.length), out);
            }
        }
        if (name.equals("--help")) {
            list(proofs, out);
            return 0;
        }
        out.println("no proof is named '" + name + "'");
        list(proofs, out);
        return USAGE;
    }

    private static int start(Proof proof, String[] args, PrintStream out) throws Exception {
        try {
            return proof.run(args);
        } catch (Arguments.WrongArguments e) {
            out.println(e.getMessage());
            out.println("usage: ./check " + proof.name() + " " + proof.usage());
            return USAGE;
        }
    }

    private static void list(List<Proof> proofs, PrintStream out) {
        out.println(proofs.isEmpty() ? "there are no proofs yet" : "proofs:");
        proofs.forEach(proof -> out.println("  " + proof.name() + " " + proof.usage()));
    }
}
