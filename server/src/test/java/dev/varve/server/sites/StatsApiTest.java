package dev.varve.server.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.analytics.Site;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class StatsApiTest extends RocksDbFixture {

    private static final Duration DAY = Duration.ofDays(1);
    private static final String ALICE = "198.51.100.1";
    private static final String BOB = "198.51.100.2";

    /**
     * Yesterday: Alice at ten, Bob in the evening. Today: Alice views two pages and signs up, Bob views one page and came
     * from Google.
     */
    private void visits() throws Exception {
        clock.set(NOON.minus(DAY).plusSeconds(8 * 3_600));
        view(ALICE, "/", NOON.minus(DAY).minusSeconds(7_200));
        view(BOB, "/", NOON.minus(DAY).plusSeconds(7 * 3_600));
        catchUp();
        clock.set(NOON);
        view(ALICE, "/", NOON.minusSeconds(3_600));
        view(ALICE, "/pricing", NOON.minusSeconds(3_540));
        happen(ALICE, "Signup", NOON.minusSeconds(3_480));
        take(
                BOB,
                "{\"n\":\"pageview\",\"u\":\"https://shop.example/a;b|c%%25\",\"d\":\"shop\",\"r\":\"https://www.google.com/\",\"id\":\"%s\"}"
                        .formatted(ulid(NOON.minusSeconds(120))));
        catchUp();
    }

    private JsonNode metric(String path, String name) throws Exception {
        return ask(path).path("metrics").path(name);
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(value -> texts.add(value.isNull() ? "-" : value.asText()));
        return texts;
    }

    private static List<String> rows(JsonNode answer) {
        return StreamSupport.stream(answer.path("rows").spliterator(), false)
                .map(row -> row.path("value").asText() + " " + row.path("count").asText())
                .toList();
    }

    @Test
    void metricsAreComparedWithTheSameHoursBefore() throws Exception {
        visits();
        JsonNode today = ask("/stats?period=today");
        assertThat(today.path("period").toString())
                .isEqualTo("{\"from\":\"2060-04-20\",\"to\":\"2060-04-21\",\"zone\":\"UTC\"}");
        assertThat(today.path("source").asText()).isEqualTo("rollups");
        assertThat(today.path("visitorDays").asBoolean()).isFalse();
        assertThat(today.path("approximate").asBoolean()).isFalse();
        JsonNode metrics = today.path("metrics");
        assertThat(metrics.path("visitors").toString()).isEqualTo("{\"value\":2,\"before\":1,\"change\":1.0}");
        assertThat(metrics.path("pageViews").path("value").asInt()).isEqualTo(3);
        assertThat(metrics.path("sessions").path("value").asInt()).isEqualTo(2);
        assertThat(metrics.path("viewsPerSession").path("value").asDouble()).isEqualTo(1.5);
        assertThat(metrics.path("bounceRate").path("value").asDouble()).isEqualTo(0.5);
        assertThat(metrics.path("sessionDuration").path("value").asDouble()).isEqualTo(60);
        assertThat(metric("/stats?period=yesterday", "visitors").path("value").asInt())
                .isEqualTo(2);
        assertThat(metric("/stats?period=7d", "visitors").path("value").asInt()).isEqualTo(4);
        assertThat(metric("/stats?period=today&compare=none", "visitors").toString())
                .isEqualTo("{\"value\":2,\"before\":null,\"change\":null}");
        assertThat(metric("/stats?period=today&compare=year", "visitors")
                        .path("before")
                        .asInt())
                .isZero();
        assertThat(metric("/stats?period=custom&from=2060-04-19&to=2060-04-20&compare=none", "pageViews")
                        .path("value")
                        .asInt())
                .isEqualTo(2);
    }

    @Test
    void filteredQueriesCountHits() throws Exception {
        visits();
        JsonNode google = ask("/stats?period=today&filters=" + encoded("source:is:Bing|Google"));
        assertThat(google.path("source").asText()).isEqualTo("raw");
        assertThat(google.path("metrics").path("visitors").toString())
                .isEqualTo("{\"value\":1,\"before\":0,\"change\":null}");
        String escaped = encoded("page:is:/a%3Bb%7Cc%25;browser:contains:Chr;page:prefix:/a;country:is_not:XX");
        assertThat(metric("/stats?period=today&filters=" + escaped, "pageViews")
                        .path("value")
                        .asInt())
                .isEqualTo(1);
        assertThat(metric("/stats?period=today&filters=" + encoded("goal:is:Sign-up"), "pageViews")
                        .path("value")
                        .asInt())
                .as("all page views of sessions that met the goal")
                .isEqualTo(2);
        assertThat(metric("/stats?period=today&filters=" + encoded("goal:is_not:Sign-up"), "sessions")
                        .path("value")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void expiredDaysAreNotCompared() throws Exception {
        visits();
        JsonNode stats = ask("/stats?period=30d&filters=page:is:/");
        assertThat(stats.path("period").path("from").asText())
                .as("the first day whose hits have not expired")
                .isEqualTo("2060-03-23");
        assertThat(stats.path("metrics").path("visitors").toString())
                .isEqualTo("{\"value\":3,\"before\":null,\"change\":null}");
        assertRefused(
                400,
                "stats.hits-gone",
                request("/api/v1/sites/shop/stats?period=custom&from=2059-01-01&to=2059-02-01&filters=page:is:/"));
    }

    @Test
    void timeSeriesHasLocalLabelsAndNoFutureValues() throws Exception {
        visits();
        JsonNode hours = ask("/timeseries?period=today&metric=pageViews");
        assertThat(hours.path("interval").asText()).isEqualTo("hour");
        assertThat(hours.path("t")).hasSize(24);
        assertThat(hours.path("t").get(11).asText()).isEqualTo("2060-04-20T11:00:00");
        List<String> values = texts(hours.path("values"));
        assertThat(values.subList(10, 14)).containsExactly("0", "3", "0", "-");
        assertThat(texts(hours.path("before")).subList(9, 20))
                .containsExactly("0", "1", "0", "0", "0", "0", "0", "0", "0", "0", "1");
        JsonNode days = ask("/timeseries?period=7d&interval=day&metric=bounceRate");
        assertThat(texts(days.path("t"))).startsWith("2060-04-14").endsWith("2060-04-20");
        assertThat(texts(days.path("values"))).endsWith("-", "1.0", "0.5");
        assertThat(days.path("before").isNull())
                .as("no visitors in the period before")
                .isTrue();
        JsonNode months = ask("/timeseries?period=12mo");
        assertThat(texts(months.path("t"))).hasSize(12).startsWith("2059-05-01").endsWith("2060-04-01");
        assertThat(texts(months.path("values"))).endsWith("0", "4");
    }

    @Test
    void breakdownsAreReadInPages() throws Exception {
        visits();
        JsonNode pages = ask("/breakdown?period=today&by=page&limit=2");
        assertThat(pages.path("metric").asText()).isEqualTo("pageViews");
        assertThat(rows(pages)).containsExactly("/ 1", "/a;b|c% 1");
        assertThat(pages.path("rows").get(0).path("share").asDouble()).isEqualTo(1 / 3.0, within(1e-9));
        assertThat(pages.path("rows").get(0).path("visitors").isNull()).isTrue();
        String next = pages.path("next").asText();
        JsonNode rest = ask("/breakdown?period=today&by=page&limit=2&page=" + next);
        assertThat(rows(rest)).containsExactly("/pricing 1");
        assertThat(rest.path("next").isNull()).isTrue();
        assertThat(rows(ask("/breakdown?period=today&by=source"))).containsExactly("Google 1");
        assertThat(rows(ask("/breakdown?period=today&by=event"))).containsExactly("Signup 1");
        JsonNode filtered = ask("/breakdown?period=today&by=page&filters=page:is:/");
        assertThat(filtered.path("rows").get(0).path("visitors").asInt()).isEqualTo(1);
        HttpResponse<String> csv = send(
                request("/api/v1/sites/shop/breakdown?period=today&by=source").header("Accept", "text/csv"));
        assertThat(csv.body()).isEqualTo("value,count,share,visitors,conversionRate\r\nGoogle,1,0.5,,\r\n");
    }

    @Test
    void goalsAndFunnelsAreCounted() throws Exception {
        visits();
        JsonNode goals = ask("/breakdown?period=today&by=goal");
        assertThat(rows(goals)).containsExactly("Prices 1", "Sign-up 1");
        assertThat(goals.path("rows").get(0).path("conversionRate").asDouble()).isEqualTo(0.5);
        assertThat(rows(ask("/breakdown?period=today&by=goal&filters=source:is:Google")))
                .isEmpty();
        JsonNode funnel = ask("/funnels?period=today&steps=prices,signup");
        assertThat(funnel.path("steps").toString())
                .isEqualTo("[{\"goalId\":\"prices\",\"name\":\"Prices\",\"visitors\":1,\"rate\":0.5,\"dropOff\":0.5},"
                        + "{\"goalId\":\"signup\",\"name\":\"Sign-up\",\"visitors\":1,\"rate\":0.5,\"dropOff\":0.0}]");
        assertRefused(400, "funnel.goal", request("/api/v1/sites/shop/funnels?steps=prices,none"));
        assertRefused(400, "stats.funnel-steps", request("/api/v1/sites/shop/funnels?steps=prices"));
    }

    @Test
    void csvOfGoalsHasTheirRevenue() throws Exception {
        for (String money : List.of("{\"currency\":\"USD\",\"amount\":3}", "{\"currency\":\"EUR\",\"amount\":9.5}")) {
            take(
                    ALICE,
                    "{\"n\":\"Signup\",\"u\":\"https://shop.example/\",\"d\":\"shop\",\"$\":%s,\"id\":\"%s\"}"
                            .formatted(money, ulid(NOON.minusSeconds(60))));
        }
        view(BOB, "/pricing", NOON.minusSeconds(30));
        catchUp();
        JsonNode revenue =
                ask("/breakdown?period=today&by=goal").path("rows").get(0).path("revenue");
        assertThat(revenue.path("EUR").asDouble()).isEqualTo(9.5);
        assertThat(revenue.path("USD").asDouble()).isEqualTo(3);
        assertThat(send(request("/api/v1/sites/shop/breakdown?period=today&by=goal&format=csv"))
                        .body()
                        .lines())
                .containsExactly(
                        "value,count,share,visitors,conversionRate,revenue.EUR,revenue.USD",
                        "Sign-up,2,0.5,1,0.5,9.5,3",
                        "Prices,1,0.5,1,0.5,,");
    }

    @Test
    void realtimeCountsCurrentVisitors() throws Exception {
        view(ALICE, "/", NOON.minusSeconds(1_200));
        take(
                BOB,
                "{\"n\":\"pageview\",\"u\":\"https://shop.example/\",\"d\":\"shop\",\"r\":\"https://www.google.com/\",\"id\":\"%s\"}"
                        .formatted(ulid(NOON.minusSeconds(60))));
        view(BOB, "/pricing", NOON);
        JsonNode now = ask("/realtime");
        assertThat(now.path("visitors5").asInt()).isEqualTo(1);
        assertThat(now.path("visitors30").asInt()).isEqualTo(2);
        assertThat(texts(now.path("pageViewsPerMinute"))).hasSize(30).endsWith("1", "1");
        assertThat(now.path("pages").get(0).toString()).contains("\"/\"", "2");
        assertThat(now.path("sources")).hasSize(1);
    }

    @Test
    void explainDescribesTheRequests() throws Exception {
        for (String path : List.of(
                "/stats?period=12mo",
                "/stats?period=7d&filters=page:is:/",
                "/timeseries?period=7d",
                "/breakdown?by=goal",
                "/breakdown?by=props.plan",
                "/funnels?steps=prices,signup",
                "/realtime?")) {
            JsonNode explained = ask(path + "&explain=true");
            assertThat(explained.path("requests")).as(path).isNotEmpty();
            assertThat(explained.path("requests").get(0).path("operation").asText())
                    .isEqualTo("Query");
            assertThat(explained.path("capacity").path("read").asDouble()).isPositive();
            assertThat(explained.path("dollars").asDouble()).isPositive();
        }
    }

    @Test
    void invalidRequestsAreRefused() throws Exception {
        String site = "/api/v1/sites/shop";
        assertRefused(404, "ask.not-found", request("/api/v1/sites/none/stats"));
        assertRefused(404, "ask.not-found", request("/api/v1/sites/shop.example/stats"));
        assertRefused(400, "ask.period", request(site + "/stats?period=often"));
        assertRefused(400, "ask.missing", request(site + "/stats?period=custom&from=2060-04-01"));
        assertRefused(400, "ask.date", request(site + "/stats?period=custom&from=2060-04-01&to=soon"));
        assertRefused(400, "stats.days", request(site + "/stats?period=custom&from=2060-04-02&to=2060-04-02"));
        assertRefused(400, "ask.word", request(site + "/stats?compare=all"));
        assertRefused(400, "ask.word", request(site + "/timeseries?metric=fame"));
        assertRefused(400, "ask.interval", request(site + "/timeseries?interval=week"));
        assertRefused(400, "stats.rows-gone", request(site + "/timeseries?period=100d&interval=hour"));
        assertRefused(400, "ask.filter", request(site + "/stats?filters=page:is"));
        assertRefused(400, "ask.operator", request(site + "/stats?filters=page:like:a"));
        assertRefused(400, "ask.dimension", request(site + "/stats?filters=shoe:is:a"));
        assertRefused(400, "ask.dimension", request(site + "/breakdown?by=shoe"));
        assertRefused(400, "ask.page", request(site + "/breakdown?page=x"));
        assertRefused(400, "ask.number", request(site + "/breakdown?limit=0"));
    }

    @Test
    void daysAreInTheTimeZoneOfTheSite() throws Exception {
        store.createSite(Site.of("berlin", "Berlin").withTimezone("Europe/Berlin"));
        Instant lateEvening = Instant.parse("2060-04-19T22:30:00Z");
        clock.set(lateEvening.plusSeconds(60));
        take(
                ALICE,
                "{\"n\":\"pageview\",\"u\":\"https://shop.example/\",\"d\":\"berlin\",\"id\":\"%s\"}"
                        .formatted(ulid(lateEvening)));
        catchUp();
        JsonNode series = json(send(request("/api/v1/sites/berlin/timeseries?period=today&metric=sessions")));
        assertThat(series.path("t").get(0).asText()).isEqualTo("2060-04-20T00:00:00");
        assertThat(texts(series.path("values"))).startsWith("1", "-");
    }
}
