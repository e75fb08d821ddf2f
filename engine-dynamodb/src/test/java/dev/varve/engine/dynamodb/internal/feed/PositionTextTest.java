package dev.varve.engine.dynamodb.internal.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.engine.dynamodb.internal.feed.ShardPlace.After;
import dev.varve.engine.dynamodb.internal.feed.ShardPlace.Fixed;
import dev.varve.error.Rejected;
import dev.varve.feed.FeedPosition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositionTextTest {

    private static final String SHARD = "shardId-00000001776693600000-0a1b2c3d";
    private static final String OTHER = "shardId-00000001776708000000-ffffffff";
    private static final String SEQUENCE = "111100000000012364338";
    private static final ShardMark MARK = new ShardMark(1_776_693_600, "z9");

    private static StreamPosition position(Map<String, ShardPlace> places) {
        return new StreamPosition(
                CompactText.fingerprint("table"), CompactText.fingerprint("stream"), MARK, new LinkedHashMap<>(places));
    }

    private static String text(Map<String, ShardPlace> places) {
        return PositionText.write(position(places)).text();
    }

    @Test
    void textHasTheDocumentedFormat() {
        Map<String, ShardPlace> places = new LinkedHashMap<>();
        places.put(SHARD, new After(SEQUENCE));
        places.put(OTHER, Fixed.LATEST);
        places.put("H1:ab", Fixed.START);
        assertThat(text(places))
                .isEqualTo(
                        "1.1wauhqe.1uuevq4.tdspk0-z9.mo79hvk0-0a1b2c3d:ng3334bk5010y,mo7i2io0-ffffffff:L,=H1%3Aab:S");
    }

    @Test
    void everyPlaceIsReadBack() {
        for (ShardPlace place : List.of(
                new After(SEQUENCE),
                new After("000000000000000000007"),
                new After("9".repeat(40)),
                new After("0".repeat(40)),
                new After("17"),
                new After("a.b,c:d"),
                new ShardPlace.Skipped(SEQUENCE),
                new ShardPlace.Skipped("17"),
                Fixed.START,
                Fixed.HORIZON,
                Fixed.LATEST,
                Fixed.FINISHED)) {
            for (String shard :
                    List.of(SHARD, "shardId-99999999999999999999-00000000", "shardId-1", "a.b,c:d=%", "é")) {
                Map<String, ShardPlace> places = new LinkedHashMap<>();
                places.put(shard, place);
                places.put(OTHER, Fixed.START);
                StreamPosition position = position(places);
                StreamPosition read = PositionText.read("table", PositionText.write(position));
                assertThat(read).isEqualTo(position);
                assertThat(List.copyOf(read.places().keySet())).containsExactly(shard, OTHER);
            }
        }
    }

    @Test
    void positionWithoutShardsIsReadBack() {
        StreamPosition none = position(Map.of());
        assertThat(PositionText.read("table", PositionText.write(none))).isEqualTo(none);
    }

    @Test
    void positionInsideAShardHasTheSameFormat() {
        for (String shard : List.of(SHARD, OTHER, "c")) {
            Map<String, ShardPlace> places = new LinkedHashMap<>();
            places.put(SHARD, Fixed.START);
            places.put(OTHER, Fixed.LATEST);
            places.put("c", new After("1"));
            FeedPosition inside = PositionText.inside(position(places), shard).apply(SEQUENCE);
            places.put(shard, new After(SEQUENCE));
            assertThat(inside).isEqualTo(PositionText.write(position(places)));
        }
    }

    @Test
    void shardTakesAbout30Characters() {
        Map<String, ShardPlace> places = new LinkedHashMap<>();
        for (int i = 0; i < 100; i++) {
            places.put(SHARD.replace("0a1b2c3d", "%08x".formatted(i)), new After(SEQUENCE));
        }
        assertThat(text(places).length()).isLessThan(100 * 33);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nowhere",
                "17",
                "1",
                "1....",
                "2.1wauhqe.1uuevq4..",
                "1.1wauhqe.1uuevq4",
                "1.1wauhqe.1uuevq4..a",
                "1.1wauhqe.1uuevq4..a:S",
                "1.1wauhqe.1uuevq4..=a:",
                "1.1wauhqe.1uuevq4..=a:X",
                "1.1wauhqe.1uuevq4..=a:L",
                "1.1wauhqe.1uuevq4..=a:S,",
                "1.1wauhqe.1uuevq4..=a:S,=a:F",
                "1.1wauhqe.1uuevq4..=%:S",
                "1.1wauhqe.1uuevq4.a-b.=a:S",
                "1.1wauhqe.1uuevq4.zzzzzzzzzzzzzz-b.=a:L",
                "1.1wauhqe.1uuevq4..=a:0000000000000000000000000000000000000001",
                "1.other.1uuevq4..=a:S"
            })
    void invalidTextIsRefused(String text) {
        Rejected error = catchThrowableOfType(Rejected.class, () -> PositionText.read("table", new FeedPosition(text)));
        assertThat(error).isNotNull();
        assertThat(error.code()).isEqualTo("feed.position");
        assertThat(error).hasMessage("\"%s\" is not a position of this feed", text);
    }
}
