package dev.varve.engine.dynamodb.internal.expression;

/** The expressions of one request, named after the fields of the SDK's requests. */
public enum ExpressionPart {
    KEY_CONDITION,
    FILTER,
    PROJECTION,
    CONDITION,
    UPDATE
}
