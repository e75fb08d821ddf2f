package dev.varve.server.api.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.varve.iot.DeviceStatus;
import dev.varve.iot.DeviceType;
import dev.varve.server.api.OneOf;
import dev.varve.server.api.ScalarText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A device to register or to change. Properties that are left out stay as they are.
 *
 * @param name The name.
 * @param type The type; {@code sensor} for a new device.
 * @param status The status; {@code active} for a new device. {@code deleting} cannot be set.
 * @param location The location.
 * @param firmware The version of the firmware.
 * @param labels Labels by name; they replace all labels of the device.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeviceBody(
        @Nullable String name,
        @OneOf(DeviceType.class) @Nullable String type,
        @OneOf(DeviceStatus.class) @Nullable String status,
        @Nullable String location,
        @Nullable String firmware,

        @JsonDeserialize(contentUsing = ScalarText.class) @Nullable
        Map<String, String> labels) {}
