-- Enquiries of visitors and the answers of staff. Only use cases write: a visitor uses a form with a captcha, and an
-- answer is sent in the transaction that stores it.

create table public.enquiries (
  id uuid primary key default gen_random_uuid(),
  -- The number that people refer to. It may have gaps.
  number integer generated always as identity (start with 1001) constraint enquiry_number_taken unique,
  status text not null default 'new' constraint enquiry_status_unknown check (status in ('new', 'answered', 'closed')),
  topic text not null constraint enquiry_topic_unknown
    check (topic in ('product', 'custom', 'order', 'return', 'privacy', 'other')),
  name text not null constraint enquiry_name_invalid check (length(name) between 1 and 80),
  email text not null constraint enquiry_email_invalid check (private.is_email(email)),
  -- E.164
  phone text constraint enquiry_phone_invalid check (phone ~ '^\+628\d{8,11}$'),
  -- As typed; not verified to belong to the sender.
  order_number text constraint enquiry_order_number_invalid check (length(order_number) between 1 and 40),
  message text not null constraint enquiry_message_invalid check (length(message) between 1 and 4000),
  language text not null constraint enquiry_language_unknown check (language in ('id', 'en')),
  -- The same key with the same text is the same enquiry.
  idempotency_key text not null constraint enquiry_sent_already unique check (length(idempotency_key) between 1 and 255),
  request_hash text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('public.enquiries');
select private.require_second_factor('public.enquiries');
grant select (
  id, number, status, topic, name, email, phone, order_number, message, language, created_at, updated_at
) on public.enquiries to authenticated;
create policy "staff read what visitors wrote" on public.enquiries
  for select to authenticated using ((select private.may('enquiries.read')));
create index enquiries_status on public.enquiries (status, created_at desc);
create index enquiries_newest on public.enquiries (created_at desc, id desc);
create trigger touch before update on public.enquiries for each row execute function private.touch();

-- The text of a visitor never changes.
create function private.guard_enquiry() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.number, new.topic, new.name, new.email, new.phone, new.order_number, new.message)
      is distinct from (old.number, old.topic, old.name, old.email, old.phone, old.order_number, old.message) then
    raise exception 'what a visitor wrote never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_enquiry before update on public.enquiries
  for each row execute function private.guard_enquiry();

create table public.enquiry_answers (
  -- Chosen by the form, so that sending it twice stores one answer.
  id uuid primary key,
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  author_id uuid references auth.users (id) on delete set null,
  text text not null constraint answer_text_invalid check (length(text) between 1 and 8000),
  created_at timestamptz not null default now()
);
select private.protect('public.enquiry_answers');
select private.require_second_factor('public.enquiry_answers');
revoke update on public.enquiry_answers from service_role;
grant select on public.enquiry_answers to authenticated;
create policy "staff read answers" on public.enquiry_answers
  for select to authenticated using ((select private.may('enquiries.read')));
create index enquiry_answers_of on public.enquiry_answers (enquiry_id, created_at);
