-- Customisations: the production of each ordered design. An order line has a copy of its design. Production starts only after the
-- customer approved a proof.

create table public.customisations (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  order_line_id uuid not null unique references public.order_lines (id),
  customer_id uuid references auth.users (id) on delete set null,
  -- The design it was copied from, which may have changed or been deleted since.
  design_id uuid references public.designs (id) on delete set null,
  -- The version that was ordered; the columns below are copies, so that it may be deleted.
  version_id uuid references public.design_versions (id) on delete set null,
  name text not null,
  document jsonb not null constraint customisation_document_invalid check (jsonb_typeof(document) = 'object'),
  -- The print specification as it was ordered by; null for designs of before there were any.
  spec jsonb constraint customisation_spec_invalid check (jsonb_typeof(spec) = 'object'),
  -- How it is printed, from shop/designs/document/print-processes.ts.
  process text generated always as (spec ->> 'process') stored,
  -- What the buyer ticked about the pictures of the version that was ordered, and when.
  rights_wording text constraint customisation_wording_too_long check (length(rights_wording) <= 40),
  rights_at timestamptz,
  constraint customisation_rights_whole check ((rights_wording is null) = (rights_at is null)),
  status text not null default 'submitted' constraint customisation_status_unknown check (status in (
    'submitted', 'in_review', 'proof_sent', 'changes_requested', 'approved', 'rejected', 'in_production', 'done')),
  -- Why staff rejected it, from shop/production/customisations/rejection.ts, and what they add to it; as long as it is rejected.
  rejection text constraint customisation_rejection_unknown check (rejection in (
    'copyright', 'trademark', 'state_symbol', 'pornography', 'hatred', 'personal_data', 'quality')),
  rejection_note text not null default '' constraint rejection_note_too_long check (length(rejection_note) <= 1000),
  constraint customisation_rejection_whole check ((status = 'rejected') = (rejection is not null)),
  -- Uploaded pictures are deleted then (docs/why/production.md): a year after it was printed, later where the buyer asked for it. Null:
  -- not printed yet.
  pictures_until timestamptz,
  -- Rounds of changes without a fee.
  revisions_included integer not null default 2 check (revisions_included >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('public.customisations');
select private.require_second_factor('public.customisations');
revoke delete on public.customisations from service_role;
grant select on public.customisations to authenticated;
create policy "customers read their own customisations, staff read all" on public.customisations
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('customisations.read')));
create index customisations_order on public.customisations (order_id);
create index customisations_customer on public.customisations (customer_id, updated_at desc);
create index customisations_design on public.customisations (design_id);
create index customisations_version on public.customisations (version_id);
-- For the queue of staff.
create index customisations_newest on public.customisations (created_at, id);
create index customisations_to_look_at on public.customisations (created_at, id)
  where status in ('submitted', 'in_review');
create index customisations_in_status on public.customisations (status, created_at, id);
create index customisations_to_look_at_by_process on public.customisations (process, created_at, id)
  where status in ('submitted', 'in_review');
create index customisations_in_status_by_process on public.customisations (status, process, created_at, id);
create index customisations_newest_by_process on public.customisations (process, created_at, id);
create index customisations_assets on public.customisations using gin ((document -> 'assets'));
create trigger touch before update on public.customisations for each row execute function private.touch();

create function private.guard_customisation() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The account was deleted: remove the personal content.
  if new.customer_id is null and old.customer_id is not null then
    new.document := '{}';
    new.name := '';
    new.rejection_note := '';
  end if;
  if new.status = 'done' and old.status <> 'done' then
    new.pictures_until := greatest(new.pictures_until, date_trunc('second', now() + interval '12 months'));
  end if;
  if old.status <> new.status and (old.status, new.status) not in (
    ('submitted', 'approved'), ('submitted', 'in_review'), ('submitted', 'proof_sent'),
    ('in_review', 'approved'), ('in_review', 'proof_sent'), ('in_review', 'rejected'),
    ('rejected', 'submitted'), ('proof_sent', 'approved'), ('proof_sent', 'changes_requested'),
    ('changes_requested', 'proof_sent'), ('changes_requested', 'rejected'), ('changes_requested', 'submitted'),
    ('approved', 'in_production'), ('in_production', 'done'),
    -- Pieces are printed again.
    ('done', 'in_production')
  ) then
    raise exception 'a customisation cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'customisation_status_step';
  end if;
  if new.status = 'approved' and not exists (
    select from public.proofs p where p.customisation_id = new.id and p.decision = 'approved'
  ) then
    raise exception 'nothing is approved without a proof' using errcode = 'check_violation',
      constraint = 'customisation_without_proof';
  end if;
  return new;
end $$;
create trigger guard_customisation before update on public.customisations
  for each row execute function private.guard_customisation();

-- Notifies open pages of a changed customisation as of a changed order.
create function private.announce_customisation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  of_order uuid := (select order_id from public.customisations where id = changed);
begin
  perform realtime.send(jsonb_build_object('order_id', of_order, 'kind', 'customisation'), 'changed',
    'order:' || of_order, true);
  return null;
end $$;
create trigger announce_customisation after update of status on public.customisations
  for each row execute function private.announce_customisation('id');

-- One version of a customisation as the shop will produce it. An approval applies to this version only.
create table public.proofs (
  id uuid primary key default gen_random_uuid(),
  customisation_id uuid not null references public.customisations (id),
  customer_id uuid references auth.users (id) on delete set null,
  version integer not null check (version >= 1),
  document jsonb not null constraint proof_document_invalid check (jsonb_typeof(document) = 'object'),
  -- SHA-256 in hex of the canonical document.
  document_hash text not null constraint proof_hash_invalid check (document_hash ~ '^[0-9a-f]{64}$'),
  -- As in design_versions; null for documents of before there were any.
  display jsonb constraint proof_display_invalid check (jsonb_typeof(display) = 'object'),
  display_hash text constraint proof_display_hash_invalid check (display_hash ~ '^[0-9a-f]{64}$'),
  words text[] not null default '{}',
  -- Of a roster: what each piece bears and prints, as in design_versions; null where all pieces are alike.
  pieces jsonb constraint proof_pieces_invalid check (private.is_roster(pieces)),
  piece_displays jsonb constraint proof_piece_displays_invalid check (private.is_roster(piece_displays)),
  constraint proof_pieces_whole check ((pieces is null) = (piece_displays is null)),
  -- The buyer made the first version themselves and agreed to it before the order.
  source text not null default 'staff' constraint proof_source_unknown check (source in ('buyer', 'staff')),
  note text not null default '' check (length(note) <= 1000),
  -- What the buyer ticked about the pictures of a version that they sent after the order, and when, as in design_versions.
  -- What they ticked before the order is the customisation's.
  rights_wording text constraint proof_rights_wording_too_long check (length(rights_wording) <= 40),
  rights_at timestamptz,
  constraint proof_rights_whole check ((rights_wording is null) = (rights_at is null)),
  constraint proof_rights_of_buyer check (rights_wording is null or source = 'buyer'),
  sent_at timestamptz not null default clock_timestamp(),
  decision text constraint proof_decision_unknown check (decision in ('approved', 'changes_requested')),
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  -- Evidence of the decision: the address it came from.
  decided_ip text,
  -- The version of the sentence that the buyer ticked, and its language (app/account/customisations/approval-wording.ts).
  decided_wording text constraint proof_wording_too_long check (length(decided_wording) <= 40),
  -- Steps of shop/production/customisations/proofs/remind-proofs.server.ts that were taken while nobody answered.
  reminders integer not null default 0 constraint proof_reminders_invalid check (reminders between 0 and 4),
  constraint proof_decided_whole check ((decision is null) = (decided_at is null)),
  unique (customisation_id, version),
  -- For public.proof_pins: a pin names a proof of its own customisation.
  constraint proofs_of_customisation unique (customisation_id, id)
);
select private.protect('public.proofs');
select private.require_second_factor('public.proofs');
revoke delete on public.proofs from service_role;
grant select (
  id, customisation_id, customer_id, version, document, document_hash, display, display_hash, words, pieces, piece_displays,
  source, note, rights_wording, rights_at, sent_at, decision, decided_at
) on public.proofs to authenticated;
create policy "customers read proofs of what is theirs, staff read all" on public.proofs
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('customisations.read')));
create unique index proofs_approved_once on public.proofs (customisation_id) where decision = 'approved';
create index proofs_customer on public.proofs (customer_id);
create index proofs_unanswered on public.proofs (sent_at) where decision is null and reminders < 4;
create index proofs_assets on public.proofs using gin ((document -> 'assets'));
create trigger note_unanswered_proof after update of reminders on public.proofs
  for each row when (old.reminders < 4 and new.reminders = 4)
  execute function private.note_staff_event('proof_unanswered', 'customisation_id');

-- When the account of the buyer is deleted, the content of the version and what the buyer wrote about it are removed.
create function private.guard_proof() returns trigger
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
create trigger guard_proof before update on public.proofs for each row execute function private.guard_proof();

-- What a personalised order line costs, part by part: its unit_price is the sum of all parts but `setup`, and its setup_fee
-- is the sum of those. The nightly check adds them again.
create table public.order_line_charges (
  order_line_id uuid not null references public.order_lines (id),
  position integer not null,
  -- A rule of the specification's price, e.g. `letter` (shop/designs/print/price-design.ts), or `plain`: a piece without its design.
  kind text not null,
  -- The rule's name when it was ordered.
  label jsonb not null constraint line_charge_label_invalid check (private.is_text(label)),
  -- How often the rule applied; of a quantity table the pieces from which its step holds.
  count integer not null constraint line_charge_count_invalid check (count >= 1),
  -- Whole rupiah for one piece; of kind `setup` once.
  amount bigint not null constraint line_charge_amount_invalid check (amount >= 0),
  primary key (order_line_id, position)
);
select private.protect('public.order_line_charges');
select private.require_second_factor('public.order_line_charges');
revoke update, delete on public.order_line_charges from service_role;
grant select on public.order_line_charges to authenticated;
create policy "customers read charges of what is theirs, staff read all" on public.order_line_charges
  for select to authenticated
  using (exists (select from public.order_lines l where l.id = order_line_id and l.customer_id = (select auth.uid()))
    or (select private.may('orders.read')));

-- What was agreed adds up at the commit, whoever writes it.
create function private.guard_charges() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.order_lines l where l.id = new.order_line_id and (l.unit_price, l.setup_fee) <> (
      select coalesce(sum(amount) filter (where kind <> 'setup'), 0)::bigint,
        coalesce(sum(amount) filter (where kind = 'setup'), 0)::bigint
      from public.order_line_charges where order_line_id = l.id)
  ) then
    raise exception 'a line and its parts differ' using errcode = 'check_violation', constraint = 'line_charges_wrong';
  end if;
  return null;
end $$;
revoke execute on function private.guard_charges() from public;
create constraint trigger guard_charges after insert on public.order_line_charges
  deferrable initially deferred for each row execute function private.guard_charges();

-- Ledger of printed pieces of a customisation, good and spoiled. A shipment needs good pieces.
create table public.production_jobs (
  -- Chosen by the form, so that counting twice counts once.
  id uuid primary key,
  customisation_id uuid not null references public.customisations (id),
  -- The proof that was printed.
  proof_id uuid not null references public.proofs (id),
  good integer not null constraint job_good_invalid check (good >= 0),
  spoiled integer not null default 0 constraint job_spoiled_invalid check (spoiled >= 0),
  reason text not null default '' constraint job_reason_too_long check (length(reason) <= 200),
  actor_id uuid references auth.users (id) on delete set null,
  at timestamptz not null default clock_timestamp(),
  constraint job_without_pieces check (good + spoiled > 0),
  constraint job_spoiled_without_reason check (spoiled = 0 or reason <> '')
);
select private.protect('public.production_jobs');
select private.require_second_factor('public.production_jobs');
revoke update, delete on public.production_jobs from service_role;
grant select on public.production_jobs to authenticated;
create policy "staff read what was printed" on public.production_jobs
  for select to authenticated using ((select private.may('customisations.read')));
create index production_jobs_customisation on public.production_jobs (customisation_id, at);
create index production_jobs_proof on public.production_jobs (proof_id);
create index production_jobs_time on public.production_jobs (at);

-- Pieces that are printed again although they were good, e.g. for a claim. They use the approved proof, without a second
-- approval.
create table public.reprints (
  -- Chosen by the form, so that asking twice prints once.
  id uuid primary key,
  customisation_id uuid not null references public.customisations (id),
  pieces integer not null constraint reprint_pieces_invalid check (pieces between 1 and 99),
  reason text not null constraint reprint_reason_invalid check (length(reason) between 1 and 200),
  actor_id uuid references auth.users (id) on delete set null,
  at timestamptz not null default clock_timestamp(),
  -- The replacement that the reprint is for. Null: staff asked for the reprint without one.
  shipment_id uuid references public.shipments (id),
  -- Pieces that were not printed when the account of the buyer was deleted, because their file was deleted with the account
  -- (docs/why/production.md).
  canceled integer not null default 0 constraint reprint_canceled_invalid check (canceled between 0 and pieces)
);
select private.protect('public.reprints');
select private.require_second_factor('public.reprints');
revoke update, delete on public.reprints from service_role;
grant select on public.reprints to authenticated;
create policy "staff read what is printed again" on public.reprints
  for select to authenticated using ((select private.may('customisations.read')));
create index reprints_customisation on public.reprints (customisation_id, at);
create index reprints_time on public.reprints (at);
create unique index reprints_shipment on public.reprints (shipment_id, customisation_id) where shipment_id is not null;

-- Only printed pieces are printed again, and none after the account of the buyer was deleted.
create function private.begin_reprint() returns trigger
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
revoke execute on function private.begin_reprint() from public;
create trigger begin_reprint after insert on public.reprints
  for each row execute function private.begin_reprint();

-- Printing begins only with an approved proof, of that proof, and makes no more good pieces than were ordered. The status
-- follows the ledger.
create function private.count_printed() returns trigger
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
revoke execute on function private.count_printed() from public;
create trigger count_printed after insert on public.production_jobs
  for each row execute function private.count_printed();

-- Pins on proofs: a numbered place in millimetres that messages between customer and shop are about (docs/why/production.md).

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
-- A new pin is announced by its first message.
create trigger announce_customisation after update of settled_at on public.proof_pins
  for each row execute function private.announce_customisation('customisation_id');

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

-- Messages between customer and shop about a customisation. Deleted with the account.
create table public.customisation_messages (
  -- Chosen by the form, so that sending it twice stores one message.
  id uuid primary key,
  customisation_id uuid not null references public.customisations (id),
  customer_id uuid not null references auth.users (id) on delete cascade,
  from_shop boolean not null,
  text text not null constraint message_text_invalid check (length(text) between 1 and 2000),
  at timestamptz not null default clock_timestamp(),
  -- The pin that the message is about. Null: the customisation as a whole.
  pin_id uuid,
  constraint message_of_another_pin foreign key (customisation_id, pin_id)
    references public.proof_pins (customisation_id, id) on delete cascade
);
select private.protect('public.customisation_messages');
select private.require_second_factor('public.customisation_messages');
revoke update on public.customisation_messages from service_role;
grant select on public.customisation_messages to authenticated;
create policy "customers read messages on what is theirs, staff read all" on public.customisation_messages
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('customisations.read')));
create index customisation_messages_thread on public.customisation_messages (customisation_id, at);
create index customisation_messages_customer on public.customisation_messages (customer_id);
create index customisation_messages_pin on public.customisation_messages (pin_id) where pin_id is not null;
create trigger announce_customisation after insert on public.customisation_messages
  for each row execute function private.announce_customisation('customisation_id');

-- The staff member who works on a customisation, to avoid duplicate work; claims lock nothing (docs/why/office.md).

-- One claim a customisation; it holds for the minutes of shop/production/customisations/claim-customisation.server.ts and can be taken
-- over.
create table public.customisation_claims (
  customisation_id uuid primary key references public.customisations (id),
  person_id uuid not null references auth.users (id) on delete cascade,
  at timestamptz not null default clock_timestamp()
);
select private.protect('public.customisation_claims');
select private.require_second_factor('public.customisation_claims');
grant select on public.customisation_claims to authenticated;
create policy "staff read who works on a customisation" on public.customisation_claims
  for select to authenticated using ((select private.may('customisations.read')));
create index customisation_claims_person on public.customisation_claims (person_id);
create trigger announce_customisation after insert or update on public.customisation_claims
  for each row execute function private.announce_customisation('customisation_id');

-- A claim about printed goods ends with a new piece that is printed (docs/why/production.md): the replacement requests a reprint,
-- ships after its good pieces are printed, and allocates its own stock.

-- Good pieces that a customisation needs: those of its line and its reprints, without reprints of a canceled replacement and
-- pieces that were canceled with the account.
create function private.pieces_to_print(of_customisation uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select l.quantity + coalesce((
    select sum(r.pieces - r.canceled) from public.reprints r left join public.shipments h on h.id = r.shipment_id
    where r.customisation_id = c.id and h.status is distinct from 'canceled'), 0)::integer
  from public.customisations c join public.order_lines l on l.id = c.order_line_id where c.id = of_customisation
$$;
grant execute on function private.pieces_to_print(uuid) to service_role;

-- Ends the reprint of a replacement that was canceled.
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

-- Deleting an account cancels the unprinted pieces of its reprints, newest first, and returns the stock that was taken for them.
-- Reprints that staff requested do not delay the deletion; an open replacement does
-- (shop/customers/delete-account.server.ts).
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

-- What a buyer's new version of an ordered design costs more or less than the version before (docs/why/orders.md). More: an order
-- of its own, the supplement, which has to be paid like any order; the version is stored in this table until then. Less:
-- a refund that lowers the price of the line.

-- A new version that costs more. It becomes a proof when its order is paid, unless the customisation has changed since.
create table private.design_supplements (
  -- Chosen by the drawing board, and the id of the proof that it becomes.
  id uuid primary key,
  -- The supplement's own order.
  order_id uuid not null constraint supplement_order_taken unique references public.orders (id),
  customisation_id uuid not null references public.customisations (id),
  -- The line that costs more.
  order_line_id uuid not null references public.order_lines (id),
  -- The proof that was changed: a newer one makes this version void.
  follows uuid not null references public.proofs (id),
  -- `withdrawn`: the version will never be printed, and its money goes back.
  state text not null default 'waiting' constraint supplement_state_unknown check (state in ('waiting', 'applied', 'withdrawn')),
  -- The future row of `proofs`; null after the state `waiting`.
  proof jsonb constraint supplement_proof_invalid check (jsonb_typeof(proof) = 'object'),
  constraint supplement_proof_whole check ((state = 'waiting') = (proof is not null)),
  -- Steps of shop/production/revisions/remind-supplements.server.ts that were taken while nobody paid.
  reminders integer not null default 0 constraint supplement_reminders_invalid check (reminders between 0 and 2),
  created_at timestamptz not null default now()
);
select private.protect('private.design_supplements');
revoke delete on private.design_supplements from service_role;
create unique index supplement_waits_already on private.design_supplements (customisation_id) where state = 'waiting';
create index supplements_unpaid on private.design_supplements (created_at) where state = 'waiting' and reminders < 2;
create index supplements_line on private.design_supplements (order_line_id);
create index supplements_follows on private.design_supplements (follows);
create index supplements_assets on private.design_supplements using gin ((proof -> 'document' -> 'assets')) where state = 'waiting';

-- A waiting version becomes a proof or is withdrawn; neither changes again.
create function private.guard_supplement() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.id, new.order_id, new.customisation_id, new.order_line_id, new.follows)
      is distinct from (old.id, old.order_id, old.customisation_id, old.order_line_id, old.follows)
    or old.state <> 'waiting' and new.state <> old.state then
    raise exception 'a supplement is settled once'
      using errcode = 'check_violation', constraint = 'supplement_settled_once';
  end if;
  return new;
end $$;
create trigger guard_supplement before update on private.design_supplements
  for each row execute function private.guard_supplement();

-- After a change of state of an order or a customisation, a job settles its waiting supplements in a separate transaction, which
-- locks the order before the supplement's order.
create function private.queue_supplement(supplement uuid) returns void
language sql security definer set search_path = ''
as $$
  select private.enqueue('settle-supplement', json_build_object('supplement_id', supplement), 'supplement:' || supplement)
$$;
revoke execute on function private.queue_supplement(uuid) from public;
grant execute on function private.queue_supplement(uuid) to service_role;

create function private.queue_supplements() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'customisations' then
    perform private.queue_supplement(id) from private.design_supplements
    where state = 'waiting' and customisation_id = new.id;
  elsif tg_table_name = 'refund_lines' then
    perform private.queue_supplement(id) from private.design_supplements
    where state = 'waiting' and order_line_id = new.order_line_id;
  elsif new.supplement_of is not null then
    -- Money for a withdrawn version goes back, however late it comes.
    perform private.queue_supplement(id) from private.design_supplements where order_id = new.id;
  else
    perform private.queue_supplement(s.id) from public.orders o join private.design_supplements s on s.order_id = o.id
    where o.supplement_of = new.id and s.state = 'waiting';
  end if;
  return null;
end $$;
revoke execute on function private.queue_supplements() from public;
create trigger queue_supplements after update of status on public.orders
  for each row when (old.status <> new.status and (new.status = 'canceled'
    or (new.supplement_of is not null and new.status = 'placed')))
  execute function private.queue_supplements();
create trigger queue_supplements after insert on public.refund_lines
  for each row execute function private.queue_supplements();
create trigger queue_supplements after update of status on public.customisations
  for each row when (old.status <> new.status) execute function private.queue_supplements();

-- Deletes the waiting versions of a deleted account.
create function private.forget_supplements() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.design_supplements set state = 'withdrawn', proof = null
  where customisation_id = new.id and state = 'waiting';
  return null;
end $$;
revoke execute on function private.forget_supplements() from public;
create trigger forget_supplements after update of customer_id on public.customisations
  for each row when (old.customer_id is not null and new.customer_id is null)
  execute function private.forget_supplements();

-- Whether a stored design shows the picture: saved, shared, in a cart, in a version that awaits its payment, or ordered and not
-- printed for more than a year.
create function private.is_asset_used(asset text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.designs where document -> 'assets' ? asset)
    or exists (select from public.design_versions where document -> 'assets' ? asset)
    or exists (
      select from public.customisations c
      where c.document -> 'assets' ? asset and (c.status <> 'done' or coalesce(c.pictures_until > now(), true)))
    or exists (
      select from public.proofs p join public.customisations c on c.id = p.customisation_id
      where p.document -> 'assets' ? asset and (c.status <> 'done' or coalesce(c.pictures_until > now(), true)))
    or exists (select from public.design_templates where document -> 'assets' ? asset)
    or exists (
      select from public.shared_designs where document -> 'assets' ? asset and revoked_at is null and state <> 'removed')
    or exists (
      select from private.design_supplements where proof -> 'document' -> 'assets' ? asset and state = 'waiting')
$$;
revoke execute on function private.is_asset_used(text) from public;
grant execute on function private.is_asset_used(text) to service_role;
