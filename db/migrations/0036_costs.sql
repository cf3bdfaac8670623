-- What a piece costs the shop (docs/why/catalogue.md): only for staff with `costs.read`.

-- The cost of a variant from a moment on; the newest row counts. Typed by staff, or from received pieces: then it is the
-- moving average of the pieces on hand. It only grows.
create table public.variant_costs (
  id bigint generated always as identity primary key,
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid not null references public.product_variants (id) on delete cascade,
  valid_from timestamptz not null default now(),
  -- Whole rupiah a piece, without PPN.
  cost bigint not null constraint cost_invalid check (cost between 0 and 1000000000000),
  -- The received pieces, and what each of them cost. Null: typed.
  movement_id bigint constraint movement_cost_taken unique references public.stock_movements (id) on delete restrict,
  unit_cost bigint constraint unit_cost_invalid check (unit_cost between 0 and 1000000000000),
  actor_id uuid,
  constraint movement_cost_incomplete check ((movement_id is null) = (unit_cost is null))
);
select private.protect('public.variant_costs');
select private.require_second_factor('public.variant_costs');
revoke update, delete on public.variant_costs from service_role;
grant select on public.variant_costs to authenticated;
create policy "staff who may see costs read them" on public.variant_costs
  for select to authenticated using ((select private.may('costs.read')));
create index variant_costs_newest on public.variant_costs (variant_id, id desc);
create index variant_costs_product on public.variant_costs (product_id);
-- The log names no figure: whoever reads it need not have `costs.read`.
select private.audit('public.variant_costs', 'product', 'product_id', '{id,valid_from,cost,unit_cost,movement_id,actor_id}');
create trigger never_changes before update or delete on public.variant_costs
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_change();

-- What a piece of a variant costs now. Null: nobody has said.
create function private.cost_of(variant uuid) returns bigint
language sql stable set search_path = ''
as $$ select cost from public.variant_costs where variant_id = variant order by id desc limit 1 $$;
revoke execute on function private.cost_of(uuid) from public;
grant execute on function private.cost_of(uuid) to service_role;

-- Fills in the product, and of received pieces the moving average. The row of the stock is locked, so that two deliveries are
-- averaged one after the other.
create function private.average_cost() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  pieces integer;
  on_hand_before integer;
  before bigint;
begin
  select product_id into new.product_id from public.product_variants where id = new.variant_id;
  select on_hand into on_hand_before from public.stock_items where variant_id = new.variant_id for no key update;
  if new.movement_id is null then return new; end if;
  select quantity into pieces from public.stock_movements
  where id = new.movement_id and variant_id = new.variant_id and kind = 'received';
  if not found then
    raise exception 'no received pieces' using errcode = 'check_violation', constraint = 'cost_without_receipt';
  end if;
  on_hand_before := greatest(on_hand_before - pieces, 0);
  before := coalesce(private.cost_of(new.variant_id), new.unit_cost);
  new.cost := round((before::numeric * on_hand_before + new.unit_cost::numeric * pieces) / (on_hand_before + pieces));
  return new;
end $$;
revoke execute on function private.average_cost() from public;
create trigger average_cost before insert on public.variant_costs
  for each row execute function private.average_cost();
