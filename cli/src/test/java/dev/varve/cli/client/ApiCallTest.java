package dev.varve.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ApiCallTest {

    @Test
    void pathPartsAreEncoded() {
        assertThat(ApiCall.get("devices", "a/b %ä", "..", "x.y").address())
                .isEqualTo("/api/v1/devices/a%2Fb%20%25%C3%A4/%2E%2E/x.y");
    }

    @Test
    void parametersWithoutValueAreLeftOut() {
        assertThat(ApiCall.get("alerts")
                        .with("device", null)
                        .with("status", "a&b")
                        .with("limit", 5)
                        .address())
                .isEqualTo("/api/v1/alerts?status=a%26b&limit=5");
    }
}
