package dev.varve.engine.dynamodb.internal.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.dynamodb.internal.feed.Lineage.Followed;
import dev.varve.engine.dynamodb.internal.feed.ShardPlace.After;
import dev.varve.engine.dynamodb.internal.feed.ShardPlace.Fixed;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LineageTest {

    private static final ShardPlace AFTER = new After("1");

    private static Shard shard(String id, @Nullable String parent) {
        return new Shard(id, parent, false);
    }

    private static ShardGraph graph(Shard... shards) {
        return new ShardGraph(List.of(shards));
    }

    private static void assertFollowed(ShardGraph graph, Map<String, ShardPlace> from, Map<String, ShardPlace> to) {
        assertThat(Lineage.follow(graph, from)).isEqualTo(new Followed(to, Set.of()));
    }

    private static void assertLost(
            String gone, ShardGraph graph, Map<String, ShardPlace> from, Map<String, ShardPlace> to) {
        assertThat(Lineage.follow(graph, from)).isEqualTo(new Followed(to, Set.of(gone)));
    }

    @Test
    void beginningIsTheTrimHorizonOfTheOldestShards() {
        ShardGraph graph = graph(shard("c", "b"), shard("b", "a"), shard("d", "gone"), shard("e", null));
        assertThat(Lineage.beginning(graph))
                .isEqualTo(Map.of("b", Fixed.HORIZON, "d", Fixed.HORIZON, "e", Fixed.HORIZON));
    }

    @Test
    void childrenWaitForTheirParent() {
        ShardGraph graph = graph(shard("a", null), shard("b", "a"), shard("c", "a"), shard("d", "c"));
        assertFollowed(graph, Map.of("a", AFTER), Map.of("a", AFTER));
    }

    @Test
    void childrenTakeThePlaceOfAFinishedParent() {
        ShardGraph graph = graph(shard("a", null), shard("b", "a"), shard("c", "a"), shard("d", "c"));
        assertFollowed(graph, Map.of("a", Fixed.FINISHED), Map.of("b", Fixed.START, "c", Fixed.START));
    }

    @Test
    void finishedShardStaysUntilAChildIsListed() {
        assertFollowed(graph(shard("a", null)), Map.of("a", Fixed.FINISHED), Map.of("a", Fixed.FINISHED));
        assertFollowed(graph(), Map.of("a", Fixed.FINISHED), Map.of("a", Fixed.FINISHED));
    }

    @Test
    void childThatIsListedLateIsFound() {
        ShardGraph graph = graph(shard("a", null), shard("b", "a"), shard("c", "b"), shard("late", "a"));
        assertFollowed(graph, Map.of("c", AFTER), Map.of("c", AFTER, "late", Fixed.START));
    }

    @Test
    void newShardWithoutParentIsReadFromItsStart() {
        ShardGraph graph = graph(shard("a", null), shard("b", null), shard("c", "b"));
        assertFollowed(graph, Map.of("a", AFTER), Map.of("a", AFTER, "b", Fixed.START));
        assertFollowed(graph, Map.of(), Map.of("a", Fixed.START, "b", Fixed.START));
    }

    @Test
    void shardThatIsNotListedKeepsItsPlaceAndItsChildrenWait() {
        assertFollowed(graph(shard("b", "a")), Map.of("a", AFTER), Map.of("a", AFTER));
    }

    @Test
    void ancestorsThatAreStillListedAreNotReadAgain() {
        ShardGraph graph = graph(shard("a", null), shard("b", "a"), shard("c", "b"));
        assertFollowed(graph, Map.of("c", AFTER), Map.of("c", AFTER));
    }

    @Test
    void childOfAnUnlistedParentMayHaveLostChanges() {
        assertLost("a", graph(shard("b", "a")), Map.of("a", Fixed.FINISHED), Map.of("b", Fixed.HORIZON));
        assertLost("a", graph(shard("b", "a")), Map.of("b", Fixed.START), Map.of("b", Fixed.HORIZON));
        assertFollowed(graph(shard("b", "a")), Map.of("b", Fixed.HORIZON), Map.of("b", Fixed.HORIZON));
        assertFollowed(graph(shard("b", "a")), Map.of("b", AFTER), Map.of("b", AFTER));
    }

    @Test
    void childOfAnUnlistedParentThatStillExistsLostNothing() {
        ShardGraph graph = graph(shard("b", "a")).knowing(Set.of("a"));
        assertFollowed(graph, Map.of("a", Fixed.FINISHED), Map.of("b", Fixed.START));
        assertFollowed(graph, Map.of("b", Fixed.START), Map.of("b", Fixed.START));
        assertFollowed(graph, Map.of("x", AFTER), Map.of("x", AFTER));
    }

    @Test
    void missedGenerationIsLost() {
        assertLost("b", graph(shard("c", "b")), Map.of("a", Fixed.FINISHED), Map.of("c", Fixed.HORIZON));
    }

    @Test
    void cyclicListingTerminates() {
        ShardGraph graph = graph(shard("a", "b"), shard("b", "a"));
        assertThat(Lineage.follow(graph, Map.of("a", AFTER)).places()).containsEntry("a", AFTER);
    }
}
