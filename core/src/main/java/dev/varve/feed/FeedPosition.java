package dev.varve.feed;

/** A place in a feed, as an opaque text that only this feed understands. */
public record FeedPosition(String text) {

    /** The position before the oldest change that is kept at the time of reading. */
    public static final FeedPosition BEGINNING = new FeedPosition("");

    @Override
    public String toString() {
        return text;
    }
}
