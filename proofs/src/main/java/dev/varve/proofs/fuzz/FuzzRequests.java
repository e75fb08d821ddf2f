package dev.varve.proofs.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.testkit.random.Draw;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** Draws requests to existing and missing addresses, with valid, unusual and damaged parameters and bodies. */
final class FuzzRequests {

    private static final List<FuzzTarget> BODIES = List.of(
            new LineTarget(),
            new CsvTarget(),
            new JsonTarget(JsonTarget.Format.JSON),
            new JsonTarget(JsonTarget.Format.NDJSON),
            new EventTarget());

    private static final List<String> TYPES = List.of(
            "text/plain",
            "text/csv",
            "application/json",
            "application/x-ndjson",
            "text/plain",
            "multipart/form-data; boundary=x",
            "application/x-www-form-urlencoded");

    private static final List<String> FORMS = List.of(
            "{\"name\":\"Dock\",\"type\":\"gateway\",\"status\":\"maintenance\",\"location\":\"hall-b\",\"labels\":{\"a\":\"b\"}}",
            "{\"kind\":\"above\",\"field\":\"temperature\",\"limit\":30,\"for\":\"PT2M\",\"severity\":\"critical\"}",
            "{\"kind\":\"outside\",\"field\":\"humidity\",\"low\":30,\"high\":50,\"clearAt\":40,\"severity\":\"low\"}",
            "{\"kind\":\"changing\",\"field\":\"temperature\",\"limit\":3,\"per\":\"PT1H\"}",
            "{\"kind\":\"silent\",\"for\":\"PT1H\",\"severity\":\"high\"}",
            "{\"rule\":{\"kind\":\"below\",\"field\":\"temperature\",\"limit\":21},\"device\":\"sensor_01\",\"from\":\"-6h\"}",
            "{\"name\":\"Blog\",\"domains\":[\"blog.example\"],\"timezone\":\"Europe/Berlin\"}",
            "{\"name\":\"Buy\",\"kind\":\"page\",\"match\":\"prefix\",\"pattern\":\"/buy\"}",
            "{\"name\":\"Read\",\"kind\":\"duration\",\"seconds\":60}",
            "{\"by\":\"ada\"}",
            "{\"from\":\"-2d\",\"to\":\"now\"}",
            "{}");

    private static final List<String> IDS = List.of(
            "sensor_01", "sensor_02", "blog", "buy", "hot", "nobody", "", "..", "a/b", "#", "\0", "é\uD83D\uDE00", "%");

    private static final Map<String, List<String>> PARAMETERS = Map.ofEntries(
            Map.entry("from", List.of("-6h", "-30d", "2060-04-01", "0001-01-01T00:00:00Z", "0")),
            Map.entry("to", List.of("now", "-1h", "2060-04-21T00:00:00Z", "9999-12-31T23:59:59.999Z")),
            Map.entry("page", List.of("10", "x", "2147483647")),
            Map.entry("limit", List.of("1", "3", "1000", "0")),
            Map.entry("order", List.of("asc", "desc")),
            Map.entry("sort", List.of("deviceId", "name", "lastSeenAt", "alerts", "temperature", "status", "location")),
            Map.entry("location", List.of("hall-a", "nowhere")),
            Map.entry("online", List.of("true", "false")),
            Map.entry("q", List.of("sensor", "É")),
            Map.entry("fields", List.of("temperature,humidity", ",")),
            Map.entry("field", List.of("temperature", "none")),
            Map.entry("points", List.of("10", "600", "5000")),
            Map.entry("device", List.of("sensor_01", "nobody")),
            Map.entry("fleet", List.of("true")),
            Map.entry("tier", List.of("hour", "day", "month")),
            Map.entry("fill", List.of("none", "zero", "previous", "linear")),
            Map.entry("severity", List.of("critical", "low")),
            Map.entry("status", List.of("active", "inactive", "open", "acknowledged", "resolved", "unresolved")),
            Map.entry("explain", List.of("true")),
            Map.entry("format", List.of("csv", "json")),
            Map.entry("precision", List.of("ns", "us", "ms", "s")),
            Map.entry("period", List.of("today", "yesterday", "7d", "30d", "month", "12mo", "custom", "9999mo")),
            Map.entry("compare", List.of("previous", "year", "none")),
            Map.entry("metric", List.of("visitors", "sessions", "pageViews", "bounceRate", "sessionDuration")),
            Map.entry("interval", List.of("minute", "hour", "day", "month")),
            Map.entry("by", List.of("page", "source", "country", "event", "goal", "entryPage", "props.plan")),
            Map.entry("steps", List.of("buy", "buy,buy", ",")),
            Map.entry(
                    "filters",
                    List.of(
                            "page:is:/pricing;source:is:Google|Bing",
                            "goal:is:buy",
                            "page:contains:%25;country:is_not:DE",
                            "event:prefix:a%7C")),
            Map.entry("partition", List.of("DEVICE#sensor_01", "SITE#blog")),
            Map.entry("prefix", List.of("DEVICE#", "")),
            Map.entry("topics", List.of("fleet", "device:sensor_01,site:blog")),
            Map.entry("visitor", List.of("1")));

    /** Some of these lengths exceed the largest head that a server accepts. */
    private static final int MOST_OF_A_VALUE = 10_000;

    private final Draw draw;
    private final List<String> addresses;
    private final List<String> tokens;

    /**
     * @param addresses the existing addresses, such as {@code GET /api/v1/devices/{id}}
     * @param tokens page tokens of earlier responses
     */
    FuzzRequests(Draw draw, List<String> addresses, List<String> tokens) {
        this.draw = draw;
        this.addresses = addresses;
        this.tokens = tokens;
    }

    FuzzRequest next() {
        String[] address = draw.oneOf(addresses).split(" ");
        String method = draw.chance(92)
                ? address[0]
                : draw.oneOf("GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO");
        boolean hasBody = method.equals("POST") || method.equals("PUT") || draw.chance(3);
        byte[] body = hasBody ? body() : new byte[0];
        boolean isPacked = hasBody && draw.chance(10);
        byte[] sent = isPacked && draw.chance(80) ? packed(body) : body;
        List<String> lines = new ArrayList<>();
        lines.add(method + " " + path(address[1]) + query() + " HTTP/1.1");
        lines.add("Host: localhost");
        lines.add("Content-Length: " + sent.length);
        if (hasBody) {
            lines.add("Content-Type: " + draw.oneOf(TYPES));
        }
        if (isPacked) {
            lines.add("Content-Encoding: gzip");
        }
        for (int more = draw.chance(70) ? 0 : draw.between(1, 3); more > 0; more--) {
            lines.add(header());
        }
        String head = String.join("\r\n", lines) + "\r\n\r\n";
        return draw.chance(90)
                ? new FuzzRequest(method, head, sent, true)
                : new FuzzRequest(method, spoiled(head), draw.chance(50) ? sent : draw.bytes(draw.below(100)), false);
    }

    private String path(String template) {
        if (draw.chance(3)) {
            return "/" + encoded(new FuzzWords(draw).text());
        }
        var path = new StringBuilder();
        for (String part : template.substring(1).split("/")) {
            path.append('/').append(part.startsWith("{") ? encoded(id()) : part);
        }
        return path.toString();
    }

    private String id() {
        return draw.chance(85)
                ? draw.oneOf(IDS.subList(0, 6))
                : draw.chance(50) ? draw.oneOf(IDS) : new FuzzWords(draw).text();
    }

    private String query() {
        List<String> names = PARAMETERS.keySet().stream().sorted().toList();
        List<String> pairs = new ArrayList<>();
        for (int more = draw.below(6); more > 0; more--) {
            String name = draw.oneOf(names);
            List<String> known = PARAMETERS.getOrDefault(name, List.of(""));
            String value = name.equals("page") && !tokens.isEmpty() ? draw.oneOf(tokens) : draw.oneOf(known);
            pairs.add(name + "="
                    + encoded(draw.chance(75) ? value : brief(new Spoil(draw).of(value, draw.oneOf(known)))));
        }
        return pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
    }

    private static String brief(String text) {
        return text.substring(0, Math.min(text.length(), MOST_OF_A_VALUE));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    private byte[] body() {
        String text = draw.chance(50)
                ? draw.oneOf(FORMS)
                : draw.oneOf(BODIES).draw(draw).text();
        if (draw.chance(40)) {
            text = new Spoil(draw).of(text, draw.oneOf(FORMS));
        }
        byte[] bytes = text.getBytes(UTF_8);
        if (bytes.length > 0 && draw.chance(10)) {
            bytes[draw.below(bytes.length)] =
                    draw.oneOf(0xff, 0xc0, 0x80, 0xed, 0xf8).byteValue();
        }
        return bytes;
    }

    private String header() {
        return draw.oneOf(
                "Authorization: " + draw.oneOf("Bearer x", "Token  ", "Basic Og==", "Bearer", "bearer \t", ""),
                "Accept: " + draw.oneOf("text/csv", "text/event-stream", "*/*;q=2", ""),
                "Origin: " + draw.oneOf("https://evil.example", "null", "http://localhost", ""),
                "X-Forwarded-For: " + draw.oneOf("1.2.3.4", "::1", ",", "x, y", "", "999.1.1.1"),
                "User-Agent: " + draw.oneOf("Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0", "", "(((((((("),
                "If-None-Match: \"x\"",
                "Range: bytes=0-1",
                "Expect: 100-continue",
                "Sec-GPC: 1",
                "Cookie: a=\"b; c",
                "Accept-Encoding: gzip");
    }

    private String spoiled(String head) {
        return new Spoil(draw).of(head, "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
    }

    private static byte[] packed(byte[] body) {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
