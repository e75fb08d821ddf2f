package dev.varve.server.channel.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.alert.Severity;
import dev.varve.server.channel.AlertLine;
import dev.varve.server.channel.AlertLines;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GroupTest {

    private static final Instant NOW = AlertLines.OPENED;

    private static Delivery waiting(String channel, String device, Instant since) {
        return Delivery.of(channel, AlertLines.opened(device), since);
    }

    @Test
    void deliveryIsDueAfterTheWindow() {
        List<Delivery> waiting = List.of(waiting("ops", "a", NOW));
        assertThat(Group.due(waiting, NOW.plus(Group.WINDOW).minusMillis(1))).isEmpty();
        assertThat(Group.due(waiting, NOW.plus(Group.WINDOW))).hasSize(1);
    }

    @Test
    void dueDeliveryIncludesAllOfItsChannel() {
        List<Delivery> waiting = List.of(
                waiting("ops", "a", NOW),
                waiting("boss", "a", NOW.plusSeconds(1)),
                waiting("ops", "b", NOW.plusSeconds(9)));
        List<Group> due = Group.due(waiting, NOW.plus(Group.WINDOW));
        assertThat(due).singleElement().satisfies(group -> {
            assertThat(group.channel()).isEqualTo("ops");
            assertThat(group.deliveries()).hasSize(2);
        });
    }

    @Test
    void contentListsTheMostSevereAndCountsTheOthers() {
        List<Delivery> all = Stream.concat(
                        IntStream.range(0, 30).mapToObj(i -> waiting("ops", "device-" + i, NOW)),
                        Stream.of(Delivery.of("ops", AlertLines.opened("worst", Severity.CRITICAL, "too hot"), NOW)))
                .toList();
        Group.Content content = Group.content(all);
        assertThat(content.listed()).hasSize(20);
        assertThat(content.listed().get(0).deviceId()).isEqualTo("worst");
        assertThat(content.more()).isEqualTo(11);
    }

    @Test
    void openedComesBeforeResolved() {
        List<Delivery> all = List.of(
                Delivery.of("ops", AlertLines.resolved("a"), NOW), Delivery.of("ops", AlertLines.opened("a"), NOW));
        assertThat(Group.content(all).listed().stream().map(AlertLine::event).map(Enum::name))
                .containsExactly("OPENED", "RESOLVED");
    }
}
