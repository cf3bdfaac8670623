-- A claim about printed goods ends with a new piece that is printed (docs/why/production.md): the replacement asks for a reprint, waits for
-- its good pieces, and takes its own from the stock.

-- The replacement that a reprint is for; null where staff asked for it by themselves.
alter table public.reprints add column shipment_id uuid references public.shipments (id);
create unique index reprints_shipment on public.reprints (shipment_id, customisation_id) where shipment_id is not null;

-- Pieces of it that were not printed when its buyer's account was deleted: their file went with the account (docs/why/production.md).
alter table public.reprints add column canceled integer not null default 0
  constraint reprint_canceled_invalid check (canceled between 0 and pieces);

-- Good pieces that a customisation needs: those of its line, and those that are printed again, but for a canceled replacement
-- and what was canceled with the account.
create function private.pieces_to_print(of_customisation uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select l.quantity + coalesce((
    select sum(r.pieces - r.canceled) from public.reprints r left join public.shipments h on h.id = r.shipment_id
    where r.customisation_id = c.id and h.status is distinct from 'canceled'), 0)::integer
  from public.customisations c join public.order_lines l on l.id = c.order_line_id where c.id = of_customisation
$$;
grant execute on function private.pieces_to_print(uuid) to service_role;

create or replace function private.count_printed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  printed public.customisations;
  ordered integer;
  made integer;
begin
  select * into printed from public.customisations where id = new.customisation_id for no key update;
  if printed.status not in ('approved', 'in_production') or not exists (
    select from public.proofs where id = new.proof_id and customisation_id = printed.id and decision = 'approved'
  ) then
    raise exception 'only an approved proof is printed' using errcode = 'check_violation', constraint = 'job_not_approved';
  end if;
  ordered := private.pieces_to_print(printed.id);
  select coalesce(sum(good), 0) into made from public.production_jobs where customisation_id = printed.id;
  if made > ordered then
    raise exception 'more good pieces than ordered' using errcode = 'check_violation', constraint = 'job_too_many';
  end if;
  if printed.status = 'approved' then
    update public.customisations set status = 'in_production' where id = printed.id;
  end if;
  if made = ordered then update public.customisations set status = 'done' where id = printed.id; end if;
  return null;
end $$;

-- Without its replacement a reprint is not wanted any more.
create function private.end_reprints() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.customisations c set status = 'done'
  where c.status = 'in_production' and c.id in (select customisation_id from public.reprints where shipment_id = new.id)
    and (select coalesce(sum(good), 0) from public.production_jobs where customisation_id = c.id) >= private.pieces_to_print(c.id);
  return null;
end $$;
revoke execute on function private.end_reprints() from public;
create trigger end_reprints after update of status on public.shipments
  for each row when (new.kind = 'replacement' and new.status = 'canceled' and old.status <> 'canceled')
  execute function private.end_reprints();

-- Nothing is printed again of a buyer who is gone, whoever asks.
create or replace function private.begin_reprint() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  printed public.customisations;
begin
  select * into printed from public.customisations where id = new.customisation_id for no key update;
  if printed.status is null or printed.status not in ('in_production', 'done') then
    raise exception 'only what was printed is printed again' using errcode = 'check_violation',
      constraint = 'reprint_not_printed';
  end if;
  if printed.customer_id is null then
    raise exception 'its file went with the account' using errcode = 'check_violation', constraint = 'reprint_buyer_gone';
  end if;
  if printed.status = 'done' then
    update public.customisations set status = 'in_production' where id = new.customisation_id;
  end if;
  return null;
end $$;

-- With the account goes what would be printed: reprints lose the pieces that were not, newest first, and the stock gets those
-- back that staff took for it. A person does not wait for work that staff asked for; a replacement of theirs holds the
-- deletion before (shop/customers/delete-account.server.ts).
create function private.end_prints_of_gone() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  open_pieces integer;
  part integer;
  asked public.reprints;
begin
  open_pieces := private.pieces_to_print(new.id) - coalesce((
    select sum(j.good) from public.production_jobs j where j.customisation_id = new.id), 0)::integer;
  for asked in
    select r.* from public.reprints r left join public.shipments h on h.id = r.shipment_id
    where r.customisation_id = new.id and h.status is distinct from 'canceled' order by r.at desc, r.id
  loop
    part := least(open_pieces, asked.pieces);
    exit when part <= 0;
    update public.reprints set canceled = part where id = asked.id;
    if asked.shipment_id is null then
      insert into public.stock_movements (variant_id, kind, quantity, reason, dedupe_key)
      select l.variant_id, 'adjusted', part, 'print_canceled', 'reprint_canceled:' || asked.id
      from public.order_lines l where l.id = new.order_line_id and l.variant_id is not null;
    end if;
    open_pieces := open_pieces - part;
  end loop;
  -- Staff's reasons may name a person.
  update public.stock_movements set note = '' where note <> '' and dedupe_key in (
    select 'reprint:' || r.id from public.reprints r where r.customisation_id = new.id);
  update public.reprints set reason = '–' where customisation_id = new.id and shipment_id is null;
  update public.customisations set status = 'done' where id = new.id and status = 'in_production';
  return null;
end $$;
revoke execute on function private.end_prints_of_gone() from public;
create trigger end_prints_of_gone after update of customer_id on public.customisations
  for each row when (new.customer_id is null and old.customer_id is not null and new.status in ('in_production', 'done'))
  execute function private.end_prints_of_gone();

-- What its buyer wrote to a version goes with the account, like the version's words.
create or replace function private.guard_proof() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The account was deleted: remove the personal content.
  if new.customer_id is null and old.customer_id is not null then
    new.document := '{}';
    new.display := null;
    new.words := '{}';
    new.pieces := null;
    new.piece_displays := null;
    new.note := '';
    new.decided_ip := null;
    return new;
  end if;
  if (new.customisation_id, new.version, new.document, new.document_hash, new.display, new.display_hash, new.words,
      new.pieces, new.piece_displays, new.source, new.note, new.sent_at)
      is distinct from (old.customisation_id, old.version, old.document, old.document_hash, old.display, old.display_hash,
      old.words, old.pieces, old.piece_displays, old.source, old.note, old.sent_at)
    or (old.decision is not null and new.decision is distinct from old.decision)
  then
    raise exception 'what was shown and decided never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
