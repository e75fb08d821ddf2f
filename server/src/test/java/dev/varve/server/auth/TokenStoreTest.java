package dev.varve.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.error.Rejected;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.Scan;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TokenStoreTest {

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));
    private final Varve db = Varve.on(new MemoryEngine(clock)).clock(clock).open("varve", TokenStore.TOKENS);
    private final TokenStore tokens = new TokenStore(db.entities(TokenStore.TOKENS), clock);

    @Test
    void tokenAllowsItsScopesOnly() {
        String secret = tokens.create("gateway", Set.of(Scope.WRITE), Optional.of("device:sensor_01"));
        ApiToken token = tokens.find(secret).orElseThrow();
        assertThat(token.allows(Scope.WRITE)).isTrue();
        assertThat(token.allows(Scope.READ)).isFalse();
        assertThat(token.allowsFor("device:sensor_01")).isTrue();
        assertThat(token.allowsFor("device:sensor_02")).isFalse();
        assertThat(tokens.find(secret + "x")).isEmpty();
    }

    @Test
    void secretIsNotStored() {
        String secret = tokens.create("ada", Set.of(Scope.ADMIN), Optional.empty());
        assertThat(db.table("varve").scan(Scan.all()).items().toString())
                .contains("ada")
                .doesNotContain(secret);
    }

    @Test
    void revokedTokenIsUnknownToOtherProcessesAfterHalfAMinute() {
        TokenStore other = new TokenStore(db.entities(TokenStore.TOKENS), clock);
        String secret = tokens.create("ada", Set.of(Scope.READ), Optional.empty());
        assertThat(other.find(secret)).isPresent();
        assertThat(tokens.revoke(tokens.list().get(0).hash())).isTrue();
        assertThat(tokens.find(secret)).isEmpty();
        clock.advance(Duration.ofSeconds(31));
        assertThat(other.find(secret)).isEmpty();
        assertThat(tokens.revoke(TokenStore.hash(secret))).isFalse();
    }

    @Test
    void namesAreUniqueUntilTheirTokenIsRevoked() {
        String secret = tokens.create("ada", Set.of(Scope.READ), Optional.empty());

        assertThatThrownBy(() -> tokens.create("ada", Set.of(Scope.WRITE), Optional.empty()))
                .isInstanceOf(Rejected.class)
                .hasMessage("token ada already exists: choose another name, or revoke that token first");
        assertThat(tokens.list()).hasSize(1);
        assertThat(tokens.revoke(TokenStore.hash(secret))).isTrue();
        tokens.create("ada", Set.of(Scope.WRITE), Optional.empty());
    }

    @Test
    void tokenWithInvalidScopesIsRefused() {
        assertThatThrownBy(() -> tokens.create("x", Set.of(), Optional.empty())).isInstanceOf(Rejected.class);
        assertThatThrownBy(() -> tokens.create("x", Set.of(Scope.READ), Optional.of("device:a")))
                .isInstanceOf(Rejected.class)
                .hasMessage(
                        "token x is for device:a only; reading can be limited to a site, not to a device: its scope must be write alone");
        assertThatThrownBy(() -> tokens.create("x", Set.of(Scope.ADMIN), Optional.of("site:blog")))
                .isInstanceOf(Rejected.class)
                .hasMessage("token x is for site:blog only: its scopes can be write and read, but not admin");
    }
}
