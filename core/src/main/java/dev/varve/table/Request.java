package dev.varve.table;

/** An immutable description of a table operation; it does nothing until it is passed to a table. */
public sealed interface Request permits Get, Write, Query, Scan, BatchGet, BatchWrite, TransactGet, TransactWrite {}
