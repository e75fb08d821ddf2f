package dev.varve.alert.internal;

import dev.varve.error.CorruptData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the devices of one page of a checkpoint, and reads them back; pure. {@code docs/format/alerts.md} has the bytes. */
final class CheckpointCodec {

    private static final int VERSION = 1;

    private static final int ABSENT = 0;
    private static final int AT_NEWEST = 1;
    private static final int AT_OWN_CLOCK = 2;

    private CheckpointCodec() {}

    static byte[] encode(List<DeviceCheckpoint> devices) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            List<CheckpointRules> rules =
                    devices.stream().map(DeviceCheckpoint::rules).distinct().toList();
            out.writeByte(VERSION);
            out.writeShort(rules.size());
            for (CheckpointRules each : rules) {
                write(each, out);
            }
            out.writeShort(devices.size());
            for (DeviceCheckpoint device : devices) {
                out.writeShort(rules.indexOf(device.rules()));
                write(device, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(CheckpointRules rules, DataOutputStream out) throws IOException {
        out.writeByte(rules.fields().size());
        for (String field : rules.fields()) {
            out.writeUTF(field);
        }
        out.writeByte(rules.names().size());
        for (int rule = 0; rule < rules.names().size(); rule++) {
            out.writeUTF(rules.names().get(rule));
            out.writeUTF(rules.fingerprints().get(rule));
            out.writeByte(rules.fieldOf().get(rule));
        }
    }

    private static void write(DeviceCheckpoint device, DataOutputStream out) throws IOException {
        out.writeUTF(device.id());
        out.writeLong(device.version());
        out.writeLong(device.through());
        out.writeInt(device.seen());
        boolean isWaiting = !device.waiting().equals(DeviceCheckpoint.Waiting.NONE);
        out.writeBoolean(isWaiting);
        if (isWaiting) {
            out.writeLong(device.waiting().from());
            out.writeLong(device.waiting().to());
        }
        for (int field = 0; field < device.values().length; field++) {
            double value = device.values()[field];
            long clock = device.clocks()[field];
            out.writeByte(Double.isNaN(value) ? ABSENT : clock == device.through() ? AT_NEWEST : AT_OWN_CLOCK);
            if (!Double.isNaN(value)) {
                out.writeDouble(value);
                if (clock != device.through()) {
                    out.writeLong(clock);
                }
            }
        }
    }

    static List<DeviceCheckpoint> decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw corrupt("its format is %s; this version reads format %s".formatted(version, VERSION), null);
            }
            List<CheckpointRules> rules = new ArrayList<>();
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                rules.add(readRules(in));
            }
            List<DeviceCheckpoint> devices = new ArrayList<>();
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                devices.add(readDevice(rules.get(in.readUnsignedShort()), in));
            }
            return devices;
        } catch (IOException | IndexOutOfBoundsException e) {
            throw corrupt(e.toString(), e);
        }
    }

    private static CheckpointRules readRules(DataInputStream in) throws IOException {
        List<String> fields = new ArrayList<>();
        for (int left = in.readUnsignedByte(); left > 0; left--) {
            fields.add(in.readUTF());
        }
        List<String> names = new ArrayList<>();
        List<String> fingerprints = new ArrayList<>();
        List<Integer> fieldOf = new ArrayList<>();
        for (int left = in.readUnsignedByte(); left > 0; left--) {
            names.add(in.readUTF());
            fingerprints.add(in.readUTF());
            int field = in.readByte();
            if (field < -1 || field >= fields.size()) {
                throw corrupt("a rule has field %s of %s".formatted(field, fields.size()), null);
            }
            fieldOf.add(field);
        }
        return new CheckpointRules(names, fingerprints, fieldOf, fields);
    }

    private static DeviceCheckpoint readDevice(CheckpointRules rules, DataInputStream in) throws IOException {
        String id = in.readUTF();
        long version = in.readLong();
        long through = in.readLong();
        int seen = in.readInt();
        DeviceCheckpoint.Waiting waiting = in.readBoolean()
                ? new DeviceCheckpoint.Waiting(in.readLong(), in.readLong())
                : DeviceCheckpoint.Waiting.NONE;
        double[] values = new double[rules.fields().size()];
        long[] clocks = new long[values.length];
        Arrays.fill(values, Double.NaN);
        Arrays.fill(clocks, WatchedDevice.NEVER);
        for (int field = 0; field < values.length; field++) {
            int kind = in.readByte();
            if (kind != ABSENT) {
                values[field] = in.readDouble();
                clocks[field] = kind == AT_NEWEST ? through : in.readLong();
            }
        }
        return new DeviceCheckpoint(rules, id, version, through, seen, values, clocks, waiting);
    }

    private static CorruptData corrupt(String why, @Nullable Exception cause) {
        String message = "a checkpoint of alert rules is damaged: " + why;
        return cause == null
                ? new CorruptData("alert.checkpoint", message)
                : new CorruptData("alert.checkpoint", message, cause);
    }
}
