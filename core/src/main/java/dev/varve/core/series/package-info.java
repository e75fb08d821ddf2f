/**
 * Owns series: what is declared of one, what becomes of an event that is appended, the current record, and reading
 * ranges of time. Leaves keys to {@code key}, requests to {@code table}, and what tables hold together to {@code schema}.
 */
@NullMarked
package dev.varve.core.series;

import org.jspecify.annotations.NullMarked;
