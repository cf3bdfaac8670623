-- Customisations: what may be printed on a product, the designs that customers make of it, and what becomes of each ordered
-- one. An order line has a copy of its design. Production starts only after the customer approved a proof.

-- What can be printed on a product, where, how and for which price. A change is a new revision; no revision changes.
create table public.print_specs (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  revision integer not null constraint print_spec_revision_invalid check (revision >= 1),
  -- The shape is in shop/designs/document/print-spec.ts.
  spec jsonb not null constraint print_spec_invalid
    check (jsonb_typeof(spec) = 'object' and pg_column_size(spec) <= 200000),
  created_at timestamptz not null default now(),
  unique (product_id, revision)
);
select private.protect('public.print_specs');
revoke update on public.print_specs from service_role;
grant select on public.print_specs to anon, authenticated;
create policy "everybody reads what can be printed on products they can see" on public.print_specs
  for select to anon, authenticated using (exists (select from public.products where products.id = product_id));
select private.audit('public.print_specs', 'product', 'product_id');
select private.log_changes('public.print_specs');

-- The revision that a variant is printed by now; variants of one product may differ, e.g. models of phones. It changes only
-- together with a new revision, which the log has.
create table public.variant_specs (
  variant_id uuid primary key references public.product_variants (id) on delete cascade,
  spec_id uuid not null references public.print_specs (id) on delete cascade,
  -- The revision that a price cut is measured from while spec_id is younger than 24 hours; null: spec_id. It prevents
  -- splitting a large cut into small ones (shop/designs/print-setup/limit-print-cuts.server.ts).
  cut_from_id uuid references public.print_specs (id) on delete set null
);
select private.protect('public.variant_specs');
grant select on public.variant_specs to anon, authenticated;
create policy "everybody reads what variants they can see are printed by" on public.variant_specs
  for select to anon, authenticated using (exists (select from public.product_variants v where v.id = variant_id));
create index variant_specs_spec on public.variant_specs (spec_id);
select private.log_changes('public.variant_specs');

-- A document with fields that a buyer fills in on the product page, e.g. a name on a mug.
create table public.design_templates (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  name jsonb not null constraint design_template_name_invalid check (private.is_text(name)),
  -- The shape is in shop/designs/document/document.ts.
  document jsonb not null constraint design_template_document_invalid
    check (jsonb_typeof(document) = 'object' and pg_column_size(document) <= 200000),
  published boolean not null default false,
  position integer not null default 0,
  version integer not null default 1
);
select private.protect('public.design_templates');
grant select on public.design_templates to anon, authenticated;
create policy "everybody reads published templates of products they can see" on public.design_templates
  for select to anon, authenticated
  using ((published or (select private.may('products.read')))
    and exists (select from public.products where products.id = product_id));
create index design_templates_product on public.design_templates (product_id, position);
create trigger raise_version before update of name, document, published on public.design_templates
  for each row execute function private.raise_version();
select private.audit('public.design_templates', 'product', 'product_id');
select private.log_changes('public.design_templates');

-- Keeps products.takes_designs as the tick of staff and the published templates have it.
create function private.takes_designs(product uuid, ticked boolean) returns boolean
language sql stable security definer set search_path = ''
as $$ select ticked and exists (select from public.design_templates where product_id = product and published) $$;
revoke execute on function private.takes_designs(uuid, boolean) from public;
create function private.follow_templates() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.products p set takes_designs = private.takes_designs(p.id, p.personalisable)
  where p.id in (select product_id from changed) and p.takes_designs <> private.takes_designs(p.id, p.personalisable);
  return null;
end $$;
revoke execute on function private.follow_templates() from public;
create trigger follow_templates_on_insert after insert on public.design_templates referencing new table as changed
  for each statement execute function private.follow_templates();
create trigger follow_templates_on_update after update on public.design_templates referencing new table as changed
  for each statement execute function private.follow_templates();
create trigger follow_templates_on_delete after delete on public.design_templates referencing old table as changed
  for each statement execute function private.follow_templates();
create function private.follow_personalisable() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.takes_designs := private.takes_designs(new.id, new.personalisable);
  return new;
end $$;
revoke execute on function private.follow_personalisable() from public;
create trigger follow_personalisable before update of personalisable on public.products
  for each row execute function private.follow_personalisable();

-- Visitors who design without an account, by the SHA-256 in hex of the key in their cookie. Sign-in moves their designs
-- to the account and deletes the row, so that a concurrent save finds no guest (docs/why/designs.md).
create table private.design_guests (
  hash text primary key constraint design_guest_hash_invalid check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
select private.protect('private.design_guests');
create index design_guests_age on private.design_guests (created_at);

create table public.designs (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid references auth.users (id) on delete cascade,
  guest_hash text references private.design_guests (hash),
  constraint design_owned check (num_nonnulls(customer_id, guest_hash) = 1),
  product_id uuid references public.products (id) on delete set null,
  -- Variant that the design was drawn on; null when unknown. No foreign key: the first variant that fits replaces an archived one.
  variant_id uuid,
  name text not null constraint design_name_invalid check (length(name) between 1 and 80 and name = btrim(name)),
  -- The shape is in shop/designs/document/document.ts; of version 1 in shop/production/customisations/design.ts.
  document jsonb not null constraint design_document_invalid
    check (jsonb_typeof(document) = 'object' and pg_column_size(document) <= 200000),
  -- What the document draws, for its picture; null for documents of version 1.
  display jsonb constraint design_display_invalid
    check (jsonb_typeof(display) = 'object' and pg_column_size(display) <= 2000000),
  -- Counts the saves: a save names the one that it follows, so that no two devices overwrite each other.
  rev integer not null default 1 constraint design_rev_invalid check (rev >= 1),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('public.designs');
select private.require_second_factor('public.designs');
grant select on public.designs to authenticated;
create policy "customers read their own designs, staff read all" on public.designs
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('customisations.read')));
create index designs_customer on public.designs (customer_id, updated_at desc);
create index designs_guest on public.designs (guest_hash, updated_at) where guest_hash is not null;
create trigger touch before update on public.designs for each row execute function private.touch();

-- A list with one entry for each of 1 to 99 pieces.
create function private.is_roster(value jsonb) returns boolean
language sql immutable strict set search_path = ''
as $$ select case when jsonb_typeof(value) = 'array' then jsonb_array_length(value) between 1 and 99 else false end $$;
grant execute on function private.is_roster(jsonb) to service_role;

-- A design as it was put into a cart: nothing of it ever changes, so that what is paid is what was seen.
create table public.design_versions (
  -- Chosen by the form, so that sending it twice stores one version.
  id uuid primary key,
  -- Null: of a guest, who alone knows the id.
  customer_id uuid references auth.users (id) on delete cascade,
  -- Of a guest who has a key: the account that they sign in to gets the version.
  guest_hash text references private.design_guests (hash) on delete set null,
  constraint design_version_owned_once check (num_nonnulls(customer_id, guest_hash) <= 1),
  product_id uuid not null references public.products (id) on delete cascade,
  spec_id uuid not null references public.print_specs (id) on delete cascade,
  template_id uuid references public.design_templates (id) on delete set null,
  document jsonb not null constraint design_version_document_invalid
    check (jsonb_typeof(document) = 'object' and pg_column_size(document) <= 200000),
  -- SHA-256 in hex of the canonical document.
  document_hash text not null constraint design_version_hash_invalid check (document_hash ~ '^[0-9a-f]{64}$'),
  -- What is shown, proved and printed: outlines and pictures in millimetres (shop/designs/draw/display-list.ts).
  display jsonb not null constraint design_version_display_invalid
    check (jsonb_typeof(display) = 'object' and pg_column_size(display) <= 2000000),
  display_hash text not null constraint design_version_display_hash_invalid check (display_hash ~ '^[0-9a-f]{64}$'),
  -- What the price depends on; the shape is in shop/designs/draw/summarise.ts.
  summary jsonb not null constraint design_version_summary_invalid check (jsonb_typeof(summary) = 'object'),
  -- The printed words, to check names by: [text].
  words text[] not null default '{}',
  -- The version of the sentence about pictures that the buyer ticked, and its language; null where there are no pictures.
  rights_wording text constraint design_version_wording_too_long check (length(rights_wording) <= 40),
  -- When that was; of what is ordered again, when it was first.
  rights_at timestamptz,
  constraint design_version_rights_whole check ((rights_wording is null) = (rights_at is null)),
  -- A roster: one entry a piece, [{variant_id, values, text, hash}]; then `display` is the first piece's, `words` are those
  -- that all pieces share, and `display_hash` covers all pieces (shop/designs/roster/roster.ts). Null: all pieces are alike.
  pieces jsonb constraint design_version_pieces_invalid check (private.is_roster(pieces)),
  -- What each of them prints, in the same order; apart, because names are read more often than outlines.
  piece_displays jsonb constraint design_version_piece_displays_invalid
    check (private.is_roster(piece_displays) and pg_column_size(piece_displays) <= 4000000),
  constraint design_version_pieces_whole check ((pieces is null) = (piece_displays is null)),
  created_at timestamptz not null default now()
);
select private.protect('public.design_versions');
select private.require_second_factor('public.design_versions');
grant select on public.design_versions to authenticated;
create policy "customers read versions of their own designs, staff read all" on public.design_versions
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('customisations.read')));
create index design_versions_customer on public.design_versions (customer_id, created_at desc);
create index design_versions_guest on public.design_versions (guest_hash) where guest_hash is not null;
create index design_versions_age on public.design_versions (created_at);
create index design_versions_spec on public.design_versions (spec_id);
create index design_versions_product on public.design_versions (product_id);
create index design_versions_template on public.design_versions (template_id) where template_id is not null;

-- A guest's version may get its owner; nothing else of a version changes.
create function private.guard_design_version() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if to_jsonb(new) - '{customer_id,guest_hash,template_id}'::text[]
      is distinct from to_jsonb(old) - '{customer_id,guest_hash,template_id}'::text[]
    or (new.guest_hash is not null and new.guest_hash is distinct from old.guest_hash)
    or (old.customer_id is not null and new.customer_id is distinct from old.customer_id)
    or (new.template_id is not null and new.template_id is distinct from old.template_id)
  then
    raise exception 'a version of a design never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_design_version before update on public.design_versions
  for each row execute function private.guard_design_version();

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
  unique (customisation_id, version)
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

-- What was printed of a customisation: a ledger of good and spoiled pieces. Parcels wait for good ones.
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

-- Pieces that are printed once more although they were good, e.g. for a claim: the approved proof again, which nobody
-- has to approve twice.
create table public.reprints (
  -- Chosen by the form, so that asking twice prints once.
  id uuid primary key,
  customisation_id uuid not null references public.customisations (id),
  pieces integer not null constraint reprint_pieces_invalid check (pieces between 1 and 99),
  reason text not null constraint reprint_reason_invalid check (length(reason) between 1 and 200),
  actor_id uuid references auth.users (id) on delete set null,
  at timestamptz not null default clock_timestamp()
);
select private.protect('public.reprints');
select private.require_second_factor('public.reprints');
revoke update, delete on public.reprints from service_role;
grant select on public.reprints to authenticated;
create policy "staff read what is printed again" on public.reprints
  for select to authenticated using ((select private.may('customisations.read')));
create index reprints_customisation on public.reprints (customisation_id, at);

-- Only what was printed is printed again.
create function private.begin_reprint() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  stage text;
begin
  select status into stage from public.customisations where id = new.customisation_id for no key update;
  if stage is null or stage not in ('in_production', 'done') then
    raise exception 'only what was printed is printed again' using errcode = 'check_violation',
      constraint = 'reprint_not_printed';
  end if;
  if stage = 'done' then
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
  select l.quantity + coalesce((select sum(r.pieces) from public.reprints r where r.customisation_id = printed.id), 0)
  into ordered from public.order_lines l where l.id = printed.order_line_id;
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

-- Messages between customer and shop about a customisation. Deleted with the account.
create table public.customisation_messages (
  -- Chosen by the form, so that sending it twice stores one message.
  id uuid primary key,
  customisation_id uuid not null references public.customisations (id),
  customer_id uuid not null references auth.users (id) on delete cascade,
  from_shop boolean not null,
  text text not null constraint message_text_invalid check (length(text) between 1 and 2000),
  at timestamptz not null default clock_timestamp()
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
