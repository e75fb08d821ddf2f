package dev.varve.key.internal;

import dev.varve.error.Rejected;
import dev.varve.key.Grain;
import dev.varve.key.internal.text.ClockText;
import dev.varve.key.internal.text.PartEncoding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Parses the text of a template into parts; rejects invalid templates. */
public final class TemplateParser {

    /** The placeholder name of the shard; no part or clock can have it. */
    static final String SHARD = "shard";

    /** The most shards of a partition; a range read sends a request to each of them. */
    public static final int MAX_SHARDS = 1_000;

    private final String text;
    private final Placeholders placeholders;
    private final List<TemplatePart> parts = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    private TemplateParser(String text, Placeholders placeholders) {
        this.text = text;
        this.placeholders = placeholders;
    }

    static List<TemplatePart> parse(String text, Placeholders placeholders) {
        return new TemplateParser(text, placeholders).parse();
    }

    private List<TemplatePart> parse() {
        if (text.isEmpty()) {
            throw rejected("key.empty-template", "is empty; DynamoDB has no empty keys. Give it a literal or a part");
        }
        int at = 0;
        while (at < text.length()) {
            int open = text.indexOf('{', at);
            String literal = text.substring(at, open < 0 ? text.length() : open);
            if (!literal.isEmpty()) {
                parts.add(literal(literal, at));
            }
            if (open < 0) {
                break;
            }
            int close = text.indexOf('}', open);
            if (close < 0 || text.substring(open + 1, close).indexOf('{') >= 0) {
                throw unbalanced(open);
            }
            parts.add(placeholder(text.substring(open + 1, close)));
            at = close + 1;
        }
        return List.copyOf(parts);
    }

    private TemplatePart literal(String literal, int at) {
        if (literal.indexOf('}') >= 0) {
            throw unbalanced(at + literal.indexOf('}'));
        }
        if (literal.contains(PartEncoding.CEILING)) {
            throw rejected("key.bad-literal", "contains U+10FFFF, which marks the end of ranges; leave it out");
        }
        for (int i = 0; i < literal.length(); i++) {
            char c = literal.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!Character.isSupplementaryCodePoint(literal.codePointAt(i))) {
                    throw PartEncoding.loneSurrogate("template \"" + text + "\"", c, at + i);
                }
                i++;
            }
        }
        return new TemplatePart.Literal(literal);
    }

    private TemplatePart placeholder(String inside) {
        if (!seen.add(inside)) {
            throw rejected("key.duplicate-part", "names {" + inside + "} twice; remove one of them");
        }
        int colon = inside.indexOf(':');
        String name = colon < 0 ? inside : inside.substring(0, colon);
        Optional<String> modifier = colon < 0 ? Optional.empty() : Optional.of(inside.substring(colon + 1));
        if (name.equals(SHARD)) {
            return shard(inside, modifier.orElse(""));
        }
        if (placeholders.isClock(name)) {
            return new TemplatePart.Clock(clock(inside, modifier));
        }
        if (name.isBlank()) {
            throw rejected("key.unknown-part", "has the placeholder {" + inside + "} without a name; name a part");
        }
        if (modifier.isPresent()) {
            throw rejected(
                    "key.unknown-modifier",
                    "has {" + inside + "}, but only the clock and the shard take a modifier"
                            + (placeholders.clock() == null ? "" : "; the clock is {" + placeholders.clock() + "}")
                            + ". Write {" + name + "}");
        }
        return new TemplatePart.Free(name, placeholders.typeOf(name, text));
    }

    private TemplatePart shard(String inside, String count) {
        if (seen.stream().filter(name -> name.startsWith(SHARD + ":")).count() > 1) {
            throw rejected("key.duplicate-part", "has two shards; keep one, with as many shards as both together");
        }
        int shards = count.length() > 4 || count.startsWith("0") ? -1 : ClockText.digits(count, 0, count.length());
        if (count.isEmpty() || shards < 1 || shards > MAX_SHARDS) {
            throw rejected(
                    "key.shard-count",
                    "has {" + inside + "}; write {shard:n} with n from 1 to " + MAX_SHARDS
                            + ", because a range read queries every shard");
        }
        return new TemplatePart.Shard(shards);
    }

    private ClockFormat clock(String inside, Optional<String> modifier) {
        if (modifier.isEmpty()) {
            return ClockFormat.exact(ClockFormat.Kind.TICK, placeholders.tick());
        }
        if (modifier.get().equals("epoch")) {
            return ClockFormat.exact(ClockFormat.Kind.EPOCH, placeholders.tick());
        }
        if (modifier.get().equals("ulid")) {
            return ClockFormat.exact(ClockFormat.Kind.ULID, placeholders.tick());
        }
        String[] words = modifier.get().split(":", -1);
        Grain grain = grain(words[0])
                .orElseThrow(() -> rejected(
                        "key.unknown-grain",
                        "has {" + inside + "}, but \"" + words[0]
                                + "\" is not a grain; use minute, hour, day, month or year, or epoch for a"
                                + " number, or ulid for the clock of a ULID"));
        if (words.length == 1) {
            return ClockFormat.bucket(ClockFormat.Kind.LABEL, grain, placeholders.zones());
        }
        if (words.length == 2 && words[1].equals("start")) {
            return ClockFormat.bucket(ClockFormat.Kind.START, grain, placeholders.zones());
        }
        if (words.length == 2 && words[1].equals("dashed") && grain == Grain.HOUR) {
            return ClockFormat.bucket(ClockFormat.Kind.DASHED, grain, placeholders.zones());
        }
        String name = inside.substring(0, inside.indexOf(':'));
        throw rejected(
                "key.unknown-modifier",
                "has {" + inside + "}; a grain can be followed by start, as in {" + name + ":" + grain.word()
                        + ":start}, and dashed after hour, as in {" + name + ":hour:dashed}");
    }

    private Rejected unbalanced(int at) {
        return rejected(
                "key.unbalanced-braces",
                "has an unbalanced brace at index " + at + "; braces enclose a part, as in DEVICE#{deviceId}");
    }

    private Rejected rejected(String code, String what) {
        return TemplateRules.rejected(text, code, what);
    }

    private static Optional<Grain> grain(String word) {
        return Arrays.stream(Grain.values())
                .filter(grain -> grain.word().equals(word))
                .findFirst();
    }
}
