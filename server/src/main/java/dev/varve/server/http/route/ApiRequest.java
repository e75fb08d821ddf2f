package dev.varve.server.http.route;

import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import dev.varve.server.auth.ApiToken;
import dev.varve.server.http.access.Proxies;
import dev.varve.server.http.answer.Json;
import dev.varve.server.http.answer.Quoted;
import dev.varve.server.http.limit.Admission;
import dev.varve.server.http.limit.BodyReader;
import dev.varve.table.PageToken;
import io.javalin.http.Context;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** A request with parsed and checked parameters. */
public final class ApiRequest {

    /** The byte order mark that some programs write before a text. It is not part of the text. */
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final Context context;
    private final Instant now;
    private final int maxBody;
    private final Proxies proxies;
    private final @Nullable ApiToken token;
    private final byte[] raw;

    /**
     * What a request needs of its server.
     *
     * @param now when the request arrived
     * @param maxBody the largest number of bytes in a body, also after it is decompressed
     */
    public record Surroundings(Instant now, int maxBody, Proxies proxies) {}

    /** @param raw the body as it was received */
    public ApiRequest(Context context, Surroundings server, @Nullable ApiToken token, byte[] raw) {
        this.context = context;
        this.now = server.now();
        this.maxBody = server.maxBody();
        this.proxies = server.proxies();
        this.token = token;
        this.raw = raw;
    }

    public Instant now() {
        return now;
    }

    /** Returns the path part with this name. */
    public String path(String name) {
        return context.pathParam(name);
    }

    /** Returns a parameter, or empty if it is absent or empty. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(context.queryParam(name)).filter(text -> !text.isEmpty());
    }

    public String text(String name, String otherwise) {
        return text(name).orElse(otherwise);
    }

    public String required(String name) {
        return text(name).orElseThrow(() -> new Rejected("ask.missing", "the parameter %s is missing".formatted(name)));
    }

    /** Returns a parameter that limits the number of results. */
    public int count(String name, int otherwise, int most) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(text.get());
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below, with the allowed values.
        }
        throw new Rejected("ask.number", "%s is \"%s\"; it must be from 1 to %s".formatted(name, text.get(), most));
    }

    public Optional<Instant> time(String name) {
        return text(name).map(text -> TimeText.parse(text, now));
    }

    /** Returns the range of {@code from} and {@code to}. By default it ends now and has the given length. */
    public TimeRange range(Duration otherwise) {
        Instant to = time("to").orElse(now);
        Instant from = time("from").orElse(to.minus(otherwise));
        if (!from.isBefore(to)) {
            throw new Rejected("ask.range", "the range is empty: from is %s and to is %s".formatted(from, to));
        }
        return TimeRange.of(from, to);
    }

    /** Returns the range and the page token of a list. */
    public TimePage rangePage(Duration otherwise) {
        Optional<String> page = text("page");
        return page.isPresent() ? TimePage.of(page.get(), now) : new TimePage(range(otherwise), null);
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(context.header(name));
    }

    /** Returns the address of the client. A trusted proxy can forward it. */
    public String ip() {
        return proxies.client(context.ip(), Collections.list(context.req().getHeaders("X-Forwarded-For")));
    }

    /** Returns the key that limits count the client by: its IPv4 address, or the network of its IPv6 address. */
    public String network() {
        String ip = ip();
        InetAddress address = Proxies.address(ip);
        return address == null ? Quoted.of(ip) : Proxies.network(address);
    }

    /** Returns the token of the request; an unknown token counts as none if the request needs none. */
    public Optional<ApiToken> token() {
        return Optional.ofNullable(token);
    }

    /** Returns what the token is limited to, such as {@code site:blog}; empty if it is not limited. */
    public Optional<String> only() {
        return token().flatMap(ApiToken::only);
    }

    public boolean wantsCsv() {
        return word("format", "", List.of("json", "csv")).equals("csv")
                || context.queryParam("format") == null
                        && header("Accept").orElse("").startsWith("text/csv");
    }

    /** Returns whether the request wants the cost instead of the result. */
    public boolean wantsExplanation() {
        return flag("explain").orElse(false);
    }

    /** Returns whether the newest or largest comes first. */
    public boolean wantsDescending() {
        return word("order", "asc", List.of("asc", "desc")).equals("desc");
    }

    /** Returns a parameter that must be one of the allowed words. */
    public String word(String name, String otherwise, List<String> allowed) {
        String word = text(name, otherwise);
        if (!word.equals(otherwise) && !allowed.contains(word)) {
            throw new Rejected(
                    "ask." + name,
                    "%s is \"%s\"; it must be one of %s".formatted(name, Quoted.of(word), String.join(", ", allowed)));
        }
        return word;
    }

    /** Returns a parameter that is true or false. */
    public Optional<Boolean> flag(String name) {
        String word = word(name, "", List.of("true", "false"));
        return word.isEmpty() ? Optional.empty() : Optional.of(word.equals("true"));
    }

    /** Returns the page token. */
    public @Nullable PageToken page() {
        return text("page").map(PageToken::new).orElse(null);
    }

    /** Reads the body into a record. */
    public <T> T json(Class<T> type) {
        return Json.request(body(), type);
    }

    /** Returns the decompressed body. Refuses one that is too long or not UTF-8. */
    public String body() {
        return body(maxBody);
    }

    /** Returns the decompressed body. Refuses one that has more bytes than this or is not UTF-8. */
    public String body(int most) {
        return body(Math.min(most, maxBody), size -> {});
    }

    /** Returns the body as {@link #body()} does, and counts its bytes against the memory for bodies. */
    public String body(Admission.Hold memory) {
        return body(maxBody, memory::grow);
    }

    /** Returns the bytes of the decompressed body, and counts them against the memory for bodies. */
    public byte[] bytes(Admission.Hold memory) {
        return bytes(maxBody, memory::grow);
    }

    private String body(int most, IntConsumer growing) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes(most, growing)))
                    .toString();
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw notUtf8();
        }
    }

    /** Returns the error for a body with bytes that are not UTF-8. */
    public static Rejected notUtf8() {
        return new Rejected("body.utf8", "the body is not UTF-8");
    }

    private byte[] bytes(int most, IntConsumer growing) {
        if (!isPacked() && raw.length <= most) {
            growing.accept(raw.length);
            return raw;
        }
        try (InputStream packed = new ByteArrayInputStream(raw);
                InputStream in = isPacked() ? new GZIPInputStream(packed) : packed) {
            return read(in, most, growing);
        } catch (IOException e) {
            throw new Rejected("body.unreadable", "the body cannot be read: " + e.getMessage());
        }
    }

    private boolean isPacked() {
        String encoding = header("Content-Encoding").orElse("").strip().toLowerCase(Locale.ROOT);
        return switch (encoding) {
            case "", "identity" -> false;
            case "gzip", "x-gzip" -> true;
            default -> throw new UnknownEncoding(encoding);
        };
    }

    private static byte[] read(InputStream in, int most, IntConsumer growing) throws IOException {
        var bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[16 * 1024];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            growing.accept(read);
            bytes.write(buffer, 0, read);
            if (bytes.size() > most) {
                throw BodyReader.tooLarge(most);
            }
        }
        return bytes.toByteArray();
    }
}
