package io.gpucloud.openapi;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An assumption about the service, made where its documentation is silent or contradicts itself.
 *
 * @param name the name in the contract, in settings and in reports, such as {@code timer-unit}
 * @param question the undocumented fact, or the situation of an error
 * @param documented what the documentation of the service says
 * @param assumed what is assumed, null for an error and for an open question
 * @param error the assumed error, null if the assumption is not about one
 * @param message the text that the stub gives to the error, null if the error is not one of an operation
 * @param example the name of an example of the error in the contract, null if there is none
 * @param observed what was seen outside the documentation, null if nothing was
 * @param settings the settings of the stub that replace the assumption
 * @param profile {@code never}, if the kit cannot observe it for a profile of the stub; else null
 * @param stub how else a tester can change it, or why it is fixed; null if it has settings, and for an open question
 * @param kit how the compatibility kit checks it, null if it does not
 */
public record Assumption(
        String name,
        String question,
        String documented,
        @Nullable String assumed,
        @Nullable ErrorCode error,
        @Nullable String message,
        @Nullable String example,
        @Nullable Observation observed,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<Setting> settings,
        @Nullable String profile,
        @Nullable String stub,
        @Nullable KitCheck kit) {

    /**
     * An error of the service.
     *
     * @param status the HTTP status
     * @param code the result code, null if the documentation shows it
     */
    public record ErrorCode(int status, @Nullable Integer code) {

        @Override
        public String toString() {
            return code == null ? String.valueOf(status) : status + "/" + code;
        }
    }

    /**
     * The observations outside the documentation.
     *
     * @param evidence where: {@code page} for a public reference page, {@code program} for two independent programs,
     *     {@code code} for one program
     * @param seen the date, such as {@code 2026-11-26}
     * @param fact what was seen
     */
    public record Observation(List<String> evidence, String seen, String fact) {}

    /**
     * A setting of the stub.
     *
     * @param name the name, such as {@code stub.assumptions.timer-unit}
     * @param type the type of its value in words, or its values
     * @param defaultValue the default in the file, null if it is the assumed error
     * @param minimum the smallest value, null if it has no range
     * @param maximum the largest value, null if it has no range
     * @param meaning what it sets
     */
    public record Setting(
            String name,
            List<String> type,
            @JsonProperty("default") @Nullable String defaultValue,
            @Nullable Integer minimum,
            @Nullable Integer maximum,
            String meaning) {}

    /**
     * The checks of the compatibility kit.
     *
     * @param checks names of test classes
     * @param price what the cheapest check needs: {@code read-only}, {@code key} or {@code stub only}
     */
    public record KitCheck(List<String> checks, String price) {}

    /** {@return whether this is an open question: it has neither an assumed fact nor an assumed error} */
    public boolean isOpen() {
        return assumed == null && error == null;
    }

    /** {@return the default of a setting in the form in which it is given, such as {@code 200/1}} */
    public String defaultOf(Setting setting) {
        return Optional.ofNullable(setting.defaultValue())
                .orElseGet(() -> Objects.requireNonNull(error, name).toString());
    }
}
