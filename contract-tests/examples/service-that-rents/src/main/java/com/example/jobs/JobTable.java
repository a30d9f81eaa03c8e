package com.example.jobs;

import com.example.jobs.Job.State;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The jobs of all replicas. Each change names the states that it may follow, and the end of an instance names the
 * instance, so that no replica undoes what another one has written.
 */
@Repository
class JobTable {

    private static final int LONGEST_MESSAGE = 1000;

    private final JdbcClient database;

    JobTable(JdbcClient database) {
        this.database = database;
    }

    /** Queues a job. One that is not over stays as it is. */
    void submit(String id, String pod, int hours) {
        try {
            database.sql("insert into job (id, pod, hours, state) values (?, ?, ?, 'QUEUED')")
                    .params(id, pod, hours)
                    .update();
        } catch (DuplicateKeyException known) {
            database.sql("update job set pod = ?, hours = ?, state = 'QUEUED', instance = null, message = null"
                            + " where id = ? and state in ('ENDED', 'LOST', 'FAILED')")
                    .params(pod, hours, id)
                    .update();
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

    /** The job has an instance, which runs. */
    void runs(String id, String instance) {
        database.sql("update job set state = 'RUNNING', instance = ?, message = null"
                        + " where id = ? and state in ('QUEUED', 'RUNNING')")
                .params(instance, id)
                .update();
    }

    /** The instance of a job is gone. */
    void over(String id, String instance, State state, String message) {
        database.sql("update job set state = case state when 'ENDING' then 'ENDED' else ? end, message = ?"
                        + " where id = ? and (state = 'ENDING' or (state = 'RUNNING' and instance = ?))")
                .params(state.name(), message, id, instance)
                .update();
    }

    /** A caller has ended the job. */
    void end(String id) {
        database.sql("update job set state = 'ENDING' where id = ? and state in ('QUEUED', 'RUNNING')")
                .param(id)
                .update();
    }

    /** A queued job could not be started. */
    void notStarted(String id, State state, String message) {
        String shown = message == null ? "" : message.substring(0, Math.min(message.length(), LONGEST_MESSAGE));
        database.sql("update job set state = ?, message = ? where id = ? and state = 'QUEUED'")
                .params(state.name(), shown, id)
                .update();
    }
}
