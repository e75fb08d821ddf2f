package dev.varve.core.key;

import dev.varve.core.Rejected;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Cuts the text of a template into parts and refuses what is no template. */
final class TemplateParser {

    /** The name that stands for the shard; no free part or clock can have it. */
    static final String SHARD = "shard";

    /** More shards than this would cost a range read more requests than it can be worth. */
    static final int MAX_SHARDS = 1_000;

    private final String text;
    private final Vocabulary vocabulary;
    private final List<Part> parts = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    private TemplateParser(String text, Vocabulary vocabulary) {
        this.text = text;
        this.vocabulary = vocabulary;
    }

    static List<Part> parse(String text, Vocabulary vocabulary) {
        return new TemplateParser(text, vocabulary).parse();
    }

    private List<Part> parse() {
        if (text.isEmpty()) {
            throw refused("key.empty-template", "is empty; DynamoDB has no empty keys. Give it a literal or a part");
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

    private Part literal(String literal, int at) {
        if (literal.indexOf('}') >= 0) {
            throw unbalanced(at + literal.indexOf('}'));
        }
        if (literal.contains(KeyText.CEILING)) {
            throw refused("key.bad-literal", "contains U+10FFFF, which marks the end of ranges; leave it out");
        }
        for (int i = 0; i < literal.length(); i++) {
            char c = literal.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!Character.isSupplementaryCodePoint(literal.codePointAt(i))) {
                    throw KeyText.loneSurrogate("template \"" + text + "\"", c, at + i);
                }
                i++;
            }
        }
        return new Part.Literal(literal);
    }

    private Part placeholder(String inside) {
        if (!seen.add(inside)) {
            throw refused("key.duplicate-part", "names {" + inside + "} twice; once is enough to find it again");
        }
        int colon = inside.indexOf(':');
        String name = colon < 0 ? inside : inside.substring(0, colon);
        Optional<String> modifier = colon < 0 ? Optional.empty() : Optional.of(inside.substring(colon + 1));
        if (name.equals(SHARD)) {
            return shard(inside, modifier.orElse(""));
        }
        if (vocabulary.isClock(name)) {
            return new Part.Clock(clock(inside, modifier));
        }
        if (name.isBlank()) {
            throw refused("key.unknown-part", "has the placeholder {" + inside + "} without a name; name a part");
        }
        if (modifier.isPresent()) {
            throw refused(
                    "key.unknown-modifier",
                    "has {" + inside + "}, but only the clock and the shard take a modifier"
                            + (vocabulary.clock() == null ? "" : "; the clock is {" + vocabulary.clock() + "}")
                            + ". Write {" + name + "}");
        }
        return new Part.Free(name, vocabulary.typeOf(name, text));
    }

    private Part shard(String inside, String count) {
        if (seen.stream().filter(name -> name.startsWith(SHARD + ":")).count() > 1) {
            throw refused("key.duplicate-part", "has two shards; one is enough, with as many shards as both together");
        }
        int shards = count.length() > 4 || count.startsWith("0") ? -1 : ClockText.digits(count, 0, count.length());
        if (count.isEmpty() || shards < 1 || shards > MAX_SHARDS) {
            throw refused(
                    "key.shard-count",
                    "has {" + inside + "}; write {shard:n} with n from 1 to " + MAX_SHARDS
                            + ", because a range read asks every shard");
        }
        return new Part.Shard(shards);
    }

    private ClockForm clock(String inside, Optional<String> modifier) {
        if (modifier.isEmpty()) {
            return ClockForm.exact(ClockForm.Kind.TICK, vocabulary.tick());
        }
        if (modifier.get().equals("epoch")) {
            return ClockForm.exact(ClockForm.Kind.EPOCH, vocabulary.tick());
        }
        if (modifier.get().equals("ulid")) {
            return ClockForm.exact(ClockForm.Kind.ULID, vocabulary.tick());
        }
        String[] words = modifier.get().split(":", -1);
        Grain grain = Grain.ofWord(words[0])
                .orElseThrow(
                        () -> refused(
                                "key.unknown-grain",
                                "has {" + inside + "}, but \"" + words[0]
                                        + "\" is no grain; the grains are minute, hour, day, month and year, epoch writes a number and ulid the beginning of a ULID"));
        if (words.length == 1) {
            return ClockForm.bucket(ClockForm.Kind.LABEL, grain, vocabulary.zones());
        }
        if (words.length == 2 && words[1].equals("start")) {
            return ClockForm.bucket(ClockForm.Kind.START, grain, vocabulary.zones());
        }
        if (words.length == 2 && words[1].equals("dashed") && grain == Grain.HOUR) {
            return ClockForm.bucket(ClockForm.Kind.DASHED, grain, vocabulary.zones());
        }
        String name = inside.substring(0, inside.indexOf(':'));
        throw refused(
                "key.unknown-modifier",
                "has {" + inside + "}; what can follow a grain is start, as in {" + name + ":" + grain.word()
                        + ":start}, and dashed after hour, as in {" + name + ":hour:dashed}");
    }

    private Rejected unbalanced(int at) {
        return refused(
                "key.unbalanced-braces",
                "has a brace without its partner at index " + at + "; braces enclose a part, as in DEVICE#{deviceId}");
    }

    private Rejected refused(String code, String what) {
        return TemplateRules.refused(text, code, what);
    }
}
