-- Seals of the audit log: they reveal a sealed entry that was changed outside the program (docs/why/staff.md).

-- Each seal covers the entries with from_id < id <= upto_id, and the seal before it.
create table private.audit_seals (
  id bigint generated always as identity primary key,
  from_id bigint not null constraint audit_seal_begins_once unique,
  upto_id bigint not null,
  entries integer not null constraint audit_seal_empty check (entries > 0),
  -- SHA-256 of the hash before and the lines of the entries.
  hash bytea not null,
  -- The latest time of an entry.
  last_at timestamptz not null,
  sealed_at timestamptz not null default now(),
  verified_at timestamptz,
  -- When the entries first differed from the seal.
  broken_at timestamptz,
  -- When the entries were deleted after their retention.
  dropped_at timestamptz,
  constraint audit_seal_order check (upto_id > from_id)
);
select private.protect('private.audit_seals');
create index audit_seals_verified on private.audit_seals (verified_at nulls first, id) where dropped_at is null;
create index audit_seals_broken on private.audit_seals (id) where broken_at is not null;
create index audit_seals_age on private.audit_seals (last_at) where dropped_at is null;
grant select on private.audit_seals to service_role;

-- An entry as text, the same on every server and in every session. A column that is added later stays out of it.
create function private.audit_line(e public.audit_entries) returns text
language sql stable set search_path = ''
as $$
  select jsonb_build_array(e.id, extract(epoch from e.at), e.actor_kind, e.actor_id, e.actor_name, e.request_id, e.action,
    e.subject_kind, e.subject_id, e.order_id, e.row_key, e.changes, e.details)::text
$$;

create function private.audit_hash(previous bytea, from_id bigint, upto_id bigint,
  out hash bytea, out entries integer, out last_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select sha256(coalesce(previous, '') || convert_to(coalesce(string_agg(private.audit_line(e), E'\n' order by e.id), ''), 'UTF8')),
    count(*)::integer, max(e.at)
  from public.audit_entries e where e.id > from_id and e.id <= upto_id
$$;

-- The last entry that is there for good: no transaction in flight has an entry with this id or a smaller one. The lock
-- says so; it is refused (55P03) instead of waited for, because others would wait behind it.
create function private.audit_end() returns bigint
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.audit_entries in share mode nowait;
  return (select max(id) from public.audit_entries);
end $$;

-- Seals the oldest entries without a seal, at most `most`. last_id: of private.audit_end(), in a transaction before this
-- one, so that nobody waits while the entries are read. Returns how many were sealed.
create function private.seal_audit(last_id bigint, most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  before private.audit_seals;
  upto bigint;
  found record;
begin
  lock table private.audit_seals in share row exclusive mode;
  select * into before from private.audit_seals order by id desc limit 1;
  select max(id) into upto from (
    select id from public.audit_entries where id > coalesce(before.upto_id, 0) and id <= last_id order by id limit most) e;
  if upto is null then return 0; end if;
  found := private.audit_hash(before.hash, coalesce(before.upto_id, 0), upto);
  insert into private.audit_seals (from_id, upto_id, entries, hash, last_at)
  values (coalesce(before.upto_id, 0), upto, found.entries, found.hash, found.last_at);
  return found.entries;
end $$;

-- Compares the seals that were compared longest ago with their entries, at most `most`. Returns how many differ.
create function private.verify_audit(most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  seal private.audit_seals;
  before bytea;
  is_whole boolean;
  broken integer := 0;
begin
  for seal in
    select * from private.audit_seals where dropped_at is null order by verified_at nulls first, id limit most
  loop
    select s.hash into before from private.audit_seals s where s.id < seal.id and s.upto_id = seal.from_id
      order by s.id desc limit 1;
    is_whole := (before is not null or seal.from_id = 0)
      and (private.audit_hash(before, seal.from_id, seal.upto_id)).hash = seal.hash;
    update private.audit_seals s set verified_at = clock_timestamp(),
      broken_at = case when is_whole then null else coalesce(s.broken_at, now()) end
    where s.id = seal.id;
    if not is_whole then broken := broken + 1; end if;
  end loop;
  return broken;
end $$;

-- Deletes the entries of the oldest seal, if all of them are older than the retention. The seal stays, because the next
-- one is computed with it. Returns how many were deleted.
create function private.drop_old_audit_entries() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  seal private.audit_seals;
begin
  select * into seal from private.audit_seals
  where dropped_at is null and last_at < now() - interval '5 years' order by id limit 1 for update skip locked;
  if seal.id is null then return 0; end if;
  perform set_config('shop.drops_audit', 'yes', true);
  delete from public.audit_entries where id > seal.from_id and id <= seal.upto_id;
  perform set_config('shop.drops_audit', '', true);
  update private.audit_seals set dropped_at = now() where id = seal.id;
  insert into public.audit_entries (actor_kind, actor_name, action, subject_kind, subject_id, details)
  values ('job', 'audit', 'audit_log.dropped', 'audit_log', seal.id::text,
    jsonb_build_object('entries', seal.entries, 'last_at', seal.last_at));
  return seal.entries;
end $$;

revoke execute on function private.audit_line(public.audit_entries), private.audit_hash(bytea, bigint, bigint),
  private.audit_end(), private.seal_audit(bigint, integer), private.verify_audit(integer),
  private.drop_old_audit_entries() from public;
grant execute on function private.audit_end(), private.seal_audit(bigint, integer), private.verify_audit(integer),
  private.drop_old_audit_entries() to service_role;
