package dev.varve.engine.dynamodb.internal.feed;

import java.math.BigInteger;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Shortens shard ids and sequence numbers: known formats get their numbers in base 36, any other text is kept after an
 * equals sign.
 */
final class CompactText {

    private static final int BASE = 36;
    private static final String LITERAL = "=";

    /** DynamoDB's sequence numbers have 21 to 40 digits, with leading zeros. */
    private static final int SEQUENCE_DIGITS = 21;

    private static final Pattern SEQUENCE = Pattern.compile("[0-9]{21,40}");
    private static final Pattern SHORT_SEQUENCE = Pattern.compile("[0-9a-z]{1,26}");

    private static final int SHARD_DIGITS = 20;
    private static final Pattern SHARD = Pattern.compile("shardId-([0-9]{20})-([0-9a-f]{8})");
    private static final Pattern SHORT_SHARD = Pattern.compile("([0-9a-z]{1,13})-([0-9a-f]{8})");

    private CompactText() {}

    static String ofSequence(String sequence) {
        if (SEQUENCE.matcher(sequence).matches()) {
            String number = based(sequence);
            if (digits(number, SEQUENCE_DIGITS).equals(sequence)) {
                return number;
            }
        }
        return literal(sequence);
    }

    static String sequence(String text) {
        if (text.startsWith(LITERAL)) {
            return unquoted(text);
        } else if (!SHORT_SEQUENCE.matcher(text).matches()) {
            throw new IllegalArgumentException("not a sequence number: " + text);
        }
        return digits(text, SEQUENCE_DIGITS);
    }

    static String ofShard(String id) {
        Matcher matcher = SHARD.matcher(id);
        return matcher.matches() ? based(matcher.group(1)) + "-" + matcher.group(2) : literal(id);
    }

    static String shard(String text) {
        if (text.startsWith(LITERAL)) {
            return unquoted(text);
        }
        Matcher matcher = SHORT_SHARD.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a shard id: " + text);
        }
        return "shardId-" + digits(matcher.group(1), SHARD_DIGITS) + "-" + matcher.group(2);
    }

    /** Returns a fingerprint that distinguishes names; it is not cryptographic. */
    static String fingerprint(String name) {
        CRC32 crc = new CRC32();
        crc.update(name.getBytes(StandardCharsets.UTF_8));
        return Long.toString(crc.getValue(), BASE);
    }

    static String ofNumber(long number) {
        return Long.toString(number, BASE);
    }

    static long number(String text) {
        return Long.parseLong(text, BASE);
    }

    private static String based(String digits) {
        return new BigInteger(digits).toString(BASE);
    }

    private static String digits(String number, int length) {
        String digits = new BigInteger(number, BASE).toString();
        return "0".repeat(Math.max(0, length - digits.length())) + digits;
    }

    private static String literal(String text) {
        return LITERAL + URLEncoder.encode(text, StandardCharsets.UTF_8).replace(".", "%2E");
    }

    private static String unquoted(String text) {
        return URLDecoder.decode(text.substring(LITERAL.length()), StandardCharsets.UTF_8);
    }
}
