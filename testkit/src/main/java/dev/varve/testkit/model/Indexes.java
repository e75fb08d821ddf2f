package dev.varve.testkit.model;

import dev.varve.testkit.fault.LaggingIndexes;
import dev.varve.testkit.random.Draw;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How far behind its table an index may be when it is compared. */
public final class Indexes {

    private final Consumer<Runnable> patience;
    private final @Nullable LaggingIndexes lagging;
    private @Nullable SeriesModel seen;

    private Indexes(Consumer<Runnable> patience, @Nullable LaggingIndexes lagging) {
        this.patience = patience;
        this.lagging = lagging;
    }

    /** An index that follows after a moment: {@code patience} tries an assertion until it holds, or fails. */
    public static Indexes following(Consumer<Runnable> patience) {
        return new Indexes(patience, null);
    }

    /** An index that shows exactly what was there when it was last let to catch up. */
    public static Indexes lagging(LaggingIndexes engine) {
        return new Indexes(Runnable::run, engine);
    }

    /** Lets the index catch up, now and then. */
    void maybeCatchUp(SeriesModel model, Draw draw) {
        if (lagging != null && (seen == null || draw.chance(30))) {
            lagging.catchUp();
            seen = model.copy();
        }
    }

    void compare(SeriesModel model, Consumer<SeriesModel> assertion) {
        SeriesModel shown = seen == null ? model : seen;
        patience.accept(() -> assertion.accept(shown));
    }
}
