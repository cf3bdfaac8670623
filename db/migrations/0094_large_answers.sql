-- Raised by the statements of the REST API as soon as the JSON that they collect is larger than one answer may be, so that
-- neither PostgreSQL nor the program ever holds more. Decision 0054.
create function private.refuse_large_answer() returns boolean language plpgsql volatile parallel safe
set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = '{"code": "answer_too_large", "message": "The answer is larger than one answer may be", "hint": "Ask for fewer rows with limit and offset, for fewer columns with select, or for embedded resources with a limit of their own"}',
    detail = '{"status": 400, "headers": {}}';
end $$;

grant execute on function private.refuse_large_answer() to anon, authenticated, service_role;
