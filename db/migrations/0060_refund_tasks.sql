-- What waits for staff is said once. Money that came too late goes back by a refund; the finding is closed by that refund
-- and not by a second press, and an order that has ended needs no look any more.

create function private.close_refunded_tasks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.payment_tasks set resolution = 'refunded', resolved_at = now()
    where payment_id = new.payment_id and kind = 'stock_missing' and resolution is null
      and not exists (
        select from public.refunds r where r.payment_id = new.payment_id and r.status <> 'succeeded');
  if found then
    update public.orders o set needs_review = false
      where o.id = new.order_id and o.needs_review and not exists (
        select from public.payment_tasks t where t.order_id = o.id and t.resolution is null);
  end if;
  return null;
end $$;
create trigger close_refunded_tasks after update on public.refunds
  for each row when (new.status = 'succeeded' and old.status <> 'succeeded')
  execute function private.close_refunded_tasks();

-- A wish to cancel is answered when the order is cancelled, or has arrived.
create function private.end_review() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.needs_review := exists (
    select from public.payment_tasks t where t.order_id = new.id and t.resolution is null);
  return new;
end $$;
create trigger end_review before update of status on public.orders
  for each row when (new.needs_review and new.status in ('canceled', 'completed') and old.status <> new.status)
  execute function private.end_review();
