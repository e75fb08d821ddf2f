package dev.varve.server.http.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxiesTest {

    private static final String CLIENT = "203.0.113.7";

    private final Proxies loopback = Proxies.of(Proxies.LOOPBACK);
    private final Proxies cluster = Proxies.of(List.of("10.0.0.0/8", "192.0.2.1", "fd00::/8"));

    @Test
    void untrustedSenderIsTheClient() {
        assertThat(loopback.client("198.51.100.9", List.of(CLIENT))).isEqualTo("198.51.100.9");
        assertThat(cluster.client("127.0.0.1", List.of(CLIENT))).isEqualTo("127.0.0.1");
        assertThat(cluster.client("11.0.0.1", List.of(CLIENT))).isEqualTo("11.0.0.1");
    }

    @Test
    void trustedProxyNamesTheClient() {
        assertThat(loopback.client("127.0.0.1", List.of(CLIENT))).isEqualTo(CLIENT);
        assertThat(loopback.client("[::1]", List.of(CLIENT))).isEqualTo(CLIENT);
        assertThat(loopback.client("0:0:0:0:0:0:0:1", List.of("2001:db8::1"))).isEqualTo("2001:db8:0:0:0:0:0:1");
        assertThat(cluster.client("10.200.3.4", List.of(CLIENT))).isEqualTo(CLIENT);
        assertThat(cluster.client("fd12::1", List.of(CLIENT))).isEqualTo(CLIENT);
        assertThat(cluster.client("10.0.0.1", List.of())).isEqualTo("10.0.0.1");
        assertThat(Proxies.of(List.of("fe80::/10")).client("[fe80::1%2]", List.of(CLIENT)))
                .isEqualTo(CLIENT);
    }

    /** Addresses that the client itself sends come before those that proxies add. */
    @Test
    void lastAddressThatIsNotAProxyIsTheClient() {
        assertThat(cluster.client("10.0.0.1", List.of("1.1.1.1, " + CLIENT + ", 10.0.0.2")))
                .isEqualTo(CLIENT);
        assertThat(cluster.client("10.0.0.1", List.of("1.1.1.1", CLIENT + ",192.0.2.1", "10.9.9.9")))
                .isEqualTo(CLIENT);
        assertThat(cluster.client("10.0.0.1", List.of("10.0.0.3, 10.0.0.2"))).isEqualTo("10.0.0.3");
    }

    @Test
    void invalidAddressIsReturnedAsIs() {
        for (String nonsense : List.of("unknown", "999.1.1.1", "1.2.3", ":::", "example.com", "[")) {
            assertThat(cluster.client("10.0.0.1", List.of(CLIENT + ", " + nonsense + ", 10.0.0.2")))
                    .isEqualTo(nonsense);
        }
        assertThat(cluster.client("10.0.0.1", List.of("", ",", CLIENT + ",, ", " ")))
                .isEqualTo(CLIENT);
    }

    @Test
    void portsAreRemoved() {
        assertThat(cluster.client("10.0.0.1", List.of(CLIENT + ":4711"))).isEqualTo(CLIENT);
        assertThat(cluster.client("10.0.0.1", List.of("[2001:db8::1]:4711"))).isEqualTo("2001:db8:0:0:0:0:0:1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "proxy.example", "10.0.0.0/33", "10.0.0.0/", "10.0.0/8", "::1/129", "10.0.0.0/-1"})
    void invalidProxyIsRefused(String text) {
        assertThatThrownBy(() -> Proxies.of(List.of(text)))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("is not a proxy");
    }
}
