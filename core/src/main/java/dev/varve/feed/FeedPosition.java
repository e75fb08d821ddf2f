package dev.varve.feed;

/** A place in a feed: an opaque text to keep and hand back to the same feed. */
public record FeedPosition(String text) {

    /** Before the oldest change that is still kept, wherever that is by the time it is read. */
    public static final FeedPosition BEGINNING = new FeedPosition("");

    @Override
    public String toString() {
        return text;
    }
}
