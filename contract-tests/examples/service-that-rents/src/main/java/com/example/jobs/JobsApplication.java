package com.example.jobs;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** A service that runs jobs on rented instances, in one replica or several. */
@SpringBootApplication
@EnableScheduling
public class JobsApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(JobsApplication.class, arguments);
    }
}
