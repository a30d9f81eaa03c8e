package io.gpucloud.stub.startup;

import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;

/** Rejects an invalid port. Spring accepts a negative port and then starts no server. */
public final class PortSettingCheck implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

    private static final String PORT = "server.port";
    private static final int HIGHEST = 65_535;

    /**
     * Checks the port. A missing one is valid.
     *
     * @throws UnusableSettingException if it is not a whole number from 0 to 65535
     */
    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent prepared) {
        String port = prepared.getEnvironment().getProperty(PORT);
        if (port != null && !isPort(port.strip())) {
            throw new UnusableSettingException(
                    PORT, port, "is not a port", "Choose a number from 0 to 65535; 0 is any free port: --port=8081");
        }
    }

    private static boolean isPort(String port) {
        try {
            int number = Integer.parseInt(port);
            return number >= 0 && number <= HIGHEST;
        } catch (NumberFormatException noNumber) {
            return false;
        }
    }
}
