package dev.varve.server.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.error.Rejected;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventBodyTest {

    private static final String FULL =
            "{\"n\":\"Purchase\",\"u\":\"https://a.example/\",\"d\":\"a\",\"r\":\"https://b.example/\","
                    + "\"p\":{\"plan\":\"team\",\"seats\":3,\"share\":0.25,\"big\":1e3},\"$\":{\"amount\":19.9,\"currency\":\"EUR\"},"
                    + "\"i\":false,\"id\":\"01KPNK1QR0ABCDEFGHJKMNPQRS\"}";

    private static String with(String more) {
        return "{\"n\":\"a\",\"u\":\"https://a.example/\",\"d\":\"a\"," + more + "}";
    }

    @Test
    void allPropertiesAreRead() {
        EventBody body = EventBody.parse(FULL);
        assertThat(body.name()).isEqualTo("Purchase");
        assertThat(body.props()).isEqualTo(Map.of("plan", "team", "seats", "3", "share", "0.25", "big", "1000"));
        assertThat(body.revenue()).isNotNull();
        assertThat(body.interactive()).isFalse();
        assertThat(body.request().sender("198.51.100.1", "").build()).hasToString("a hit of domain a");
    }

    @Test
    void propsAndRevenueCanBeJsonTexts() {
        EventBody body = EventBody.parse(
                with(
                        "\"props\":\"{\\\"plan\\\":\\\"team\\\"}\",\"revenue\":\"{\\\"amount\\\":1,\\\"currency\\\":\\\"EUR\\\"}\""));
        assertThat(body.props()).isEqualTo(Map.of("plan", "team"));
        assertThat(body.revenue()).isEqualTo(new EventBody.Revenue(java.math.BigDecimal.ONE, "EUR"));
        assertThat(EventBody.parse(with("\"p\":null,\"$\":null,\"r\":null,\"i\":null"))
                        .interactive())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "``~event.shape",
                "[]~event.shape",
                "\"x\"~event.shape",
                "{~event.json",
                "{} {}~event.json",
                "{\"n\":\"a\",\"n\":\"b\"}~event.json",
                "{\"n\":1}~event.text",
                "{\"n\":\" \"}~event.missing",
                "{\"n\":[[[[[[[[[[]]]]]]]]]]}~event.json",
            })
    void invalidEventIsRefused(String body, String code) {
        assertThat(refusal(body).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "\"p\":[1]~event.object",
                "\"p\":\"no\"~event.json",
                "\"p\":{\"a\":{}}~event.prop",
                "\"p\":{\"a\":1e999999999}~event.number",
                "\"p\":{\"a\":-1e-999999999}~event.number",
                "\"p\":{\"a\":0.1e99999999925}~event.number",
                "\"p\":{\"a\":NaN}~event.json",
                "\"$\":{\"amount\":1}~event.revenue",
                "\"$\":{\"amount\":\"much\",\"currency\":\"EUR\"}~event.revenue",
                "\"$\":{\"amount\":\"1e999999999\",\"currency\":\"EUR\"}~hit.revenue",
                "\"$\":{\"amount\":1,\"currency\":\"Euro\"}~hit.currency",
                "\"i\":\"no\"~event.interactive",
                "\"id\":7~event.text",
            })
    void invalidPropertyIsRefusedWithItsCode(String more, String code) {
        Rejected refusal = catchThrowableOfType(
                Rejected.class, () -> EventBody.parse(with(more)).request());
        assertThat(refusal).as(more).isNotNull();
        assertThat(refusal.code()).isEqualTo(code);
    }

    @Test
    void tooLongNumberIsRefused() {
        assertThat(refusal(with("\"p\":{\"a\":%s}".formatted("9".repeat(5_000))))
                        .code())
                .isEqualTo("event.json");
    }

    private static Rejected refusal(String body) {
        Rejected refusal = catchThrowableOfType(Rejected.class, () -> EventBody.parse(body));
        assertThat(refusal).as(body).isNotNull();
        return refusal;
    }

    @Test
    void mutatedBodiesAreReadOrRefused() {
        long seed = 20_260_420;
        SplittableRandom random = new SplittableRandom(seed);
        List<String> pieces = List.of(
                "{",
                "}",
                "[",
                "]",
                "\"",
                ",",
                ":",
                "\\",
                "\\u",
                "\\ud800",
                "null",
                "1e999999999",
                "-",
                "0",
                "\u0000",
                "\ud800",
                "é",
                "true",
                "\"p\":",
                "\"$\":",
                "\"id\":",
                "\"amount\":",
                " ");
        int read = 0;
        for (int round = 0; round < 20_000; round++) {
            StringBuilder body = new StringBuilder(FULL);
            for (int change = random.nextInt(1, 6); change > 0; change--) {
                int at = random.nextInt(body.length());
                String piece = pieces.get(random.nextInt(pieces.size()));
                body.replace(at, Math.min(body.length(), at + random.nextInt(3)), piece);
            }
            try {
                EventBody.parse(body.toString()).request();
                read++;
            } catch (Rejected refused) {
                assertThat(refused.code())
                        .as("seed %s, round %s: %s", seed, round, body)
                        .matches("(event|hit)\\..+");
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed %s, round %s: %s".formatted(seed, round, body), e);
            }
        }
        assertThat(read).as("bodies that are still valid").isPositive();
    }
}
