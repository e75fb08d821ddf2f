package dev.varve.cli.demo;

import dev.varve.analytics.Goal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/** The two sites of the demo. */
final class DemoSites {

    static final String SHOP = "shop";
    static final String BLOG = "blog";

    private static final String SHOP_HOST = "alpine-supply.example";
    private static final String BLOG_HOST = "field-notes.example";

    private static final List<String> COLLECTIONS =
            List.of("/collections/boots", "/collections/tents", "/collections/jackets", "/collections/sale");

    private static final List<String> PRODUCTS = List.of(
            "/products/ridge-boot",
            "/products/two-season-tent",
            "/products/storm-shell",
            "/products/down-light",
            "/products/trail-runner",
            "/products/summit-pack-45",
            "/products/wool-base-layer",
            "/products/titan-stove");

    private static final List<String> POSTS = List.of(
            "/blog/measuring-cold-chains",
            "/blog/one-table-is-enough",
            "/blog/why-averages-lie",
            "/blog/a-year-of-soil-moisture",
            "/blog/late-data-is-normal",
            "/blog/sensors-in-winter",
            "/blog/counting-without-cookies");

    private DemoSites() {}

    /** @param share the share of their normal number of sessions */
    static List<SimSite> all(double share) {
        return List.of(shop((int) (700 * share)), blog((int) (380 * share)));
    }

    private static SimSite shop(int perDay) {
        return new SimSite(
                SHOP,
                "Alpine Supply",
                SHOP_HOST,
                ZoneId.of("Europe/Berlin"),
                perDay,
                9_000,
                new People(40, 6, 7, 8, 11, 9, 6, 4, 3, 4, 3),
                Weighted.<Origin>none()
                        .with(30, Origin.DIRECT)
                        .with(26, Origin.link("https://www.google.com/"))
                        .with(3, Origin.link("https://www.bing.com/"))
                        .with(4, Origin.link("https://duckduckgo.com/"))
                        .with(
                                9,
                                Origin.campaign(
                                        "utm_source=google&utm_medium=cpc&utm_campaign=boots&utm_term=hiking+boots"))
                        .with(7, Origin.campaign("utm_source=newsletter&utm_medium=email&utm_campaign=autumn-sale"))
                        .with(6, Origin.link("https://www.instagram.com/"))
                        .with(
                                4,
                                Origin.campaign(
                                        "utm_source=facebook&utm_medium=paid_social&utm_campaign=tents&utm_content=video"))
                        .with(4, Origin.link("https://%s/blog/sensors-in-winter".formatted(BLOG_HOST)))
                        .with(3, Origin.campaign("utm_source=chatgpt.com"))
                        .with(3, Origin.link("https://www.reddit.com/r/hiking/comments/1c")),
                DemoSites::shopping,
                List.of(
                        // Funnels use the order of the ids.
                        Goal.page(SHOP, "browse", Goal.Match.PREFIX, "/products/")
                                .named("Looks at a product"),
                        Goal.event(SHOP, "cart", Goal.Match.EXACT, "Add to cart")
                                .named("Adds to the cart"),
                        Goal.page(SHOP, "checkout", Goal.Match.EXACT, "/checkout")
                                .named("Goes to the checkout"),
                        Goal.event(SHOP, "purchase", Goal.Match.EXACT, "Purchase")
                                .named("Buys")));
    }

    private static void shopping(SessionScript steps) {
        steps.view(steps.happens(0.45) ? "/" : steps.oneOf(steps.happens(0.5) ? PRODUCTS : COLLECTIONS));
        if (steps.happens(0.36)) {
            return;
        }
        boolean inCart = false;
        do {
            if (steps.happens(0.35)) {
                steps.view(steps.oneOf(COLLECTIONS));
            }
            String product = steps.oneOf(PRODUCTS);
            steps.view(product);
            if (steps.happens(0.24)) {
                steps.event("Add to cart", Map.of("product", product.substring("/products/".length())));
                inCart = true;
            }
        } while (steps.happens(0.48));
        if (inCart && steps.happens(0.7)) {
            steps.view("/cart");
            if (steps.happens(0.65)) {
                steps.view("/checkout");
                if (steps.happens(0.62)) {
                    steps.buy(1_990 + 1_000L * steps.oneOf(List.of(3, 6, 9, 12, 18, 25, 31)))
                            .view("/thank-you");
                }
            }
        } else if (steps.happens(0.06)) {
            steps.event("Outbound Link: Click", Map.of("url", "https://www.instagram.com/alpinesupply"));
        }
        if (steps.happens(0.3)) {
            steps.leave();
        }
    }

    private static SimSite blog(int perDay) {
        return new SimSite(
                BLOG,
                "Field Notes",
                BLOG_HOST,
                ZoneId.of("America/New_York"),
                perDay,
                20_000,
                new People(9, 38, 11, 5, 2, 2, 4, 2, 3, 3, 3, 8, 5, 9, 4, 3),
                Weighted.<Origin>none()
                        .with(24, Origin.DIRECT)
                        .with(24, Origin.link("https://www.google.com/"))
                        .with(14, Origin.link("https://news.ycombinator.com/item"))
                        .with(7, Origin.link("https://www.reddit.com/r/programming/comments/1b"))
                        .with(6, Origin.link("https://github.com/"))
                        .with(5, Origin.link("https://t.co/"))
                        .with(4, Origin.link("https://www.linkedin.com/"))
                        .with(5, Origin.campaign("utm_source=newsletter&utm_medium=email&utm_campaign=issue-42"))
                        .with(3, Origin.campaign("utm_source=chatgpt.com"))
                        .with(2, Origin.link("https://lobste.rs/")),
                DemoSites::reading,
                List.of(
                        Goal.page(BLOG, "post", Goal.Match.PREFIX, "/blog/").named("Reads a post"),
                        Goal.event(BLOG, "subscribe", Goal.Match.EXACT, "Subscribe")
                                .named("Subscribes"),
                        Goal.stay(BLOG, "stays", Duration.ofMinutes(2)).named("Stays two minutes")));
    }

    private static void reading(SessionScript steps) {
        steps.view(steps.happens(0.2) ? "/" : steps.oneOf(POSTS));
        if (steps.happens(0.42)) {
            steps.leave();
        }
        if (steps.happens(0.55)) {
            return;
        }
        do {
            steps.view(steps.happens(0.12) ? "/about" : steps.oneOf(POSTS));
        } while (steps.happens(0.4));
        if (steps.happens(0.11)) {
            steps.view("/subscribe").event("Subscribe", Map.of("list", "monthly"));
        }
        if (steps.happens(0.12)) {
            steps.event("Outbound Link: Click", Map.of("url", "https://%s/".formatted(SHOP_HOST)));
        }
        if (steps.happens(0.35)) {
            steps.leave();
        }
    }
}
