package dev.varve.testkit.contract.series;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.entity.Entity;
import dev.varve.entity.EntityPage;
import dev.varve.entity.EntityQuery;
import dev.varve.entity.OpenEntities;
import dev.varve.table.PageToken;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The bounds of a text part select the texts in {@code [from, to)} by their UTF-8 bytes, independently of the order of the
 * keys.
 */
public abstract class TextRangeContract extends SeriesContract {

    private static final int SEEDS = 2;
    private static final int RANGES = 25;

    /** An entity whose sort key begins with a text. */
    public record Shop(String country, String city, int number) {}

    private static final Entity<Shop> SHOPS = Entity.of(Shop.class)
            .named("shops")
            .partition("SHOPS#{country}")
            .sort("{city}#{number}")
            .index("gsi1", "ALL#{country}#{shard:2}", "{city}|{number}")
            .build();

    private static Shop shop(String city) {
        return new Shop("us", city, 1);
    }

    private static List<String> cities(EntityQuery<Shop> query) {
        return query.stream().map(Shop::city).distinct().toList();
    }

    @Test
    void boundsAndPrefixesSelectTextsWithACommonPrefix() {
        OpenEntities<Shop> shops = open(SHOPS).entities(SHOPS);
        for (String city : List.of("New", "New York", "New Zealand", "Newark", "O", "O#x", "O\"", "O$")) {
            shops.create(shop(city));
        }
        assertThat(cities(shops.in("us").from("New York").to("Newark"))).containsExactly("New York", "New Zealand");
        assertThat(cities(shops.in("us").from("O#").to("O$"))).containsExactly("O#x");
        assertThat(cities(shops.in("us").to("New York"))).containsExactly("New");
        assertThat(shops.in("us").from("New York").to("Newark").count()).isEqualTo(2);
        assertThat(shops.in("us").from("New York").to("Newark").limit(1).count())
                .isEqualTo(1);
        assertThat(shops.in("us").from("New York").to("O\"").first()).contains(shop("New York"));
        assertThat(cities(shops.in("us", "O"))).containsExactly("O");
        assertThat(cities(shops.in("us").beginsWith("O#"))).containsExactly("O#x");
    }

    @Test
    void boundsMatchAFilterOfTheTexts() {
        Seeds.run(SEEDS, seed -> {
            var draw = new Draw(seed);
            OpenEntities<Shop> shops = open(SHOPS).entities(SHOPS);
            Set<Shop> all = new LinkedHashSet<>();
            for (int i = 0; i < 60; i++) {
                all.add(new Shop("us", word(draw), draw.below(2)));
            }
            all.forEach(shops::create);
            eventually(() -> assertThat(shops.by("gsi1", "us").count()).isEqualTo(all.size()));
            for (int i = 0; i < RANGES; i++) {
                String from = draw.chance(20) ? null : word(draw);
                String to = draw.chance(20) ? null : word(draw);
                boolean isIndexed = draw.chance(50);
                EntityQuery<Shop> query = isIndexed ? shops.by("gsi1", "us") : shops.in("us");
                query = from == null ? query : query.from(from);
                query = to == null ? query : query.to(to);
                query = draw.chance(50) ? query : query.descending();
                Predicate<Shop> isIn = shop -> (from == null || compare(shop.city(), from) >= 0)
                        && (to == null || compare(shop.city(), to) < 0);
                assertAnswers(draw, query, all.stream().filter(isIn).toList());
            }
        });
    }

    private static void assertAnswers(Draw draw, EntityQuery<Shop> query, List<Shop> wanted) {
        List<Shop> listed = query.list();
        assertThat(listed).containsExactlyInAnyOrderElementsOf(wanted);
        assertThat(query.count()).isEqualTo(wanted.size());
        int limit = draw.between(1, 5);
        assertThat(query.limit(limit).count()).isEqualTo(Math.min(limit, wanted.size()));
        assertThat(query.limit(limit).list()).isEqualTo(listed.subList(0, Math.min(limit, listed.size())));
        List<Shop> paged = new ArrayList<>();
        @Nullable PageToken token = null;
        do {
            EntityPage<Shop> page = query.limit(limit).page(token);
            paged.addAll(page.records());
            token = page.next();
        } while (token != null);
        assertThat(paged).isEqualTo(listed);
        List<Shop> reversed = new ArrayList<>(query.descending().list());
        Collections.reverse(reversed);
        assertThat(listed.equals(reversed) || listed.equals(query.descending().list()))
                .isTrue();
    }

    private static int compare(String one, String other) {
        return Arrays.compareUnsigned(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    private static String word(Draw draw) {
        var out = new StringBuilder();
        for (int length = draw.between(1, 3); length > 0; length--) {
            out.append(draw.oneOf(" ", "!", "\"", "#", "$", "%", "&", "'", "a", "{", "|", "}", "é", "\uD83D\uDE00"));
        }
        return out.toString();
    }
}
