create schema if not exists gpu_cloud_stub;

-- Exactly one row: what all stubs of this database must have in common.
create table gpu_cloud_stub.common (
    schema_version integer not null,
    -- JSON of the settings that must be the same.
    rules text not null,
    only_row boolean primary key default true check (only_row)
);

-- The versions of accounts, and so their revisions. Those of an earlier database are not used again.
create sequence gpu_cloud_stub.version;

select setval('gpu_cloud_stub.version', (extract(epoch from now()) * 1000000)::bigint);

create table gpu_cloud_stub.account (
    name text collate "C" primary key,
    version bigint not null,
    -- JSON of the whole account.
    content text not null
) with (fillfactor = 50);

-- The faster compression, if the database has it.
do $$ begin
    alter table gpu_cloud_stub.account alter column content set compression lz4;
exception when feature_not_supported then null;
end $$;

-- Values that belong to no account: the setting of each clock, each key, and one value with all response faults.
create table gpu_cloud_stub.shared_value (
    -- What the value is: clocks, keys or faults.
    part text collate "C",
    name text collate "C",
    -- JSON.
    content text not null,
    primary key (part, name)
) with (fillfactor = 50);

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
