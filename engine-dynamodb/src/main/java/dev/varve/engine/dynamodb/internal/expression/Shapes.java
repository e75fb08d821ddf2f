package dev.varve.engine.dynamodb.internal.expression;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The shapes of an engine's requests. A program sends few, over and over with other values, so texts and names are
 * rendered once for each. The names come from callers, who may have any number of them: where the bound is reached,
 * remembering starts afresh.
 */
public final class Shapes {

    /** In characters; a few megabytes. */
    private static final int BOUND = 1 << 20;

    /** What a token takes besides its characters. */
    private static final int TOKEN = 64;

    private final int bound;
    private final AtomicInteger length = new AtomicInteger();
    private volatile Shape root = Shape.root(this);

    public Shapes() {
        this(BOUND);
    }

    Shapes(int bound) {
        this.bound = bound;
    }

    /** Returns an expression without any text yet. */
    public Expression expression() {
        return new Expression(root);
    }

    /** Notes that so many characters more are remembered. */
    void grow(int characters) {
        if (length.addAndGet(TOKEN + characters) > bound) {
            length.set(0);
            root = Shape.root(this);
        }
    }
}
