/**
 * Owns the contracts that every engine and every decorator must pass, by topic; leaves creating the engine to the
 * subclass.
 */
@NullMarked
package dev.varve.testkit.contract;

import org.jspecify.annotations.NullMarked;
