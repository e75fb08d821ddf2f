package dev.varve.analytics.enrich;

import org.jspecify.annotations.Nullable;

/**
 * The device, browser and operating system of a user agent; null if unknown.
 *
 * @param device {@code Desktop}, {@code Mobile}, {@code Tablet}
 */
public record Agent(
        boolean isBot,
        @Nullable String device,
        @Nullable String browser,
        @Nullable String os) {

    static final Agent BOT = new Agent(true, null, null, null);
}
