package io.gpucloud.stub.admin;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Refuses what no call of the administration is. */
@RestController
final class UnknownCallController {

    private final Problems problems;

    UnknownCallController(Problems problems) {
        this.problems = problems;
    }

    @RequestMapping("/__admin/**")
    void refuse(HttpServletResponse response) throws IOException {
        problems.answer(ProblemException.notFound("there is no such call; see /openapi/stub-admin-v1.yaml"), response);
    }
}
