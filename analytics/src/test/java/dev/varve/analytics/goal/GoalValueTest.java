package dev.varve.analytics.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class GoalValueTest {

    @Test
    void plainDecimalNumbersAreValues() {
        assertThat(GoalValue.number("19.90")).contains(new BigDecimal("19.90"));
        assertThat(GoalValue.number(" -3 ")).contains(new BigDecimal("-3"));
        for (String other : new String[] {"", "many", "1e9", "1,5", "1.", ".5", "NaN", "0x10", "9".repeat(31)}) {
            assertThat(GoalValue.number(other)).as(other).isEmpty();
        }
        assertThat(GoalValue.number(null)).isEmpty();
    }

    @Test
    void propertyAndCurrencyAreChecked() {
        assertThatThrownBy(() -> new GoalValue(" ", "EUR"))
                .hasMessage(
                        "the property of a goal's value has 0 characters; give the name of a property of the event");
        assertThatThrownBy(() -> new GoalValue("amount", "euro"))
                .hasMessage("the currency is not a code of three capital letters; give one such as EUR");
    }
}
