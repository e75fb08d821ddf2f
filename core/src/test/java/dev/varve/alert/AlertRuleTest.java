package dev.varve.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.alert.internal.RuleState;
import dev.varve.error.Rejected;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class AlertRuleTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    static void assertRejected(String code, String message, ThrowingCallable call) {
        Rejected rejected = catchThrowableOfType(Rejected.class, call);
        assertThat(rejected).as("the rejection").isNotNull();
        assertThat(rejected).hasMessage(message);
        assertThat(rejected.code()).isEqualTo(code);
    }

    private static AlertRuleBuilder rule() {
        return AlertRule.named("hot");
    }

    @Test
    void messageOfARuleIsItsConditionByDefault() {
        AlertRule rule = rule().above("t", 30)
                .clearAt(28)
                .lasting(MINUTE)
                .severity(Severity.CRITICAL)
                .build();
        assertThat(rule.message()).isEqualTo("t above 30.0, clear at 28.0");
        assertThat(RuleState.fingerprint(rule)).isEqualTo("t above 30.0, clear at 28.0, lasting PT1M");
        assertThat(rule().outside("t", 1, 2).message("Off").build().message()).isEqualTo("Off");
    }

    @Test
    void fingerprintDoesNotDependOnSeverityAndMessage() {
        AlertRule rule = rule().below("t", 3).build();
        AlertRule same =
                rule().below("t", 3).severity(Severity.LOW).message("Cold").build();
        assertThat(RuleState.fingerprint(same)).isEqualTo(RuleState.fingerprint(rule));
    }

    @Test
    void invalidNamesAreRefused() {
        assertRejected(
                "alert.rule-name",
                "\"too hot\" cannot name a rule: use 1 to 64 letters, digits, '_', '-' and '.', a letter first",
                () -> AlertRule.named("too hot").above("t", 1).build());
    }

    @Test
    void exactlyOneConditionIsNeeded() {
        assertRejected(
                "alert.rule-no-condition",
                "rule hot has no condition: declare above, below, outside, changing or silentFor",
                () -> rule().build());
        assertRejected(
                "alert.rule-two-conditions",
                "rule hot has two conditions, \"t above 1.0, clear at 1.0\" and \"silent for PT1M\": declare two rules",
                () -> rule().above("t", 1).silentFor(MINUTE));
    }

    @Test
    void numbersMustBeFiniteAndInOrder() {
        assertRejected(
                "alert.rule-number",
                "rule hot has the limit NaN; give a finite number",
                () -> rule().above("t", Double.NaN));
        assertRejected(
                "alert.rule-range",
                "rule hot: outside(3.0, 2.0) has its lower bound above its upper bound; swap them",
                () -> rule().outside("t", 3, 2));
        assertRejected(
                "alert.rule-amount",
                "rule hot: the amount of a change is -1.0; it must be 0 or more",
                () -> rule().changing("t", -1, MINUTE));
    }

    @Test
    void durationsMustBePositive() {
        assertRejected(
                "alert.rule-duration",
                "rule hot: silence is PT0S; it must be longer than zero and at most PT87600H",
                () -> rule().silentFor(Duration.ZERO));
        assertRejected(
                "alert.rule-duration",
                "rule hot: the time of a change is PT-1M; it must be longer than zero and at most PT87600H",
                () -> rule().changing("t", 1, MINUTE.negated()));
        assertRejected(
                "alert.rule-duration",
                "lasting of rule hot is PT-1M; it must be from zero to PT87600H. Leave it out to open at once",
                () -> rule().above("t", 1).lasting(MINUTE.negated()).build());
    }

    @Test
    void silenceWithADurationIsRefused() {
        assertRejected(
                "alert.rule-lasting-silent",
                "rule hot has silentFor PT1M and lasting PT1M; a silence has one duration: declare silentFor(PT2M)",
                () -> rule().silentFor(MINUTE).lasting(MINUTE).build());
    }

    @Test
    void clearValueMustLieInsideTheLimit() {
        String remedy = " Declare the condition first; the clear value lies inside its limit: use clearAt for one limit"
                + " and clearInside for a range";
        assertRejected(
                "alert.rule-clear",
                "rule hot: clearAt(31.0) does not fit its condition, \"t above 30.0, clear at 30.0\"." + remedy,
                () -> rule().above("t", 30).clearAt(31));
        assertRejected(
                "alert.rule-clear",
                "rule hot: clearAt(29.0) does not fit its condition, \"t below 30.0, clear at 30.0\"." + remedy,
                () -> rule().below("t", 30).clearAt(29));
        assertRejected(
                "alert.rule-clear",
                "rule hot: clearInside(0.0, 5.0) does not fit its condition, \"t outside 1.0 to 9.0, clear inside 1.0 to"
                        + " 9.0\"." + remedy,
                () -> rule().outside("t", 1, 9).clearInside(0, 5));
        assertRejected(
                "alert.rule-clear",
                "rule hot: clearAt(1.0) does not fit its condition, \"none yet\"." + remedy,
                () -> rule().clearAt(1));
    }

    @Test
    void blankMessageIsRefused() {
        assertRejected(
                "alert.rule-message",
                "the message of rule hot has 0 characters; it must have 1 to 1000",
                () -> rule().above("t", 1).message(" ").build());
    }
}
