-- Orders whose time is over are found by a job of every minute. Those that wait with a job of their own have it no more:
-- one whose provider had not answered twelve times kept its pieces for ever.
select graphile_worker.complete_jobs(array(
  select id from graphile_worker.jobs where task_identifier = 'expire-order'));
