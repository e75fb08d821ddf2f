package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.table.AttributePath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A node of a tree of token sequences: the tokens from the root to this node, and the tokens that have followed them so
 * far. The rendered texts depend only on the tokens, so they are cached at the node where the sequence ends.
 *
 * <p>Tokens are {@link ExpressionPart}s, {@link AttributePath}s and texts, including the aliases of values; never
 * values.
 */
final class ExpressionShape {

    private final ExpressionShapes all;
    private final @Nullable ExpressionShape before;
    private final Object token;

    /** The first successor that was seen, mostly the only one. */
    private volatile @Nullable ExpressionShape firstNext;

    private final Map<Object, ExpressionShape> others = new ConcurrentHashMap<>();
    private volatile @Nullable Rendered rendered;

    private ExpressionShape(ExpressionShapes all, @Nullable ExpressionShape before, Object token) {
        this.all = all;
        this.before = before;
        this.token = token;
    }

    static ExpressionShape root(ExpressionShapes all) {
        return new ExpressionShape(all, null, "");
    }

    /** Returns the shape that continues with this token. */
    ExpressionShape then(Object next) {
        ExpressionShape known = firstNext;
        if (known == null || !Objects.equals(known.token, next)) {
            known = others.get(next);
        }
        return known == null ? added(next) : known;
    }

    private ExpressionShape added(Object next) {
        ExpressionShape shape = new ExpressionShape(all, this, next);
        all.grow(length(next));
        if (firstNext == null) {
            // If two threads race, one shape is not cached, but still works.
            firstNext = shape;
            return shape;
        }
        ExpressionShape earlier = others.putIfAbsent(next, shape);
        return earlier == null ? shape : earlier;
    }

    private static int length(Object token) {
        if (!(token instanceof AttributePath path)) {
            return token.toString().length();
        }
        int length = path.attribute().length();
        for (AttributePath.Step step : path.inside()) {
            length +=
                    step instanceof AttributePath.Step.Name entry ? entry.name().length() : 1;
        }
        return length;
    }

    Rendered rendered() {
        Rendered known = rendered;
        if (known == null) {
            known = Rendered.of(tokens());
            all.grow(known.length());
            rendered = known;
        }
        return known;
    }

    private List<Object> tokens() {
        List<Object> tokens = new ArrayList<>();
        for (ExpressionShape shape = this; shape != null; shape = shape.before) {
            tokens.add(shape.token);
        }
        Collections.reverse(tokens);
        return tokens;
    }
}
