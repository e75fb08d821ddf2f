package dev.varve.server.http;

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
final class PemKeys {

    /** What the one key in the store is called, and the password of a store that is never written. */
    static final String NAME = "server";

    private static final char[] PASSWORD = NAME.toCharArray();
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]*)PRIVATE KEY-----([^-]*)-----END \\1PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519", "Ed448");

    /** The algorithm of a PKCS#8 key that holds one of PKCS#1: rsaEncryption without parameters, behind version 0. */
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

    static KeyStore store(Tls tls) {
        Certificate[] chain = certificates(tls.certificate());
        PrivateKey key = key(tls.key());
        if (!belongTogether(key, chain[0].getPublicKey())) {
            throw new Rejected(
                    "tls.mismatch",
                    "the key in %s is not that of the first certificate in %s: put the server's own certificate first"
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
            throw new Rejected("tls.certificate", "%s is no certificate in PEM: %s".formatted(file, e.getMessage()));
        }
        throw new Rejected("tls.certificate", file + " holds no certificate: it must begin with BEGIN CERTIFICATE");
    }

    private static PrivateKey key(Path file) {
        Matcher matcher = KEY.matcher(text(file));
        if (!matcher.find()) {
            throw new Rejected("tls.key", file + " holds no private key in PEM: it must have BEGIN PRIVATE KEY");
        }
        String form = matcher.group(1).strip();
        byte[] content = decoded(file, matcher.group(2));
        return switch (form) {
            case "" -> pkcs8(file, content);
            case "RSA" -> pkcs8(file, wrapped(content));
            default ->
                throw new Rejected(
                        "tls.key-form",
                        "%s holds a key in the form %s: `openssl pkcs8 -topk8 -nocrypt -in %s` makes one that can be read"
                                .formatted(file, form, file.getFileName()));
        };
    }

    private static byte[] decoded(Path file, String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new Rejected("tls.key", file + " holds a key that is no base64");
        }
    }

    private static PrivateKey pkcs8(Path file, byte[] content) {
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(content));
            } catch (InvalidKeySpecException e) {
                // One of the next may fit.
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every Java has keys of " + algorithm, e);
            }
        }
        throw new Rejected("tls.key", "%s holds a key that is none of %s".formatted(file, ALGORITHMS));
    }

    /** Returns an RSA key of PKCS#1 as one of PKCS#8: its bytes with a header and lengths around them. */
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

    /** Returns a length as DER writes it. */
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
