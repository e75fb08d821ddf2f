package dev.varve.core.series;

import dev.varve.core.item.Item;
import dev.varve.core.key.Parts;
import dev.varve.core.table.Key;
import java.time.Instant;

/**
 * An event as its table holds it.
 *
 * @param record the attributes of the record alone
 * @param item all attributes: the record's, the keys of table and indexes, the time it expires
 * @param clock the clock it is stored with
 */
record StoredEvent(Key key, Item record, Item item, Instant clock, Parts identity) {}
