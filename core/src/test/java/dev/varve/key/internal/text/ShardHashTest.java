package dev.varve.key.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.key.Parts;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import java.time.Instant;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ShardHashTest {

    /** Computed by a second implementation. Stored keys depend on these values: add new ones, never change them. */
    @Test
    void hashesAreGolden() {
        Instant morning = Instant.parse("2025-05-19T10:15:00Z");
        assertThat(of().mixed()).isEqualTo(0xefd01f60ba992926L);
        assertThat(of("").mixed()).isEqualTo(0x1bbd5c813c69a8d7L);
        assertThat(of("device").mixed()).isEqualTo(0xd54b61b1028c34d6L);
        assertThat(of("ab", "c").mixed()).isEqualTo(0x04f360e50ae88219L);
        assertThat(of("a", "bc").mixed()).isEqualTo(0x0b1ab3f8db794b96L);
        assertThat(of("é😀").mixed()).isEqualTo(0x289510f804f068e1L);
        assertThat(at(morning, "device").mixed()).isEqualTo(0x99b54104bb141b1dL);
        assertThat(at(ClockDomain.FIRST.plusNanos(999_999_999), "device").mixed())
                .isEqualTo(0x7a0af2aef34142dcL);
        assertThat(at(morning, "device").shard(10)).isEqualTo(1);
        assertThat(of("device").shard(10)).isZero();
        assertThat(of("device").shard(1)).isZero();
    }

    @Test
    void aRetryHasTheSameShard() {
        var layout = Layout.series("at").keys("{deviceId}#{shard:1000}", "{at}").build();
        Parts device = Parts.of("deviceId", "d-7");
        Instant clock = Instant.parse("2026-04-20T14:00:00.123Z");
        assertThat(layout.write(device, clock))
                .isEqualTo(layout.write(device, clock))
                .as("digits finer than the tick do not change the shard")
                .isEqualTo(layout.write(device, clock.plusNanos(999)));
    }

    @Test
    void secondsOfOneDeviceSpreadEvenly() {
        var layout = Layout.series("at").keys("{shard:10}", "{at}#{deviceId}").build();
        int[] counts = new int[10];
        IntStream.range(0, 100_000).forEach(i -> {
            LayoutKey key = layout.write(Parts.of("deviceId", "d"), Instant.ofEpochSecond(i));
            counts[Integer.parseInt(key.partition())]++;
        });
        for (int count : counts) {
            assertThat(count).isCloseTo(10_000, Percentage.withPercentage(5));
        }
    }

    private static ShardHash of(String... texts) {
        var hash = new ShardHash();
        for (String text : texts) {
            hash.text(text);
        }
        return hash;
    }

    private static ShardHash at(Instant clock, String... texts) {
        ShardHash hash = of(texts);
        hash.clock(clock);
        return hash;
    }
}
