/** The engine on DynamoDB, through AWS SDK v2. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.varve.engine.dynamodb {
    requires transitive dev.varve;
    requires static org.jspecify;
    requires software.amazon.awssdk.awscore;
    requires software.amazon.awssdk.core;
    requires software.amazon.awssdk.http;
    requires software.amazon.awssdk.regions;
    requires software.amazon.awssdk.retries.api;
    requires transitive software.amazon.awssdk.services.dynamodb;

    exports dev.varve.engine.dynamodb;
}
