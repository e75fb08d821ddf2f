package dev.varve.series.internal.packed.hold;

import dev.varve.error.Rejected;
import dev.varve.feed.FeedPosition;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How far the journals of several writers were read: {@code ~one:17,two:5.3} stands for all records of writer one up to 17, those
 * of writer two up to 4, and three changes of record 5.
 */
public record JournalPositions(Map<String, Place> places) {

    /** The position before all records. */
    public static final JournalPositions NONE = new JournalPositions(Map.of());

    private static final String MARK = "~";

    /** A place in one journal: all records up to a number were read, and some changes of the next one. */
    public record Place(long done, int taken) {

        static final Place START = new Place(0, 0);

        private String text() {
            return taken == 0 ? Long.toString(done) : (done + 1) + "." + taken;
        }
    }

    public JournalPositions {
        places = Map.copyOf(places);
    }

    public Place of(String writer) {
        return places.getOrDefault(writer, Place.START);
    }

    public JournalPositions with(String writer, Place place) {
        Map<String, Place> all = new TreeMap<>(places);
        all.put(writer, place);
        return new JournalPositions(all);
    }

    public FeedPosition text() {
        return new FeedPosition(MARK
                + new TreeMap<>(places)
                        .entrySet().stream()
                                .map(entry -> encoded(entry.getKey()) + ":"
                                        + entry.getValue().text())
                                .collect(Collectors.joining(",")));
    }

    public static JournalPositions parse(FeedPosition position) {
        if (position.equals(FeedPosition.BEGINNING)) {
            return NONE;
        }
        try {
            String text = position.text();
            if (!text.startsWith(MARK)) {
                throw foreign(position);
            }
            Map<String, Place> places = new TreeMap<>();
            for (String each :
                    text.length() == 1 ? new String[0] : text.substring(1).split(",", -1)) {
                int colon = each.indexOf(':');
                int dot = each.indexOf('.', colon);
                long number = Long.parseLong(each.substring(colon + 1, dot < 0 ? each.length() : dot));
                int taken = dot < 0 ? 0 : Integer.parseInt(each.substring(dot + 1));
                if (number < 0 || taken < 0) {
                    throw foreign(position);
                }
                String writer = decoded(each.substring(0, colon));
                places.put(writer, dot < 0 ? new Place(number, 0) : new Place(number - 1, taken));
            }
            return new JournalPositions(places);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw foreign(position);
        }
    }

    private static String encoded(String writer) {
        return writer.replace("%", "%25").replace(":", "%3A").replace(",", "%2C");
    }

    private static String decoded(String text) {
        return text.replace("%2C", ",").replace("%3A", ":").replace("%25", "%");
    }

    private static Rejected foreign(FeedPosition position) {
        return new Rejected("feed.position", "\"%s\" is not a position of this feed".formatted(position.text()));
    }
}
