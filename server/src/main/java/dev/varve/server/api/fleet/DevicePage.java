package dev.varve.server.api.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of devices.
 *
 * @param devices The devices.
 * @param total The number of devices that match.
 * @param next The token of the next page; null on the last page.
 */
public record DevicePage(
        List<DeviceJson> devices, int total, @Nullable String next) {

    public DevicePage {
        devices = List.copyOf(devices);
    }
}
