package dev.varve.alert.internal;

import dev.varve.alert.AlertRule;
import dev.varve.alert.Detector;
import dev.varve.alert.Trigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rules and detectors in the form in which columns of readings are compared with them; pure.
 *
 * <p>It only decides whether readings certainly leave every rule of a device in its phase and are no anomalies. In any doubt
 * it says no, and {@link RuleEvaluator} decides.
 *
 * <p>Sets of rules are bits of an {@code int}: there are at most {@link RuleEvaluation#MAX_RULES}.
 */
public final class CompiledRules {

    /** No field: the rule looks at clocks only. */
    static final int NONE = -1;

    /** Far more than the relative error of a few multiplications. */
    private static final double SLOPE_MARGIN = 1e-9;

    private final List<AlertRule> rules;
    private final List<String> fingerprints;
    private final Set<String> names;
    private final TickClock clock;
    private final List<String> fields = new ArrayList<>();
    private final int ruleFields;
    private final int[] fieldOf;
    // A value breaks a threshold outside [low, high], and clears it inside [clearLow, clearHigh].
    private final double[] low;
    private final double[] high;
    private final double[] clearLow;
    private final double[] clearHigh;
    private final double[] perSeconds;
    private final long[] silence;
    private final int[] rulesOf;
    private final int silent;
    private final int changing;
    // Of the rules in their normal phase and of detectors with a fixed range, by field.
    private final double[] calmLow;
    private final double[] calmHigh;
    // A change that is not larger in any tick breaks no rule on the rate of the field.
    private final double[] calmSlope;
    private final List<Detector.FixedRange> ranges;
    private final boolean needsHistory;
    private final CheckpointRules checkpoint;

    public CompiledRules(List<AlertRule> rules, List<Detector> detectors, TickClock clock) {
        this.rules = rules;
        this.clock = clock;
        this.names = rules.stream().map(AlertRule::name).collect(Collectors.toUnmodifiableSet());
        this.fingerprints = rules.stream().map(RuleState::fingerprint).toList();
        rules.forEach(rule -> rule.trigger().field().ifPresent(this::addField));
        this.ruleFields = fields.size();
        detectors.forEach(detector -> addField(detector.field()));
        int count = rules.size();
        this.fieldOf = new int[count];
        this.low = new double[count];
        this.high = new double[count];
        this.clearLow = new double[count];
        this.clearHigh = new double[count];
        this.perSeconds = new double[count];
        this.silence = new long[count];
        this.rulesOf = new int[ruleFields];
        this.calmLow = new double[fields.size()];
        this.calmHigh = new double[fields.size()];
        Arrays.fill(calmLow, Double.NEGATIVE_INFINITY);
        Arrays.fill(calmHigh, Double.POSITIVE_INFINITY);
        this.calmSlope = new double[ruleFields];
        Arrays.fill(calmSlope, Double.POSITIVE_INFINITY);
        int silentRules = 0;
        int changingRules = 0;
        for (int rule = 0; rule < count; rule++) {
            Trigger trigger = rules.get(rule).trigger();
            compile(rule, trigger);
            silentRules |= trigger instanceof Trigger.Silent ? 1 << rule : 0;
            changingRules |= trigger instanceof Trigger.Changing ? 1 << rule : 0;
        }
        this.silent = silentRules;
        this.changing = changingRules;
        this.ranges = detectors.stream()
                .filter(Detector.FixedRange.class::isInstance)
                .map(Detector.FixedRange.class::cast)
                .toList();
        ranges.forEach(range -> narrow(fields.indexOf(range.field()), range.low(), range.high()));
        this.needsHistory = ranges.size() < detectors.size();
        this.checkpoint = new CheckpointRules(
                rules.stream().map(AlertRule::name).toList(),
                fingerprints,
                Arrays.stream(fieldOf).boxed().toList(),
                List.copyOf(fields.subList(0, ruleFields)));
    }

    private void addField(String field) {
        if (!fields.contains(field)) {
            fields.add(field);
        }
    }

    private void compile(int rule, Trigger trigger) {
        fieldOf[rule] = trigger.field().map(fields::indexOf).orElse(NONE);
        if (fieldOf[rule] != NONE) {
            rulesOf[fieldOf[rule]] |= 1 << rule;
        }
        low[rule] = Double.NEGATIVE_INFINITY;
        high[rule] = Double.POSITIVE_INFINITY;
        clearLow[rule] = Double.NEGATIVE_INFINITY;
        clearHigh[rule] = Double.POSITIVE_INFINITY;
        if (trigger instanceof Trigger.Above above) {
            high[rule] = above.limit();
            clearHigh[rule] = above.clear();
        } else if (trigger instanceof Trigger.Below below) {
            low[rule] = below.limit();
            clearLow[rule] = below.clear();
        } else if (trigger instanceof Trigger.Outside outside) {
            low[rule] = outside.low();
            high[rule] = outside.high();
            clearLow[rule] = outside.clearLow();
            clearHigh[rule] = outside.clearHigh();
        } else if (trigger instanceof Trigger.Changing change) {
            high[rule] = change.amount();
            perSeconds[rule] = seconds(change.per());
            double slope = change.amount() / perSeconds[rule] * clock.seconds(1);
            calmSlope[fieldOf[rule]] = Math.min(calmSlope[fieldOf[rule]], slope * (1 - SLOPE_MARGIN));
            return;
        } else if (trigger instanceof Trigger.Silent silentFor) {
            silence[rule] = clock.floor(silentFor.duration());
            return;
        }
        narrow(fieldOf[rule], low[rule], high[rule]);
    }

    private static double seconds(Duration duration) {
        return duration.getSeconds() + duration.getNano() / 1e9;
    }

    private void narrow(int field, double least, double most) {
        calmLow[field] = Math.max(calmLow[field], least);
        calmHigh[field] = Math.min(calmHigh[field], most);
    }

    /** Returns the rules as checkpoints name them. */
    CheckpointRules checkpoint() {
        return checkpoint;
    }

    List<AlertRule> rules() {
        return rules;
    }

    Set<String> names() {
        return names;
    }

    String fingerprint(int rule) {
        return fingerprints.get(rule);
    }

    TickClock clock() {
        return clock;
    }

    /** Returns the fields of rules, then those that only detectors name. */
    public List<String> fields() {
        return fields;
    }

    /** Returns the number of fields of rules. */
    int ruleFields() {
        return ruleFields;
    }

    int fieldOf(int rule) {
        return fieldOf[rule];
    }

    int rulesOf(int field) {
        return rulesOf[field];
    }

    /** Returns the rules that count from the last reading. */
    int silent() {
        return silent;
    }

    /** Returns the clock at which a rule that was broken at a clock opens an alert. */
    long due(int rule, long broke) {
        return broke + clock.ceil(rules.get(rule).lasting());
    }

    /** Returns how long after its last reading a device in this state may be silent; the largest number without a limit. */
    long silenceOf(int exceptRules) {
        long least = Long.MAX_VALUE;
        for (int rest = silent & ~exceptRules; rest != 0; rest &= rest - 1) {
            least = Math.min(least, silence[Integer.numberOfTrailingZeros(rest)]);
        }
        return least;
    }

    /** Returns whether no value of a column breaks a rule that is in its normal phase, or is outside the range of a detector. */
    boolean isCalm(int field, double[] values) {
        double least = calmLow[field];
        double most = calmHigh[field];
        boolean isCalm = true;
        for (double value : values) {
            isCalm &= !(value < least || value > most);
        }
        return isCalm;
    }

    /** Returns whether these readings, which are newer than all before, leave every rule of the device in its phase. */
    boolean isUnchanged(WatchedDevice device, ReadingColumns.Rows readings) {
        int special = device.open | device.pending | device.odd;
        return canTell(device)
                && isSteady(device, readings, silenceOf(device.open))
                && (special == 0 ? isInside(readings) : isInPhase(device, readings))
                && isSlow(device, readings, changing & ~special);
    }

    /** Returns whether columns can tell which reading of the device changes something; otherwise all must be evaluated. */
    boolean canTell(WatchedDevice device) {
        return !needsHistory && !device.isUnsettled;
    }

    private static boolean isSteady(WatchedDevice device, ReadingColumns.Rows readings, long silence) {
        if (silence == Long.MAX_VALUE) {
            return true;
        }
        long before = device.through;
        for (int i = 0; i < readings.count(); i++) {
            long tick = readings.tick(i);
            if (tick - before > silence) {
                return false;
            }
            before = tick;
        }
        return true;
    }

    private boolean isInside(ReadingColumns.Rows readings) {
        for (int field = 0; field < fields.size(); field++) {
            if (readings.isCalm(field)) {
                continue;
            }
            for (int i = 0; i < readings.count(); i++) {
                double value = readings.value(field, i);
                if (value < calmLow[field] || value > calmHigh[field]) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Compares each rule with its phase; an open alert or a running duration changes what its values mean. */
    private boolean isInPhase(WatchedDevice device, ReadingColumns.Rows readings) {
        for (int rule = 0; rule < fieldOf.length; rule++) {
            int bit = 1 << rule;
            boolean isSpecial = ((device.open | device.pending | device.odd) & bit) != 0;
            if (fieldOf[rule] == NONE || (changing & bit) != 0) {
                if (isSpecial && readings.hasValue(fieldOf[rule])) {
                    return false;
                }
            } else if ((device.odd & bit) != 0 ? readings.hasValue(fieldOf[rule]) : leaves(rule, device, readings)) {
                return false;
            }
        }
        for (Detector.FixedRange range : ranges) {
            int field = fields.indexOf(range.field());
            for (int i = 0; i < readings.count(); i++) {
                double value = readings.value(field, i);
                if (value < range.low() || value > range.high()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns whether a reading makes a threshold rule leave its phase. */
    private boolean leaves(int rule, WatchedDevice device, ReadingColumns.Rows readings) {
        boolean isOpen = (device.open & (1 << rule)) != 0;
        boolean isPending = (device.pending & (1 << rule)) != 0;
        for (int i = 0; i < readings.count(); i++) {
            double value = readings.value(fieldOf[rule], i);
            if (Double.isNaN(value)) {
                continue;
            }
            boolean breaks = value < low[rule] || value > high[rule];
            boolean clears = !breaks && clearLow[rule] <= value && value <= clearHigh[rule];
            if (isOpen ? clears : isPending ? !breaks || readings.tick(i) >= device.due : breaks) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether no reading breaks one of these rules, which limit how fast a value changes. */
    private boolean isSlow(WatchedDevice device, ReadingColumns.Rows readings, int some) {
        for (int field = 0; some != 0 && field < ruleFields; field++) {
            int rest = some & rulesOf[field];
            if (rest == 0 || isSurelySlow(device, readings, field)) {
                continue;
            }
            for (; rest != 0; rest &= rest - 1) {
                if (!isSlow(Integer.numberOfTrailingZeros(rest), device, readings)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns whether all changes of a field are smaller than every rule allows, by more than the error of this arithmetic. */
    private boolean isSurelySlow(WatchedDevice device, ReadingColumns.Rows readings, int field) {
        double slope = calmSlope[field];
        double before = device.values[field];
        long beforeTick = device.clocks[field];
        for (int i = 0; i < readings.count(); i++) {
            double value = readings.value(field, i);
            if (Double.isNaN(value)) {
                continue;
            }
            long tick = readings.tick(i);
            if (!Double.isNaN(before) && !(Math.abs(value - before) <= slope * (tick - beforeTick))) {
                return false;
            }
            before = value;
            beforeTick = tick;
        }
        return true;
    }

    private boolean isSlow(int rule, WatchedDevice device, ReadingColumns.Rows readings) {
        int field = fieldOf[rule];
        boolean isSeen = (device.seen & (1 << rule)) != 0;
        double before = isSeen ? device.values[field] : Double.NaN;
        long beforeTick = device.clocks[field];
        for (int i = 0; i < readings.count(); i++) {
            double value = readings.value(field, i);
            if (Double.isNaN(value)) {
                continue;
            }
            long tick = readings.tick(i);
            // The same arithmetic as in TriggerResult. A comparison with NaN is false.
            double rate = Math.abs(value - before) * (perSeconds[rule] / clock.seconds(tick - beforeTick));
            if (rate > high[rule]) {
                return false;
            }
            before = value;
            beforeTick = tick;
        }
        return true;
    }
}
