package dev.varve.block.internal;

/** Reads what {@link ValueWriter} wrote. */
final class ValueReader {

    private final ValueModel model;
    private final RangeDecoder in;
    private final AdaptiveBits hits = new AdaptiveBits(ValueModel.CONTEXTS);
    private final Exclusions exclusions = new Exclusions();

    ValueReader(ValueModel model, RangeDecoder in) {
        this.model = model;
        this.in = in;
    }

    long read() {
        model.prepare();
        exclusions.clear();
        for (int i = 0; i < model.candidates(); i++) {
            long candidate = model.candidate(i);
            if (hits.decode(model.context(i), in)) {
                model.learn(candidate);
                return candidate;
            }
            if (model.shift() == 0) {
                int start = model.below(candidate);
                exclusions.add(start, model.below(candidate + 1) - start);
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
        int total = exclusions.total();
        int place = exclusions.with(in.peekOf(total));
        if (place >= StudentCurve.ONE) {
            int top = exclusions.without(StudentCurve.ONE);
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
        in.consume(exclusions.without(start), end - start);
        return model.shift() == 0 ? cell : cell << model.shift() | in.decodeBits(model.shift());
    }
}
