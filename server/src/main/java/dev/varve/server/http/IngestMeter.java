package dev.varve.server.http;

/** Is told of what came in. */
public interface IngestMeter {

    /** Tells nobody. */
    IngestMeter NOBODY = new IngestMeter() {
        @Override
        public void points(Points points) {}

        @Override
        public void bytes(long count) {}

        @Override
        public void hit(Hit hit) {}
    };

    /**
     * What became of the readings of one request.
     *
     * @param accepted those that were stored
     * @param duplicates those that were stored before, just so
     * @param rejected those that were refused
     */
    record Points(long accepted, long duplicates, long rejected) {}

    /** What became of a hit. */
    enum Hit {
        ACCEPTED,
        /** Not counted on purpose: a robot, or a visitor who does not want to be. */
        DROPPED,
        REJECTED
    }

    void points(Points points);

    /** Tells of so many bytes of bodies, unpacked. */
    void bytes(long count);

    void hit(Hit hit);
}
