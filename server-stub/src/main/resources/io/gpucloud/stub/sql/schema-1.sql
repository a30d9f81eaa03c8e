create schema if not exists gpu_cloud_stub;

-- Exactly one row: what all stubs of this database must have in common.
create table gpu_cloud_stub.common (
    schema_version integer not null,
    -- JSON of the settings that must be the same.
    rules text not null,
    only_row boolean primary key default true check (only_row)
);

-- The versions of all parts, and so the revisions of accounts. Those of an earlier database are not used again.
create sequence gpu_cloud_stub.version;

select setval('gpu_cloud_stub.version', (extract(epoch from now()) * 1000000)::bigint);

-- Parts of the state: clocks, faults, keys, and each account.
create table gpu_cloud_stub.part (
    name text collate "C" primary key,
    -- The version of its last change.
    version bigint not null,
    -- The version before a value was removed last. Who knows an older one must read all values.
    removal bigint not null
) with (fillfactor = 50);

create table gpu_cloud_stub.part_value (
    part text collate "C" references gpu_cloud_stub.part on delete cascade,
    name text collate "C",
    -- JSON.
    content text not null,
    -- The version of the part at its last change.
    version bigint not null,
    primary key (part, name)
) with (fillfactor = 50);

create index part_value_version on gpu_cloud_stub.part_value (part, version);

-- The request journal of each account; the name is empty for requests that belong to none.
create table gpu_cloud_stub.journal (
    account text collate "C" primary key,
    -- Counts the requests, for their slots.
    number bigint not null,
    -- The requests that were added, without those that were deleted. What the table of requests lacks was dropped.
    added bigint not null
) with (fillfactor = 50);

-- A ring for each account, because a table that loses its oldest row for each new one is slow until the next vacuum.
create table gpu_cloud_stub.request (
    account text collate "C",
    -- The number in the account modulo the limit of the journal.
    slot bigint,
    number bigint not null,
    sequence bigint not null,
    machine_millis bigint not null,
    -- JSON.
    content text not null,
    primary key (account, slot)
) with (fillfactor = 50);

create sequence gpu_cloud_stub.request_number;

create sequence gpu_cloud_stub.request_sequence;
