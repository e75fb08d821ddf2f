package dev.varve.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicsTest {

    @Test
    void topicsAreSeparatedByCommasAndEncodedIdsMayContainThem() {
        Topics topics = Topics.parse("fleet,device%3Acpu%2Chost%3Dweb%201,device:a+b,site:shop");
        assertThat(topics.names())
                .containsExactlyInAnyOrder("fleet", "device:cpu,host=web 1", "device:a+b", "site:shop");
        assertThat(topics.contains(Topics.device("cpu,host=web 1"))).isTrue();
        assertThat(topics.sites()).containsExactly("shop");
        assertThat(topics.containsSite("shop")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "site:", "device:", "device: ", "fleet,", "fleets", "host=web1", "shop:x", "device:50%"})
    void invalidTopicIsRefused(String text) {
        assertThatThrownBy(() -> Topics.parse(text))
                .isInstanceOfSatisfying(
                        Rejected.class, refused -> assertThat(refused.code()).isEqualTo("live.topic"));
    }

    @Test
    void numberOfTopicsIsLimited() {
        String most =
                IntStream.range(0, Topics.MOST).mapToObj(i -> "device:" + i).collect(Collectors.joining(","));
        assertThat(Topics.parse(most).names()).hasSize(Topics.MOST);
        assertThatThrownBy(() -> Topics.parse(most + ",fleet"))
                .hasMessageContaining("a client can listen to at most 200");
        assertThatThrownBy(() -> Topics.parse("device:" + "x".repeat(513))).hasMessageContaining("is not a topic");
    }
}
