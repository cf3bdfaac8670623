-- What is open is next to nothing when the planner looks and thousands in a rush, so it read indexes of the open whole:
-- each order that was placed or paid looked at every open payment, and at every order of anybody that waited for money.
-- The index of open payments now serves only who asks since when; the one that allows one live payment only refuses (the
-- planner sees through no coalesce); and a customer's unpaid orders have an index of their own.
drop index public.payments_open;
create index payments_open on public.payments (updated_at)
  where status in ('created', 'pending', 'authorized') and updated_at is not null;
drop index public.one_live_payment;
create unique index one_live_payment on public.payments (order_id)
  where coalesce(status in ('created', 'pending', 'authorized'), false);
create index orders_unpaid on public.orders (customer_id) where status = 'awaiting_payment';

-- The reconciler looks every minute at what was closed within a week; without this it read every payment there ever was.
create index payments_closed on public.payments (created_at) where status in ('expired', 'declined', 'canceled');
