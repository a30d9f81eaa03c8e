package io.gpucloud.client.lease;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The reservations of rentals: in memory, or in the folder of the journal, which all processes with this journal share.
 */
interface Reservations {

    /**
     * Changes the reservations, while no other thread or process reads or changes them. An exception of the change
     * leaves them as they are.
     *
     * @return the new reservations
     * @throws IOException if they cannot be read or written
     */
    List<Reservation> change(UnaryOperator<List<Reservation>> change) throws IOException;

    /** Reservations that end with this process. */
    static Reservations inMemory() {
        List<Reservation> all = new ArrayList<>();
        return change -> {
            synchronized (all) {
                List<Reservation> changed = List.copyOf(change.apply(List.copyOf(all)));
                all.clear();
                all.addAll(changed);
                return changed;
            }
        };
    }
}
