package dev.varve.server.channel.send;

import java.io.IOException;

/** A channel would have connected to an address that is not allowed. */
final class BlockedAddress extends IOException {
    private static final long serialVersionUID = 1;

    BlockedAddress(String host) {
        super(text(host));
    }

    static String text(String host) {
        return "%s is on the loopback or in a private network, and channels may not connect there: start the server with"
                        .formatted(host)
                + " --allow-private-channels to allow it";
    }
}
