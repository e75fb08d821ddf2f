package dev.varve.testkit.local;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * Gives a test class an empty database in DynamoDB Local; the server is started once per JVM and shared.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final DynamoDbLocal LOCAL = new DynamoDbLocal();
 * }</pre>
 *
 * <p>Needs {@code software.amazon.dynamodb:DynamoDBLocal} and {@code software.amazon.awssdk:dynamodb} beside the kit.
 */
public final class DynamoDbLocal implements BeforeAllCallback, AfterAllCallback {

    private @Nullable LocalDatabase database;
    private int classes;

    @Override
    public void beforeAll(ExtensionContext context) {
        // Called for nested classes too, which share the outermost one's database.
        if (classes++ == 0) {
            database = LocalDatabase.open();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (--classes == 0) {
            database().close();
            database = null;
        }
    }

    public LocalDatabase database() {
        if (database == null) {
            throw new IllegalStateException("register DynamoDbLocal as a static @RegisterExtension field");
        }
        return database;
    }

    public DynamoDbAsyncClient client() {
        return database().client();
    }
}
