package dev.varve.cli.demo;

/** The locations of devices and their climate. */
enum SimLocation {
    HALL_A("hall-a", "Hall A", Kind.HALL),
    HALL_B("hall-b", "Hall B", Kind.HALL),
    COLD_STORE_1("cold-store-1", "Cold store 1", Kind.COLD_STORE),
    COLD_STORE_2("cold-store-2", "Cold store 2", Kind.COLD_STORE),
    OFFICE_NORTH("office-north", "Office north", Kind.OFFICE),
    OFFICE_SOUTH("office-south", "Office south", Kind.OFFICE),
    SERVER_ROOM("server-room", "Server room", Kind.SERVER_ROOM),
    YARD("yard", "Yard", Kind.YARD);

    /** The climate of a kind of location. */
    enum Kind {
        HALL(19, 3.5, 2, 46),
        COLD_STORE(3.4, 0.4, 0.5, 72),
        OFFICE(19, 1.2, 2.6, 42),
        SERVER_ROOM(23, 0.5, 2.2, 36),
        YARD(9, 6, 0, 68);

        /** Degrees at night, on a day off. */
        final double temperature;
        /** How much warmer afternoons are. */
        final double sun;
        /** How much warmer it is during work. */
        final double work;

        final double humidity;

        Kind(double temperature, double sun, double work, double humidity) {
            this.temperature = temperature;
            this.sun = sun;
            this.work = work;
            this.humidity = humidity;
        }
    }

    private static final long DAY = 86_400;
    private static final long HOUR = 3_600;

    final String id;
    final String title;
    final Kind kind;

    SimLocation(String id, String title, Kind kind) {
        this.id = id;
        this.title = title;
        this.kind = kind;
    }

    /** Returns the warmth of the sun, -1 before dawn to 1 in the afternoon. */
    static double sun(long second) {
        return Math.sin(2 * Math.PI * (Math.floorMod(second, DAY) - 8.5 * HOUR) / DAY);
    }

    /** Returns the amount of work, 0 to 1: by day, less on Saturdays, none on Sundays. */
    static double work(long second) {
        double hour = Math.floorMod(second, DAY) / (double) HOUR;
        // The first of January 1970 was a Thursday.
        long day = Math.floorMod(Math.floorDiv(second, DAY) + 3, 7);
        double busy = day == 6 ? 0 : day == 5 ? 0.45 : 1;
        return busy * rise(hour, 5.5, 8) * (1 - rise(hour, 16, 20));
    }

    private static double rise(double hour, double from, double to) {
        double way = Math.max(0, Math.min(1, (hour - from) / (to - from)));
        return way * way * (3 - 2 * way);
    }
}
