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
 * The tokens of expressions up to some point, and what has followed them so far: a node of a tree whose root is the
 * empty beginning. What is rendered depends on the tokens alone, so it is remembered where they end.
 *
 * <p>Tokens are {@link ExpressionPart}s, {@link AttributePath}s and texts, the aliases of values among these; never values.
 */
final class ExpressionShape {

    private final ExpressionShapes all;
    private final @Nullable ExpressionShape before;
    private final Object token;

    /** The first continuation that was seen, mostly the only one. */
    private volatile @Nullable ExpressionShape usual;

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

    /** Returns the shape that goes on with this token. */
    ExpressionShape then(Object next) {
        ExpressionShape known = usual;
        if (known == null || !Objects.equals(known.token, next)) {
            known = others.get(next);
        }
        return known == null ? added(next) : known;
    }

    private ExpressionShape added(Object next) {
        ExpressionShape shape = new ExpressionShape(all, this, next);
        all.grow(length(next));
        if (usual == null) {
            // Of two at once one is lost to the tree, and works all the same.
            usual = shape;
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
