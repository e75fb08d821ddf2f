/**
 * Owns items, which are immutable maps of DynamoDB's ten types with exact equality and sizes, and the mapping between
 * items and Java records; leaves storage to {@code table}.
 */
@NullMarked
package dev.varve.item;

import org.jspecify.annotations.NullMarked;
