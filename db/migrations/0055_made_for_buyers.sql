-- What was made for its buyer is what has a customisation; a mark of its own on the line could differ from that.
alter table public.order_lines drop column personalised;

create or replace function private.guard_return_line() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.returns;
  line public.order_lines;
  sent integer;
  asked integer;
begin
  select * into request from public.returns where id = new.return_id;
  select * into line from public.order_lines where id = new.order_line_id for update;
  if line.order_id <> request.order_id then
    raise exception 'another order''s line' using errcode = 'check_violation', constraint = 'return_line_wrong';
  end if;
  if request.kind = 'return' and exists (select from public.customisations where order_line_id = line.id) then
    raise exception 'made for its buyer' using errcode = 'check_violation', constraint = 'personalised_not_returnable';
  end if;
  select coalesce(sum(l.quantity), 0) into sent
    from public.shipment_lines l join public.shipments s on s.id = l.shipment_id
    where l.order_line_id = line.id and s.status in ('shipped', 'delivered');
  select coalesce(sum(l.quantity), 0) into asked
    from public.return_lines l join public.returns r on r.id = l.return_id
    where l.order_line_id = line.id and r.status not in ('declined', 'canceled');
  if asked > sent then
    raise exception 'more than has left' using errcode = 'check_violation', constraint = 'returned_too_many';
  end if;
  return null;
end $$;
