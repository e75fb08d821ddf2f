package dev.varve.series.internal.read;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.table.Key;
import java.time.Instant;

/**
 * An event as it is stored in its table.
 *
 * @param record the attributes of the record alone
 * @param item all attributes: those of the record, the keys of table and indexes, and the expiry
 * @param clock the clock that it is stored with
 */
public record StoredEvent(Key key, Item record, Item item, Instant clock, Parts identity) {}
