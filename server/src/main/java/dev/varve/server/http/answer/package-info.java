/** Owns answers and their formats, JSON and CSV; leaves their content to the packages that define routes. */
@NullMarked
package dev.varve.server.http.answer;

import org.jspecify.annotations.NullMarked;
