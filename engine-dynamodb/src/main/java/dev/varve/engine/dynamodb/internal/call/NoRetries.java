package dev.varve.engine.dynamodb.internal.call;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsClient;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.core.SdkServiceClientConfiguration;

/**
 * Turns the SDK's retries off for each request of a client that retries: the SDK would repeat increments and
 * conditional writes whose response was lost.
 */
final class NoRetries implements SdkPlugin {

    private static final AwsRequestOverrideConfiguration OVERRIDE =
            AwsRequestOverrideConfiguration.builder().addPlugin(new NoRetries()).build();

    private NoRetries() {}

    /** Returns the override for each request of this client, or null if the client does not retry. */
    static @Nullable AwsRequestOverrideConfiguration overrideFor(AwsClient client) {
        return isRetrying(client) ? OVERRIDE : null;
    }

    private static boolean isRetrying(AwsClient client) {
        try {
            return client.serviceClientConfiguration()
                    .overrideConfiguration()
                    .retryStrategy()
                    .map(strategy -> strategy.maxAttempts() > 1)
                    .orElse(true);
        } catch (UnsupportedOperationException e) {
            // Not the SDK's own client: the override is sent, but the client may ignore it.
            return true;
        }
    }

    @Override
    public void configureClient(SdkServiceClientConfiguration.Builder client) {
        client.overrideConfiguration(client.overrideConfiguration().toBuilder()
                .retryStrategy(AwsRetryStrategy.doNotRetry())
                .build());
    }
}
