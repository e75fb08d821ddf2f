package dev.varve.analytics.goal;

import dev.varve.error.Rejected;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The value of an event for a goal: a property that is a number, summed as revenue.
 *
 * @param property the name of the property
 * @param currency the three-letter currency code of the revenue
 */
public record GoalValue(String property, String currency) {

    /** ISO 4217's code for no currency. */
    public static final String NO_CURRENCY = "XXX";

    /** As for the revenue of an event. */
    private static final int MAX_DIGITS = 30;

    private static final int MAX_PROPERTY = 300;
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,30}(\\.[0-9]{1,30})?");

    public GoalValue {
        if (property.isBlank() || property.length() > MAX_PROPERTY) {
            throw new Rejected(
                    "goal.value",
                    "the property of a goal's value has %s characters; give the name of a property of the event"
                            .formatted(property.strip().length()));
        }
        if (!CURRENCY.matcher(currency).matches()) {
            throw new Rejected(
                    "goal.currency", "the currency is not a code of three capital letters; give one such as EUR");
        }
    }

    /** Returns the value of a property, or empty if it is absent or not a plain decimal number. */
    public static Optional<BigDecimal> number(@Nullable String text) {
        if (text == null || !NUMBER.matcher(text.strip()).matches()) {
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(text.strip());
        return number.precision() > MAX_DIGITS ? Optional.empty() : Optional.of(number);
    }
}
