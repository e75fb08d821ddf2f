package dev.varve.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.HitKey;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.hit.Traits;
import dev.varve.analytics.session.Session;
import dev.varve.item.Item;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The attributes of hits and sessions in the table, which programs other than Varve read too. */
class StoredAttributesTest {

    private static final Instant AT = Instant.parse("2024-01-15T10:30:05.250Z");
    private static final String ID = "01HM6K5S5J0000000000000000";
    private static final Traits TRAITS = new Traits(
            "Google",
            "google.com/search",
            "Paid Search",
            "ads",
            "cpc",
            "spring",
            "shoes",
            "banner",
            "DE",
            "Desktop",
            "Firefox",
            "Linux");

    private static Item withTraits(Item item) {
        return item.with("source", "Google")
                .with("referrer", "google.com/search")
                .with("channel", "Paid Search")
                .with("utmSource", "ads")
                .with("utmMedium", "cpc")
                .with("utmCampaign", "spring")
                .with("utmTerm", "shoes")
                .with("utmContent", "banner")
                .with("country", "DE")
                .with("device", "Desktop")
                .with("browser", "Firefox")
                .with("os", "Linux");
    }

    private static final Item VIEW_ITEM = Item.of(
            "siteId", "s-1",
            "at", "2024-01-15T10:30:05.250000000Z",
            "id", ID,
            "visitorId", "v-1",
            "hostname", "example.com",
            "path", "/");

    private static PageView view(Traits traits) {
        return PageView.of(new HitKey("s-1", AT, ID, "v-1"), "example.com", "/", traits);
    }

    @Test
    void traitsOfPageViewsAreAttributes() {
        var mapping = Analytics.PAGE_VIEWS.mapping();

        assertThat(mapping.toItem(view(TRAITS))).isEqualTo(withTraits(VIEW_ITEM));
        assertThat(mapping.fromItem(withTraits(VIEW_ITEM))).isEqualTo(view(TRAITS));
    }

    @Test
    void unknownTraitsAreAbsent() {
        var mapping = Analytics.PAGE_VIEWS.mapping();

        assertThat(mapping.toItem(view(Traits.UNKNOWN))).isEqualTo(VIEW_ITEM);
        assertThat(mapping.fromItem(VIEW_ITEM)).isEqualTo(view(Traits.UNKNOWN));
    }

    @Test
    void traitsOfEventsAreAttributes() {
        CustomEvent event = new CustomEvent(
                "s-1",
                AT,
                ID,
                "v-1",
                "example.com",
                "/",
                "Purchase",
                Map.of("plan", "team"),
                new BigDecimal("19.9"),
                "EUR",
                true,
                TRAITS);
        Item item = withTraits(VIEW_ITEM)
                .with("name", "Purchase")
                .with("props", Map.of("plan", "team"))
                .with("revenue", new BigDecimal("19.9"))
                .with("currency", "EUR")
                .with("interactive", true);
        var mapping = Analytics.EVENTS.mapping();

        assertThat(mapping.toItem(event)).isEqualTo(item);
        assertThat(mapping.fromItem(item)).isEqualTo(event);
    }

    @Test
    void traitsOfSessionsAreAttributes() {
        Session session =
                new Session("s-1", AT, ID.substring(10), "v-1", AT.plusSeconds(60), 60, 2, 1, 0, "/", "/b", TRAITS);
        Item item = withTraits(Item.builder()
                .put("siteId", "s-1")
                .put("startedAt", "2024-01-15T10:30:05.250000000Z")
                .put("random", ID.substring(10))
                .put("visitorId", "v-1")
                .put("endedAt", "2024-01-15T10:31:05.250000000Z")
                .put("duration", 60)
                .put("pageViews", 2)
                .put("events", 1)
                .put("bounce", 0)
                .put("entryPage", "/")
                .put("exitPage", "/b")
                .build());
        var mapping = Analytics.SESSIONS.mapping();

        assertThat(mapping.toItem(session)).isEqualTo(item);
        assertThat(mapping.fromItem(item)).isEqualTo(session);
    }
}
