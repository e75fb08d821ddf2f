package dev.varve.series.internal;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.table.Key;
import java.time.Instant;

/**
 * An event as its table holds it.
 *
 * @param record the attributes of the record alone
 * @param item all attributes: the record's, the keys of table and indexes, the time it expires
 * @param clock the clock it is stored with
 */
public record StoredEvent(Key key, Item record, Item item, Instant clock, Parts identity) {}
