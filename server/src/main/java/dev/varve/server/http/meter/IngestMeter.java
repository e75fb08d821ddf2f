package dev.varve.server.http.meter;

/** Counts incoming readings and hits. */
public interface IngestMeter {

    /** Counts nothing. */
    IngestMeter NONE = new IngestMeter() {
        @Override
        public void points(Points points) {}

        @Override
        public void bytes(long count) {}

        @Override
        public void hit(Hit hit) {}
    };

    /**
     * The outcomes of the readings in one request.
     *
     * @param accepted those that were stored
     * @param duplicates those that were already stored with the same content
     * @param rejected those that were refused
     */
    record Points(long accepted, long duplicates, long rejected) {}

    /** The outcome of a hit. */
    enum Hit {
        ACCEPTED,
        /** Not counted on purpose: a robot, or a visitor who opted out. */
        DROPPED,
        REJECTED
    }

    void points(Points points);

    /** Counts bytes of bodies, uncompressed. */
    void bytes(long count);

    void hit(Hit hit);
}
