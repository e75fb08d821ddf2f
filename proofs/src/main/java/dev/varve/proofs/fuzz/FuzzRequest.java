package dev.varve.proofs.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;

/**
 * A raw HTTP request.
 *
 * @param head everything up to and including the empty line
 * @param isHttp whether it is valid HTTP, so that it must be answered and the connection stays usable
 */
@SuppressWarnings("ArrayRecordComponent") // Sent as they are, and never compared.
record FuzzRequest(String method, String head, byte[] body, boolean isHttp) {

    byte[] bytes() {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.getBytes(ISO_8859_1));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }
}
