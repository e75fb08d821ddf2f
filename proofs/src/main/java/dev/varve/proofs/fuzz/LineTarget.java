package dev.varve.proofs.fuzz;

import dev.varve.server.ingest.Entry;
import dev.varve.server.ingest.KnownSeries;
import dev.varve.server.ingest.LineBody;
import dev.varve.server.ingest.Precision;
import dev.varve.testkit.random.Draw;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Fuzzes line protocol. */
final class LineTarget implements FuzzTarget {

    /** The range of epoch nanoseconds in a long, in seconds. */
    private static final long LARGEST_SECONDS = Long.MAX_VALUE / 1_000_000_000 - 1;

    @Override
    public String name() {
        return "line";
    }

    @Override
    public Trial<?> draw(Draw draw) {
        var body = new Body(draw);
        for (int more = draw.between(1, 4); more > 0; more--) {
            body.point();
        }
        int spoiled = draw.chance(30) ? body.spoiled() : 0;
        for (int more = draw.below(3); more > 0; more--) {
            body.point();
        }
        return new Trial<>(
                body.text.toString(),
                text -> SampleDraw.without(spoiled, read(text, body.unit.precision)),
                List.copyOf(body.meaning));
    }

    private static List<Entry> read(String body, Precision precision) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return LineBody.read(bytes, precision, SampleDraw.RECEIVED, new KnownSeries())
                .entries();
    }

    private record Unit(Precision precision, long perSecond) {

        static final List<Unit> ALL = List.of(
                new Unit(Precision.NANOS, 1_000_000_000),
                new Unit(Precision.MICROS, 1_000_000),
                new Unit(Precision.MILLIS, 1_000),
                new Unit(Precision.SECONDS, 1));

        /** Returns an instant that can be written, near to this one. */
        Instant near(Instant at) {
            long seconds = Math.max(-LARGEST_SECONDS, Math.min(LARGEST_SECONDS, at.getEpochSecond()));
            return Instant.ofEpochSecond(perSecond == 1_000_000_000 ? seconds : at.getEpochSecond())
                    .plusMillis(perSecond == 1 ? 0 : at.getNano() / 1_000_000);
        }

        long written(Instant at) {
            return at.getEpochSecond() * perSecond + at.getNano() / (1_000_000_000 / perSecond);
        }
    }

    /** A body that grows line by line. */
    private static final class Body {
        private final Draw draw;
        private final FuzzWords words;
        private final SampleDraw samples;
        private final Unit unit;
        private final StringBuilder text = new StringBuilder();
        private final List<Entry> meaning = new ArrayList<>();
        private int line = 1;

        Body(Draw draw) {
            this.draw = draw;
            this.words = new FuzzWords(draw);
            this.samples = new SampleDraw(draw);
            this.unit = draw.oneOf(Unit.ALL);
        }

        void point() {
            if (draw.chance(10)) {
                end(draw.oneOf("", "# a comment, with \"", "  ", "\t"));
            }
            boolean hasDevice = draw.chance(60);
            String measurement = words.id();
            Map<String, String> tags = new TreeMap<>();
            samples.ids(0, 3).forEach(tag -> tags.put(tag, words.id()));
            StringBuilder point = new StringBuilder(escaped(measurement));
            tags.forEach((tag, value) ->
                    point.append(',').append(escaped(tag)).append('=').append(escaped(value)));
            Map<String, String> labels = new TreeMap<>(tags);
            if (hasDevice) {
                String tag = draw.oneOf("device", "deviceId", "device_id");
                String named = words.id();
                tags.put(tag, named);
                point.append(',').append(tag).append('=').append(escaped(named));
            }
            String series = id(measurement, tags);
            point.append(draw.oneOf(" ", "  "));
            Map<String, Double> fields = samples.fields(samples.names(1, 4));
            Map<String, String> texts = new TreeMap<>();
            samples.names(0, 1).stream()
                    .filter(name -> !fields.containsKey(name))
                    .forEach(name -> texts.put(name, words.text()));
            List<String> written = new ArrayList<>();
            fields.forEach((name, value) -> written.add(escaped(name) + "=" + number(value)));
            texts.forEach((name, value) -> written.add(escaped(name) + "=" + quoted(value)));
            point.append(String.join(",", written));
            Instant at = draw.chance(90) ? unit.near(samples.at()) : SampleDraw.RECEIVED;
            if (!at.equals(SampleDraw.RECEIVED)) {
                point.append(' ').append(unit.written(at));
            }
            texts.values().removeIf(String::isEmpty);
            meaning.add(new Entry.Sample(line, series, at, fields, labels, texts));
            end(point.toString());
        }

        /** Returns the id of the series that a line with these tags belongs to. */
        private static String id(String measurement, Map<String, String> tags) {
            List<String> parts = new ArrayList<>(List.of(measurement.replace(",", "\\,")));
            if (tags.isEmpty()) {
                parts.add("");
            }
            tags.forEach(
                    (tag, value) -> parts.add(tag.replaceAll("([,=])", "\\\\$1") + "=" + value.replace(",", "\\,")));
            return String.join(",", parts);
        }

        /** Adds a damaged line and returns its number; it must not affect the other lines. */
        int spoiled() {
            int from = text.length();
            int own = line;
            point();
            meaning.remove(meaning.size() - 1);
            // A quote would open a text, which may continue on the following lines.
            String bad = new Spoil(draw)
                    .of(text.substring(from), "m,t=v f=1,g=2i 17")
                    .replaceAll("[\"\n]", "");
            text.setLength(from);
            line = own;
            end(bad);
            return own;
        }

        private void end(String written) {
            text.append(written).append(draw.chance(5) ? "\r\n" : "\n");
            line += 1 + (int) written.chars().filter(c -> c == '\n').count();
        }

        private String number(double value) {
            if (value == 1 && draw.chance(50)) {
                return draw.oneOf("t", "true", "True", "TRUE", "1i", "1u");
            }
            boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1e15;
            return isWhole && draw.chance(50) ? (long) value + "i" : Double.toString(value);
        }
    }

    private static String escaped(String name) {
        return name.replaceAll("([,= ])", "\\\\$1");
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
