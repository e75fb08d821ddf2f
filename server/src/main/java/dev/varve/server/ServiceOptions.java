package dev.varve.server;

import dev.varve.server.channel.ChannelOptions;
import dev.varve.server.fleet.intake.Cardinality;
import dev.varve.server.http.access.Proxies;
import dev.varve.server.http.access.Tls;
import dev.varve.server.http.limit.ServerLimits;
import dev.varve.server.table.Storage;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Options of a service.
 *
 * @param port the port, or 0 for any free one
 * @param access who is authorised
 * @param tls the certificate and key, or null for HTTP without TLS
 * @param limits limits of requests and connections
 * @param cardinality limits of devices, fields and locations
 * @param storage the engine that holds the table
 * @param proxies the trusted proxies
 * @param channels how notices of alerts are sent
 * @param follow how often the readings of other servers on the same table are read from their journals; zero for never: then
 *     they are visible here when their blocks are written
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
        ChannelOptions channels,
        Duration follow) {

    /** How often the readings of other servers are read, unless the user chooses. */
    public static final Duration STANDARD_FOLLOW = Duration.ofSeconds(1);

    /**
     * Who is authorised.
     *
     * @param secret authorises everything, besides tokens
     */
    public record Access(To to, Optional<String> secret) {

        /** Which requests a server accepts. */
        public enum To {
            /** All requests from this machine. A request from a proxy is refused, because it may come from anywhere. */
            THIS_MACHINE,
            /** All requests, also through a proxy. */
            EVERYBODY,
            /** Requests with a token. */
            TOKENS
        }

        public static final Access OPEN = new Access(To.THIS_MACHINE, Optional.empty());
        public static final Access INSECURE = new Access(To.EVERYBODY, Optional.empty());
        public static final Access TOKENS = new Access(To.TOKENS, Optional.empty());

        /** Accepts requests with a token or with this secret. */
        public static Access secret(String secret) {
            return new Access(To.TOKENS, Optional.of(secret));
        }

        /** Returns whether no token is needed. */
        public boolean isOpen() {
            return to != To.TOKENS;
        }
    }

    /** Returns the options of a service that only this machine can reach, without tokens. */
    public static ServiceOptions onLoopback(int port) {
        return new ServiceOptions(
                "127.0.0.1",
                port,
                Access.OPEN,
                null,
                ServerLimits.DEFAULT,
                Cardinality.DEFAULT,
                Storage.dynamoDb(),
                Proxies.of(Proxies.LOOPBACK),
                ChannelOptions.STANDARD,
                STANDARD_FOLLOW);
    }

    public ServiceOptions withHost(String newHost) {
        return new ServiceOptions(newHost, port, access, tls, limits, cardinality, storage, proxies, channels, follow);
    }

    public ServiceOptions withAccess(Access newAccess) {
        return new ServiceOptions(host, port, newAccess, tls, limits, cardinality, storage, proxies, channels, follow);
    }

    public ServiceOptions withTls(@Nullable Tls newTls) {
        return new ServiceOptions(host, port, access, newTls, limits, cardinality, storage, proxies, channels, follow);
    }

    public ServiceOptions withLimits(ServerLimits newLimits) {
        return new ServiceOptions(host, port, access, tls, newLimits, cardinality, storage, proxies, channels, follow);
    }

    public ServiceOptions withCardinality(Cardinality newCardinality) {
        return new ServiceOptions(host, port, access, tls, limits, newCardinality, storage, proxies, channels, follow);
    }

    public ServiceOptions withStorage(Storage newStorage) {
        return new ServiceOptions(host, port, access, tls, limits, cardinality, newStorage, proxies, channels, follow);
    }

    public ServiceOptions behind(Proxies newProxies) {
        return new ServiceOptions(host, port, access, tls, limits, cardinality, storage, newProxies, channels, follow);
    }

    public ServiceOptions withChannels(ChannelOptions newChannels) {
        return new ServiceOptions(host, port, access, tls, limits, cardinality, storage, proxies, newChannels, follow);
    }

    public ServiceOptions withFollow(Duration newFollow) {
        return new ServiceOptions(host, port, access, tls, limits, cardinality, storage, proxies, channels, newFollow);
    }

    boolean isFollowing() {
        return !follow.isZero();
    }
}
