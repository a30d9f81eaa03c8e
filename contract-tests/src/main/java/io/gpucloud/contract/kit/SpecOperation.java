package io.gpucloud.contract.kit;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An operation of a contract.
 *
 * @param id its {@code operationId}
 * @param method its HTTP method
 * @param path its path below the base path, with variables in braces
 * @param place where it is described
 */
public record SpecOperation(String id, String method, String path, SpecPlace place) {

    static SpecOperation of(String method, String path, SpecPlace place) {
        return new SpecOperation(place.text("operationId"), method.toUpperCase(Locale.ROOT), path, place);
    }

    /**
     * Whether it needs no key.
     *
     * @return whether it needs no key
     */
    public boolean isPublic() {
        return place.child("security").exists()
                && place.child("security").node().isEmpty();
    }

    /** The parameters in the query, or in the path. */
    List<SpecPlace> parameters(String in) {
        return place.at("parameters").children().values().stream()
                .map(SpecPlace::target)
                .filter(parameter -> parameter.text("in").equals(in))
                .toList();
    }

    /** The schema of its request body. */
    Optional<SpecPlace> body() {
        return Optional.of(
                        place.at("requestBody", "content", "application/json").child("schema"))
                .filter(SpecPlace::exists)
                .map(SpecPlace::target);
    }

    /**
     * Where a response is described.
     *
     * @param status its HTTP status
     * @return file and JSON pointer, for people
     */
    public String response(int status) {
        SpecPlace own = place.child("responses").child(Integer.toString(status));
        SpecPlace documented = own.exists() ? own : place.child("responses").child("default");
        return (documented.exists() ? documented : place.child("responses")).cite();
    }

    boolean matches(String asked) {
        return asked.matches(path.replaceAll("\\{[a-z_]+}", "[^/]+"));
    }

    @Override
    public String toString() {
        return id;
    }
}
