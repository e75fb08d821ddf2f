package dev.varve.engine.dynamodb.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Unavailable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;

class ServiceFaultTest {

    @Test
    void missingCredentialsAreReportedInOneLine() {
        SdkClientException cause = SdkClientException.create(
                "Unable to load credentials from any of the providers in the chain: [" + "x".repeat(900) + "]");
        assertThat(ServiceFault.of(cause).error(false, 8))
                .isInstanceOf(Unavailable.class)
                .hasMessage("DynamoDB could not be reached after 8 attempts: no credentials were found;"
                        + " set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile or a role");
    }
}
