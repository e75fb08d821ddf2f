package dev.varve.server.http;

import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import dev.varve.server.auth.ApiToken;
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

/** A request, its parameters taken apart and checked. */
public final class ApiRequest {

    /** Some editors and languages begin texts with it. It is no part of the text. */
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final Context context;
    private final Instant now;
    private final ServerLimits limits;
    private final Proxies proxies;
    private final @Nullable ApiToken token;
    private final byte[] raw;

    /** @param raw the body as it came */
    ApiRequest(Context context, WebServer.Parts parts, @Nullable ApiToken token, byte[] raw) {
        this.context = context;
        this.now = parts.clock().instant();
        this.limits = parts.limits();
        this.proxies = parts.proxies();
        this.token = token;
        this.raw = raw;
    }

    public Instant now() {
        return now;
    }

    /** Returns the part of the path with this name. */
    public String path(String name) {
        return context.pathParam(name);
    }

    /** Returns a parameter, or nothing where it is absent or empty. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(context.queryParam(name)).filter(text -> !text.isEmpty());
    }

    public String text(String name, String otherwise) {
        return text(name).orElse(otherwise);
    }

    public String required(String name) {
        return text(name).orElseThrow(() -> new Rejected("ask.missing", "the parameter %s is missing".formatted(name)));
    }

    /** Returns a number of things to answer with. */
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
            // Said below, with what would be right.
        }
        throw new Rejected("ask.number", "%s is \"%s\"; it must be from 1 to %s".formatted(name, text.get(), most));
    }

    public Optional<Instant> time(String name) {
        return text(name).map(text -> TimeText.parse(text, now));
    }

    /** Returns the range of {@code from} and {@code to}: up to now, and so long, where they are not given. */
    public TimeRange range(Duration otherwise) {
        Instant to = time("to").orElse(now);
        Instant from = time("from").orElse(to.minus(otherwise));
        if (!from.isBefore(to)) {
            throw new Rejected("ask.range", "the range is empty: from is %s and to is %s".formatted(from, to));
        }
        return TimeRange.of(from, to);
    }

    /** Returns the range, and where in it a list goes on. */
    public TimePage rangePage(Duration otherwise) {
        Optional<String> page = text("page");
        return page.isPresent() ? TimePage.of(page.get(), now) : new TimePage(range(otherwise), null);
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(context.header(name));
    }

    /** Returns the address the request came from; that of the client where a proxy that is believed says so. */
    public String ip() {
        return proxies.client(context.ip(), Collections.list(context.req().getHeaders("X-Forwarded-For")));
    }

    /** Returns what limits count the client by: its address, or the network of an address of version 6. */
    public String network() {
        String ip = ip();
        InetAddress address = Proxies.address(ip);
        return address == null ? ErrorReplies.brief(ip) : Connections.network(address);
    }

    /** Returns the token the request came with; one that nobody knows is none where none is needed. */
    public Optional<ApiToken> token() {
        return Optional.ofNullable(token);
    }

    public boolean wantsCsv() {
        return word("format", "", List.of("json", "csv")).equals("csv")
                || context.queryParam("format") == null
                        && header("Accept").orElse("").startsWith("text/csv");
    }

    /** Returns whether only what it would cost is asked for. */
    public boolean wantsExplanation() {
        return flag("explain").orElse(false);
    }

    /** Returns whether the newest, or the greatest, comes first. */
    public boolean wantsDescending() {
        return word("order", "asc", List.of("asc", "desc")).equals("desc");
    }

    /** Returns a parameter that must be one of these words. */
    public String word(String name, String otherwise, List<String> allowed) {
        String word = text(name, otherwise);
        if (!word.equals(otherwise) && !allowed.contains(word)) {
            throw new Rejected(
                    "ask." + name,
                    "%s is \"%s\"; it must be one of %s"
                            .formatted(name, ErrorReplies.brief(word), String.join(", ", allowed)));
        }
        return word;
    }

    /** Returns a parameter that is true or false. */
    public Optional<Boolean> flag(String name) {
        String word = word(name, "", List.of("true", "false"));
        return word.isEmpty() ? Optional.empty() : Optional.of(word.equals("true"));
    }

    /** Returns where a list goes on, as an answer said. */
    public @Nullable PageToken page() {
        return text("page").map(PageToken::new).orElse(null);
    }

    /** Reads the body as a record. */
    public <T> T json(Class<T> type) {
        return Json.request(body(), type);
    }

    /** Returns the body, unpacked if it is packed; refuses one that is too long or no text. */
    public String body() {
        return body(limits.body());
    }

    /** Returns the body, unpacked if it is packed; refuses one of more bytes than this, or that is no text. */
    public String body(int most) {
        return body(most, size -> {});
    }

    /** Returns the body, as {@link #body()} does, held in memory that is taken as it comes in. */
    public String body(Admission.Hold memory) {
        return body(limits.body(), memory::grow);
    }

    private String body(int most, IntConsumer growing) {
        try (InputStream packed = new ByteArrayInputStream(raw);
                InputStream in = isPacked() ? new GZIPInputStream(packed) : packed) {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(read(in, most, growing)))
                    .toString();
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new Rejected("body.utf8", "the body is not UTF-8");
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
