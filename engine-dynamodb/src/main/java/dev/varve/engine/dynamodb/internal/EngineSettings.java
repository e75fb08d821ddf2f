package dev.varve.engine.dynamodb.internal;

import dev.varve.engine.dynamodb.Billing;
import dev.varve.engine.dynamodb.Retries;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * The settings of an engine besides its client.
 *
 * @param executor runs everything after a response, and after waits
 * @param tableTimeout how long a new table may take to become active
 */
public record EngineSettings(
        InstantSource clock,
        Executor executor,
        RandomGenerator random,
        Retries retries,
        Billing billing,
        Duration tableTimeout) {}
