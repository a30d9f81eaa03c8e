package io.gpucloud.client.lease;

import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.RecoveryReport.DamagedLine;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the records of one {@link Leases} durable, and reads those of all others in the same directory. Each
 * {@link Leases} writes a file of its own, which is locked as long as it lives. Ended records move to a common file. A
 * hand-over renames the file. Not thread-safe, as the {@link Ledger}.
 */
final class Journal implements Ledger.Store, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    /** For messages that a program may report itself. */
    private static final Logger PROCESSES = LoggerFactory.getLogger(JournalProcess.class);

    private static final String SUFFIX = ".jsonl";
    private static final String HANDED_OVER = ".left.jsonl";
    private static final Pattern NAME =
            Pattern.compile("lease-([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})(\\.left)?\\.jsonl");

    /** On a slow disk, each of the processes that wait holds the lock for seconds. A stopped one holds it for ever. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    private static final Duration PAUSE = Duration.ofMillis(1);

    /** Locks of files belong to the whole JVM. */
    private static final ReentrantLock THIS_JVM = new ReentrantLock();

    /** The files that the log says are not recovered. */
    private static final Set<Path> WARNED = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final @Nullable String owner;
    private final boolean otherHosts;
    private final String holder;
    private final JournalFile own;

    /** The latest records of the own file. */
    private final Map<String, LeaseRecord> written = new LinkedHashMap<>();

    private final Map<Path, JournalContent> contents = new HashMap<>();
    private final Set<String> read = new HashSet<>();
    private boolean closed;

    private Journal(Path directory, @Nullable String owner, boolean otherHosts) throws IOException {
        JournalFile.createDirectory(directory);
        this.owner = owner;
        this.directory = directory.toRealPath();
        this.otherHosts = otherHosts;
        holder = JournalFile.newHolder();
        own = JournalFile.create(
                this.directory.resolve("lease-" + holder + SUFFIX), JournalProcess.CURRENT.withOwner(owner));
    }

    /**
     * Creates a new file in a directory, which is created if it does not exist.
     *
     * @param owner the owner of its instances; null for any
     * @param otherHosts whether files of other hosts may be taken over
     * @throws LeaseJournalException if it cannot be created
     */
    static Journal open(Path directory, @Nullable String owner, boolean otherHosts) {
        try {
            return new Journal(directory, owner, otherHosts);
        } catch (IOException failure) {
            throw new LeaseJournalException("the lease journal cannot be created", directory, failure);
        }
    }

    /** Identifies the {@link Leases}. */
    String holder() {
        return holder;
    }

    // Writing.

    @Override
    public void require(LeaseRecord changed) {
        try {
            append(changed);
        } catch (IOException failure) {
            throw new LeaseJournalException(
                    undone(changed) + ", since the lease journal cannot be written", own.path(), failure);
        }
    }

    private static String undone(LeaseRecord changed) {
        return switch (changed.state()) {
            case PLANNED, CREATING -> "the create request was not sent";
            case BOOTING -> "instance " + changed.instanceUuid() + " was not adopted";
            case KEPT -> "instance " + changed.instanceUuid() + " was not given away";
            default -> "the lease of " + changed.name() + " was not changed";
        };
    }

    @Override
    public void record(LeaseRecord changed) {
        try {
            append(changed);
        } catch (IOException failure) {
            LOG.error(
                    "the lease journal {} cannot be written and lacks that the lease of {} is {}: {}",
                    own.path(),
                    changed.name(),
                    changed.state(),
                    failure.getMessage());
            written.put(changed.nonce(), changed);
        }
    }

    private void append(LeaseRecord changed) throws IOException {
        if (closed) {
            return;
        }
        own.append(RecordLine.encode(changed));
        written.put(changed.nonce(), changed);
        if (own.isLong()) {
            moveEnded();
            own.shorten(written.values());
        }
    }

    /**
     * Hands over what runs: renames the file, which needs no space.
     *
     * @throws LeaseJournalException if that fails
     */
    void handOver() {
        try {
            own.rename(directory.resolve("lease-" + holder + HANDED_OVER));
        } catch (IOException failure) {
            throw new LeaseJournalException(
                    "the leases were not handed over, since the lease journal cannot be renamed", own.path(), failure);
        }
    }

    /** Ends the journal, which writes nothing afterwards. Only what others need stays. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            moveEnded();
        } catch (RuntimeException unmoved) {
            LOG.warn("the lease journal keeps what is over: {}", unmoved.getMessage());
        }
        own.close(!written.isEmpty());
    }

    /** Moves ended records to the common file, except those of rentals that never had an instance. */
    private void moveEnded() {
        List<LeaseRecord> over = written.values().stream()
                .filter(record -> record.state().isOver())
                .toList();
        if (!over.isEmpty()) {
            locked(() -> appendEnded(over));
            over.forEach(record -> written.remove(record.nonce()));
        }
    }

    private boolean appendEnded(List<LeaseRecord> over) {
        String lines = over.stream()
                .filter(record -> record.instanceUuid() != null)
                .map(RecordLine::encode)
                .collect(Collectors.joining());
        if (lines.isEmpty()) {
            return true;
        }
        try {
            if (!Files.exists(ended())) {
                JournalFile.createFile(ended());
            }
            append(lines);
            return true;
        } catch (IOException failure) {
            throw new LeaseJournalException("the lease journal cannot be written", ended(), failure);
        }
    }

    /** Appends to the common file. A last line that is not whole is cut. */
    private void append(String lines) throws IOException {
        try (RandomAccessFile data = new RandomAccessFile(ended().toFile(), "rw")) {
            long end = data.length();
            while (end > 0 && !endsLine(data, end)) {
                end--;
            }
            data.setLength(end);
            data.seek(end);
            data.write(lines.getBytes(StandardCharsets.UTF_8));
            data.getFD().sync();
        }
    }

    private static boolean endsLine(RandomAccessFile data, long end) throws IOException {
        data.seek(end - 1);
        return data.read() == '\n';
    }

    private Path ended() {
        return directory.resolve("ended" + SUFFIX);
    }

    /** Erases records from the common file. */
    void erase(List<LeaseRecord> old) {
        Set<String> nonces = old.stream().map(LeaseRecord::nonce).collect(Collectors.toSet());
        JournalContent content = content(ended());
        if (content.isDamaged() || content.records().stream().noneMatch(record -> nonces.contains(record.nonce()))) {
            return;
        }
        locked(() -> {
            String lines = content.records().stream()
                    .filter(record -> !nonces.contains(record.nonce()))
                    .map(RecordLine::encode)
                    .collect(Collectors.joining());
            try {
                JournalFile.replace(ended(), lines.getBytes(StandardCharsets.UTF_8));
            } catch (IOException failure) {
                LOG.warn("{} keeps what was over long ago: {}", ended(), failure.getMessage());
            }
            return true;
        });
    }

    // Reading.

    /** All records of the other files. */
    List<LeaseRecord> read() {
        List<LeaseRecord> all = new ArrayList<>();
        for (JournalContent content : others()) {
            boolean ofThisOwner = isOfThisOwner(content);
            for (LeaseRecord record : records(content)) {
                all.add(record);
                if (ofThisOwner) {
                    read.add(record.nonce());
                }
            }
        }
        all.addAll(content(ended()).records());
        return all;
    }

    /** Whether a record of another file may be taken over. Only the programs of an owner know what to do with it. */
    boolean isOfThisOwner(LeaseRecord record) {
        return read.contains(record.nonce());
    }

    private boolean isOfThisOwner(JournalContent content) {
        JournalProcess process = content.process();
        return process == null || !process.belongsToAnother(owner);
    }

    /** Names in the log what programs with another owner have left. */
    void nameOtherOwners() {
        for (JournalContent content : others()) {
            List<LeaseRecord> open = content.records().stream()
                    .filter(record -> !record.state().isOver())
                    .toList();
            if (!isOfThisOwner(content) && !open.isEmpty() && !isHeld(content) && WARNED.add(content.file())) {
                LOG.warn(
                        "the lease journal {} of a process that ended has open leases of the owner {}, and is left to"
                                + " leases with that owner: {}",
                        content.file(),
                        Objects.requireNonNull(content.process()).owner(),
                        open.stream().map(LeaseRecord::name).toList());
            }
        }
    }

    private List<JournalContent> others() {
        List<Path> files =
                all(directory).stream().filter(file -> !file.equals(own.path())).toList();
        contents.keySet().removeIf(file -> !files.contains(file) && !file.equals(ended()));
        return files.stream().filter(this::isTrusted).map(this::content).toList();
    }

    private JournalContent content(Path file) {
        JournalContent content = contents.computeIfAbsent(file, JournalContent::new);
        content.readOn();
        return content;
    }

    private boolean isTrusted(Path file) {
        if (contents.containsKey(file)) {
            return true;
        }
        try {
            JournalAccess.requireOurs(file, directory);
            return true;
        } catch (NoSuchFileException closedMeanwhile) {
            return false;
        } catch (IOException untrusted) {
            if (WARNED.add(file)) {
                LOG.error("the lease journal {} is not recovered: {}", file, untrusted.toString());
            }
            return false;
        }
    }

    /** The records of a file. In one that was renamed, what runs is handed over. */
    private static List<LeaseRecord> records(JournalContent content) {
        if (!content.file().toString().endsWith(HANDED_OVER)) {
            return content.records();
        }
        String before = holder(content.file());
        return content.records().stream()
                .map(record ->
                        record.state().isLeased() && before.equals(record.holder()) ? record.heldBy(null) : record)
                .toList();
    }

    private static String holder(Path file) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        return name.matches() ? name.group(1) : "";
    }

    /** The journal files of a directory. Other files in it are never touched. */
    static List<Path> all(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory.toRealPath())) {
            return files.filter(
                            file -> NAME.matcher(file.getFileName().toString()).matches())
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw new LeaseJournalException("the lease journal cannot be read", directory, failure);
        }
    }

    /** The entries of all files of a directory. */
    static List<JournalEntry> entries(Path directory) {
        List<JournalEntry> entries = new ArrayList<>();
        for (Path file : all(directory)) {
            try {
                JournalAccess.requireOurs(file, Objects.requireNonNull(file.getParent()));
            } catch (NoSuchFileException closedMeanwhile) {
                continue;
            } catch (IOException untrusted) {
                throw new LeaseJournalException("the lease journal is not trusted", file, untrusted);
            }
            JournalContent content = JournalContent.of(file);
            JournalProcess writer = content.process();
            JournalEntry.ProcessState process =
                    writer == null ? JournalEntry.ProcessState.MAY_RUN : process(writer, file);
            for (LeaseRecord record : records(content)) {
                JournalEntry.of(record, writer, process).ifPresent(entries::add);
            }
        }
        return entries;
    }

    private static JournalEntry.ProcessState process(JournalProcess writer, Path file) {
        if (!writer.mayRun()) {
            return JournalEntry.ProcessState.ENDED;
        }
        boolean runs = writer.runsOnAnotherHost() ? isLocked(file) : writer.isKnown();
        return runs ? JournalEntry.ProcessState.RUNS : JournalEntry.ProcessState.MAY_RUN;
    }

    /** Whether a process holds the lock of a file. That it does not may mean that another host does not see it. */
    private static boolean isLocked(Path file) {
        if (!Files.exists(JournalFile.lockOf(file))) {
            return false;
        }
        try {
            boolean free = JournalFile.tryLock(file);
            if (free) {
                JournalFile.unlock(file);
            }
            return !free;
        } catch (IOException withoutLocks) {
            return false;
        }
    }

    /** The unreadable lines of the other files. */
    List<DamagedLine> damagedLines() {
        return others().stream()
                .flatMap(content -> content.damagedLines().stream())
                .toList();
    }

    /**
     * Requires that nothing which was spent is missing.
     *
     * @throws LeaseJournalException if a line of the common file is damaged
     */
    void requireEnded() {
        content(ended()).damagedLines().stream().findFirst().ifPresent(damaged -> {
            throw new LeaseJournalException(
                    "nothing is rented, because what was spent cannot be read",
                    ended(),
                    new IOException("line " + damaged.line()
                            + " is damaged; if you delete the file, the spending limit begins anew"));
        });
    }

    /** The records of damaged files, whose instances are only reported. */
    List<LeaseRecord> damaged() {
        return others().stream()
                .filter(JournalContent::isDamaged)
                .flatMap(content -> content.records().stream())
                .toList();
    }

    /** Whether the records of a {@link Leases} must not be taken over: it lives, or its file is damaged. */
    boolean mayLive(String other) {
        return other.equals(holder)
                || Stream.of(SUFFIX, HANDED_OVER)
                        .map(suffix -> directory.resolve("lease-" + other + suffix))
                        .filter(Files::exists)
                        .anyMatch(file -> !isTrusted(file) || mayLive(content(file)));
    }

    private boolean mayLive(JournalContent content) {
        return isHeld(content) || !isOfThisOwner(content);
    }

    private boolean isHeld(JournalContent content) {
        try {
            return content.isDamaged() || JournalFile.isLocked(content.file()) || !hasEnded(content);
        } catch (IOException failure) {
            LOG.error("the lease journal {} is not recovered: {}", content.file(), failure.toString());
            return true;
        }
    }

    /** A free lock does not suffice: the disk may have no locks, and a lock may not be seen by other hosts. */
    private boolean hasEnded(JournalContent content) {
        JournalProcess process = content.process();
        if (process == null) {
            // A new file is empty for a moment.
            return false;
        }
        if (process.runsOnAnotherHost() && !otherHosts) {
            if (WARNED.add(content.file())) {
                PROCESSES.warn(
                        "the lease journal {} of host {} is not recovered without recoverOtherHosts",
                        content.file(),
                        process.host());
            }
            return false;
        }
        if (process.certainlyRuns()) {
            if (WARNED.add(content.file())) {
                LOG.error(
                        "the lease journal {} of a running process is not locked: use a disk with file locks",
                        content.file());
            }
            return false;
        }
        return true;
    }

    /** Deletes the files of ended processes in which no record is needed any more. Ended records are moved before. */
    void deleteTakenOver(Predicate<LeaseRecord> isLatest) {
        for (JournalContent content : others()) {
            boolean needed = content.records().stream()
                    .anyMatch(record -> !record.state().isOver() && isLatest.test(record));
            if (!needed && !mayLive(content)) {
                List<LeaseRecord> over = content.records().stream()
                        .filter(record -> record.state().isOver() && isLatest.test(record))
                        .toList();
                appendEnded(over);
                try {
                    JournalFile.delete(content.file());
                } catch (IOException failure) {
                    LOG.warn("the lease journal {} cannot be deleted: {}", content.file(), failure.getMessage());
                }
            }
        }
    }

    // Locking.

    /**
     * Works while no other process of the directory does. An interrupt does not end the work.
     *
     * @throws LeaseJournalException if the lock is not free in time
     */
    <T> T locked(Supplier<T> work) {
        THIS_JVM.lock();
        try (UninterruptibleScope scope = new UninterruptibleScope()) {
            if (THIS_JVM.getHoldCount() > 1) {
                return work.get();
            }
            try (FileChannel channel = JournalFile.openLock(directory.resolve("journal.lock"))) {
                lock(channel, scope);
                return work.get();
            } catch (IOException failure) {
                throw new LeaseJournalException("the lease journal cannot be locked", directory, failure);
            }
        } finally {
            THIS_JVM.unlock();
        }
    }

    private static void lock(FileChannel channel, UninterruptibleScope scope) throws IOException {
        Stopwatch stopwatch = new LeaseClock(WaitTimer.system()).stopwatch();
        scope.goOn();
        while (Optional.ofNullable(channel.tryLock()).isEmpty()) {
            if (stopwatch.hasReached(LONGEST_WAIT)) {
                throw new IOException("another process has locked it for " + LONGEST_WAIT.toMinutes() + " min");
            }
            scope.sleep(stopwatch, PAUSE);
            scope.goOn();
        }
    }

    @Override
    public String toString() {
        return "Journal[" + own.path() + "]";
    }
}
