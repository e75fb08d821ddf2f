/** Owns a made-up world of devices and visitors and its way into a database; leaves serving it to the server. */
@NullMarked
package dev.varve.cli.demo;

import org.jspecify.annotations.NullMarked;
