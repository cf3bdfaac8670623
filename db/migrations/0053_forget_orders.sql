-- Who leaves is gone from what migrations 0050 and later keep about orders, whichever way their account goes.
create function private.anonymise_orders() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What staff noted about somebody's order may name them.
  update public.refunds set note = '', actor_id = nullif(actor_id, old.id)
    where order_id in (select id from public.orders where customer_id = old.id) or actor_id = old.id;
  update public.order_cancellations set note = '', actor_id = nullif(actor_id, old.id)
    where order_id in (select id from public.orders where customer_id = old.id) or actor_id = old.id;
  update public.order_withdrawals set actor_id = null where actor_id = old.id;
  update public.stock_movements set actor_id = null where actor_id = old.id;
  return old;
end $$;
create trigger anonymise_orders before delete on auth.users
  for each row execute function private.anonymise_orders();
