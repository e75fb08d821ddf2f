package dev.varve.engine.dynamodb.internal.expression;

/** The expressions that one request can have, by the names of their fields. */
public enum ExpressionPart {
    KEY_CONDITION,
    FILTER,
    PROJECTION,
    CONDITION,
    UPDATE
}
