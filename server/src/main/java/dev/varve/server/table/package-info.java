/** Owns the routes that show partitions and items of tables, and what each item is; leaves writing items to core. */
@NullMarked
package dev.varve.server.table;

import org.jspecify.annotations.NullMarked;
