package dev.varve.cli.demo;

import dev.varve.iot.DeviceStatus;
import dev.varve.iot.DeviceType;
import dev.varve.iot.FleetDevice;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A simulated device and its values at any second. */
final class SimDevice {

    private static final List<SimLocation> PLACES = List.of(SimLocation.values());
    private static final long HOUR = 3_600;
    private static final long DAY = 86_400;
    private static final String[] FIRMWARE = {"2.3.1", "2.4.0", "2.4.0", "2.4.2", "2.4.2", "2.4.2", "3.0.0-rc1"};

    private final int number;
    private final SimLocation place;
    private final SeededRandom chance;
    private final DeviceFaults faults;
    private final DeviceType type;

    SimDevice(int number, SeededRandom world) {
        this.number = number;
        chance = world.of(number);
        place = PLACES.get(number % PLACES.size());
        faults = new DeviceFaults(chance.of(1));
        type = number < PLACES.size()
                ? DeviceType.GATEWAY
                : place.kind == SimLocation.Kind.HALL && number % 5 == 0 ? DeviceType.ACTUATOR : DeviceType.SENSOR;
    }

    String id() {
        return "%s-%s".formatted(place.id, 101 + number / PLACES.size());
    }

    DeviceFaults faults() {
        return faults;
    }

    SimLocation place() {
        return place;
    }

    /** Returns whether it is out of use: registered, but without readings. */
    boolean isPutAway() {
        return number % 67 == 50;
    }

    FleetDevice device() {
        DeviceStatus status = isPutAway()
                ? DeviceStatus.INACTIVE
                : number % 41 == 17 ? DeviceStatus.MAINTENANCE : DeviceStatus.ACTIVE;
        return FleetDevice.of(id(), title())
                .withType(type)
                .withStatus(status)
                .withLocation(place.id)
                .withFirmware(FIRMWARE[chance.below(2, FIRMWARE.length)])
                .withLabel("building", number % 2 == 0 ? "east" : "west")
                .withLabel("line", "L" + (1 + number / PLACES.size() % 4));
    }

    private String title() {
        String what = switch (type) {
            case GATEWAY -> "gateway";
            case ACTUATOR -> "valve";
            case SENSOR -> isMachine() ? "machine" : "sensor";
        };
        return "%s %s %s".formatted(place.title, what, number / PLACES.size() + 1);
    }

    private boolean isMachine() {
        return place.kind == SimLocation.Kind.HALL && type == DeviceType.SENSOR && number % 3 != 0;
    }

    /**
     * Returns the values at a second.
     *
     * @param surge how much it is shaken and heated for a few minutes, 0 to 1
     */
    Map<String, Double> fields(long second, double surge) {
        long measured = faults.measured(second);
        Map<String, Double> fields = new TreeMap<>();
        fields.put("temperature", round(temperature(measured) + (isMachine() ? 6 : 18) * surge, 10));
        switch (type) {
            case GATEWAY -> {
                fields.put(
                        "cpu",
                        round(
                                bounded(22
                                        + 30 * load(measured)
                                        + 8 * chance.of(11).noise(measured)),
                                10));
                fields.put("signal", round(-61 + 6 * chance.of(12).wander(measured, HOUR), 10));
            }
            case ACTUATOR -> {
                fields.put("position", round(bounded(50 + 48 * chance.of(13).wander(measured, 2 * HOUR)), 10));
                fields.put("power", round(0.2 + 0.4 * load(measured), 100));
            }
            case SENSOR -> {
                fields.put("humidity", round(humidity(measured), 10));
                fields.put("battery", round(battery(second), 10));
                more(fields, measured, surge);
            }
        }
        return fields;
    }

    private void more(Map<String, Double> fields, long second, double surge) {
        if (isMachine()) {
            double shaking = 1.6 + 1.7 * load(second) + 0.35 * chance.of(14).noise(second) + 6.5 * surge;
            fields.put("vibration", round(Math.max(0.1, shaking), 100));
            fields.put("power", round(2 + 9 * load(second) + 0.6 * chance.of(15).noise(second), 100));
        } else if (place.kind == SimLocation.Kind.SERVER_ROOM) {
            fields.put(
                    "power",
                    round(3.5 + 1.8 * load(second) + 0.2 * chance.of(15).noise(second), 100));
        } else if (place.kind == SimLocation.Kind.COLD_STORE) {
            double core = place.kind.temperature
                    + 0.5 * chance.of(16).wander(second, 6 * HOUR)
                    + 5.5 * faults.heat(second)
                    + 6.5 * surge;
            fields.put("productTemperature", round(core, 10));
        } else if (place.kind == SimLocation.Kind.OFFICE) {
            double people = load(second);
            fields.put("co2", round(430 + 620 * people + 60 * chance.of(17).wander(second, HOUR), 1));
        }
    }

    private double load(long second) {
        return Math.max(
                0, SimLocation.work(second) * (0.85 + 0.3 * chance.of(18).wander(second, 3 * HOUR)));
    }

    private double temperature(long second) {
        SimLocation.Kind kind = place.kind;
        double weather = kind == SimLocation.Kind.YARD ? 5 : kind == SimLocation.Kind.COLD_STORE ? 0.2 : 1.2;
        return kind.temperature
                + chance.between(21, -0.8, 0.8)
                + kind.sun * SimLocation.sun(second)
                + kind.work * load(second)
                + weather * chance.of(22).wander(second, 2 * DAY)
                + 0.4 * chance.of(23).wander(second, 2 * HOUR)
                + 0.15 * chance.of(24).noise(second)
                + (kind == SimLocation.Kind.COLD_STORE ? 6 : 21) * faults.heat(second)
                + 4 * faults.drift(second);
    }

    private double humidity(long second) {
        double mean = place.kind.humidity
                - 5 * SimLocation.sun(second)
                + 9 * chance.of(25).wander(second, DAY);
        return bounded(mean + chance.between(26, -3, 3) + 0.8 * chance.of(27).noise(second));
    }

    /** Runs down over some weeks until it is replaced. */
    private double battery(long second) {
        long life = (long) chance.between(28, 25 * DAY, 70 * DAY);
        double used = (double) Math.floorMod(second + (long) (chance.uniform(29) * life), life) / life;
        return 100 - 87 * used;
    }

    private static double bounded(double percent) {
        return Math.max(0, Math.min(100, percent));
    }

    private static double round(double value, int parts) {
        return (double) Math.round(value * parts) / parts;
    }
}
