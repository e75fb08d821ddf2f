package dev.varve.server.api.channel;

import java.util.List;

/**
 * All deliveries of one alert.
 *
 * @param deliveries The deliveries.
 */
public record DeliveryList(List<DeliveryJson> deliveries) {

    public DeliveryList {
        deliveries = List.copyOf(deliveries);
    }
}
