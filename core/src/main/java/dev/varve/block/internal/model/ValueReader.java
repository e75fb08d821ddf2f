package dev.varve.block.internal.model;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.bytes.ByteWriter;
import dev.varve.block.internal.range.AdaptiveBits;
import dev.varve.block.internal.range.RangeDecoder;

/** Reads what {@link ValueWriter} wrote. */
final class ValueReader {

    private final ValueModel model;
    private final RangeDecoder in;
    private final AdaptiveBits hits = new AdaptiveBits(ValueModel.CONTEXTS);
    private final Exclusion excluded = new Exclusion();

    ValueReader(ValueModel model, RangeDecoder in) {
        this.model = model;
        this.in = in;
    }

    long read() {
        model.prepare();
        excluded.clear();
        if (model.hasCandidates()) {
            long last = model.previous();
            if (hits.decode(model.repeats(), in)) {
                model.learn(last);
                return last;
            }
            if (model.shift() == 0) {
                // The most likely one; the others hold too little of the curve to pay for it.
                excluded.set(model.below(last), model.below(last + 1));
            }
            while (model.nextCandidate()) {
                if (hits.decode(model.context(), in)) {
                    long candidate = model.candidate();
                    model.learn(candidate);
                    return candidate;
                }
            }
        }
        long value = readOther();
        if (value >= ValueModel.LARGEST || value <= -ValueModel.LARGEST) {
            throw ByteReader.corrupt("a value of a column is out of range");
        }
        model.learn(value);
        return value;
    }

    private long readOther() {
        int total = excluded.total();
        int place = excluded.with(in.peekOf(total));
        if (place >= StudentCurve.ONE) {
            int top = excluded.without(StudentCurve.ONE);
            in.consume(top, total - top);
            return model.previous() + ByteWriter.unzigzag(in.decodeNumber());
        }
        long cell = model.likelyCell(place);
        int start = model.below(cell);
        int end = model.below(cell + 1);
        while (start > place) {
            cell--;
            end = start;
            start = model.below(cell);
        }
        while (end <= place) {
            cell++;
            start = end;
            end = model.below(cell + 1);
        }
        in.consume(excluded.without(start), end - start);
        return model.shift() == 0 ? cell : cell << model.shift() | in.decodeBits(model.shift());
    }
}
