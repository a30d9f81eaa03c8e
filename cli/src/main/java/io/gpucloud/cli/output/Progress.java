package io.gpucloud.cli.output;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Progress on standard error: on a terminal, one line that changes each second; otherwise whole lines. */
public final class Progress {

    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final Duration FRAME = Duration.ofSeconds(1);
    private static final String ERASE = "\r\u001b[K";

    private final PrintWriter err;
    private final int width;
    private final boolean quiet;
    private boolean isShown;

    /** {@code width}: the columns of the terminal; 0 if the output is none, so that no line can be replaced. */
    public Progress(PrintWriter err, int width, boolean quiet) {
        this.err = err;
        this.width = width;
        this.quiet = quiet;
    }

    /** Prints a line that stays. */
    public void line(String text) {
        if (!quiet) {
            warn(text);
        }
    }

    /** Prints a line that stays, whether progress is wanted or not. */
    public synchronized void warn(String text) {
        erase();
        err.println("gpu-cloud: " + text);
    }

    /**
     * Does work. If it takes long, shows the reason of the wait.
     *
     * @param state what it waits for now, and until when; empty for nothing
     */
    public <T> T during(Supplier<String> state, Callable<T> work) throws Exception {
        if (quiet) {
            return work.call();
        }
        Thread shows = new Thread(() -> repeat(state), "gpu-cloud-progress");
        shows.setDaemon(true);
        shows.start();
        try {
            return work.call();
        } finally {
            shows.interrupt();
            synchronized (this) {
                erase();
            }
        }
    }

    private void repeat(Supplier<String> state) {
        try {
            while (true) {
                Thread.sleep((width > 0 ? FRAME : PAUSE).toMillis());
                show(state);
            }
        } catch (InterruptedException done) {
            // The work is done.
        }
    }

    private synchronized void show(Supplier<String> state) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        String text = state.get();
        if (text.isEmpty()) {
            erase();
        } else if (width > 0) {
            err.print(ERASE + text.substring(0, Math.min(text.length(), width - 1)));
            err.flush();
            isShown = true;
        } else {
            err.println("gpu-cloud: " + text);
        }
    }

    private void erase() {
        if (isShown) {
            err.print(ERASE);
            err.flush();
            isShown = false;
        }
    }
}
