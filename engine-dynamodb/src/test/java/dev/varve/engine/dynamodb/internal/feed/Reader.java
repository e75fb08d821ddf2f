package dev.varve.engine.dynamodb.internal.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.feed.Change;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.testkit.MutableClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A process that reads a scripted stream, with its own cache. */
final class Reader {

    private static int readers;

    final MutableClock clock = new MutableClock();
    final StreamFeed feed;
    private final String name = "r" + ++readers + "n";
    private int nonces;

    Reader(ScriptedStream stream) {
        feed = new StreamFeed(ScriptedStream.SCHEMA, stream, clock, () -> name + ++nonces);
    }

    FeedPosition end() {
        return feed.end().join();
    }

    FeedPage page(FeedPosition after, int most) {
        return feed.read(after, most).join();
    }

    FeedPage.Changes read(FeedPosition after, int most) {
        FeedPage page = page(after, most);
        assertThat(page).isInstanceOf(FeedPage.Changes.class);
        FeedPage.Changes changes = (FeedPage.Changes) page;
        assertThat(changes.changes()).hasSizeLessThanOrEqualTo(most);
        return changes;
    }

    FeedPosition trimmed(FeedPosition after) {
        FeedPage page = page(after, 10);
        assertThat(page).isInstanceOf(FeedPage.Trimmed.class);
        return ((FeedPage.Trimmed) page).oldest();
    }

    /** Returns the changes of all pages up to the first empty one. */
    List<Change> drain(FeedPosition from, int most) {
        List<Change> changes = new ArrayList<>();
        FeedPage.Changes page = read(from, most);
        while (!page.changes().isEmpty()) {
            changes.addAll(page.changes());
            page = read(page.next(), most);
        }
        return changes;
    }

    List<Integer> drained(FeedPosition from, int most) {
        return values(drain(from, most));
    }

    static List<Integer> values(List<Change> changes) {
        return changes.stream().map(Reader::value).toList();
    }

    static int value(Change change) {
        return (int) Objects.requireNonNull(change.after()).number("v").longValueExact();
    }
}
