/** What people write into addresses, as values: times, ranges, numbers. */
@NullMarked
package dev.varve.server.ask;

import org.jspecify.annotations.NullMarked;
