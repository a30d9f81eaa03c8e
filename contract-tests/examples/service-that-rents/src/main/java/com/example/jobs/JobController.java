package com.example.jobs;

import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Any replica accepts any request: it only changes the table. */
@RestController
@RequestMapping("/jobs/{id}")
class JobController {

    private final JobTable jobs;
    private final JobRunner runner;

    JobController(JobTable jobs, JobRunner runner) {
        this.jobs = jobs;
        this.runner = runner;
    }

    /** Does not wait for the instance, which may take minutes. */
    @PutMapping
    ResponseEntity<Job> submit(
            @PathVariable String id, @RequestParam String pod, @RequestParam(defaultValue = "1") int hours) {
        if (hours < 1) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "hours must be 1 or more");
        }
        jobs.submit(id, pod, hours);
        runner.work();
        return ResponseEntity.accepted()
                .location(URI.create("/jobs/" + id))
                .body(jobs.find(id).orElseThrow());
    }

    @GetMapping
    ResponseEntity<Job> status(@PathVariable String id) {
        return ResponseEntity.of(jobs.find(id));
    }

    /** The replica with the lease destroys the instance. */
    @DeleteMapping
    ResponseEntity<Job> end(@PathVariable String id) {
        jobs.end(id);
        runner.work();
        return ResponseEntity.of(jobs.find(id));
    }
}
