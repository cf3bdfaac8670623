-- Most jobs are new: nobody has asked for one with that key. The queue's own function has to be ready for lists of jobs,
-- for tasks and queues that do not exist and for keys that are taken, and costs as much as writing an order's lines. A
-- new job is one row; for all else the queue's own function is asked as before.
create or replace function private.enqueue(
  task text, payload json default '{}', key text default null, run_at timestamptz default now()
) returns void
  language plpgsql security definer set search_path to '' as $$
#variable_conflict use_column
begin
  insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, key)
  select t.id, coalesce(enqueue.payload, '{}'), coalesce(enqueue.run_at, now()), 12, enqueue.key
  from graphile_worker._private_tasks t where t.identifier = enqueue.task
  on conflict (key) do nothing;
  if found then
    -- As the queue's own function says it.
    perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}');
  else
    perform graphile_worker.add_job(
      enqueue.task, payload => enqueue.payload, job_key => enqueue.key, run_at => enqueue.run_at, max_attempts => 12);
  end if;
end $$;
