package dev.varve.testkit.local;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * A JUnit extension that gives a test class an empty database in DynamoDB Local. The server is started once per JVM.
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
        // Also called for nested classes, which share the database of the outermost class.
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
