package dev.varve.proofs.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;

/**
 * A request, as bytes.
 *
 * @param head up to and with the empty line
 * @param isHttp it is HTTP as it should be, so that it is to be answered, and the connection good for the next one
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
