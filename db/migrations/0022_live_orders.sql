-- An open page learns of its order's news at once: each event is announced on a private channel that only whoever
-- may read the order may join. The message says that something happened, never what; the page then reads.

create function private.announce_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send(jsonb_build_object('order_id', new.order_id, 'kind', new.kind), 'changed',
    'order:' || new.order_id, true);
  perform realtime.send(jsonb_build_object('order_id', new.order_id, 'kind', new.kind), 'changed', 'orders', true);
  return null;
end $$;
create trigger announce_order after insert on public.order_events
  for each row execute function private.announce_order();

create policy "whoever reads an order hears of it" on realtime.messages
  for select to authenticated
  using (
    extension = 'broadcast' and (
      ((select realtime.topic()) = 'orders' and (select private.is_staff()))
      or exists (select from public.orders where 'order:' || id::text = (select realtime.topic()))
    )
  );
