create table if not exists job (
  id varchar(128) primary key,
  pod varchar(64) not null,
  hours integer not null,
  state varchar(16) not null,
  instance varchar(64),
  message varchar(1000)
);
