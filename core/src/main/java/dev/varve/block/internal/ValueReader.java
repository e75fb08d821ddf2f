package dev.varve.block.internal;

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
        for (int i = 0; i < model.candidates(); i++) {
            long candidate = model.candidate(i);
            if (hits.decode(model.context(i), in)) {
                model.learn(candidate);
                return candidate;
            }
            if (i == 0 && model.shift() == 0) {
                // The most likely one, the last value; the others hold too little of the curve to pay for it.
                excluded.set(model.below(candidate), model.below(candidate + 1));
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
