@NullMarked
package dev.varve.benchmarks.cost;

import org.jspecify.annotations.NullMarked;
