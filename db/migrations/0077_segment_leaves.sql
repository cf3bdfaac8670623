-- What segments ask besides: tags, where people signed up, and places below the province. And how counts of large lists end.

-- A tag in the form in which the program stores it.
create function private.are_mail_tags(tags text[]) returns boolean
language sql immutable strict set search_path = ''
as $$
  select coalesce(bool_and(t is not null and length(t) between 1 and 40 and t = lower(btrim(t)) and t !~ '[[:cntrl:],;]'), true)
  from unnest(tags) t
$$;
grant execute on function private.are_mail_tags(text[]) to service_role;
alter table private.mail_recipients add constraint mail_tag_invalid check (private.are_mail_tags(tags));
create index mail_recipients_tags on private.mail_recipients using gin (tags) where tags <> '{}';

-- The tags that recipients have had, so that a screen offers them without a look at every recipient.
create table private.mail_tags (
  tag text primary key constraint mail_tag_name_invalid check (private.are_mail_tags(array[tag])),
  added_at timestamptz not null default now()
);
select private.protect('private.mail_tags');

create function private.note_mail_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.mail_tags (tag) select distinct unnest(a.tags) from changed a where a.tags <> '{}'
  on conflict do nothing;
  return null;
end $$;
revoke execute on function private.note_mail_tags() from public;
create trigger note_mail_tags_added after insert on private.mail_recipients referencing new table as changed
  for each statement execute function private.note_mail_tags();
create trigger note_mail_tags_changed after update on private.mail_recipients referencing new table as changed
  for each statement execute function private.note_mail_tags();

create index recipient_facts_region on private.recipient_facts (region_code text_pattern_ops) where region_code is not null;
create index subscriptions_by_source on public.subscriptions (source, state, level);
-- Who set a limit of their own: a count looks at these alone.
create index subscriptions_limited on public.subscriptions (topic, recipient_id) where max_a_month is not null;

-- Ends a count that a person does not wait for any more; the count has the key as its connection's name.
create function private.cancel_mail_count(key uuid) returns integer
language sql volatile security definer set search_path = ''
as $$
  select count(*) filter (where pg_cancel_backend(a.pid))::integer from pg_stat_activity a
  where a.application_name = 'count ' || cancel_mail_count.key::text and a.pid <> pg_backend_pid()
$$;
grant execute on function private.cancel_mail_count(uuid) to service_role;
