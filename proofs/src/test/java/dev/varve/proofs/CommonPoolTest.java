package dev.varve.proofs;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.BaseStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Varve runs nothing on the common pool, which has few threads for the whole JVM, so it cannot block them. Every
 * asynchronous call names its executor. {@code ThreadsContract} checks the same for running engines.
 */
// The samples are only analysed, never called.
@SuppressWarnings("UnusedMethod")
@Tag("fast")
class CommonPoolTest {

    private static final ArchRule RULE = noClasses()
            .that()
            // Benchmarks contain typical hand-written code for comparison.
            .resideOutsideOfPackage("dev.varve.benchmarks..")
            .and()
            // The contract blocks the pool on purpose, and tests choose where faults are delayed.
            .haveNameNotMatching(
                    "dev\\.varve\\.testkit\\.(contract\\.database\\.ThreadsContract|model\\.Repeating)(\\$.*)?")
            .should(ArchConditions.accessTargetWhere(
                    describe("the common pool", (JavaAccess<?> access) -> usesTheCommonPool(access.getTarget()))))
            .allowEmptyShould(true);

    private static boolean usesTheCommonPool(AccessTarget target) {
        boolean isStream = target.getOwner().isAssignableTo(BaseStream.class);
        return switch (target.getName()) {
            case "commonPool" -> target.getOwner().isAssignableTo(ForkJoinPool.class);
            case "parallelStream" -> true;
            case "parallel" -> isStream;
            case "delayedExecutor" -> isOfFutures(target) && !namesAnExecutor(target);
            default -> target.getName().endsWith("Async") && isOfFutures(target) && !namesAnExecutor(target);
        };
    }

    private static boolean isOfFutures(AccessTarget target) {
        return target.getOwner().isAssignableTo(CompletableFuture.class);
    }

    private static boolean namesAnExecutor(AccessTarget target) {
        return target instanceof AccessTarget.CodeUnitAccessTarget call
                && call.getRawParameterTypes().stream().anyMatch(type -> type.isEquivalentTo(Executor.class));
    }

    @Test
    void nothingRunsOnTheCommonPool() {
        RULE.check(LayeringTest.VARVE.that(
                describe("not the samples below", type -> !type.getName().startsWith(CommonPoolTest.class.getName()))));
    }

    @Test
    void everyWayOntoTheCommonPoolIsFound() {
        for (Class<?> type : List.of(Implicit.class, Named.class, Parallel.class, Follows.class)) {
            JavaClasses one = new ClassFileImporter().importClasses(type);
            assertThatThrownBy(() -> RULE.check(one)).as(type.getName()).hasMessageContaining("the common pool");
        }
        RULE.check(new ClassFileImporter().importClasses(Fine.class));
    }

    private static final class Implicit {
        CompletableFuture<Integer> run() {
            return CompletableFuture.supplyAsync(() -> 1);
        }
    }

    private static final class Named {
        Executor pool() {
            return ForkJoinPool.commonPool();
        }
    }

    private static final class Parallel {
        long count(List<Integer> numbers) {
            return numbers.stream().parallel().filter(number -> number > 1).count();
        }
    }

    private static final class Follows {
        CompletableFuture<Integer> run(CompletableFuture<Integer> before) {
            return before.thenApplyAsync(number -> number + 1);
        }
    }

    private static final class Fine {
        CompletableFuture<Integer> run(CompletableFuture<Integer> before, Executor executor) {
            return before.thenApplyAsync(number -> number + 1, executor);
        }
    }
}
