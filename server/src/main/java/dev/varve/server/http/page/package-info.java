/** Owns the files of the dashboard; leaves their content to the dashboard module. */
@NullMarked
package dev.varve.server.http.page;

import org.jspecify.annotations.NullMarked;
