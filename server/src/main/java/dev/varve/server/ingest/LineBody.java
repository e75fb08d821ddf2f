package dev.varve.server.ingest;

import dev.varve.iot.DynamicReading;
import dev.varve.iot.ReadingForm;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.line.LineBytes;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A body of line protocol. Plain lines of known series become {@link FormedReadings}; all others become entries, which are
 * checked one by one. The readings of a device are stored in the order of its lines if the formed ones are stored first: after
 * the first entry of a device all its lines become entries.
 */
public final class LineBody {

    /** A clock that is further ahead may be refused, so that such lines become entries. */
    private static final Duration AHEAD = Duration.ofHours(1);

    /** Bodies have about one line for so many bytes. */
    private static final int USUAL_LINE = 80;

    private final KnownSeries known;
    private final LineSamples samples;
    private final Instant latest;
    private final FormedReadings formed;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<Integer, KnownSeries.Candidate> candidates = new HashMap<>();
    private final Set<String> withEntries = new HashSet<>();

    /** Those whose ids in older versions are not in the set yet. */
    private final List<String> withoutLegacyIds = new ArrayList<>();

    private final long revision;

    /** The fields of the line before, if its series is known. */
    private KnownSeries.@Nullable Fields previous;

    private long lastTimestamp;
    private @Nullable Instant lastInstant;

    private LineBody(KnownSeries known, Precision precision, Instant received, int lines) {
        this.known = known;
        this.formed = new FormedReadings(lines);
        this.samples = new LineSamples(precision, received);
        this.latest = received.plus(AHEAD);
        this.revision = known.revision();
    }

    /** Reads a body; refuses one that is not UTF-8 or has too many readings. */
    public static LineBody read(byte[] body, Precision precision, Instant received, KnownSeries known) {
        int expected = Math.min(SampleRules.MAX_ENTRIES, body.length / USUAL_LINE + 1);
        LineBody read = new LineBody(known, precision, received, expected);
        try {
            LineBytes lines = new LineBytes(body);
            while (lines.next()) {
                SampleRules.requireRoom(read.formed.size() + read.entries.size());
                read.add(lines);
            }
        } catch (CharacterCodingException e) {
            throw ApiRequest.notUtf8();
        }
        return read;
    }

    private void add(LineBytes lines) throws CharacterCodingException {
        int number = lines.number();
        KnownSeries.Fields fields = previous == null ? null : previous.readNext(lines);
        boolean isPlain = fields != null || lines.readPlain();
        if (isPlain && fields == null) {
            fields = known.find(lines);
            if (fields != null && previous != null) {
                previous.next(fields);
            }
        }
        previous = fields;
        if (fields != null && isFormed(lines, fields)) {
            return;
        }
        KnownSeries.Candidate candidate = isPlain ? KnownSeries.Candidate.of(lines) : null;
        Entry entry = samples.entry(lines.read());
        if (entry == null) {
            return;
        }
        entries.add(entry);
        if (entry instanceof Entry.Sample sample) {
            withEntries.add(sample.deviceId());
            withoutLegacyIds.add(sample.deviceId());
            if (candidate != null) {
                candidates.put(number, candidate);
            }
        }
    }

    /** Adds the reading of a plain line of a known series, unless it has to be checked; returns whether it is added. */
    private boolean isFormed(LineBytes line, KnownSeries.Fields fields) {
        if (!withEntries.isEmpty() && hasEntry(fields.form().deviceId())) {
            return false;
        }
        try {
            Instant at = instant(line);
            if (at.isAfter(latest)) {
                return false;
            }
            formed.add(fields, at, line);
            return true;
        } catch (DateTimeException e) {
            // Refused as an entry, with the reason.
            return false;
        }
    }

    /** Returns whether an earlier line of this series is an entry. */
    private boolean hasEntry(String deviceId) {
        // A series of an older version goes on under the id that it had. Lines that register series need no such ids.
        withoutLegacyIds.forEach(id -> SeriesName.parse(id).legacyId().ifPresent(withEntries::add));
        withoutLegacyIds.clear();
        return withEntries.contains(deviceId);
    }

    /** Returns the clock of a line; lines with the same timestamp share it. */
    private Instant instant(LineBytes line) {
        if (!line.hasTimestamp()) {
            return samples.instant(null);
        }
        Instant known = lastInstant;
        if (known == null || line.timestamp() != lastTimestamp) {
            known = samples.instant(line.timestamp());
            lastTimestamp = line.timestamp();
            lastInstant = known;
        }
        return known;
    }

    FormedReadings formed() {
        return formed;
    }

    /** Returns the entries of the lines that are checked one by one. */
    public List<Entry> entries() {
        return entries;
    }

    int size() {
        return formed.size() + entries.size();
    }

    /** Learns the series of a line whose sample was stored as this reading. */
    void learn(Entry.Sample sample, DynamicReading stored) {
        KnownSeries.Candidate line = candidates.get(sample.line());
        if (line == null || !stored.fields().equals(sample.fields())) {
            return;
        }
        List<String> names = Arrays.stream(line.names()).map(LineBody::text).toList();
        if (new HashSet<>(names).equals(stored.fields().keySet())
                && names.size() == stored.fields().size()) {
            ReadingForm form = ReadingForm.of(stored.deviceId(), names);
            Optional<String> location = stored.location();
            known.learn(line, location.map(form::at).orElse(form), revision);
        }
    }

    private static String text(byte[] name) {
        return new String(name, StandardCharsets.UTF_8);
    }
}
