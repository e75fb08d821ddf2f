/** Requests and answers: access, limits, errors and forms that all addresses have in common; what they mean is left to others. */
@NullMarked
package dev.varve.server.http;

import org.jspecify.annotations.NullMarked;
