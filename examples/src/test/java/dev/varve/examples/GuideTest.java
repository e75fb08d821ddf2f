package dev.varve.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The code in the guides is compiled and run, and all links have targets. */
class GuideTest {

    private static final Path GUIDE = Path.of("../docs/guide");
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)\n```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]+)");

    @Test
    void snippetsAndRegionsOfExamplesMatch() throws IOException {
        List<String> regions = new ArrayList<>();
        for (Path source : files(Path.of("src"), ".java")) {
            regions.addAll(Regions.of(source, "guide"));
        }
        List<String> snippets = new ArrayList<>();
        for (Path page : files(GUIDE, ".md")) {
            snippets.addAll(all(SNIPPET, page));
        }

        assertThat(regions).isNotEmpty();
        assertThat(regions).containsAll(snippets);
        assertThat(snippets).containsAll(regions);
    }

    @Test
    void everyLinkHasATarget() throws IOException {
        for (Path page : files(GUIDE, ".md")) {
            assertThat(all(LINK, page))
                    .allSatisfy(link -> assertThat(GUIDE.resolve(link))
                            .as("link in %s", page)
                            .exists());
        }
    }

    private static List<String> all(Pattern pattern, Path page) throws IOException {
        Matcher found = pattern.matcher(Files.readString(page));
        return found.results().map(result -> result.group(1)).toList();
    }

    private static List<Path> files(Path directory, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }
}
