package dev.varve.proofs.fuzz;

import dev.varve.testkit.random.Draw;

/** Something that reads texts of others. */
interface FuzzTarget {

    String name();

    Trial<?> draw(Draw draw);
}
