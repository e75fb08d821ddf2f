package dev.varve.rollup;

import dev.varve.key.Parts;
import dev.varve.rollup.internal.RollupAccess;
import dev.varve.rollup.internal.RollupRuntime;
import dev.varve.rollup.internal.RowReader;

/** Gives the rest of Varve what applications do not see of open rollups. */
final class OpenRollupAccess extends RollupAccess {

    @Override
    public OpenRollup open(RollupRuntime runtime) {
        return new OpenRollup(runtime);
    }

    @Override
    public RollupRuntime runtime(OpenRollup rollup) {
        return rollup.runtime();
    }

    @Override
    public RollupQuery query(RollupRuntime rollup, RowReader reader, Parts identity) {
        return new RollupQuery(rollup, reader, identity);
    }
}
