-- Pins on proofs: a numbered place in millimetres that messages between customer and shop are about (docs/why/production.md).

-- A pin names a proof of its own customisation.
alter table public.proofs add constraint proofs_of_customisation unique (customisation_id, id);

create table public.proof_pins (
  -- Chosen by the form, so that dropping it twice stores one pin.
  id uuid primary key,
  customisation_id uuid not null,
  proof_id uuid not null,
  customer_id uuid not null references auth.users (id) on delete cascade,
  -- Counts the pins of a customisation over all of its proofs.
  number integer not null constraint pin_number_invalid check (number between 1 and 99),
  from_shop boolean not null,
  -- Of the display list of the proof.
  side text not null constraint pin_side_invalid check (side ~ '^[a-z][a-z0-9-]{0,39}$'),
  area text not null constraint pin_area_invalid check (area ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- Millimetres from the upper left corner of the area's trim line.
  x numeric(7, 2) not null,
  y numeric(7, 2) not null,
  at timestamptz not null default clock_timestamp(),
  -- Null: open.
  settled_at timestamptz,
  constraint pin_number_taken unique (customisation_id, number),
  constraint pin_of_customisation unique (customisation_id, id),
  constraint pin_of_another_proof foreign key (customisation_id, proof_id) references public.proofs (customisation_id, id)
);
select private.protect('public.proof_pins');
select private.require_second_factor('public.proof_pins');
revoke update on public.proof_pins from service_role;
grant update (settled_at, customer_id) on public.proof_pins to service_role;
grant select on public.proof_pins to authenticated;
create policy "customers read pins on what is theirs, staff read all" on public.proof_pins
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('customisations.read')));
create index proof_pins_proof on public.proof_pins (proof_id);
create index proof_pins_customer on public.proof_pins (customer_id);

-- A pin is on something that its proof shows.
create function private.guard_proof_pin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.proofs p, jsonb_array_elements(p.display -> 'sides') side, jsonb_array_elements(side -> 'areas') area
    where p.id = new.proof_id and side ->> 'id' = new.side and area ->> 'id' = new.area
      and new.x between 0 and (area ->> 'w')::numeric and new.y between 0 and (area ->> 'h')::numeric
  ) then
    raise exception 'a pin is inside an area of its proof' using errcode = 'check_violation', constraint = 'pin_outside';
  end if;
  return new;
end $$;
revoke execute on function private.guard_proof_pin() from public;
create trigger guard_proof_pin before insert on public.proof_pins
  for each row execute function private.guard_proof_pin();

-- What a message is about; null: the customisation as a whole.
alter table public.customisation_messages
  add column pin_id uuid,
  add constraint message_of_another_pin foreign key (customisation_id, pin_id)
    references public.proof_pins (customisation_id, id) on delete cascade;
create index customisation_messages_pin on public.customisation_messages (pin_id) where pin_id is not null;

-- A new pin is announced by its first message.
create trigger announce_customisation after update of settled_at on public.proof_pins
  for each row execute function private.announce_customisation('customisation_id');
