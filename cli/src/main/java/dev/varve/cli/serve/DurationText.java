package dev.varve.cli.serve;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts a duration: {@code 90s}, {@code 30m}, {@code 24h}, {@code 7d}. */
final class DurationText implements ITypeConverter<Duration> {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,6})([smhd])");

    @Override
    public Duration convert(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new TypeConversionException("\"%s\" is not a duration; write 90s, 30m, 24h or 7d".formatted(text));
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }
}
