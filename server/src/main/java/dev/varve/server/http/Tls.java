package dev.varve.server.http;

import java.nio.file.Path;

/**
 * Files in PEM that a server proves its name with.
 *
 * @param certificate its certificate, followed by those that vouch for it
 * @param key its private key, not encrypted
 */
public record Tls(Path certificate, Path key) {}
