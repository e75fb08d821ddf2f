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

/**
 * A body of line protocol. Plain lines of known series become {@link FormedReadings}; all others become entries, which are
 * checked one by one. The readings of a device are stored in the order of its lines if the formed ones are stored first: after
 * the first entry of a device all its lines become entries.
 */
public final class LineBody {

    /** A clock that is further ahead may be refused, so that such lines become entries. */
    private static final Duration AHEAD = Duration.ofHours(1);

    private final KnownSeries known;
    private final LineSamples samples;
    private final Instant latest;
    private final FormedReadings formed = new FormedReadings();
    private final List<Entry> entries = new ArrayList<>();
    private final Map<Integer, KnownSeries.Candidate> candidates = new HashMap<>();
    private final Set<String> withEntries = new HashSet<>();
    private final long revision;

    private LineBody(KnownSeries known, Precision precision, Instant received) {
        this.known = known;
        this.samples = new LineSamples(precision, received);
        this.latest = received.plus(AHEAD);
        this.revision = known.revision();
    }

    /** Reads a body; refuses one that is not UTF-8 or has too many readings. */
    public static LineBody read(byte[] body, Precision precision, Instant received, KnownSeries known) {
        LineBody read = new LineBody(known, precision, received);
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
        boolean isPlain = lines.readPlain();
        if (isPlain && isFormed(lines, number)) {
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
            // A series of an older version goes on under the id that it had.
            SeriesName.parse(sample.deviceId()).legacyId().ifPresent(withEntries::add);
            if (candidate != null) {
                candidates.put(number, candidate);
            }
        }
    }

    /** Adds the readings of a plain line if its series is known; returns whether it is. */
    private boolean isFormed(LineBytes line, int number) {
        ReadingForm form = known.find(line);
        if (form == null || (!withEntries.isEmpty() && withEntries.contains(form.deviceId()))) {
            return false;
        }
        try {
            Instant at = samples.instant(line.hasTimestamp() ? line.timestamp() : null);
            if (at.isAfter(latest)) {
                return false;
            }
            formed.add(form, at, line.values(), number);
            return true;
        } catch (DateTimeException e) {
            // Refused as an entry, with the reason.
            return false;
        }
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
