package dev.varve.engine.dynamodb.internal.expression;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A cache of the shapes of an engine's requests. A program sends few shapes, again and again with different values, so
 * texts and names are rendered once per shape. Callers may use any number of names: at the bound, the cache is cleared.
 */
public final class ExpressionShapes {

    /** The bound of the cache in characters; a few megabytes. */
    private static final int BOUND = 1 << 20;

    /** The overhead of a token besides its characters. */
    private static final int TOKEN = 64;

    private final int bound;
    private final AtomicInteger length = new AtomicInteger();
    private volatile ExpressionShape root = ExpressionShape.root(this);
    private volatile RequestTime latest = RequestTime.of(0);

    public ExpressionShapes() {
        this(BOUND);
    }

    ExpressionShapes(int bound) {
        this.bound = bound;
    }

    /** Returns an empty expression for a request that does not depend on the time. */
    public Expression expression() {
        return new Expression(root, latest);
    }

    /** Returns an empty expression for a request at this time. */
    public Expression expression(Instant now) {
        RequestTime moment = latest;
        if (moment.epochSecond() != now.getEpochSecond()) {
            moment = RequestTime.of(now.getEpochSecond());
            latest = moment;
        }
        return new Expression(root, moment);
    }

    /** Records that the cache grew by this many characters. */
    void grow(int characters) {
        if (length.addAndGet(TOKEN + characters) > bound) {
            length.set(0);
            root = ExpressionShape.root(this);
        }
    }
}
