package dev.varve.rollup.internal;

import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.key.Parts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How backfilled events of a series are stored until their rows are settled; pure. */
public interface StagedForm {

    /** Returns a value that holds these events, which are in the order of their clocks. */
    Value encode(List<Item> events);

    /** Returns the events that a value holds, in the order of their clocks. */
    List<Item> decode(Parts identity, Value stored);

    /** Returns about how many bytes the event takes. */
    int weight(Item event);

    /**
     * Returns the event that is stored after a second one with the same key: the stored one itself if the second one changes
     * nothing; null if it is a conflict.
     */
    @Nullable
    Item merged(Item stored, Item given);
}
