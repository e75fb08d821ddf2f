package dev.varve.server.channel;

/**
 * How a server treats channels.
 *
 * @param targets the addresses that channels may connect to
 * @param delivery whether this server sends notices
 */
public record ChannelOptions(Targets targets, Delivery delivery) {

    /** The addresses that channels may connect to. */
    public enum Targets {
        /** Addresses of the public internet only. */
        PUBLIC,
        /** All addresses, also on the loopback and in private networks. */
        ANY
    }

    /** Whether a server sends notices. */
    public enum Delivery {
        ON,
        /** It stores notices and leaves the sending to other servers on the same table. */
        OFF
    }

    public static final ChannelOptions STANDARD = new ChannelOptions(Targets.PUBLIC, Delivery.ON);

    public ChannelOptions withTargets(Targets newTargets) {
        return new ChannelOptions(newTargets, delivery);
    }

    public ChannelOptions withDelivery(Delivery newDelivery) {
        return new ChannelOptions(targets, newDelivery);
    }
}
