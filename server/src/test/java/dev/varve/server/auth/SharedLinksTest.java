package dev.varve.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.error.Rejected;
import dev.varve.error.Throttled;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.Scan;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SharedLinksTest {

    private static final String PASSWORD = "correct horse";

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));
    private final Varve db = Varve.on(new MemoryEngine(clock)).clock(clock).open("varve", SharedLinks.LINKS);
    private final SharedLinks links = newLinks();

    private SharedLinks newLinks() {
        return new SharedLinks(db.entities(SharedLinks.LINKS), clock, 10);
    }

    private Optional<SharedLinks.Opened> open(String site, String secret, String password) {
        return links.open(new SharedLinks.Request(site, secret, Optional.ofNullable(password), "203.0.113.7"));
    }

    private String session(String site, String secret) {
        return open(site, secret, null).orElseThrow().session().orElseThrow();
    }

    @Test
    void sessionReadsTheSiteOfItsLinkOnly() {
        SharedLinks.Created made = links.create("blog", "customer", Optional.empty());
        String session = session("blog", made.secret());
        ApiToken token = links.find(session).orElseThrow();
        assertThat(token.only()).contains("site:blog");
        assertThat(token.allows(Scope.READ)).isTrue();
        assertThat(token.allows(Scope.WRITE)).isFalse();
        assertThat(token.allows(Scope.ADMIN)).isFalse();
        assertThat(newLinks().find(session)).as("in another process").isPresent();
        assertThat(open("shop", made.secret(), null)).as("with another site").isEmpty();
        assertThat(open("blog", made.secret() + "x", null)).isEmpty();
    }

    @Test
    void sessionEndsWithTimeAndWithItsLink() {
        SharedLinks.Created made = links.create("blog", "customer", Optional.empty());
        String session = session("blog", made.secret());
        clock.advance(SharedLinks.SESSION.minusSeconds(1));
        assertThat(links.find(session)).isPresent();
        clock.advance(Duration.ofSeconds(1));
        assertThat(links.find(session)).isEmpty();

        String newer = session("blog", made.secret());
        assertThat(newLinks().revoke("blog", made.link().linkId())).isTrue();
        assertThat(links.find(newer)).isEmpty();
        assertThat(open("blog", made.secret(), null)).isEmpty();
        assertThat(links.revoke("blog", made.link().linkId())).isFalse();
    }

    @Test
    void changedSessionIsRefused() {
        SharedLinks.Created made = links.create("blog", "customer", Optional.empty());
        SharedLinks.Created other = links.create("blog", "other", Optional.of(PASSWORD));
        String session = session("blog", made.secret());
        String[] parts = session.split("\\.");
        assertThat(links.find(String.join(".", parts[0], parts[1], "99999999999", parts[3])))
                .as("a later end")
                .isEmpty();
        assertThat(links.find(String.join(".", "varve_link_c2hvcA", parts[1], parts[2], parts[3])))
                .as("another site")
                .isEmpty();
        assertThat(links.find(String.join(".", parts[0], other.secret(), parts[2], parts[3])))
                .as("a link whose password is unknown")
                .isEmpty();
        for (String wrong : new String[] {
            "varve_link_",
            "varve_link_....",
            "varve_link_*.a.1.b",
            "varve_link_Yg.a.x.b",
            "varve_link_" + "a".repeat(2_000)
        }) {
            assertThat(links.find(wrong)).as(wrong).isEmpty();
        }
    }

    @Test
    void passwordIsNeededAndChecked() {
        String secret = links.create("blog", "customer", Optional.of(PASSWORD)).secret();
        assertThat(open("blog", secret, null).orElseThrow().session()).isEmpty();
        assertThatThrownBy(() -> open("blog", secret, "correct horsf"))
                .isInstanceOf(Rejected.class)
                .hasMessage("the password is wrong");
        assertThatThrownBy(() -> open("blog", secret, PASSWORD + "x".repeat(1_000)))
                .hasMessage("the password is wrong");
        String session = open("blog", secret, PASSWORD).orElseThrow().session().orElseThrow();
        assertThat(links.find(session)).isPresent();
    }

    @Test
    void secretsAndPasswordsAreNotStored() {
        String secret = links.create("blog", "customer", Optional.of(PASSWORD)).secret();
        links.create("blog", "second", Optional.of(PASSWORD));
        assertThat(db.table("varve").scan(Scan.all()).items().toString())
                .contains("customer", "pbkdf2-sha512:10:")
                .doesNotContain(secret, PASSWORD);
        assertThat(links.list("blog").stream().map(SharedLink::password).distinct())
                .as("each password has a salt")
                .hasSize(2);
        assertThat(PasswordHash.ITERATIONS).isGreaterThanOrEqualTo(210_000);
    }

    @Test
    void wrongPasswordsAreLimited() {
        String secret = links.create("blog", "customer", Optional.of(PASSWORD)).secret();
        String second = links.create("blog", "second", Optional.of(PASSWORD)).secret();
        for (int i = 0; i < PasswordAttempts.OF_CLIENT + 5; i++) {
            assertThat(open("blog", secret, PASSWORD)).as("right ones are not").isPresent();
        }
        for (int i = 0; i < PasswordAttempts.OF_CLIENT; i++) {
            assertThatThrownBy(() -> open("blog", secret, "wrong password")).isInstanceOf(Rejected.class);
        }
        assertThatThrownBy(() -> open("blog", secret, PASSWORD))
                .isInstanceOf(Throttled.class)
                .hasMessage("too many wrong passwords: try again in a minute");
        assertThat(open("blog", second, PASSWORD)).as("of another link").isPresent();
        assertThat(links.open(new SharedLinks.Request("blog", secret, Optional.of(PASSWORD), "198.51.100.1")))
                .as("from another network")
                .isPresent();
        clock.advance(PasswordAttempts.CLIENT_EVERY);
        assertThat(open("blog", secret, PASSWORD)).isPresent();
    }

    /** Each check keeps a core busy, also for somebody who knows the password. */
    @Test
    void rightPasswordsAreLimitedByNetwork() {
        String secret = links.create("blog", "customer", Optional.of(PASSWORD)).secret();
        for (int i = 0; i < PasswordAttempts.OPENINGS; i++) {
            assertThat(open("blog", secret, PASSWORD)).isPresent();
        }
        assertThatThrownBy(() -> open("blog", secret, PASSWORD))
                .isInstanceOf(Throttled.class)
                .hasMessage("this link is opened too often: try again in a few seconds");
        assertThat(links.open(new SharedLinks.Request("blog", secret, Optional.of(PASSWORD), "198.51.100.1")))
                .as("from another network")
                .isPresent();
        clock.advance(PasswordAttempts.OPENING_EVERY);
        assertThat(open("blog", secret, PASSWORD)).isPresent();
    }

    /** Attempts from many networks must not keep out those who know the password. */
    @Test
    void wrongPasswordsFromManyNetworksAreLimited() {
        String secret = links.create("blog", "customer", Optional.of(PASSWORD)).secret();
        var known = new SharedLinks.Request("blog", secret, Optional.of(PASSWORD), "198.51.100.1");
        assertThat(links.open(known)).isPresent();
        attackFromManyNetworks(secret);
        assertThatThrownBy(() -> open("blog", secret, PASSWORD)).isInstanceOf(Throttled.class);
        assertThat(links.open(known)).as("has opened it before").isPresent();

        clock.advance(PasswordAttempts.KNOWN);
        attackFromManyNetworks(secret);
        assertThatThrownBy(() -> links.open(known)).as("long ago").isInstanceOf(Throttled.class);
    }

    private void attackFromManyNetworks(String secret) {
        for (int i = 0; i < PasswordAttempts.OF_LINK; i++) {
            var request = new SharedLinks.Request("blog", secret, Optional.of("wrong one"), "network " + i);
            assertThatThrownBy(() -> links.open(request)).isInstanceOf(Rejected.class);
        }
    }

    @Test
    void invalidLinksAreRefused() {
        assertThatThrownBy(() -> links.create("blog", " ", Optional.empty()))
                .hasMessage("the name has 0 characters; give 1 to 100, so that people can recognise it");
        assertThatThrownBy(() -> links.create("blog", "x", Optional.of("short")))
                .hasMessage("the password has 5 characters; give 8 to 200");
        for (int i = 0; i < SharedLinks.MOST; i++) {
            links.create("blog", "link " + i, Optional.empty());
        }
        assertThatThrownBy(() -> links.create("blog", "one more", Optional.empty()))
                .hasMessage("site blog has 100 shared links, which is the limit: revoke one first");
        links.revokeAll("blog");
        assertThat(links.list("blog")).isEmpty();
    }
}
