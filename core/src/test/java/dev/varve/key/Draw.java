package dev.varve.key;

import dev.varve.key.internal.text.ClockDomain;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** Draws random input over the whole domain, with more corner cases than a uniform distribution. */
public final class Draw {

    public static final List<ZoneId> ZONES = List.of(
            ZoneId.of("UTC"),
            ZoneId.of("Europe/Berlin"),
            ZoneId.of("America/New_York"),
            ZoneId.of("Asia/Kolkata"),
            ZoneId.of("America/Sao_Paulo"),
            ZoneId.of("Australia/Lord_Howe"),
            ZoneId.of("Pacific/Apia"),
            ZoneId.of("America/St_Johns"),
            ZoneId.of("Africa/Monrovia"),
            ZoneId.of("America/Juneau"),
            ZoneId.of("Pacific/Kiritimati"),
            ZoneId.of("+14:00"),
            ZoneId.of("-12:00"));

    /** Seconds with unusual zone or calendar changes. */
    private static final List<Instant> CORNERS = List.of(
            ClockDomain.FIRST,
            ClockDomain.END.minusSeconds(1),
            Instant.parse("1970-01-01T00:00:00Z"),
            Instant.parse("2011-12-30T10:00:00Z"),
            Instant.parse("2024-02-29T00:00:00Z"),
            Instant.parse("1900-02-28T23:59:59Z"),
            Instant.parse("2024-03-31T01:00:00Z"),
            Instant.parse("2024-10-27T01:00:00Z"),
            Instant.parse("2024-04-06T15:00:00Z"),
            Instant.parse("2024-10-05T15:30:00Z"),
            Instant.parse("2018-11-04T03:00:00Z"),
            Instant.parse("2010-11-07T02:31:00Z"),
            Instant.parse("1972-01-07T00:44:30Z"),
            Instant.parse("1867-10-18T00:00:00Z"));

    private Draw() {}

    public static <T> T of(RandomGenerator random, List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    public static Instant instant(RandomGenerator random) {
        Instant instant = switch (random.nextInt(3)) {
            case 0 -> Instant.ofEpochSecond(random.nextLong(ClockDomain.FIRST_SECOND, ClockDomain.END_SECOND));
            case 1 -> Instant.ofEpochSecond(random.nextLong(0, 4_102_444_800L));
            default -> near(random, of(random, CORNERS), 7_200);
        };
        return fraction(random, instant);
    }

    /** Returns a zone history with up to three changes, often close to each other and to unusual instants. */
    public static ZoneHistory zones(RandomGenerator random) {
        int changes = random.nextBoolean() ? 0 : random.nextInt(1, 4);
        TreeSet<Instant> instants = new TreeSet<>();
        Instant last = instant(random);
        for (int i = 0; i < changes; i++) {
            last = random.nextBoolean() ? near(random, last, 200_000) : instant(random);
            instants.add(Tick.SECONDS.floor(last));
        }
        instants.remove(ClockDomain.FIRST);
        return new ZoneHistory(
                of(random, ZONES),
                instants.stream()
                        .map(since -> new ZoneHistory.Change(since, of(random, ZONES)))
                        .toList());
    }

    /** Returns an instant near a zone change, if there is one. */
    public static Instant instant(RandomGenerator random, ZoneHistory zones) {
        return zones.changes().isEmpty() || random.nextInt(3) == 0
                ? instant(random)
                : near(random, of(random, zones.changes()).since(), 200_000);
    }

    /** Returns an instant of the domain within a distance in seconds. */
    public static Instant near(RandomGenerator random, Instant instant, long seconds) {
        return Instant.ofEpochSecond(Math.max(
                ClockDomain.FIRST_SECOND,
                Math.min(
                        ClockDomain.END_SECOND - 1,
                        instant.getEpochSecond() + random.nextLong(-seconds, seconds + 1))));
    }

    private static Instant fraction(RandomGenerator random, Instant instant) {
        return switch (random.nextInt(4)) {
            case 0 -> instant;
            case 1 -> instant.plusMillis(random.nextInt(1_000));
            case 2 -> instant.plusNanos(999_999_999);
            default -> instant.plusNanos(random.nextInt(1_000_000_000));
        };
    }

    /** Returns an id with arbitrary characters: separators, escapes, emoji, the last code point. */
    public static String id(RandomGenerator random) {
        List<String> pieces = List.of(
                "a",
                "Z",
                "0",
                "#",
                "%",
                "%23",
                "|",
                "-",
                "_",
                ":",
                "/",
                ".",
                "~",
                " ",
                "\u0000",
                "é",
                "\uFFFD",
                "\uE000",
                "😀",
                "\uDBFF\uDFFF",
                "2024-01-01T00:00:00Z",
                "sensor",
                "{",
                "}",
                "p002:42",
                "%F4%8F%BF%BF");
        int length = random.nextInt(20) == 0 ? random.nextInt(1, 60) : random.nextInt(1, 6);
        var id = new StringBuilder();
        for (int i = 0; i < length; i++) {
            id.append(of(random, pieces));
        }
        return id.toString();
    }

    public static BigDecimal number(RandomGenerator random) {
        int digits = random.nextInt(1, 39);
        var unscaled = new StringBuilder(random.nextBoolean() ? "-" : "");
        for (int i = 0; i < digits; i++) {
            unscaled.append(random.nextInt(3) == 0 ? 0 : random.nextInt(10));
        }
        var whole = new BigInteger(unscaled.toString());
        return switch (random.nextInt(3)) {
            case 0 -> BigDecimal.valueOf(random.nextInt(-200, 200));
            case 1 -> new BigDecimal(whole, random.nextInt(0, 40));
            default -> new BigDecimal(whole, random.nextInt(-80, 90));
        };
    }
}
