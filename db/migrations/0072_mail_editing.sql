-- The history of what drafts of campaigns say: who saved what when. It ends with the draft.

create table private.mail_drafts (
  campaign integer not null references private.mail_campaigns (number) on delete cascade,
  -- That this save made of the campaign.
  version integer not null constraint mail_draft_version_invalid check (version > 0),
  author uuid references auth.users (id) on delete set null,
  saved_at timestamptz not null default now(),
  -- Saved by the editor itself: such saves of one author within ten minutes are one, which began then.
  is_auto boolean not null,
  begun_at timestamptz not null default now(),
  -- As in shop/mailing/campaigns/campaign.ts, without id and version.
  content jsonb not null constraint mail_draft_content_invalid
    check (jsonb_typeof(content) = 'object' and pg_column_size(content) <= 500000),
  primary key (campaign, version)
);
select private.protect('private.mail_drafts');
create index mail_drafts_author on private.mail_drafts (author) where author is not null;

-- Files of the media library that mails show, or that were uploaded for mails: the library keeps them, because sent mails lead to
-- them for ever.
create table private.mail_pictures (
  media_id uuid primary key references public.media (id) on delete cascade,
  -- The file's name on the uploader's device; null for a picture of a product.
  name text constraint mail_picture_name_invalid check (length(name) between 1 and 255),
  added_at timestamptz not null default now()
);
select private.protect('private.mail_pictures');
create index mail_pictures_uploaded on private.mail_pictures (added_at desc, media_id desc) where name is not null;

-- Notes the pictures of blocks, wherever in a content they are.
create function private.note_pictures(content jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into private.mail_pictures (media_id)
  select distinct m.id
  from jsonb_path_query(content, 'strict $.** ? (@.kind == "picture")') b
  cross join lateral substring(b ->> 'url' from '/product-images/(media/[0-9a-f-]{36})\.') as shown (path)
  join public.media m on m.path = shown.path
  on conflict do nothing
$$;
revoke execute on function private.note_pictures(jsonb) from public;

create function private.note_mail_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_pictures(new.blocks);
  return null;
end $$;
revoke execute on function private.note_mail_pictures() from public;
create trigger note_mail_pictures after insert or update of blocks on private.mail_versions
  for each row execute function private.note_mail_pictures();

-- Whether a file is shown by a product, waits to be put back, is in a mail, or is in an order of a product that showed it.
create function private.is_media_used(file uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.product_images where media_id = file)
    or exists (select from private.mail_pictures where media_id = file)
    or exists (select from private.removed_pictures where picture ->> 'media_id' = file::text)
    or exists (
      select from private.dropped_media d
      join public.media m on m.id = d.media_id
      join public.product_variants v on v.product_id = d.product_id
      join public.order_lines l on l.variant_id = v.id
      where d.media_id = file and strpos(l.picture ->> 'url', m.path) > 0)
$$;
revoke execute on function private.is_media_used(uuid) from public;
grant execute on function private.is_media_used(uuid) to service_role;

-- Topics of the merchant's own (docs/why/consent.md): up to five at a time, always by consent.
alter table private.mail_topics add column is_own boolean not null default false;
alter table private.mail_topics add column archived_at timestamptz
  constraint mail_topic_archived_own check (archived_at is null or is_own);
alter table private.mail_topics add column version integer not null default 1;
alter table private.mail_topics add constraint mail_topic_by_consent check (not (is_own and default_on));
select private.audit('private.mail_topics', 'mail_topic', 'slug', '{position,is_own,default_on}');
create trigger raise_version before update on private.mail_topics
  for each row execute function private.raise_version();

create function private.guard_mail_topic() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if not old.is_own then
      raise exception 'the program needs its topics' using errcode = 'restrict_violation', constraint = 'mail_topic_needed';
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and (not old.is_own or (new.slug, new.is_own) is distinct from (old.slug, old.is_own)) then
    raise exception 'the program needs its topics' using errcode = 'restrict_violation', constraint = 'mail_topic_needed';
  end if;
  -- People agreed to what it was.
  if tg_op = 'UPDATE' and new.marketing <> old.marketing and exists (
    select from public.subscriptions s where s.topic = old.slug)
  then
    raise exception 'a topic with subscribers stays what it is' using errcode = 'restrict_violation',
      constraint = 'mail_topic_agreed';
  end if;
  if tg_op = 'UPDATE' and new.archived_at is not null and old.archived_at is null and exists (
    select from private.mail_campaigns c where c.topic = old.slug and c.status not in ('sent', 'cancelled'))
  then
    raise exception 'a campaign uses the topic' using errcode = 'restrict_violation', constraint = 'mail_topic_in_use';
  end if;
  if new.is_own and new.archived_at is null and (tg_op = 'INSERT' or old.archived_at is not null) then
    perform pg_advisory_xact_lock(hashtext('mail_topics'));
    if (select count(*) from private.mail_topics t where t.is_own and t.archived_at is null) >= 5 then
      raise exception 'a shop has five topics of its own' using errcode = 'restrict_violation', constraint = 'mail_topics_full';
    end if;
  end if;
  return new;
end $$;
revoke execute on function private.guard_mail_topic() from public;
create trigger guard_mail_topic before insert or update or delete on private.mail_topics
  for each row execute function private.guard_mail_topic();
