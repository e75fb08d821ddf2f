package dev.varve.server.sites;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The time on pages, from what the tracking script reports. */
class PageTimesTest extends RocksDbFixture {

    private static final String ALICE = "203.0.113.7";
    private static final String BOB = "203.0.113.8";

    private void stay(String visitor, String path, String seconds, Instant at) throws Exception {
        take(
                visitor,
                "{\"n\":\"engagement\",\"u\":\"https://shop.example%s\",\"d\":\"shop\",\"i\":false,\"p\":{\"seconds\":%s},\"id\":\"%s\"}"
                        .formatted(path, seconds, ulid(at)));
    }

    @Test
    void timesOfViewsThatReportOneAreAveraged() throws Exception {
        view(ALICE, "/a", NOON.minusSeconds(600));
        stay(ALICE, "/a", "10", NOON.minusSeconds(580));
        // Hidden and shown again.
        stay(ALICE, "/a", "20", NOON.minusSeconds(500));
        view(ALICE, "/b", NOON.minusSeconds(490));
        stay(ALICE, "/b", "7", NOON.minusSeconds(480));
        view(BOB, "/a", NOON.minusSeconds(400));
        stay(BOB, "/a", "50", NOON.minusSeconds(340));
        catchUp();
        String period = "\"period\":{\"from\":\"2060-04-20\",\"to\":\"2060-04-21\",\"zone\":\"UTC\"}";
        assertThat(ask("/page-times?period=today").toString())
                .isEqualTo(
                        "{%s,\"rows\":[{\"page\":\"/a\",\"views\":2,\"seconds\":40.0},{\"page\":\"/b\",\"views\":1,\"seconds\":7.0}],\"next\":null}"
                                .formatted(period));
        assertThat(ask("/page-times?period=today&filters=page:is:/b").toString())
                .isEqualTo("{%s,\"rows\":[{\"page\":\"/b\",\"views\":1,\"seconds\":7.0}],\"next\":null}"
                        .formatted(period));
        assertThat(ask("/page-times?period=today&limit=1").path("next").asText())
                .isEqualTo("o1");
        assertThat(ask("/page-times?period=today&limit=1&page=o1").toString())
                .contains("\"page\":\"/b\"", "\"next\":null");
        assertThat(send(request("/api/v1/sites/shop/page-times?period=today&format=csv"))
                        .body()
                        .lines())
                .containsExactly("page,views,seconds", "/a,2,40.0", "/b,1,7.0");
    }

    @Test
    void viewsWithoutATimeAndImpossibleTimesDoNotCount() throws Exception {
        view(ALICE, "/a", NOON.minusSeconds(600));
        view(BOB, "/a", NOON.minusSeconds(590));
        for (String wrong : new String[] {"0", "-5", "86401", "\"long\"", "1.5"}) {
            stay(BOB, "/a", wrong, NOON.minusSeconds(500));
        }
        catchUp();
        assertThat(ask("/page-times?period=today").path("rows")).isEmpty();
        stay(BOB, "/a", "86400", NOON.minusSeconds(400));
        catchUp();
        assertThat(ask("/page-times?period=today").path("rows").toString())
                .isEqualTo("[{\"page\":\"/a\",\"views\":1,\"seconds\":86400.0}]");
        assertRefused(400, "ask.page", request("/api/v1/sites/shop/page-times?page=x"));
    }
}
