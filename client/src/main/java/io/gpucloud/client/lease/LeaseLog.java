package io.gpucloud.client.lease;

import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Writes one line of the log for each event. It begins with title, tag and instance, as far as they are known. */
final class LeaseLog implements LeaseListener {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseLog.class);
    private static final Set<LeaseEvent.Type> UNEXPECTED = Set.of(
            LeaseEvent.Type.IN_DOUBT,
            LeaseEvent.Type.RENEWAL_FAILED,
            LeaseEvent.Type.LOST,
            LeaseEvent.Type.IDLE,
            LeaseEvent.Type.OVERDUE);

    @Override
    public void onEvent(LeaseEvent event) {
        Level level = event.type() == LeaseEvent.Type.NOT_DESTROYED
                ? Level.ERROR
                : UNEXPECTED.contains(event.type()) ? Level.WARN : Level.INFO;
        StringBuilder line = new StringBuilder("lease '").append(event.title()).append('\'');
        if (event.tag() != null) {
            line.append(", tag ").append(event.tag());
        }
        if (event.instanceUuid() != null) {
            line.append(", instance ").append(event.instanceUuid());
        }
        line.append(": ").append(text(event));
        if (event.cause() != null) {
            line.append(": ").append(event.cause().getMessage());
        }
        LOG.atLevel(level).log(line.toString());
    }

    private static String text(LeaseEvent event) {
        return switch (event.type()) {
            case CREATING -> "a create request is sent";
            case CREATED -> "the instance is created";
            case IN_DOUBT -> "it is unknown whether an instance was created; searching the instance list";
            case BOOTING -> "waiting until the instance runs";
            case RUNNING -> "the instance runs until " + event.endsAt() + cost(event);
            case RENEWED -> "the instance runs until " + event.endsAt() + " now" + cost(event);
            case RENEWAL_FAILED -> "the shutdown timer is not moved yet; it ends the instance at " + event.endsAt();
            case RECOVERED -> "leased again until " + event.endsAt();
            case TAKEN_OVER -> "taken over from another process until " + event.endsAt();
            case HANDED_OVER ->
                "the instance is handed over to the next start"
                        + (event.endsAt() == null
                                ? ", and still boots; nothing else ends it if the service has rejected its timer"
                                : ", and ends at " + event.endsAt());
            case LOST ->
                "the instance was shut down or is gone; with whenLost(KEEP), close the lease to destroy it"
                        + cost(event);
            case IDLE -> "the instance was idle, and is destroyed" + cost(event);
            case OVERDUE -> "the instance still runs after its end, so its shutdown timer does not work" + cost(event);
            case ENDING -> "the instance is being destroyed";
            case ENDED -> "the instance is destroyed" + cost(event);
            case NOT_DESTROYED -> "destroy the instance by hand" + cost(event);
        };
    }

    private static String cost(LeaseEvent event) {
        LeaseCost cost = event.cost();
        if (cost == null || cost.perHourAtMost() == null) {
            return ", at an unknown price";
        }
        return ", for at most " + cost.perHourAtMost() + " an hour, " + cost.perHourBilled()
                + " an hour as probably billed";
    }
}
