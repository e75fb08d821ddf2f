package dev.varve.analytics.stats.internal;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Merges page views and events, each in order, into one sequence by clock and id. */
public final class MergedHits implements Iterator<Hit> {

    /** The order of hits. */
    public static final Comparator<Hit> ORDER = Comparator.comparing(Hit::at).thenComparing(Hit::id);

    private final Iterator<PageView> views;
    private final Iterator<CustomEvent> events;
    private @Nullable Hit view;
    private @Nullable Hit event;

    public MergedHits(Iterator<PageView> views, Iterator<CustomEvent> events) {
        this.views = views;
        this.events = events;
    }

    @Override
    public boolean hasNext() {
        if (view == null && views.hasNext()) {
            view = views.next();
        }
        if (event == null && events.hasNext()) {
            event = events.next();
        }
        return view != null || event != null;
    }

    @Override
    public Hit next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Hit first = view;
        if (first == null || event != null && ORDER.compare(event, first) < 0) {
            first = event;
            event = null;
        } else {
            view = null;
        }
        if (first == null) {
            throw new NoSuchElementException();
        }
        return first;
    }
}
