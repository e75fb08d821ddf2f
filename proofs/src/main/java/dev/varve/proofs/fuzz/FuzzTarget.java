package dev.varve.proofs.fuzz;

import dev.varve.testkit.random.Draw;

/** A parser of external input. */
interface FuzzTarget {

    String name();

    Trial<?> draw(Draw draw);
}
