package dev.varve.server.http.route;

import dev.varve.server.http.answer.Quoted;

/** A body is compressed in a way that the server does not support. */
public final class UnknownEncoding extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownEncoding(String encoding) {
        super("Content-Encoding \"%s\" is not supported: send the body compressed with gzip, or uncompressed"
                .formatted(Quoted.of(encoding)));
    }
}
