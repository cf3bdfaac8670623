-- Customisations: the designs that customers save, and what becomes of each ordered one. An order line has a copy of
-- its design. The shop sends proofs, and production starts only after the customer approved one.

create table public.designs (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references auth.users (id) on delete cascade,
  product_id uuid references public.products (id) on delete set null,
  name text not null constraint design_name_invalid check (length(name) between 1 and 80 and name = btrim(name)),
  -- The shape is in shop/customisations/design.ts.
  document jsonb not null constraint design_document_invalid
    check (jsonb_typeof(document) = 'object' and pg_column_size(document) <= 200000),
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
create trigger touch before update on public.designs for each row execute function private.touch();

create table public.customisations (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  order_line_id uuid not null unique references public.order_lines (id),
  customer_id uuid references auth.users (id) on delete set null,
  -- The design it was copied from, which may have changed or been deleted since.
  design_id uuid references public.designs (id) on delete set null,
  name text not null,
  document jsonb not null constraint customisation_document_invalid check (jsonb_typeof(document) = 'object'),
  status text not null default 'submitted' constraint customisation_status_unknown check (status in (
    'submitted', 'in_review', 'proof_sent', 'changes_requested', 'approved', 'rejected', 'in_production', 'done')),
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
create trigger touch before update on public.customisations for each row execute function private.touch();

create function private.guard_customisation() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The account was deleted: remove the personal content.
  if new.customer_id is null and old.customer_id is not null then
    new.document := '{}';
    new.name := '';
  end if;
  if old.status <> new.status and (old.status, new.status) not in (
    ('submitted', 'in_review'), ('submitted', 'proof_sent'), ('in_review', 'proof_sent'), ('in_review', 'rejected'),
    ('rejected', 'submitted'), ('proof_sent', 'approved'), ('proof_sent', 'changes_requested'),
    ('changes_requested', 'proof_sent'), ('approved', 'in_production'), ('in_production', 'done')
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
  note text not null default '' check (length(note) <= 1000),
  sent_at timestamptz not null default clock_timestamp(),
  decision text constraint proof_decision_unknown check (decision in ('approved', 'changes_requested')),
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  -- Evidence of the decision: the address it came from.
  decided_ip text,
  constraint proof_decided_whole check ((decision is null) = (decided_at is null)),
  unique (customisation_id, version)
);
select private.protect('public.proofs');
select private.require_second_factor('public.proofs');
revoke delete on public.proofs from service_role;
grant select (
  id, customisation_id, customer_id, version, document, document_hash, note, sent_at, decision, decided_at
) on public.proofs to authenticated;
create policy "customers read proofs of what is theirs, staff read all" on public.proofs
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('customisations.read')));
create unique index proofs_approved_once on public.proofs (customisation_id) where decision = 'approved';
create index proofs_customer on public.proofs (customer_id);

create function private.guard_proof() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The account was deleted: remove the personal content.
  if new.customer_id is null and old.customer_id is not null then
    new.document := '{}';
    new.decided_ip := null;
    return new;
  end if;
  if (new.customisation_id, new.version, new.document, new.document_hash, new.note, new.sent_at)
      is distinct from (old.customisation_id, old.version, old.document, old.document_hash, old.note, old.sent_at)
    or (old.decision is not null and new.decision is distinct from old.decision)
  then
    raise exception 'what was shown and decided never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_proof before update on public.proofs for each row execute function private.guard_proof();

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
