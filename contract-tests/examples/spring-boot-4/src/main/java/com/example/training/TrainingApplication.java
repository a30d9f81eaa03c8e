package com.example.training;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A service that trains on rented GPUs. Its client of the GPU cloud is configured by Spring Boot. */
@SpringBootApplication
public class TrainingApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(TrainingApplication.class, arguments);
    }
}
