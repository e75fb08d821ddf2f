package dev.varve.server.channel;

import dev.varve.entity.Entity;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.OpenEntities;
import dev.varve.error.Rejected;
import dev.varve.item.RecordOptions;
import java.util.List;
import java.util.Optional;

/** The channels of one database. The list in memory follows changes by other servers within one refresh. */
public final class ChannelStore {

    /** The place of channels in the table. Its partition is known to the table browser, which hides what it holds. */
    public static final Entity<Channel> CHANNELS = Entity.of(Channel.class)
            .named("channels")
            .partition("CHANNELS")
            .sort("CHANNEL#{name}")
            .options(RecordOptions.defaults().lowerCaseEnums().leaveOutEmpty())
            .createdAt("createdAt")
            .updatedAt("updatedAt")
            .build();

    private final OpenEntities<Channel> stored;
    private volatile List<Channel> known = List.of();

    public ChannelStore(OpenEntities<Channel> stored) {
        this.stored = stored;
    }

    /** Returns the channels as of the last refresh; does not block. */
    public List<Channel> known() {
        return known;
    }

    /** Reads the channels again. */
    public List<Channel> refresh() {
        List<Channel> all = stored.in().consistent().list();
        known = all;
        return all;
    }

    /** Returns the channel with this name as the newest write left it. */
    public Optional<Channel> find(String name) {
        return stored.findConsistent(name);
    }

    /** Creates or replaces a channel; refuses one more than the limit. */
    public synchronized Channel put(Channel channel) {
        List<Channel> others = refresh().stream()
                .filter(other -> !other.name().equals(channel.name()))
                .toList();
        if (others.size() >= Bounds.MAX_CHANNELS) {
            throw new Rejected(
                    "channel.too-many",
                    "there are %s channels, and this is the limit: delete one first".formatted(others.size()));
        }
        Channel written = stored.put(channel) instanceof EntityOutcome.Written<Channel> done ? done.record() : channel;
        refresh();
        return written;
    }

    /** Deletes a channel; returns whether there was one. */
    public synchronized boolean delete(String name) {
        boolean isDeleted = stored.delete(name) instanceof EntityOutcome.Deleted;
        refresh();
        return isDeleted;
    }
}
