package dev.varve.engine.dynamodb.internal.expression;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The shapes of an engine's requests. A program sends few, over and over with other values, so texts and names are
 * rendered once for each. The names come from callers, who may have any number of them: where the bound is reached,
 * remembering starts afresh.
 */
public final class ExpressionShapes {

    /** In characters; a few megabytes. */
    private static final int BOUND = 1 << 20;

    /** What a token takes besides its characters. */
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

    /** Returns an expression without any text yet, for a request that does not depend on the time. */
    public Expression expression() {
        return new Expression(root, latest);
    }

    /** Returns an expression without any text yet, for a request at this time. */
    public Expression expression(Instant now) {
        RequestTime moment = latest;
        if (moment.epochSecond() != now.getEpochSecond()) {
            moment = RequestTime.of(now.getEpochSecond());
            latest = moment;
        }
        return new Expression(root, moment);
    }

    /** Notes that so many characters more are remembered. */
    void grow(int characters) {
        if (length.addAndGet(TOKEN + characters) > bound) {
            length.set(0);
            root = ExpressionShape.root(this);
        }
    }
}
