/**
 * Owns entities: devices, sites, accounts, records without a clock; what is declared of them, how they are created,
 * changed and deleted, and their earlier versions. Leaves keys to {@code key}, requests to {@code table}, and what tables
 * hold together to {@code schema}.
 */
@NullMarked
package dev.varve.core.entity;

import org.jspecify.annotations.NullMarked;
