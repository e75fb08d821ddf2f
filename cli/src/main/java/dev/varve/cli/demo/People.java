package dev.varve.cli.demo;

import java.util.List;
import java.util.random.RandomGenerator;

/** The simulated visitors: their countries and browsers. */
final class People {

    /**
     * A visitor with a browser.
     *
     * @param ip an address from one of the large ranges of a country
     */
    record Person(String ip, String agent) {}

    /**
     * A country, with the range {@code [first, first + size)} of second bytes under one first byte.
     *
     * @param code two letters
     */
    record Country(String code, int network, int first, int size) {}

    static final List<Country> COUNTRIES = List.of(
            new Country("DE", 84, 128, 64),
            new Country("US", 73, 0, 256),
            new Country("GB", 86, 128, 32),
            new Country("FR", 90, 0, 64),
            new Country("AT", 84, 112, 4),
            new Country("CH", 85, 0, 8),
            new Country("NL", 84, 104, 4),
            new Country("IT", 87, 0, 16),
            new Country("ES", 88, 0, 16),
            new Country("PL", 83, 4, 16),
            new Country("SE", 81, 224, 8),
            new Country("CA", 70, 24, 8),
            new Country("AU", 1, 120, 8),
            new Country("IN", 117, 192, 32),
            new Country("JP", 126, 0, 64),
            new Country("BR", 189, 32, 16));

    private static final String WINDOWS =
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ";
    private static final String MAC =
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) ";
    private static final String IPHONE =
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ";

    private static final Weighted<String> AGENTS = Weighted.<String>none()
            .with(24, WINDOWS + "Chrome/126.0.0.0 Safari/537.36")
            .with(9, WINDOWS + "Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0")
            .with(6, "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0")
            .with(8, MAC + "Chrome/126.0.0.0 Safari/537.36")
            .with(
                    7,
                    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15")
            .with(18, IPHONE + "Version/17.5 Mobile/15E148 Safari/604.1")
            .with(3, IPHONE + "CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1")
            .with(
                    16,
                    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36")
            .with(
                    5,
                    "Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36")
            .with(
                    3,
                    "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1")
            .with(3, "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0")
            .with(
                    2,
                    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36");

    private final Weighted<Country> countries;

    /**
     * @param weights the weights of {@link #COUNTRIES}; countries without one are the rarest
     */
    People(int... weights) {
        Weighted<Country> all = Weighted.none();
        for (int i = 0; i < COUNTRIES.size(); i++) {
            all = all.with(i < weights.length ? weights[i] : 1, COUNTRIES.get(i));
        }
        countries = all;
    }

    Person draw(RandomGenerator random) {
        Country country = countries.draw(random);
        return new Person(address(country, random), AGENTS.draw(random));
    }

    static String address(Country country, RandomGenerator random) {
        return "%s.%s.%s.%s"
                .formatted(
                        country.network(),
                        country.first() + random.nextInt(country.size()),
                        random.nextInt(256),
                        1 + random.nextInt(254));
    }
}
