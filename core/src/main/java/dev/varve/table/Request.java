package dev.varve.table;

/** Anything that can be asked of a table: an immutable description that does nothing until a table is given it. */
public sealed interface Request permits Get, Write, Query, Scan, BatchGet, BatchWrite, TransactGet, TransactWrite {}
