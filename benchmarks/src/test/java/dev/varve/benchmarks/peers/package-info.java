@NullMarked
package dev.varve.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
