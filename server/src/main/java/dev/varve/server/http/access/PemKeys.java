package dev.varve.server.http.access;

import dev.varve.error.Rejected;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads certificates and keys from PEM files. */
public final class PemKeys {

    /** The alias of the only key in the store, and the password of the store, which is never written. */
    public static final String NAME = "server";

    private static final char[] PASSWORD = NAME.toCharArray();
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]*)PRIVATE KEY-----([^-]*)-----END \\1PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519", "Ed448");

    /** The beginning of a PKCS#8 key that wraps a PKCS#1 key: version 0, then rsaEncryption without parameters. */
    private static final byte[] RSA_HEADER = {
        0x02,
        0x01,
        0x00,
        0x30,
        0x0D,
        0x06,
        0x09,
        0x2A,
        (byte) 0x86,
        0x48,
        (byte) 0x86,
        (byte) 0xF7,
        0x0D,
        0x01,
        0x01,
        0x01,
        0x05,
        0x00
    };

    private PemKeys() {}

    public static KeyStore store(Tls tls) {
        Certificate[] chain = certificates(tls.certificate());
        PrivateKey key = key(tls.key());
        if (!belongTogether(key, chain[0].getPublicKey())) {
            throw new Rejected(
                    "tls.mismatch",
                    "the key in %s does not belong to the first certificate in %s: put the server's own certificate first"
                            .formatted(tls.key(), tls.certificate()));
        }
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(NAME, key, PASSWORD, chain);
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new Rejected("tls.unusable", "certificate and key cannot be used: " + e.getMessage());
        }
    }

    private static Certificate[] certificates(Path file) {
        byte[] text = text(file).getBytes(StandardCharsets.UTF_8);
        try {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(text))
                    .toArray(Certificate[]::new);
            if (chain.length > 0) {
                return chain;
            }
        } catch (GeneralSecurityException e) {
            throw new Rejected("tls.certificate", "%s is not a certificate in PEM: %s".formatted(file, e.getMessage()));
        }
        throw new Rejected("tls.certificate", file + " contains no certificate: it must begin with BEGIN CERTIFICATE");
    }

    private static PrivateKey key(Path file) {
        Matcher matcher = KEY.matcher(text(file));
        if (!matcher.find()) {
            throw new Rejected("tls.key", file + " contains no private key in PEM: it must have BEGIN PRIVATE KEY");
        }
        String format = matcher.group(1).strip();
        byte[] content = decoded(file, matcher.group(2));
        return switch (format) {
            case "" -> pkcs8(file, content);
            case "RSA" -> pkcs8(file, wrapped(content));
            default ->
                throw new Rejected(
                        "tls.key-form",
                        "%s contains a key in the format %s; convert it with `openssl pkcs8 -topk8 -nocrypt -in %s`"
                                .formatted(file, format, file.getFileName()));
        };
    }

    private static byte[] decoded(Path file, String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new Rejected("tls.key", file + " contains a key that is not base64");
        }
    }

    private static PrivateKey pkcs8(Path file, byte[] content) {
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(content));
            } catch (InvalidKeySpecException e) {
                // Try the next algorithm.
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("this Java lacks keys of " + algorithm, e);
            }
        }
        throw new Rejected(
                "tls.key", "%s contains a key of an unknown algorithm; supported are %s".formatted(file, ALGORITHMS));
    }

    /** Returns a PKCS#1 RSA key as PKCS#8: its bytes behind a header with lengths. */
    private static byte[] wrapped(byte[] pkcs1) {
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        inner.writeBytes(RSA_HEADER);
        inner.write(0x04);
        inner.writeBytes(length(pkcs1.length));
        inner.writeBytes(pkcs1);
        ByteArrayOutputStream outer = new ByteArrayOutputStream();
        outer.write(0x30);
        outer.writeBytes(length(inner.size()));
        outer.writeBytes(inner.toByteArray());
        return outer.toByteArray();
    }

    /** Returns a length in DER. */
    private static byte[] length(int length) {
        if (length < 0x80) {
            return new byte[] {(byte) length};
        }
        return length < 0x100
                ? new byte[] {(byte) 0x81, (byte) length}
                : new byte[] {(byte) 0x82, (byte) (length >> 8), (byte) length};
    }

    private static boolean belongTogether(PrivateKey key, PublicKey certified) {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "EdDSA";
        };
        try {
            byte[] text = NAME.getBytes(StandardCharsets.UTF_8);
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update(text);
            Signature verifying = Signature.getInstance(algorithm);
            verifying.initVerify(certified);
            verifying.update(text);
            return verifying.verify(signing.sign());
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new Rejected(
                    "tls.file",
                    "%s cannot be read: %s".formatted(file, e.getClass().getSimpleName()));
        }
    }
}
