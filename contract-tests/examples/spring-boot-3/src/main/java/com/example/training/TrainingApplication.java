package com.example.training;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A service that trains on rented GPUs, on Spring Boot 3. */
@SpringBootApplication
public class TrainingApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(TrainingApplication.class, arguments);
    }
}
