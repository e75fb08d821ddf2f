package dev.varve.engine.dynamodb.internal.call;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsClient;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.core.SdkServiceClientConfiguration;

/**
 * Turns the SDK's own retries off, request by request, for clients that have them on: the SDK repeats increments and
 * conditional writes whose answer was lost.
 */
final class NoRetries implements SdkPlugin {

    private static final AwsRequestOverrideConfiguration OVERRIDE =
            AwsRequestOverrideConfiguration.builder().addPlugin(new NoRetries()).build();

    private NoRetries() {}

    /** Returns what to add to each request of this client, or null for one that does not retry. */
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
            // Not the SDK's own client; it is asked not to retry, and may not understand.
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
