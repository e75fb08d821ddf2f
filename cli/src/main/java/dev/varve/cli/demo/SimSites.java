package dev.varve.cli.demo;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The sessions of simulated sites, a function of seed and origin: the hits of a range are the same however the range is
 * split.
 */
final class SimSites {

    /** Sessions are drawn for one slot at a time. */
    private static final long SLOT = 600;

    /** No session lasts, and no hit arrives, later than this after the beginning of its slot. */
    private static final Duration LONGEST = Duration.ofHours(3);

    /** The growth of visitors per week. */
    private static final double GROWTH = 0.055;

    private static final int SESSIONS = 11;
    private static final int PEOPLE = 12;

    private final SeededRandom chance;
    private final Instant origin;
    private final List<SimSite> sites;

    /** @param origin the time around which the growth of sites is computed */
    SimSites(long seed, Instant origin, List<SimSite> sites) {
        this.chance = new SeededRandom(seed);
        this.origin = origin;
        this.sites = List.copyOf(sites);
    }

    List<SimSite> sites() {
        return sites;
    }

    /** Returns the hits that arrive in {@code [from, to)}, in the order of arrival. */
    List<SimHit> arrivals(Instant from, Instant to) {
        List<SimHit> arrived = new ArrayList<>();
        long first = Math.floorDiv(from.minus(LONGEST).getEpochSecond(), SLOT);
        long last = Math.floorDiv(to.getEpochSecond(), SLOT);
        for (int site = 0; site < sites.size(); site++) {
            for (long slot = first; slot <= last; slot++) {
                for (SimHit hit : sessions(site, slot)) {
                    if (!hit.arrivesAt().isBefore(from) && hit.arrivesAt().isBefore(to)) {
                        arrived.add(hit);
                    }
                }
            }
        }
        arrived.sort(Comparator.comparing(SimHit::arrivesAt).thenComparing(SimHit::id));
        return arrived;
    }

    private List<SimHit> sessions(int number, long slot) {
        SimSite site = sites.get(number);
        RandomGenerator random = chance.of(SESSIONS).of(number).of(slot).generator();
        double expected = rate(site, Instant.ofEpochSecond(slot * SLOT))
                * SLOT
                / Duration.ofDays(1).toSeconds();
        int sessions = (int) (expected * 2 * random.nextDouble() + random.nextDouble());
        List<SimHit> hits = new ArrayList<>();
        for (int session = 0; session < sessions; session++) {
            Instant start = Instant.ofEpochMilli(slot * SLOT * 1000 + random.nextLong(SLOT * 1000));
            SessionScript steps = new SessionScript(site, person(number, random), start, random);
            site.journey().run(steps);
            hits.addAll(steps.hits());
        }
        Instant end = Instant.ofEpochSecond(slot * SLOT).plus(LONGEST);
        hits.removeIf(hit -> !hit.arrivesAt().isBefore(end));
        return hits;
    }

    /** Some of the audience come often, most come once. */
    private People.Person person(int number, RandomGenerator random) {
        SimSite site = sites.get(number);
        double draw = random.nextDouble();
        long who = (long) (draw * draw * site.audience());
        return site.people().draw(chance.of(PEOPLE).of(number).of(who).generator());
    }

    /** Returns the number of sessions per day at the rate of this instant. */
    private double rate(SimSite site, Instant at) {
        ZonedDateTime local = at.atZone(site.zone());
        double hour = local.getHour() + local.getMinute() / 60.0;
        double day =
                1 + 0.85 * Math.sin(2 * Math.PI * (hour - 9) / 24) + 0.25 * Math.sin(4 * Math.PI * (hour - 7) / 24);
        boolean isWeekend = local.getDayOfWeek() == DayOfWeek.SATURDAY || local.getDayOfWeek() == DayOfWeek.SUNDAY;
        double weeks = Duration.between(origin, at).toSeconds() / (7.0 * 86_400);
        double grown = Math.max(0.3, Math.min(3, 1 + GROWTH * weeks));
        double mood = 1 + 0.15 * chance.of(site.perDay()).wander(at.getEpochSecond(), 86_400);
        return site.perDay() * Math.max(0.08, day) * (isWeekend ? 0.75 : 1.08) * grown * mood;
    }
}
