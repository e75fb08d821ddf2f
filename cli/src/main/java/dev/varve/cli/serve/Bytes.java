package dev.varve.cli.serve;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of bytes: {@code 500000}, {@code 512k}, {@code 32m}. */
final class Bytes implements ITypeConverter<Integer> {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})([km]?)b?");

    @Override
    public Integer convert(String text) {
        Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (form.matches()) {
            long unit = switch (form.group(2)) {
                case "k" -> 1024;
                case "m" -> 1024 * 1024;
                default -> 1;
            };
            long bytes = Long.parseLong(form.group(1)) * unit;
            if (bytes > 0 && bytes <= Integer.MAX_VALUE) {
                return (int) bytes;
            }
        }
        throw new TypeConversionException("\"%s\" is no size of 1 byte to 2 GB: write 512k or 32m".formatted(text));
    }
}
