package dev.varve.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.Engine;
import dev.varve.error.Rejected;
import dev.varve.error.Throttled;
import dev.varve.error.VarveException;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.Table;
import dev.varve.testkit.InterceptedEngine;
import dev.varve.testkit.MutableClock;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The responses of a server whose table refuses requests: clients must be able to send their data again. */
class OutageTest extends ServiceFixture {

    private static final String LINE = "m,device=%s v=1 " + NOW.toEpochMilli();

    private final AtomicReference<@Nullable VarveException> refusal = new AtomicReference<>();

    @Override
    Engine newEngine(MutableClock engineClock) {
        return new InterceptedEngine(new MemoryEngine(engineClock)) {
            @Override
            protected Object intercept(Table table, Method method, Object[] arguments) throws Throwable {
                VarveException refused = refusal.get();
                if (refused != null && isRequest(method)) {
                    Object failed = CompletableFuture.failedFuture(refused);
                    return failed;
                }
                return pass(table, method, arguments);
            }
        };
    }

    /** A packed reading is durable in the journal, which is no request to the table. */
    @Override
    ReadingLayout layout() {
        return ReadingLayout.ITEMS;
    }

    @AfterEach
    void endOutage() {
        refusal.set(null);
    }

    private static Rejected refused(String code) {
        return Rejected.outage(code, "User: arn:aws:iam::123456789012:user/varve is not authorized", null);
    }

    private void assertRetryLater(Browser.Answer answer, String code) throws Exception {
        assertThat(answer.status()).as(answer.body()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isEqualTo("10");
        assertThat(answer.json().path("code").asText()).isEqualTo(code);
        assertThat(answer.body()).doesNotContain("arn:").contains("log says why");
    }

    @Test
    void outageIs503WithRetryAfter() throws Exception {
        assertThat(browser.post("/write?precision=ms", "text/plain", LINE.formatted("known"))
                        .status())
                .isEqualTo(204);
        for (String code : List.of("dynamodb.access", "dynamodb.refused", "table.missing")) {
            refusal.set(refused(code));
            for (String device : List.of("known", "unknown")) {
                String line = LINE.formatted(device);
                Browser.Answer influx1 = browser.post("/write?precision=ms", "text/plain", line);
                assertRetryLater(influx1, code);
                assertThat(influx1.json().path("error").asText()).contains("send this again later");
                assertRetryLater(browser.post("/api/v2/write?precision=ms", "text/plain", line), code);
                assertRetryLater(
                        browser.post("/api/v1/readings", "text/csv", "deviceId,v\n%s,1\n".formatted(device)), code);
            }
            assertRetryLater(
                    browser.post(
                            "/api/event",
                            "application/json",
                            "{\"n\":\"pageview\",\"u\":\"https://blog.example/\",\"d\":\"blog.example\"}"),
                    code);
            assertRetryLater(browser.get("/api/v1/devices/known/latest"), code);
            Browser.Answer ready = browser.get("/ready");
            assertThat(ready.status()).isEqualTo(503);
            assertThat(ready.body())
                    .contains("table %s does not answer: %s".formatted(database.table(), code))
                    .doesNotContain("arn:");
        }
        refusal.set(null);
        assertThat(browser.post("/write?precision=ms", "text/plain", LINE.formatted("unknown"))
                        .status())
                .isEqualTo(204);
    }

    @Test
    void rejectedItemIsAnErrorOfItsLine() throws Exception {
        browser.post("/write?precision=ms", "text/plain", LINE.formatted("known"));
        refusal.set(new Rejected("item.too-large", "the item is too large"));
        Browser.Answer answer = browser.post("/write?precision=ms", "text/plain", LINE.formatted("d"));
        assertThat(answer.status()).isEqualTo(422);
    }

    /** Telegraf's output for InfluxDB 1 drops data after any status from 400 to 499, including 429. */
    @Test
    void throttlingIs503ForInflux1And429Otherwise() throws Exception {
        refusal.set(new Throttled("dynamodb.throttled", "too many requests"));
        Browser.Answer one = browser.post("/write?precision=ms", "text/plain", LINE.formatted("d"));
        assertThat(one.status()).isEqualTo(503);
        assertThat(one.header("Retry-After")).isEqualTo("1");
        assertThat(one.json().path("error").asText()).isEqualTo("too many requests");
        Browser.Answer two = browser.post("/api/v2/write?precision=ms", "text/plain", LINE.formatted("d"));
        assertThat(two.status()).isEqualTo(429);
        assertThat(two.json().has("error")).isFalse();
        assertThat(browser.post("/api/v1/readings", "text/csv", "deviceId,v\nd,1\n")
                        .status())
                .isEqualTo(429);
    }
}
