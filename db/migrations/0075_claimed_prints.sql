-- A claim about printed goods ends with a new piece that is printed (decision 0236): the replacement asks for a reprint, waits for
-- its good pieces, and takes its own from the stock.

-- The replacement that a reprint is for; null where staff asked for it by themselves.
alter table public.reprints add column shipment_id uuid references public.shipments (id);
create unique index reprints_shipment on public.reprints (shipment_id, customisation_id) where shipment_id is not null;

-- Good pieces that a customisation needs: those of its line, and those that are printed again, but for a canceled replacement.
create function private.pieces_to_print(of_customisation uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select l.quantity + coalesce((
    select sum(r.pieces) from public.reprints r left join public.shipments h on h.id = r.shipment_id
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
