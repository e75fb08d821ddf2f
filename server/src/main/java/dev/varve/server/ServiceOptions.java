package dev.varve.server;

import dev.varve.server.channel.ChannelOptions;
import dev.varve.server.fleet.Cardinality;
import dev.varve.server.http.Proxies;
import dev.varve.server.http.ServerLimits;
import dev.varve.server.http.Tls;
import dev.varve.server.table.Storage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a service is to be run.
 *
 * @param port 0 for any that is free
 * @param access who is let in
 * @param tls what it proves its name with, or null to be spoken to in the clear
 * @param limits how much it reads at a time
 * @param cardinality how many different things it takes in
 * @param storage what holds the table
 * @param proxies who is believed about the address of a client
 * @param channels how notices of alerts are sent
 */
public record ServiceOptions(
        String host,
        int port,
        Access access,
        @Nullable Tls tls,
        ServerLimits limits,
        Cardinality cardinality,
        Storage storage,
        Proxies proxies,
        ChannelOptions channels) {

    /**
     * Who is let in.
     *
     * @param secret lets in whoever knows it, beside those with tokens
     */
    public record Access(To to, Optional<String> secret) {

        /** Whom a server lets in. */
        public enum To {
            /** Everybody on this machine. A request that a proxy forwards is refused: it may come from anywhere. */
            THIS_MACHINE,
            /** Everybody who can reach the address, also through a proxy. */
            EVERYBODY,
            /** Those with a token. */
            TOKENS
        }

        public static final Access OPEN = new Access(To.THIS_MACHINE, Optional.empty());
        public static final Access INSECURE = new Access(To.EVERYBODY, Optional.empty());
        public static final Access TOKENS = new Access(To.TOKENS, Optional.empty());

        /** Lets in those with a token, and whoever knows this. */
        public static Access secret(String secret) {
            return new Access(To.TOKENS, Optional.of(secret));
        }

        /** Returns whether no token is asked for. */
        public boolean isOpen() {
            return to != To.TOKENS;
        }
    }

    /** Returns a service for this machine only, open to all on it. */
    public static ServiceOptions onLoopback(int port) {
        return new ServiceOptions(
                "127.0.0.1",
                port,
                Access.OPEN,
                null,
                ServerLimits.USUAL,
                Cardinality.USUAL,
                Storage.dynamoDb(),
                Proxies.of(Proxies.LOOPBACK),
                ChannelOptions.STANDARD);
    }

    public ServiceOptions withHost(String newHost) {
        return new ServiceOptions(newHost, port, access, tls, limits, cardinality, storage, proxies, channels);
    }

    public ServiceOptions withAccess(Access newAccess) {
        return new ServiceOptions(host, port, newAccess, tls, limits, cardinality, storage, proxies, channels);
    }

    public ServiceOptions withTls(@Nullable Tls newTls) {
        return new ServiceOptions(host, port, access, newTls, limits, cardinality, storage, proxies, channels);
    }

    public ServiceOptions withLimits(ServerLimits newLimits) {
        return new ServiceOptions(host, port, access, tls, newLimits, cardinality, storage, proxies, channels);
    }

    public ServiceOptions withCardinality(Cardinality newCardinality) {
        return new ServiceOptions(host, port, access, tls, limits, newCardinality, storage, proxies, channels);
    }

    public ServiceOptions withStorage(Storage newStorage) {
        return new ServiceOptions(host, port, access, tls, limits, cardinality, newStorage, proxies, channels);
    }

    public ServiceOptions behind(Proxies newProxies) {
        return new ServiceOptions(host, port, access, tls, limits, cardinality, storage, newProxies, channels);
    }

    public ServiceOptions withChannels(ChannelOptions newChannels) {
        return new ServiceOptions(host, port, access, tls, limits, cardinality, storage, proxies, newChannels);
    }
}
