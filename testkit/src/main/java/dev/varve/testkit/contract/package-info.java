/**
 * Owns what every engine, and every decorator of one, must do, theme by theme, in terms of the ports alone; leaves how
 * an engine is made to the subclass.
 */
@NullMarked
package dev.varve.testkit.contract;

import org.jspecify.annotations.NullMarked;
