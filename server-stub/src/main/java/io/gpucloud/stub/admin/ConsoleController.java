package io.gpucloud.stub.admin;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Hands out the console: a page over the calls of the administration, for people who test by hand. */
@RestController
final class ConsoleController {

    static final String PATH = "/__admin/console";

    @GetMapping(path = PATH, produces = MediaType.TEXT_HTML_VALUE + ";charset=UTF-8")
    Resource page() {
        return part("index.html");
    }

    @GetMapping(PATH + "/{file:[a-z]+[.](?:css|js)}")
    ResponseEntity<Resource> file(@PathVariable String file) {
        Resource part = part(file);
        if (!part.exists()) {
            throw ProblemException.notFound("the console has no such file");
        }
        return ResponseEntity.ok()
                .contentType(MediaTypeFactory.getMediaType(file).orElse(MediaType.APPLICATION_OCTET_STREAM))
                .body(part);
    }

    private static Resource part(String file) {
        return new ClassPathResource("console/" + file);
    }
}
