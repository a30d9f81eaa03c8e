package io.gpucloud.stub.assumption;

/**
 * The JSON form of instances.
 *
 * @param serverUrl form of {@code server_url}
 * @param timerOff form of {@code shutdown_regular} without a timer
 * @param listMembers members of listed instances
 * @param chargingType value of {@code charging_type}
 */
public record InstanceFormat(
        ServerUrlForm serverUrl, TimerOffForm timerOff, InstanceListMembers listMembers, int chargingType) {

    /**
     * Returns the form that the settings choose.
     *
     * @param assumptions the settings
     * @return the form of instances
     */
    public static InstanceFormat of(Assumptions assumptions) {
        return new InstanceFormat(
                assumptions.serverUrlForm(),
                assumptions.timerOffForm(),
                assumptions.instanceListMembers(),
                assumptions.chargingType());
    }
}
