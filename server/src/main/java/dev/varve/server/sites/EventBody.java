package dev.varve.server.sites;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.varve.analytics.HitRequest;
import dev.varve.error.Rejected;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A hit as browsers and Plausible's clients send it: a JSON object with the long or short names that Plausible documents.
 * Unknown names are ignored. If both names of a property are given, the short one is used.
 *
 * @param name {@code n}, {@code name}: {@code pageview} or the name of an event
 * @param url {@code u}, {@code url}: the page
 * @param domain {@code d}, {@code domain}: the site, by its id or one of its domains
 * @param referrer {@code r}, {@code referrer}
 * @param props {@code p}, {@code props}: texts, numbers and booleans, as texts
 * @param revenue {@code $}, {@code revenue}: {@code {"amount": 19.9, "currency": "EUR"}}
 * @param interactive {@code i}, {@code interactive}: false for an event that is no action of the visitor
 * @param id the client's ULID, which identifies a hit that is sent again
 */
public record EventBody(
        String name,
        String url,
        String domain,
        @Nullable String referrer,
        Map<String, String> props,
        @Nullable Revenue revenue,
        boolean interactive,
        @Nullable String id) {

    /** The revenue of an event. */
    public record Revenue(BigDecimal amount, String currency) {}

    /** The documented properties are nested at most two levels deep. */
    private static final int MAX_DEPTH = 5;

    /** More digits than any accepted number has. */
    private static final int MAX_NUMBER = 100;

    /** A number with more digits is neither a price nor a property, and would be long to write. */
    private static final int MAX_SCALE = 100;

    private static final double MILLIS = 1_000;

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_NUMBER)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    public EventBody {
        props = Map.copyOf(props);
    }

    /** Reads a body, or refuses it with the reason. */
    public static EventBody parse(String body) {
        JsonNode event = object("the body", body);
        String name = required(event, "n", "name");
        return new EventBody(
                name,
                required(event, "u", "url"),
                required(event, "d", "domain"),
                text(event, "r", "referrer").orElse(null),
                props(event, name),
                revenue(event),
                interactive(event),
                text(event, "id", "id").orElse(null));
    }

    /** Returns it as a hit, without the sender. */
    public HitRequest.Builder request() {
        HitRequest.Builder hit = HitRequest.event(name, url).domain(domain).props(props);
        if (referrer != null) {
            hit.referrer(referrer);
        }
        if (id != null) {
            hit.id(id);
        }
        if (revenue != null) {
            hit.revenue(revenue.amount(), revenue.currency());
        }
        return interactive ? hit : hit.notInteractive();
    }

    private static JsonNode object(String what, String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            if (node == null || !node.isObject()) {
                throw new Rejected(
                        "event.shape", what + " must be a JSON object, {\"n\":\"pageview\",\"u\":…,\"d\":…}");
            }
            return node;
        } catch (JsonProcessingException e) {
            throw new Rejected("event.json", "%s is not JSON: %s".formatted(what, e.getOriginalMessage()));
        } catch (ArithmeticException | NumberFormatException e) {
            // The parser does not convert BigDecimal's exception for an exponent beyond int.
            throw new Rejected("event.number", what + " has a number whose exponent is too large");
        }
    }

    /** Returns a value by either of its names; null counts as absent. */
    private static Optional<JsonNode> find(JsonNode event, String brief, String full) {
        JsonNode value = event.hasNonNull(brief) ? event.get(brief) : event.get(full);
        return Optional.ofNullable(value).filter(found -> !found.isNull());
    }

    private static Optional<String> text(JsonNode event, String brief, String full) {
        return find(event, brief, full).map(value -> {
            if (!value.isTextual()) {
                throw new Rejected(
                        "event.text", "%s of the event must be a text, but is %s".formatted(full, kind(value)));
            }
            return value.textValue();
        });
    }

    private static String required(JsonNode event, String brief, String full) {
        return text(event, brief, full)
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> new Rejected(
                        "event.missing", "the event has no %s: send \"%s\" or \"%s\"".formatted(full, brief, full)));
    }

    private static boolean interactive(JsonNode event) {
        return find(event, "i", "interactive")
                .map(value -> {
                    if (!value.isBoolean()) {
                        throw new Rejected(
                                "event.interactive",
                                "interactive of the event must be true or false, but is " + kind(value));
                    }
                    return value.booleanValue();
                })
                .orElse(true);
    }

    /** Some clients send nested objects as a text that contains JSON. */
    private static Optional<JsonNode> inner(JsonNode event, String brief, String full) {
        return find(event, brief, full).map(value -> {
            JsonNode inner = value.isTextual() ? object(full, value.textValue()) : value;
            if (!inner.isObject()) {
                throw new Rejected(
                        "event.object", "%s of the event must be an object, but is %s".formatted(full, kind(value)));
            }
            return inner;
        });
    }

    private static Map<String, String> props(JsonNode event, String name) {
        Map<String, String> props = new LinkedHashMap<>();
        inner(event, "p", "props")
                .ifPresent(given -> given.properties().forEach(prop -> {
                    if (!prop.getValue().isNull()) {
                        props.put(prop.getKey(), value(prop.getValue()));
                    }
                }));
        // Plausible's own script sends the time on a page in milliseconds, beside the properties.
        JsonNode millis = event.get("e");
        if (name.equals(HitRequest.ENGAGEMENT) && millis != null && millis.isNumber()) {
            props.putIfAbsent("seconds", Long.toString(Math.round(millis.doubleValue() / MILLIS)));
        }
        return props;
    }

    private static String value(JsonNode value) {
        if (value.isNumber()) {
            return number("a property", value).toPlainString();
        }
        if (value.isContainerNode()) {
            throw new Rejected(
                    "event.prop",
                    "a property of the event is %s; send texts, numbers and booleans".formatted(kind(value)));
        }
        return value.asText();
    }

    private static @Nullable Revenue revenue(JsonNode event) {
        JsonNode revenue = inner(event, "$", "revenue").orElse(null);
        if (revenue == null) {
            return null;
        }
        String currency = text(revenue, "currency", "currency")
                .orElseThrow(() -> new Rejected(
                        "event.revenue", "the revenue of the event has no currency: send one such as \"EUR\""));
        return new Revenue(amount(revenue), currency);
    }

    private static BigDecimal amount(JsonNode revenue) {
        JsonNode amount = revenue.path("amount");
        try {
            if (amount.isNumber()) {
                return number("the revenue", amount);
            }
            if (amount.isTextual() && amount.textValue().length() <= MAX_NUMBER) {
                return new BigDecimal(amount.textValue());
            }
        } catch (NumberFormatException e) {
            // Reported below, with an example.
        }
        throw new Rejected(
                "event.revenue",
                "the amount of the event's revenue must be a number such as 19.90, but is " + kind(amount));
    }

    private static BigDecimal number(String what, JsonNode value) {
        BigDecimal number = value.decimalValue();
        if (Math.abs((long) number.scale()) > MAX_SCALE) {
            throw new Rejected(
                    "event.number", "%s of the event is a number with more than %s digits".formatted(what, MAX_SCALE));
        }
        return number;
    }

    private static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "a list";
            case OBJECT -> "an object";
            case STRING -> "a text";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            default -> "nothing";
        };
    }
}
