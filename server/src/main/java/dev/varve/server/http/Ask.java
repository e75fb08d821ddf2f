package dev.varve.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.core.Rejected;
import dev.varve.core.key.TimeRange;
import dev.varve.server.ask.TimeText;
import dev.varve.server.auth.ApiToken;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** A request, its parameters taken apart and checked. */
public final class Ask {

    private final Context context;
    private final Instant now;
    private final Limits limits;
    private final @Nullable ApiToken token;

    Ask(Context context, Instant now, Limits limits, @Nullable ApiToken token) {
        this.context = context;
        this.now = now;
        this.limits = limits;
        this.token = token;
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

    public Optional<String> header(String name) {
        return Optional.ofNullable(context.header(name));
    }

    /** Returns the address the request came from; that of the client where a proxy on this machine says so. */
    public String ip() {
        boolean fromProxy = context.ip().equals("127.0.0.1")
                || context.ip().equals("[::1]")
                || context.ip().equals("0:0:0:0:0:0:0:1");
        String forwarded = context.header("X-Forwarded-For");
        return fromProxy && forwarded != null ? forwarded.split(",")[0].strip() : context.ip();
    }

    /** Returns the token the request came with; nothing where none is needed. */
    public Optional<ApiToken> token() {
        return Optional.ofNullable(token);
    }

    boolean wantsCsv() {
        return text("format", "").equals("csv")
                || context.queryParam("format") == null
                        && header("Accept").orElse("").startsWith("text/csv");
    }

    public JsonNode json() {
        return Json.object(body());
    }

    /** Returns the body, unpacked if it is packed; refuses one that is too long or no text. */
    public String body() {
        try (InputStream raw = context.bodyInputStream();
                InputStream in = isPacked() ? new GZIPInputStream(raw) : raw) {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(read(in)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Rejected("body.utf8", "the body is not UTF-8");
        } catch (IOException e) {
            throw new Rejected("body.unreadable", "the body cannot be read: " + e.getMessage());
        }
    }

    private boolean isPacked() {
        return header("Content-Encoding").orElse("").equalsIgnoreCase("gzip");
    }

    private byte[] read(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[16 * 1024];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            bytes.write(buffer, 0, read);
            if (bytes.size() > limits.body()) {
                throw new TooLarge("the body is longer than %s bytes: send it in parts".formatted(limits.body()));
            }
        }
        return bytes.toByteArray();
    }
}
