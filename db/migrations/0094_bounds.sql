-- What the statements of the REST API ask while they collect the JSON of an answer, so that neither PostgreSQL nor the
-- program ever holds much of it. Decision 0054.

-- As soon as the JSON is larger than one answer may be.
create function private.refuse_large_answer() returns boolean language plpgsql volatile parallel safe
set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = '{"code": "answer_too_large", "message": "The answer is larger than one answer may be", "hint": "Ask for fewer rows with limit and offset, for fewer columns with select, or for embedded resources with a limit of their own"}',
    detail = '{"status": 400, "headers": {}}';
end $$;

-- PostgreSQL copies an answer several times on its way, so only two large ones are made at once; the others wait here, until
-- the transaction before them ends. Which of the turns it is follows from the process: asking again takes no second one.
create function private.await_large_answer() returns boolean language plpgsql volatile parallel restricted
set search_path = '' set lock_timeout = '2s' as $$
begin
  perform pg_advisory_xact_lock(20940, pg_backend_pid() % 2);
  return true;
exception when lock_not_available then
  raise sqlstate 'PGRST' using
    message = '{"code": "too_many_large_answers", "message": "Too many large answers are being made", "hint": "Ask again in a moment, or for less"}',
    detail = '{"status": 429, "headers": {"Retry-After": "2"}}';
end $$;

grant execute on function private.refuse_large_answer() to anon, authenticated, service_role;
grant execute on function private.await_large_answer() to anon, authenticated, service_role;

-- Writes eight megabytes to the disk of the database, which are gone when the statement ends: a full disk or one that may only
-- be read is found before an order fails. Sorting more than fits into the memory costs no log and leaves no dead rows.
create function private.check_writes() returns void language plpgsql volatile
set search_path = '' set work_mem = '64kB' as $$
begin
  if current_setting('transaction_read_only')::boolean then
    raise exception 'the database may only be read' using errcode = 'read_only_sql_transaction';
  end if;
  perform count(filler) from (
    select repeat('x', 8000) as filler, n from generate_series(1, 1000) n order by n desc offset 0) written;
end $$;

grant execute on function private.check_writes() to service_role;
