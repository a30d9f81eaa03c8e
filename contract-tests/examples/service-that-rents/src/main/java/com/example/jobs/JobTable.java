package com.example.jobs;

import com.example.jobs.Job.State;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The jobs of all replicas. Each change names the states that it may follow, so that no replica undoes another's. */
@Repository
class JobTable {

    private final JdbcClient database;

    JobTable(JdbcClient database) {
        this.database = database;
    }

    /** Queues a job. One that is queued or runs stays as it is. */
    void submit(String id, String pod, int hours) {
        try {
            database.sql("insert into job (id, pod, hours, state) values (?, ?, ?, 'QUEUED')")
                    .params(id, pod, hours)
                    .update();
        } catch (DuplicateKeyException known) {
            change(id, State.QUEUED, null, null, State.ENDED, State.LOST, State.FAILED);
        }
    }

    Optional<Job> find(String id) {
        return database.sql("select * from job where id = ?")
                .param(id)
                .query(Job.class)
                .optional();
    }

    List<Job> in(State state) {
        return database.sql("select * from job where state = ? order by id")
                .param(state.name())
                .query(Job.class)
                .list();
    }

    /** Changes the state of a job, if it is one of those before. */
    void change(String id, State state, String instance, String message, State... before) {
        database.sql("update job set state = :state, instance = coalesce(:instance, instance), message = :message"
                        + " where id = :id and state in (:before)")
                .param("id", id)
                .param("state", state.name())
                .param("instance", instance)
                .param("message", message)
                .param("before", List.of(before).stream().map(State::name).toList())
                .update();
    }
}
