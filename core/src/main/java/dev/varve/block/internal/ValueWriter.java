package dev.varve.block.internal;

/** Writes values by the probabilities of a model. */
final class ValueWriter {

    private final ValueModel model;
    private final RangeEncoder out;
    private final AdaptiveBits hits = new AdaptiveBits(ValueModel.CONTEXTS);
    private final Exclusions exclusions = new Exclusions();

    ValueWriter(ValueModel model, RangeEncoder out) {
        this.model = model;
        this.out = out;
    }

    void write(long value) {
        model.prepare();
        if (!isCandidate(value)) {
            writeOther(value);
        }
        model.learn(value);
    }

    private boolean isCandidate(long value) {
        exclusions.clear();
        for (int i = 0; i < model.candidates(); i++) {
            long candidate = model.candidate(i);
            hits.encode(model.context(i), value == candidate, out);
            if (value == candidate) {
                return true;
            }
            if (model.shift() == 0) {
                int start = model.below(candidate);
                exclusions.add(start, model.below(candidate + 1) - start);
            }
        }
        return false;
    }

    private void writeOther(long value) {
        long cell = value >> model.shift();
        int start = model.below(cell);
        int size = model.below(cell + 1) - start;
        if (size > 0) {
            out.encodeOf(exclusions.without(start), size, exclusions.total());
            out.encodeBits(value, model.shift());
        } else {
            int top = exclusions.without(StudentCurve.ONE);
            out.encodeOf(top, exclusions.total() - top, exclusions.total());
            out.encodeNumber(ByteWriter.zigzag(value - model.previous()));
        }
    }
}
