package io.gpucloud.stub.admin;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An administrative call whose result cannot be serialized. */
@RestController
public final class BrokenAdminController {

    /** Fails when its second member is written. */
    public record Unwritable(String first, List<String> none) {
        public String getSecond() {
            return none.get(0);
        }
    }

    @GetMapping("/__admin/broken/converter")
    Unwritable converter() {
        return new Unwritable("x".repeat(8_100), List.of());
    }
}
