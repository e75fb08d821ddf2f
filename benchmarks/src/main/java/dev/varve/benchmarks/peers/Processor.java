package dev.varve.benchmarks.peers;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The processor time of this process, with its compilers and collectors. */
final class Processor {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private Processor() {}

    static double seconds() {
        return SYSTEM.getProcessCpuTime() / 1e9;
    }
}
