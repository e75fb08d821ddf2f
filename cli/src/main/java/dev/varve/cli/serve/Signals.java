package dev.varve.cli.serve;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** What the operating system tells a process. */
final class Signals {

    private Signals() {}

    /**
     * Calls this when the process is told to end, instead of ending it with the signal's exit code. Java has no public
     * way to do so, but all its builds have {@code sun.misc.Signal}; where there is none, the process ends as it would.
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
                // The hook of the process closes everything then.
                return;
            }
        }
    }
}
