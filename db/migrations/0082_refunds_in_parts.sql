-- A refund that the books could let go only in part, because a bank had taken the rest, is let go in full once the bank
-- gives back: in a second movement, `{reference}+{let go before}`. Neither is money that was given back without asking us.
create or replace function private.guard_refund() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  captured bigint;
  promised bigint;
  delivery bigint;
begin
  -- Whoever asks next waits here and then counts this one.
  select shipping into delivery from public.orders where id = new.order_id for update;
  if not exists (select from public.payments where id = new.payment_id and order_id = new.order_id) then
    raise exception 'another order''s payment' using errcode = 'check_violation', constraint = 'refund_payment_wrong';
  end if;
  select coalesce(sum(case when kind in ('charge', 'refund_reversed') then t.amount
      when kind = 'chargeback' then -t.amount
      -- Given back without asking us; what we asked for is counted below.
      when not exists (select from public.refunds r
        where r.payment_id = t.payment_id and (r.provider_reference = t.provider_reference
          or starts_with(t.provider_reference, r.provider_reference || '+'))) then -t.amount
      else 0 end), 0)
    into captured from public.payment_transactions t where t.payment_id = new.payment_id;
  select coalesce(sum(amount), 0) into promised from public.refunds
    where payment_id = new.payment_id and id <> new.id;
  if promised + new.amount > captured then
    raise exception 'more than was captured'
      using errcode = 'check_violation', constraint = 'refund_exceeds_payment';
  end if;
  if new.shipping > 0 and new.shipping + (
      select coalesce(sum(shipping), 0) from public.refunds where order_id = new.order_id and id <> new.id) > delivery then
    raise exception 'more than delivery cost'
      using errcode = 'check_violation', constraint = 'refund_exceeds_shipping';
  end if;
  return new;
end $$;
