-- PPN inside what the payment method adds: the fee of cash on delivery is a service of the shop as delivery is, and is taxed
-- by its class. A code that is taken off holds none.

alter table public.orders
  add column payment_fee_tax bigint not null default 0
    constraint payment_fee_tax_invalid check (payment_fee_tax between 0 and tax_included);
grant select (payment_fee_tax) on public.orders to authenticated;

-- As shop/tax.ts reckons it: half a rupiah rounds up; nothing for a shop that may not charge PPN.
create function private.tax_included(amount bigint, of_class text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select div(2 * amount * r.part + r.whole, 2 * r.whole)::bigint
    from public.shop_settings s cross join lateral (
      select (t.rate_basis_points * t.base_numerator)::numeric as part,
        (10000 * t.base_denominator + t.rate_basis_points * t.base_numerator)::numeric as whole
      from public.tax_rates t
      where t.class = of_class and t.valid_from <= (now() at time zone s.time_zone)::date
      order by t.valid_from desc limit 1
    ) r where s.charges_ppn and amount > 0), 0)
$$;
grant execute on function private.tax_included(bigint, text) to service_role;

create function private.tax_payment_fee() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.payment_fee_tax := private.tax_included(new.payment_fee, 'shipping');
  new.tax_included := new.tax_included - old.payment_fee_tax + new.payment_fee_tax;
  return new;
end $$;
create trigger tax_payment_fee before update on public.orders
  for each row when (new.payment_fee <> old.payment_fee) execute function private.tax_payment_fee();
