/**
 * Owns items – immutable maps of DynamoDB's ten types, with exact equality and exact sizes – and the mapping between
 * items and Java records; leaves where items are kept to {@code table}.
 */
@NullMarked
package dev.varve.core.item;

import org.jspecify.annotations.NullMarked;
