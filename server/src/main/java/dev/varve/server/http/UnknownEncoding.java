package dev.varve.server.http;

/** A body is compressed in a way that the server does not support. */
final class UnknownEncoding extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownEncoding(String encoding) {
        super("Content-Encoding \"%s\" is not supported: send the body compressed with gzip, or uncompressed"
                .formatted(ErrorReplies.brief(encoding)));
    }
}
