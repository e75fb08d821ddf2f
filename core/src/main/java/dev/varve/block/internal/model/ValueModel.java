package dev.varve.block.internal.model;

/**
 * Predicts the next value of a sequence of integers: a bell curve around a prediction, as wide as recent errors; and some
 * single candidates, which are asked for first.
 *
 * <p>The prediction is linear, or the last value where that is better. Candidates are the last value itself, the
 * value that followed it before, and the most frequent values.
 *
 * <p>Large scales are coded in cells of 2^shift values, whose lowest bits are uniform.
 *
 * <p>All arithmetic is of integers or of doubles with correctly rounded operations only, so encoder and decoder agree on every
 * machine.
 */
final class ValueModel {

    /** Values lie within this distance from the first one. */
    static final long LARGEST = 1L << 61;

    /** The last value, a follower and four favourites. */
    static final int MAX_CANDIDATES = 6;

    /** A cell is at most this part of a scale: 2^-3. */
    private static final int CELL_BITS = 3;

    private static final double SMALLEST_SCALE = 0.05;
    private static final double QUICK_RATE = 0.12;
    private static final double SLOW_RATE = 0.02;

    /** After this many values the rates stay the same: 1 / (WARM + 3) is the slow rate. */
    private static final int WARM = 47;

    /** Stands in where no followers are used. */
    private static final Followers NOBODY = new Followers();

    private final LinearPredictor linear;
    private final Memory memory;
    private final Favourites favourites = new Favourites();
    private final Followers followers;

    private long value1;
    private double x1;
    private double x2;
    private double x3;
    private double mean;
    private double previousScale;
    private double quickScale;
    private double slowScale;
    private int seen;
    private int repeats;

    private double prediction;
    private double centre;
    private double steps;
    private double stepWidth;
    private int shift;

    private int candidates;
    private int asked;
    private int context;
    private final long[] candidate = new long[MAX_CANDIDATES];

    private static final int FAVOURITES = 4;

    /** The contexts of candidates: 8 for the last value, 4 for the follower, one for each favourite. */
    static final int CONTEXTS = 12 + FAVOURITES;

    /** Which values of the past are candidates. */
    enum Memory {
        NONE,
        FOLLOWERS,
        FAVOURITES
    }

    /** Begins after a first value of 0. */
    ValueModel(double scale, Memory memory) {
        this.linear = new LinearPredictor(scale);
        this.memory = memory;
        this.followers = memory == Memory.NONE ? NOBODY : new Followers();
        this.previousScale = scale;
        this.quickScale = scale;
        this.slowScale = scale;
    }

    /** Prepares the distribution of the next value. */
    void prepare() {
        prediction = x1 + linear.predict(x1 - x2, x2 - x3, mean - x1);
        if (!(Math.abs(prediction) < LARGEST)) {
            prediction = x1;
        }
        double linearScale = 0.5 * (quickScale + slowScale);
        boolean isPrevious = previousScale < slowScale;
        double scale = isPrevious && previousScale < linearScale ? previousScale : linearScale;
        // Not Math.max, which takes care of NaN and negative zero, and time.
        scale = scale > SMALLEST_SCALE ? scale : SMALLEST_SCALE;
        // A value is an interval from half below to half above it.
        centre = (isPrevious ? x1 : prediction) + 0.5;
        steps = StudentCurve.STEPS / scale;
        stepWidth = scale / StudentCurve.STEPS;
        shift = Math.max(0, Math.getExponent(scale) - CELL_BITS);
        candidates = 0;
        asked = 1;
    }

    /** Returns whether there are candidates; the last value is the first of them. */
    boolean hasCandidates() {
        return memory != Memory.NONE;
    }

    /** Returns the context of the question whether the value is the last one again. */
    int repeats() {
        return repeats;
    }

    /** Moves to the next candidate after the last value; returns false if there is none. */
    boolean nextCandidate() {
        while (asked < MAX_CANDIDATES) {
            int place = asked++ - 2;
            if (place < 0) {
                followers.find(value1);
                if (followers.trust() >= 0 && followers.value() != value1) {
                    candidate[candidates++] = followers.value();
                    context = 8 + followers.trust();
                    return true;
                }
            } else if (memory != Memory.FAVOURITES || !favourites.has(place)) {
                asked = MAX_CANDIDATES;
            } else if (isNew(favourites.value(place))) {
                candidate[candidates++] = favourites.value(place);
                context = 12 + place;
                return true;
            }
        }
        return false;
    }

    /** Returns whether a value was no candidate yet. */
    private boolean isNew(long value) {
        // All different: the last value, perhaps a follower, favourites.
        return value != value1 && (candidates == 0 || value != candidate[0]);
    }

    /** Returns the candidate that was moved to. */
    long candidate() {
        return candidate[candidates - 1];
    }

    int context() {
        return context;
    }

    /** Returns the bits of a value that its cell does not say. */
    int shift() {
        return shift;
    }

    long previous() {
        return value1;
    }

    /** Returns the probability of all cells below this one. */
    int below(long cell) {
        return StudentCurve.below(((double) (cell << shift) - centre) * steps + StudentCurve.MIDDLE);
    }

    /** Returns about the cell that this much probability lies below. */
    long likelyCell(int probability) {
        // From the end of the step: the cell that begins in it is the last one that can be right.
        double x = (StudentCurve.place(probability) + 1 - StudentCurve.MIDDLE) * stepWidth + centre;
        return (long) Math.floor(x) >> shift;
    }

    /** Learns the value that was coded. */
    void learn(long value) {
        double x = value;
        double quick = QUICK_RATE;
        double slow = SLOW_RATE;
        if (seen < WARM) {
            // The first values count for more.
            seen++;
            slow = 1.0 / (seen + 3);
            quick = Math.max(slow, QUICK_RATE);
        }
        double error = x - prediction;
        double size = Math.abs(error);
        linear.error(error, slowScale > SMALLEST_SCALE ? slowScale : SMALLEST_SCALE);
        quickScale += quick * (size - quickScale);
        slowScale += slow * (size - slowScale);
        previousScale += slow * (Math.abs(x - x1) - previousScale);
        mean += slow * (x - mean);
        if (memory == Memory.FAVOURITES) {
            favourites.add(value);
        }
        if (memory != Memory.NONE) {
            followers.find(value1);
            followers.learn(value);
            repeats = (repeats << 1 | (value == value1 ? 1 : 0)) & 7;
        }
        x3 = x2;
        x2 = x1;
        x1 = x;
        value1 = value;
    }
}
