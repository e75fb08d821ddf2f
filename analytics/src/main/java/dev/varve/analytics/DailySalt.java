package dev.varve.analytics;

import dev.varve.item.Bytes;

/** What makes the visitors of a day unguessable, and unlike those of another day. */
record DailySalt(String day, Bytes salt) {}
