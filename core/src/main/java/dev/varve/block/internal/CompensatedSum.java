package dev.varve.block.internal;

/** A sum of doubles, or of their squares, that also adds up what rounding loses (Neumaier). */
final class CompensatedSum {

    private double sum;
    private double lost;

    void add(double value) {
        double next = sum + value;
        lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
        sum = next;
    }

    void addSquare(double value) {
        double square = value * value;
        double rest = Math.fma(value, value, -square);
        add(square);
        if (Double.isFinite(square)) {
            lost += rest;
        }
    }

    double value() {
        return Double.isFinite(sum) ? sum + lost : sum;
    }
}
