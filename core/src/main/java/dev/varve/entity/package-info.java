/**
 * Owns entities: records without a clock such as devices and sites, their declaration, writes, queries and versions;
 * leaves keys to {@code key} and requests to {@code table}.
 */
@NullMarked
package dev.varve.entity;

import org.jspecify.annotations.NullMarked;
