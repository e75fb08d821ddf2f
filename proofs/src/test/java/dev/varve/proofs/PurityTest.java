package dev.varve.proofs;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Pure packages use no clock, thread, file, network, logger or randomness. All of core except the memory engine is
 * pure.
 */
@Tag("fast")
class PurityTest {

    private static final Set<String> THREADS = Set.of(
            "java.util.Timer",
            "java.util.concurrent.Executors",
            "java.util.concurrent.ForkJoinPool",
            "java.util.concurrent.ScheduledThreadPoolExecutor",
            "java.util.concurrent.ThreadPoolExecutor");

    private static final Set<String> CLOCKS_AND_CHANCE = Set.of(
            "java.lang.Math.random()",
            "java.lang.System.currentTimeMillis()",
            "java.lang.System.nanoTime()",
            "java.lang.Thread.sleep(long)",
            "java.time.Clock.systemDefaultZone()",
            "java.time.Clock.systemUTC()",
            "java.time.Clock.system(java.time.ZoneId)",
            "java.time.Instant.now()",
            "java.time.InstantSource.system()",
            "java.util.Random.<init>()",
            "java.util.SplittableRandom.<init>()",
            "java.util.UUID.randomUUID()");

    @Test
    void pureCodeTouchesNoFileNetworkOrLogger() {
        check(pure().should()
                .dependOnClassesThat(resideInAnyPackage(
                        "java.nio.file..", "java.nio.channels..", "java.net..", "java.util.logging..", "javax..")));
        // Streams over byte arrays are fine: they only compute.
        check(pure().should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.io\\.(Console|File|Object|Print|Random).*"));
    }

    @Test
    void pureCodeStartsNoThread() {
        check(pure().should().dependOnClassesThat(describe("start threads", type -> THREADS.contains(type.getName()))));
        check(pure().should(ArchConditions.callConstructorWhere(
                describe("a thread", call -> call.getTargetOwner().isAssignableTo(Thread.class)))));
    }

    @Test
    void pureCodeHasNoClockAndNoRandomness() {
        check(pure().should(ArchConditions.accessTargetWhere(describe(
                "clock or chance of the system",
                (JavaAccess<?> access) ->
                        CLOCKS_AND_CHANCE.contains(access.getTarget().getFullName())))));
        check(pure().should().dependOnClassesThat().haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom"));
        check(pure().should().dependOnClassesThat().haveFullyQualifiedName("java.security.SecureRandom"));
    }

    private static GivenClassesConjunction pure() {
        return noClasses()
                .that(resideInAnyPackage(LayeringTest.CORE))
                .and()
                .resideOutsideOfPackages("dev.varve", "dev.varve.memory..");
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(LayeringTest.VARVE);
    }
}
