package dev.varve.cli.serve;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** The signals that stop a process. */
final class Signals {

    private Signals() {}

    /**
     * Runs an action on SIGTERM or SIGINT, instead of ending the process with the exit code of the signal. Java has no public
     * API for this, but all builds have {@code sun.misc.Signal}. Without it, the process ends as usual.
     */
    static void onEnd(Runnable action) {
        for (String name : new String[] {"TERM", "INT"}) {
            try {
                Class<?> signal = Class.forName("sun.misc.Signal");
                Class<?> handler = Class.forName("sun.misc.SignalHandler");
                Object proxy = Proxy.newProxyInstance(
                        Signals.class.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                            if (method.getName().equals("handle")) {
                                action.run();
                            }
                            return null;
                        });
                signal.getMethod("handle", signal, handler)
                        .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
            } catch (ClassNotFoundException
                    | NoSuchMethodException
                    | IllegalAccessException
                    | InstantiationException
                    | InvocationTargetException e) {
                // The shutdown hook of the process closes everything in this case.
                return;
            }
        }
    }
}
