package dev.varve.cli.client;

import dev.varve.error.Rejected;
import java.util.Collection;
import java.util.List;

/** Distinguishes a device or field without data from one that does not exist. */
public final class ExistenceCheck {

    private static final int MAX_NAMED = 20;

    private ExistenceCheck() {}

    /** Refuses a device that does not exist; called when there was no data to show. */
    public static void requireDevice(ApiClient client, String id) {
        ApiResponse answer = client.send(ApiCall.get("devices", id));
        if (answer.status() == 404) {
            throw new Rejected(
                    "device.unknown", "there is no device \"%s\"; varve devices lists all devices".formatted(id));
        }
        if (!answer.isGood()) {
            throw answer.failure();
        }
    }

    /**
     * Refuses fields that were not found.
     *
     * @param of the subject of the message, such as a device
     */
    public static void requireFields(List<String> wanted, Collection<String> found, String of) {
        for (String field : wanted) {
            if (!found.contains(field)) {
                throw new Rejected(
                        "field.unknown",
                        "%s no field \"%s\" in this range; the fields are %s%s"
                                .formatted(
                                        of,
                                        field,
                                        String.join(
                                                ", ",
                                                found.stream().limit(MAX_NAMED).toList()),
                                        found.size() > MAX_NAMED ? ", …" : ""));
            }
        }
    }
}
