package dev.varve.block.internal.model;

import dev.varve.block.internal.bytes.ByteWriter;
import dev.varve.block.internal.range.AdaptiveBits;
import dev.varve.block.internal.range.RangeEncoder;

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
        if (!model.hasCandidates()) {
            return false;
        }
        long last = model.previous();
        hits.encode(model.repeats(), value == last, out);
        if (value == last) {
            return true;
        }
        if (model.shift() == 0) {
            // The most likely one; the others hold too little of the curve to pay for it.
            excluded.set(model.below(last), model.below(last + 1));
        }
        while (model.nextCandidate()) {
            hits.encode(model.context(), value == model.candidate(), out);
            if (value == model.candidate()) {
                return true;
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
