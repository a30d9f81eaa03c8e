package io.gpucloud.stub.page;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Serves the console, a page for testers. The page uses only {@code /__admin} and the public API. */
@RestController
final class ConsoleController {

    private static final String PATH = "/__admin/console";

    @GetMapping(path = PATH, produces = MediaType.TEXT_HTML_VALUE + ";charset=UTF-8")
    Resource page() {
        return resource("index.html");
    }

    @GetMapping(PATH + "/{file:[a-z]+[.](?:css|js)}")
    ResponseEntity<Resource> file(@PathVariable String file) {
        Resource resource = resource(file);
        if (!resource.exists()) {
            return ResponseEntity.notFound().build();
        }
        return ResponseEntity.ok()
                .contentType(MediaTypeFactory.getMediaType(file).orElse(MediaType.APPLICATION_OCTET_STREAM))
                .body(resource);
    }

    private static Resource resource(String file) {
        return new ClassPathResource("console/" + file);
    }
}
