package dev.varve.analytics.session.internal;

import dev.varve.analytics.hit.Traits;
import dev.varve.analytics.session.Visitor;
import dev.varve.error.CorruptData;
import dev.varve.item.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The hits of a log. Hits beyond its limits are left out, so that the log always fits into an item. */
public final class HitList {

    /** More hits in a day are not plausible. The log is written for each hit, so a longer one would cost too much. */
    static final int MAX_HITS = 2_000;

    /** The limit of pages and traits; hits (46 KB) and session ids (56 KB) also fit into an item of 400 KB. */
    static final int MAX_TEXT_BYTES = 128 * 1024;

    /** The stored overhead of a text or a set of traits, attribute names included. */
    private static final int TEXT_OVERHEAD = 4;

    private static final int TRAITS_OVERHEAD = 128;

    public static final byte FORMAT = 1;
    private static final int EVENT = 1;
    private static final int INTERACTIVE = 2;
    private static final int ENGAGEMENT = 4;

    private final SortedMap<HitRef, LoggedHit> hits = new TreeMap<>();
    private final Map<Object, Integer> uses = new HashMap<>();
    private int textBytes;
    private boolean isCut;

    private HitList() {}

    public static HitList empty() {
        return new HitList();
    }

    /** Returns the hits in order. */
    public Collection<LoggedHit> hits() {
        return Collections.unmodifiableCollection(hits.values());
    }

    public Set<HitRef> refs() {
        return Collections.unmodifiableSet(hits.keySet());
    }

    @Nullable
    LoggedHit find(HitRef ref) {
        return hits.get(ref);
    }

    boolean isCut() {
        return isCut;
    }

    /** Adds a hit or replaces the one with its id; marks the log as cut if there is no room. */
    void put(LoggedHit hit) {
        remove(hit.ref());
        use(hit);
        if (hits.size() < MAX_HITS && textBytes <= MAX_TEXT_BYTES) {
            hits.put(hit.ref(), hit);
        } else {
            release(hit);
            isCut = true;
        }
    }

    void remove(HitRef ref) {
        LoggedHit before = hits.remove(ref);
        if (before != null) {
            release(before);
        }
    }

    private void use(LoggedHit hit) {
        texts(hit).forEach(text -> {
            if (uses.merge(text, 1, Integer::sum) == 1) {
                textBytes += size(text);
            }
        });
    }

    private void release(LoggedHit hit) {
        texts(hit).forEach(text -> {
            if (uses.merge(text, -1, Integer::sum) == 0) {
                uses.remove(text);
                textBytes -= size(text);
            }
        });
    }

    private static Stream<Object> texts(LoggedHit hit) {
        return hit.isPageView() ? Stream.of(hit.path(), hit.traits()) : Stream.of(hit.traits());
    }

    private static int size(Object text) {
        return text instanceof Traits traits
                ? TRAITS_OVERHEAD + traits.toString().getBytes(StandardCharsets.UTF_8).length
                : TEXT_OVERHEAD + text.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns the log of these hits. */
    VisitorLog write(Visitor visitor, List<String> sessions, long version) {
        Map<String, Integer> paths = new LinkedHashMap<>();
        Map<Traits, Integer> traits = new LinkedHashMap<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 + hits.size() * (BinaryUlid.BYTES + 3));
        bytes.write(FORMAT);
        for (LoggedHit hit : hits.values()) {
            bytes.writeBytes(BinaryUlid.bytes(hit.ref().id()));
            bytes.write((hit.isPageView() ? 0 : EVENT) | flag(hit.effect()));
            if (hit.isPageView()) {
                writeNumber(bytes, place(paths, hit.path()));
            }
            // Unknown traits are not stored; their index is 0.
            writeNumber(bytes, hit.traits().equals(Traits.UNKNOWN) ? 0 : place(traits, hit.traits()) + 1);
        }
        return new VisitorLog(
                visitor.siteId(),
                visitor.visitorId(),
                Bytes.wrap(bytes.toByteArray()),
                List.copyOf(paths.keySet()),
                List.copyOf(traits.keySet()),
                sessions,
                isCut,
                version);
    }

    private static int flag(LoggedHit.Effect effect) {
        return switch (effect) {
            case COUNTS -> 0;
            case INTERACTS -> INTERACTIVE;
            case NONE -> ENGAGEMENT;
        };
    }

    private static LoggedHit.Effect effect(int flags) {
        if ((flags & ENGAGEMENT) != 0) {
            return LoggedHit.Effect.NONE;
        }
        return (flags & INTERACTIVE) != 0 ? LoggedHit.Effect.INTERACTS : LoggedHit.Effect.COUNTS;
    }

    private static <T> int place(Map<T, Integer> places, T value) {
        return places.computeIfAbsent(value, first -> places.size());
    }

    private static void writeNumber(ByteArrayOutputStream bytes, int number) {
        int rest = number;
        for (; rest > 127; rest >>>= 7) {
            bytes.write(rest & 127 | 128);
        }
        bytes.write(rest);
    }

    /** Returns the hits of a log; fails for invalid bytes. */
    public static HitList read(VisitorLog log) {
        HitList list = new HitList();
        ByteBuffer bytes = log.hits().buffer();
        try {
            if (bytes.get() != FORMAT) {
                throw corrupt(log, "have an unknown format", null);
            }
            while (bytes.hasRemaining()) {
                list.put(readHit(log, bytes));
            }
        } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
            throw corrupt(log, "end early or refer to missing entries", e);
        }
        list.isCut = log.cut();
        return list;
    }

    private static LoggedHit readHit(VisitorLog log, ByteBuffer bytes) {
        String id = BinaryUlid.read(bytes);
        int flags = bytes.get();
        boolean isEvent = (flags & EVENT) != 0;
        return new LoggedHit(
                new HitRef(id, isEvent ? HitRef.Kind.EVENT : HitRef.Kind.PAGE_VIEW),
                isEvent ? "" : log.paths().get(readNumber(bytes)),
                effect(flags),
                readTraits(log, readNumber(bytes)));
    }

    private static Traits readTraits(VisitorLog log, int place) {
        return place == 0 ? Traits.UNKNOWN : log.traits().get(place - 1);
    }

    private static int readNumber(ByteBuffer bytes) {
        int number = 0;
        for (int shift = 0; ; shift += 7) {
            int next = bytes.get();
            number |= (next & 127) << shift;
            if (next >= 0) {
                return number;
            }
        }
    }

    private static CorruptData corrupt(VisitorLog log, String what, @Nullable Throwable cause) {
        return new CorruptData(
                "visit.log",
                "the hits in the log of visitor %s of site %s %s: delete the log and rebuild the sessions of the day"
                        .formatted(log.visitorId(), log.siteId(), what),
                cause);
    }
}
