package dev.varve.server.api.sites;

import java.time.LocalDate;

/**
 * The days that statistics are of. Fewer days than requested, where older hits are deleted.
 *
 * @param from The first day.
 * @param to The day after the last.
 * @param zone The time zone of the days.
 */
public record PeriodJson(LocalDate from, LocalDate to, String zone) {}
