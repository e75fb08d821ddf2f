package dev.varve.cli.serve;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts a number of bytes: {@code 500000}, {@code 512k}, {@code 32m}, {@code 2g}. */
final class ByteSize implements ITypeConverter<Long> {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})([kmg]?)b?");

    @Override
    public Long convert(String text) {
        Matcher matcher = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new TypeConversionException("\"%s\" is not a size; write 512k, 32m or 2g".formatted(text));
        }
        long unit = switch (matcher.group(2)) {
            case "k" -> 1L << 10;
            case "m" -> 1L << 20;
            case "g" -> 1L << 30;
            default -> 1;
        };
        return Long.parseLong(matcher.group(1)) * unit;
    }
}
