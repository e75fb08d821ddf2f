package dev.varve.server.api.channel;

import java.util.List;

/**
 * All channels.
 *
 * @param channels The channels, by name.
 */
public record ChannelList(List<ChannelJson> channels) {

    public ChannelList {
        channels = List.copyOf(channels);
    }
}
