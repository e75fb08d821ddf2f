/** Rollup measures that estimate within stated errors: distinct counts, quantiles, most frequent values. */
@SuppressWarnings("requires-automatic")
module dev.varve.sketches {
    requires transitive dev.varve;
    requires static org.jspecify;
    requires datasketches.java;
    requires org.apache.datasketches.memory;

    exports dev.varve.sketches;
}
