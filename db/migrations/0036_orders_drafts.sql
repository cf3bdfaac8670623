-- Drafts of orders that staff make for buyers (docs/why/orders.md). A draft has no number and holds no stock; the transaction
-- that makes its order sets `order_id`.

create table public.order_drafts (
  -- Chosen by the form, so that sending it twice stores one draft.
  id uuid primary key,
  state text not null default 'open' constraint draft_state_unknown check (state in ('open', 'ordered', 'dropped')),
  -- Checked by shop/orders/drafts/draft.ts.
  content jsonb not null constraint draft_too_large check (octet_length(content::text) <= 65536),
  -- For optimistic locking: a request with another revision is refused.
  revision integer not null default 1,
  source text not null generated always as (content ->> 'source') stored,
  -- Name, phone and e-mail address of the buyer in lower case, for the search.
  buyer text not null generated always as (lower(coalesce(content #>> '{buyer,name}', '') || ' '
    || coalesce(content #>> '{buyer,phone}', '') || ' ' || coalesce(content #>> '{buyer,email}', ''))) stored,
  -- The buyer's account, or the guest account that the order was made for. Erasing the buyer deletes the draft.
  customer_id uuid references auth.users (id) on delete cascade,
  order_id uuid constraint draft_ordered_already unique references public.orders (id),
  -- The unpaid order that the draft's order will replace. The transaction that makes the new order cancels it.
  replaces uuid references public.orders (id),
  created_by uuid references auth.users (id) on delete set null,
  updated_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint draft_order_missing check ((state = 'ordered') = (order_id is not null))
);
select private.protect('public.order_drafts');
select private.require_second_factor('public.order_drafts');
grant select on public.order_drafts to authenticated;
create policy "staff read drafts of orders" on public.order_drafts
  for select to authenticated using ((select private.may('orders.draft')));
create index order_drafts_newest on public.order_drafts (updated_at desc, id desc);
create index order_drafts_state on public.order_drafts (state, updated_at desc, id desc);
create index order_drafts_buyer on public.order_drafts using gin (buyer extensions.gin_trgm_ops);
create index order_drafts_customer on public.order_drafts (customer_id);
create index order_drafts_author on public.order_drafts (created_by);
create index order_drafts_editor on public.order_drafts (updated_by);
create index order_drafts_replaces on public.order_drafts (replaces);
create unique index draft_replaces_already on public.order_drafts (replaces) where state = 'open';
create trigger touch before update on public.order_drafts for each row execute function private.touch();
-- Entries of the audit log are never deleted, so columns with personal data are left out.
select private.audit('public.order_drafts', 'order_draft', 'id',
  '{id,content,revision,buyer,customer_id,created_by,updated_by,created_at}');

-- The staff discount of each line: its share of the draft's discount, after all promotions. Append-only.
create table public.order_staff_discounts (
  order_line_id uuid primary key references public.order_lines (id),
  amount bigint not null constraint staff_discount_invalid check (amount > 0),
  reason text not null constraint staff_discount_reason_invalid check (length(reason) <= 200),
  actor_id uuid references auth.users (id) on delete set null,
  at timestamptz not null default now()
);
select private.protect('public.order_staff_discounts');
select private.require_second_factor('public.order_staff_discounts');
revoke update, delete on public.order_staff_discounts from service_role;
grant select on public.order_staff_discounts to authenticated;
create policy "staff read discounts of staff" on public.order_staff_discounts
  for select to authenticated using ((select private.may('orders.read')));
create index order_staff_discounts_actor on public.order_staff_discounts (actor_id);

-- Empties reasons when an account is deleted, because a reason may name the buyer.
create function private.anonymise_staff_discounts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.order_staff_discounts d set reason = '' from public.order_lines l
    where l.id = d.order_line_id and l.customer_id = old.id;
  return old;
end $$;
revoke execute on function private.anonymise_staff_discounts() from public;
create trigger anonymise_staff_discounts before delete on auth.users
  for each row execute function private.anonymise_staff_discounts();

-- A guest account for a buyer without an account, so that the rules of guests' orders apply to an order that staff make.
create function private.make_guest() returns uuid
language sql security definer set search_path = ''
as $$
  insert into auth.users (is_anonymous) values (true) returning id
$$;
revoke execute on function private.make_guest() from public;
grant execute on function private.make_guest() to service_role;
