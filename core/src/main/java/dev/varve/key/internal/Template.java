package dev.varve.key.internal;

import dev.varve.error.KeyTooLong;
import dev.varve.key.PartType;
import dev.varve.key.Parts;
import dev.varve.key.internal.text.AsciiSet;
import dev.varve.key.internal.text.PartEncoding;
import dev.varve.key.internal.text.SortableNumber;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A compiled template: writes and reads the text of one key attribute. */
final class Template {

    private final String source;
    private final KeyRole role;
    private final List<TemplatePart> parts;
    private final AsciiSet reserved;

    private Template(String source, KeyRole role, List<TemplatePart> parts) {
        this.source = source;
        this.role = role;
        this.parts = parts;
        this.reserved = TemplateRules.reserved(parts);
    }

    static Template compile(String source, KeyRole role, Placeholders placeholders) {
        List<TemplatePart> parts = TemplateParser.parse(source, placeholders);
        TemplateRules.check(source, role, parts, placeholders);
        return new Template(source, role, parts);
    }

    String source() {
        return source;
    }

    List<TemplatePart> parts() {
        return parts;
    }

    /** Returns the characters that are encoded in the parts of this template. */
    AsciiSet reserved() {
        return reserved;
    }

    Stream<TemplatePart.Free> free() {
        return parts.stream().filter(TemplatePart.Free.class::isInstance).map(TemplatePart.Free.class::cast);
    }

    Stream<ClockFormat> clocks() {
        return parts.stream()
                .filter(TemplatePart.Clock.class::isInstance)
                .map(part -> ((TemplatePart.Clock) part).format());
    }

    Optional<TemplatePart.Shard> shard() {
        return parts.stream()
                .filter(TemplatePart.Shard.class::isInstance)
                .map(TemplatePart.Shard.class::cast)
                .findFirst();
    }

    /** Returns the index of the clock among the parts, or -1. */
    int clockAt() {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof TemplatePart.Clock) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the text of a whole key, after checking its size. */
    String write(Parts values, Instant clock, int shard) {
        var out = new StringBuilder(64);
        int lastValueAt = append(out, parts.size(), values, clock, shard);
        String text = out.toString();
        if (!isShort(text)) {
            // A range bound, which is the text before the last value and the ceiling, has to fit as well.
            int bound = PartEncoding.utf8Length(text, lastValueAt) + PartEncoding.CEILING_BYTES;
            checkSize(text, Math.max(PartEncoding.utf8Length(text, text.length()), role == KeyRole.SORT ? bound : 0));
        }
        return text;
    }

    /** Returns whether a key has the permitted size for sure. A char takes at most three bytes, so most keys do. */
    private boolean isShort(String text) {
        return text.length() * 3 <= role.maxBytes() - PartEncoding.CEILING_BYTES;
    }

    private void checkSize(String text, int bytes) {
        if (bytes > role.maxBytes()) {
            throw new KeyTooLong(
                    role.word() + " key of template \"" + source + "\" needs " + bytes + " bytes and begins with \""
                            + text.substring(0, text.offsetByCodePoints(0, 40)) + "\"; DynamoDB allows "
                            + role.maxBytes() + ". Shorten "
                            + free().map(TemplatePart.Free::name).toList()
                            + ": a non-ASCII character takes up to 4 bytes, an encoded character 3");
        }
    }

    /** Returns the text of the parts before an index; they must not include a clock or shard. */
    String writeBefore(int end, Parts values) {
        var out = new StringBuilder(64);
        append(out, end, values, Instant.EPOCH, 0);
        return out.toString();
    }

    /** Returns the literal after the part with this index, or an empty text if there is none. */
    String literalAfter(int index) {
        return index + 1 < parts.size() && parts.get(index + 1) instanceof TemplatePart.Literal literal
                ? literal.text()
                : "";
    }

    /** Appends the parts before an index; returns where the last value begins, 0 if there is none. */
    private int append(StringBuilder out, int end, Parts values, Instant clock, int shard) {
        int lastValueAt = 0;
        for (int i = 0; i < end; i++) {
            TemplatePart part = parts.get(i);
            if (part instanceof TemplatePart.Literal literal) {
                out.append(literal.text());
            } else if (part instanceof TemplatePart.Clock time) {
                time.format().append(out, clock);
            } else if (part instanceof TemplatePart.Shard) {
                out.append(shard);
            } else if (part instanceof TemplatePart.Free free) {
                lastValueAt = out.length();
                if (free.type() == PartType.TEXT) {
                    PartEncoding.append(out, free.name(), values.text(free.name()), reserved);
                } else {
                    out.append(SortableNumber.write(values.number(free.name())));
                }
            }
        }
        return lastValueAt;
    }

    /** Reads a text into the reader, up to the first mismatch. */
    void read(String text, KeyReader reader) {
        int at = 0;
        for (int i = 0; i < parts.size() && at >= 0; i++) {
            TemplatePart part = parts.get(i);
            if (part instanceof TemplatePart.Literal literal) {
                at = reader.literal(text, at, literal.text());
            } else if (part instanceof TemplatePart.Clock clock) {
                at = reader.clock(text, at, clock.format());
            } else if (part instanceof TemplatePart.Shard) {
                at = reader.skipDigits(text, at);
            } else if (part instanceof TemplatePart.Free free) {
                at = reader.free(text, at, endOfFree(text, at, i), free, reserved);
            }
        }
        if (at >= 0 && at < text.length()) {
            reader.mismatch(text, at, () -> "the end");
        }
        if (!isShort(text)) {
            reader.requireWriting();
        }
    }

    private int endOfFree(String text, int at, int index) {
        if (index + 1 == parts.size()) {
            return text.length();
        }
        // TemplateRules ensures that a literal follows, and that its first character is encoded inside values.
        char separator = ((TemplatePart.Literal) parts.get(index + 1)).text().charAt(0);
        int end = text.indexOf(separator, at);
        return end < 0 ? text.length() : end;
    }

    @Override
    public String toString() {
        return source;
    }
}
