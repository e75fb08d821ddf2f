package dev.varve.analytics.internal;

import dev.varve.item.Bytes;

/** The secret from which the visitor ids of one day are derived. */
record DailySalt(String day, Bytes salt) {}
