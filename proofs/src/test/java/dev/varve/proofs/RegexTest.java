package dev.varve.proofs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * No source has a regular expression with a repeated group. Java's regular expressions recurse for each repetition of a
 * group: {@code (/[a-z]+)+} overflows the stack on a long text. Patterns from users run on re2j, which does not
 * recurse.
 */
@Tag("fast")
class RegexTest {

    private static final Pattern REPEATED_GROUP = Pattern.compile("[^\\\\]\\)(?:[*+]|\\{[0-9]+,\\})");
    private static final Pattern REGEX =
            Pattern.compile("Pattern\\.compile|\\.matches\\(|\\.replace(All|First)\\(|\\.split\\(");

    private static List<String> repeatedGroups(String source) {
        List<String> found = new ArrayList<>();
        // The literal may be on the line after the call.
        int left = 0;
        for (String line : (Iterable<String>) source.lines()::iterator) {
            left = REGEX.matcher(line).find() ? 2 : left - 1;
            int quote = line.indexOf('"');
            if (left > 0
                    && quote >= 0
                    && REPEATED_GROUP.matcher(line.substring(quote)).find()) {
                found.add(line.strip());
            }
        }
        return found;
    }

    @Test
    void repeatedGroupsAreFound() {
        assertThat(repeatedGroups("Pattern.compile(\"(/[a-z]+)+\\\\.x\");")).hasSize(1);
        assertThat(repeatedGroups("x = Pattern.compile(\n    \"(a|b)*\");")).hasSize(1);
        assertThat(repeatedGroups("text.matches(\"(a|b){2,}\")")).hasSize(1);
        assertThat(repeatedGroups("Pattern.compile(\"(a|b)?[0-9]+(c){3}\\\\)+\");"))
                .isEmpty();
    }

    @Test
    void noSourceRepeatsAGroup() throws IOException {
        List<String> found = new ArrayList<>();
        List<Path> sources;
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            sources = modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList();
        }
        assertThat(sources).hasSizeGreaterThan(8);
        for (Path each : sources) {
            try (Stream<Path> files = Files.walk(each)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    repeatedGroups(Files.readString(file)).forEach(line -> found.add(file + ": " + line));
                }
            }
        }
        assertThat(found).isEmpty();
    }
}
