-- Which payment a notification speaks of, so that whoever settles it can say that its news are known. No reference: the
-- check of one would wait for the very order that is being settled.
alter table public.payment_notifications add column payment_id uuid;
create index payment_notifications_waiting on public.payment_notifications (payment_id) where processed_at is null;
