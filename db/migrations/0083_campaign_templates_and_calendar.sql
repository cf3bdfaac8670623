-- Templates and the calendar of campaigns.

-- What campaigns can begin with: contents under a name. Those of the program itself are in
-- shop/mailing/campaigns/write/own-templates.ts.

create table private.mail_templates (
  -- Chosen by the form: saving the same id again makes nothing new.
  id uuid primary key,
  name text not null constraint mail_template_name_invalid check (length(name) between 1 and 80),
  -- As in shop/mailing/campaigns/campaign.ts: {"id": content or null, "en": content or null}.
  contents jsonb not null constraint mail_template_contents_invalid
    check (jsonb_typeof(contents) = 'object' and pg_column_size(contents) <= 500000),
  author uuid references auth.users (id) on delete set null,
  saved_at timestamptz not null default now(),
  version integer not null default 1
);
select private.protect('private.mail_templates');
create unique index mail_template_name_taken on private.mail_templates (lower(name));
create index mail_templates_author on private.mail_templates (author) where author is not null;
create trigger raise_version before update of name on private.mail_templates
  for each row execute function private.raise_version();
select private.audit('private.mail_templates', 'mail_template', 'id', '{contents,author,saved_at}');

-- A person chooses among them on one screen.
create trigger limit_rows before insert on private.mail_templates
  for each row execute function private.limit_rows('100');

-- The library keeps the pictures of templates as it keeps those of mails.
create function private.note_template_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_pictures(new.contents);
  return null;
end $$;
revoke execute on function private.note_template_pictures() from public;
create trigger note_template_pictures after insert on private.mail_templates
  for each row execute function private.note_template_pictures();

-- The calendar reads the campaigns of a day.
create index mail_campaigns_calendar on private.mail_campaigns ((coalesce(started_at, scheduled_at)), id)
  where automation is null;
