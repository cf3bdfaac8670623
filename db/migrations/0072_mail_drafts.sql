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
  -- As in shop/campaigns/campaign.ts, without id and version.
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

create function private.note_mail_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.mail_pictures (media_id)
  select distinct m.id
  from jsonb_array_elements(new.blocks) b
  cross join lateral substring(b ->> 'url' from '/product-images/(media/[0-9a-f-]{36})\.') as shown (path)
  join public.media m on m.path = shown.path
  where b ->> 'kind' = 'picture'
  on conflict do nothing;
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
