-- What visitors write to the shop, and what staff answer. Written by use cases only: a visitor's endpoint is a form with a
-- captcha, and an answer leaves by mail in the transaction that stores it.

create table public.enquiries (
  id uuid primary key default gen_random_uuid(),
  -- What people call it by. It may have gaps.
  number integer generated always as identity (start with 1001) constraint enquiry_number_taken unique,
  status text not null default 'new' constraint enquiry_status_unknown check (status in ('new', 'answered', 'closed')),
  topic text not null constraint enquiry_topic_unknown
    check (topic in ('product', 'custom', 'order', 'return', 'privacy', 'other')),
  name text not null constraint enquiry_name_invalid check (length(name) between 1 and 80),
  email text not null constraint enquiry_email_invalid check (length(email) <= 254 and email !~ '[\s,;<>"()]'),
  -- E.164
  phone text constraint enquiry_phone_invalid check (phone ~ '^\+628\d{8,11}$'),
  -- As typed: nothing tells whether it is the sender's.
  order_number text constraint enquiry_order_number_invalid check (length(order_number) between 1 and 40),
  message text not null constraint enquiry_message_invalid check (length(message) between 1 and 4000),
  language text not null constraint enquiry_language_unknown check (language in ('id', 'en')),
  -- The same key with the same words is the same message.
  idempotency_key text not null constraint enquiry_sent_already unique check (length(idempotency_key) between 1 and 255),
  request_hash text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('public.enquiries');
create trigger touch before update on public.enquiries for each row execute function private.touch();
create index enquiries_status on public.enquiries (status, created_at desc);
create index enquiries_newest on public.enquiries (created_at desc, id);
grant select (
  id, number, status, topic, name, email, phone, order_number, message, language, created_at, updated_at
) on public.enquiries to authenticated;
create policy "staff read what visitors wrote" on public.enquiries
  for select to authenticated using ((select private.is_staff()));
select private.require_second_factor('public.enquiries');

-- What a visitor wrote stays what they wrote.
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
  -- Chosen by the form that sends it: sent twice it is one answer.
  id uuid primary key,
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  author_id uuid references auth.users (id) on delete set null,
  text text not null constraint answer_text_invalid check (length(text) between 1 and 8000),
  created_at timestamptz not null default now()
);
select private.protect('public.enquiry_answers');
revoke update on public.enquiry_answers from service_role;
create index enquiry_answers_of on public.enquiry_answers (enquiry_id, created_at);
grant select on public.enquiry_answers to authenticated;
create policy "staff read answers" on public.enquiry_answers
  for select to authenticated using ((select private.is_staff()));
select private.require_second_factor('public.enquiry_answers');
