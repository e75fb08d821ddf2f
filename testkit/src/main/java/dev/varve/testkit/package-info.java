/** Owns the contract kits and what tests share; leaves the engines under test to their modules. */
@NullMarked
package dev.varve.testkit;

import org.jspecify.annotations.NullMarked;
