/** The tables as they are: partitions, items and what each of them is; how items are written is left to core. */
@NullMarked
package dev.varve.server.table;

import org.jspecify.annotations.NullMarked;
