package dev.varve.server.http;

/** A body is packed in a way the server cannot unpack. */
final class UnknownEncoding extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownEncoding(String encoding) {
        super("Content-Encoding \"%s\" is not supported: send the body packed with gzip, or not packed"
                .formatted(ErrorReplies.brief(encoding)));
    }
}
