package dev.varve.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.entity.EntityOutcome;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/** Sites, their lookup by domain, and their goals. */
class SiteTest extends AnalyticsContract {

    @Test
    void siteIsFoundByItsIdAndByItsDomains() {
        store.createSite(Site.of("blog.example.org", "Blog").withDomains("www.Blog.example.ORG", "notes.example"));
        assertThat(store.siteOf("blog.example.org")).map(Site::siteId).contains("blog.example.org");
        assertThat(store.siteOf("WWW.notes.example")).map(Site::siteId).contains("blog.example.org");
        assertThat(store.siteOf("example.com")).map(Site::siteId).contains(SITE);
        assertThat(store.siteOf("example.net")).isEmpty();
        assertThat(store.site("blog.example.org").orElseThrow().domains())
                .containsExactly("blog.example.org", "notes.example");
    }

    @Test
    void domainsChangeWithTheSite() {
        assertThat(store.siteOf("example.com")).isPresent();
        store.putSite(Site.of(SITE, "My site").withDomains("example.net").withTimezone("Europe/Berlin"));
        assertThat(store.siteOf("example.com")).isEmpty();
        assertThat(store.siteOf("example.net")).map(site -> site.zones().last()).contains(ZoneId.of("Europe/Berlin"));
        assertThat(stored("SITE#")).as("domain entries").hasSize(1);
        store.createGoal(Goal.page(SITE, "g", Goal.Match.EXACT, "/"));
        assertThat(store.deleteSite(SITE)).isInstanceOf(EntityOutcome.Deleted.class);
        assertThat(store.siteOf("example.net")).isEmpty();
        assertThat(stored("SITE#")).isEmpty();
        assertThat(store.goals(SITE)).isEmpty();
    }

    @Test
    void secondCreateLeavesTheSiteUnchanged() {
        assertThat(store.createSite(Site.of(SITE, "Another").withDomains("intruder.example")))
                .isInstanceOf(EntityOutcome.Exists.class);
        assertThat(store.site(SITE)).map(Site::name).contains("My site");
        assertThat(store.siteOf("intruder.example"))
                .as("the site of a domain that was not saved")
                .isEmpty();
        assertThat(store.site(SITE).orElseThrow().createdAt()).isEqualTo(clock.instant());
    }

    @Test
    void otherProcessesSeeAChangeAfterAMinute() {
        AnalyticsStore other = open(openDatabase());
        assertThat(other.siteOf("new.example")).isEmpty();
        store.createSite(Site.of("new", "New").withDomains("new.example"));
        clock.advance(Duration.ofSeconds(59));
        assertThat(other.siteOf("new.example")).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        assertThat(other.siteOf("new.example")).map(Site::siteId).contains("new");
    }

    @Test
    void unknownSiteIsLookedUpOnce() {
        engine.reset();
        for (int i = 0; i < 50; i++) {
            assertRejected(
                    "hit.unknown-site",
                    null,
                    () -> store.ingest(view("/").site("nobody").build()));
        }
        assertThat(engine.used().total().read()).isEqualTo(1);
    }

    @Test
    void goalsAreCreatedReplacedAndDeleted() {
        Goal thanks = Goal.page(SITE, "thanks", Goal.Match.PREFIX, "/thank-you").named("Ordered");
        store.createGoal(thanks);
        store.createGoal(Goal.event(SITE, "signup", Goal.Match.REGEX, "^[Ss]ign-?up$"));
        store.createGoal(Goal.stay(SITE, "long", Duration.ofMinutes(5)));
        assertThat(store.createGoal(thanks.named("Again"))).isInstanceOf(EntityOutcome.Exists.class);
        assertThat(store.goals(SITE)).extracting(Goal::goalId).containsExactly("long", "signup", "thanks");
        assertThat(store.goal(SITE, "thanks")).map(Goal::name).contains("Ordered");
        assertThat(store.goal(SITE, "long")).map(Goal::duration).contains(300L);
        store.putGoal(thanks.named("Bought"));
        assertThat(store.goal(SITE, "thanks")).map(Goal::name).contains("Bought");
        store.deleteGoal(SITE, "thanks");
        assertThat(store.goal(SITE, "thanks")).isEmpty();
    }

    @Test
    void invalidSitesAndGoalsAreRefused() {
        assertRejected(
                "site.id",
                "site id \"a#b\" is invalid: give 1 to 253 letters, digits, '.', '-' and '_', starting with a letter or digit",
                () -> Site.of("a#b", "x"));
        assertRejected(
                "site.name",
                "the name of site a has 0 characters; give 1 to 200, not only spaces",
                () -> Site.of("a", ""));
        assertRejected(
                "site.timezone",
                "the time zone of site a is \"Mars\", which is unknown; give one such as Europe/Berlin or UTC",
                () -> Site.of("a", "x").withTimezone("Mars"));
        assertRejected(
                "site.domain",
                "\"https://a.b/c\" is not a domain; give only its name, such as example.com",
                () -> Site.of("a", "x").withDomains("https://a.b/c"));
        assertRejected(
                "goal.regex",
                "pattern \"(a\" of goal g is not a valid RE2 regular expression: missing closing )",
                () -> Goal.page("a", "g", Goal.Match.REGEX, "(a"));
        assertRejected(
                "goal.duration",
                "goal g of kind DURATION has 0 seconds: give the length of a session, from 1 to 315569520000 seconds, and no"
                        + " pattern",
                () -> Goal.stay("a", "g", Duration.ZERO));
        assertRejected("goal.duration", null, () -> Goal.stay("a", "g", Duration.ofNanos(-1)));
        assertRejected("goal.duration", null, () -> Goal.stay("a", "g", Duration.ofSeconds(Long.MAX_VALUE)));
        assertRejected("goal.pattern", null, () -> Goal.event("a", "g", Goal.Match.EXACT, ""));
        assertRejected("goal.id", null, () -> Goal.event("a", "", Goal.Match.EXACT, "x"));
        assertThat(Goal.page("a", "g", Goal.Match.PREFIX, "/" + "x".repeat(499)).name())
                .hasSize(200);
    }
}
