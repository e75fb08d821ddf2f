package dev.varve.analytics.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.analytics.goal.TextPattern.Kind;
import dev.varve.error.Rejected;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextPatternTest {

    @ParameterizedTest
    @CsvSource({
        "EXACT, /blog, /blog, /blog/a",
        "PREFIX, /blog, /blog/a, /a/blog",
        "CONTAINS, log, /blog/a, /bog",
        "STARS, /blog/*, /blog/a, /blog/a/b",
        "STARS, /blog/**, /blog/a/b, /blogs",
        "STARS, /*/edit, /7/edit, /7/8/edit",
        "STARS, **/edit, /7/8/edit, /7/edit/8",
        "STARS, /a.b*, /a.bc, /axbc",
        "REGEX, ^/blog/[0-9]+$, /blog/12, /blog/a",
        "REGEX, '[0-9]', /blog/1, /blog/a",
    })
    void patternMatchesOnlyWhatItDescribes(Kind kind, String text, String matching, String other) {
        assertThat(TextPattern.of(kind, text).takes(matching)).isTrue();
        assertThat(TextPattern.of(kind, text).takes(other)).isFalse();
    }

    @Test
    void patternWithAStarIsAWildcard() {
        assertThat(TextPattern.of("/a").kind()).isEqualTo(Kind.EXACT);
        assertThat(TextPattern.of("/a*"))
                .isEqualTo(TextPattern.of(Kind.STARS, "/a*"))
                .hasToString("stars /a*");
    }

    @Test
    void catastrophicRegexIsFast() {
        TextPattern evil = TextPattern.of(Kind.REGEX, "^(a+)+$");
        String path = "a".repeat(5_000) + "!";
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(10), () -> assertThat(evil.takes(path)).isFalse());
    }

    @Test
    void invalidPatternsAreRefused() {
        assertThatThrownBy(() -> TextPattern.of(Kind.REGEX, "(a"))
                .isInstanceOf(Rejected.class)
                .hasMessageStartingWith("(a is not a valid regular expression: ")
                .hasMessageEndingWith("Use RE2 syntax, which has no look-around and no backreferences");
        assertThatThrownBy(() -> TextPattern.of(""))
                .isInstanceOf(Rejected.class)
                .hasMessage("a pattern has 0 characters; it must have from 1 to 500");
    }
}
