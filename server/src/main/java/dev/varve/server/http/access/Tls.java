package dev.varve.server.http.access;

import java.nio.file.Path;

/**
 * The PEM files of a server with TLS.
 *
 * @param certificate the server's certificate, followed by its issuers
 * @param key the private key, not encrypted
 */
public record Tls(Path certificate, Path key) {}
