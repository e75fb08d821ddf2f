/** Owns a simulated world of devices and visitors, and writing it into a database; leaves serving to the server module. */
@NullMarked
package dev.varve.cli.demo;

import org.jspecify.annotations.NullMarked;
