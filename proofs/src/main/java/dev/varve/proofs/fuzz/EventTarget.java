package dev.varve.proofs.fuzz;

import dev.varve.server.sites.EventBody;
import dev.varve.testkit.random.Draw;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/** Fuzzes hits of web sites. */
final class EventTarget implements FuzzTarget {

    @Override
    public String name() {
        return "event";
    }

    @Override
    public Trial<?> draw(Draw draw) {
        var words = new FuzzWords(draw);
        var writer = new JsonWriter(draw);
        Map<String, Object> event = new LinkedHashMap<>();
        String name = draw.chance(60) ? "pageview" : words.name();
        String url = "https://example.org/" + words.name();
        String domain = words.name();
        String referrer = draw.chance(50) ? words.text() : null;
        event.put(draw.oneOf("n", "name"), name);
        event.put(draw.oneOf("u", "url"), url);
        event.put(draw.oneOf("d", "domain"), domain);
        if (referrer != null) {
            event.put(draw.oneOf("r", "referrer"), referrer);
        }
        Map<String, Object> sent = new LinkedHashMap<>();
        Map<String, String> props = new LinkedHashMap<>();
        new SampleDraw(draw).names(0, 3).forEach(prop -> {
            Object value = draw.oneWay(words::text, () -> draw.between(-99, 99), () -> draw.chance(50));
            sent.put(prop, value);
            props.put(prop, value.toString());
        });
        if (!sent.isEmpty()) {
            event.put(draw.oneOf("p", "props"), draw.chance(80) ? sent : writer.of(sent));
        }
        EventBody.Revenue revenue = null;
        if (draw.chance(20)) {
            BigDecimal amount = BigDecimal.valueOf(draw.between(1, 9) + 10L * draw.below(1_000), 2);
            revenue = new EventBody.Revenue(amount, "EUR");
            event.put(
                    draw.oneOf("$", "revenue"),
                    Map.of("amount", draw.chance(50) ? amount : amount.toString(), "currency", "EUR"));
        }
        boolean isInteractive = draw.chance(80);
        if (!isInteractive) {
            event.put(draw.oneOf("i", "interactive"), false);
        }
        event.put("screen", 1920);
        return new Trial<>(
                writer.of(event),
                EventBody::parse,
                new EventBody(name, url, domain, referrer, props, revenue, isInteractive, null));
    }
}
