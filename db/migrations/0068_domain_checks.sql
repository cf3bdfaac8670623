-- What the nightly check found out about the domain of the shop's mails: staff hear of a record that was good and is not any more.
create table private.domain_checks (
  only_row boolean primary key default true constraint domain_check_single check (only_row),
  domain text not null,
  -- The state of each line that somebody answered, e.g. {"spf": "good"}.
  states jsonb not null constraint domain_states_invalid check (jsonb_typeof(states) = 'object')
);
select private.protect('private.domain_checks');
grant select, insert, update on private.domain_checks to service_role;
