package dev.varve.block.internal;

/** Writes values by the probabilities of a model. */
final class ValueWriter {

    private final ValueModel model;
    private final RangeEncoder out;
    private final AdaptiveBits hits = new AdaptiveBits(ValueModel.CONTEXTS);
    private final Exclusion excluded = new Exclusion();

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
        excluded.clear();
        for (int i = 0; i < model.candidates(); i++) {
            long candidate = model.candidate(i);
            hits.encode(model.context(i), value == candidate, out);
            if (value == candidate) {
                return true;
            }
            if (i == 0 && model.shift() == 0) {
                // The most likely one, the last value; the others hold too little of the curve to pay for it.
                excluded.set(model.below(candidate), model.below(candidate + 1));
            }
        }
        return false;
    }

    private void writeOther(long value) {
        long cell = value >> model.shift();
        int start = model.below(cell);
        int size = model.below(cell + 1) - start;
        if (size > 0) {
            out.encodeOf(excluded.without(start), size, excluded.total());
            out.encodeBits(value, model.shift());
        } else {
            int top = excluded.without(StudentCurve.ONE);
            out.encodeOf(top, excluded.total() - top, excluded.total());
            out.encodeNumber(ByteWriter.zigzag(value - model.previous()));
        }
    }
}
