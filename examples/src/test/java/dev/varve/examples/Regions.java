package dev.varve.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of an example that documents show: the lines between {@code // guide: NAME} and {@code // guide: end}. */
final class Regions {

    private Regions() {}

    /** Returns the regions of a source with this marker, without their indentation. */
    static List<String> of(Path source, String marker) throws IOException {
        Matcher region = Pattern.compile(
                        " *// " + marker + ": (?!end)[^\n]*\n(.*?)\n *// " + marker + ": end", Pattern.DOTALL)
                .matcher(Files.readString(source));
        return region.results()
                .map(found -> found.group(1).stripIndent().strip())
                .toList();
    }
}
