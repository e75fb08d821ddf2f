/**
 * Owns what engines share: request checks, write and transaction decisions, pages, and cost by DynamoDB's rules; leaves
 * storage, locks and network calls to the engines.
 */
@NullMarked
package dev.varve.engine.support;

import org.jspecify.annotations.NullMarked;
