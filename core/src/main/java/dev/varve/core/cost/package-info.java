/**
 * Owns what requests cost by DynamoDB's rules, from sizes alone: for engines that are not billed, for failed conditions
 * nobody reports, and before a request is sent; leaves carrying requests out to the engines.
 */
@NullMarked
package dev.varve.core.cost;

import org.jspecify.annotations.NullMarked;
