package dev.varve.testkit.model;

import dev.varve.testkit.fault.LaggingIndexes;
import dev.varve.testkit.random.Draw;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How far an index may lag behind its table when it is compared. */
public final class Indexes {

    private final Consumer<Runnable> patience;
    private final @Nullable LaggingIndexes lagging;
    private @Nullable SeriesModel seen;

    private Indexes(Consumer<Runnable> patience, @Nullable LaggingIndexes lagging) {
        this.patience = patience;
        this.lagging = lagging;
    }

    /** Returns indexes that lag for a moment: {@code patience} repeats an assertion until it holds, or fails. */
    public static Indexes following(Consumer<Runnable> patience) {
        return new Indexes(patience, null);
    }

    /** Returns indexes that show exactly the state of their last catch-up. */
    public static Indexes lagging(LaggingIndexes engine) {
        return new Indexes(Runnable::run, engine);
    }

    /** Lets the indexes catch up, by chance. */
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
