-- PPN by tax class and date (business rule 6). A rate applies to a base that is a fraction of the price, so that an
-- invoice can print both. shop_settings.charges_ppn says whether the shop charges it at all.

create table public.tax_rates (
  class text not null constraint tax_class_unknown check (class in ('goods', 'luxury', 'shipping', 'exempt')),
  valid_from date not null,
  -- Hundredths of a percent: 1200 is 12 %.
  rate_basis_points integer not null constraint tax_rate_invalid check (rate_basis_points between 0 and 10000),
  base_numerator integer not null constraint tax_base_invalid check (base_numerator > 0),
  base_denominator integer not null check (base_denominator > 0),
  primary key (class, valid_from)
);
select private.protect('public.tax_rates');
grant select on public.tax_rates to anon, authenticated;
create policy "everybody reads tax rates" on public.tax_rates for select to anon, authenticated using (true);
select private.log_changes('public.tax_rates');

insert into public.tax_rates (class, valid_from, rate_basis_points, base_numerator, base_denominator) values
  -- 11 %: UU 7/2021 article 7
  ('goods', '2022-04-01', 1100, 1, 1), ('luxury', '2022-04-01', 1100, 1, 1), ('shipping', '2022-04-01', 1100, 1, 1),
  -- 12 %, on 11/12 of the price unless it is a luxury: PMK 131/2024
  ('goods', '2025-01-01', 1200, 11, 12), ('luxury', '2025-01-01', 1200, 1, 1), ('shipping', '2025-01-01', 1200, 11, 12),
  ('exempt', '2022-04-01', 0, 1, 1);

-- The tax included in an amount, as shop/kernel/tax.ts computes it: half a rupiah rounds up; 0 for a shop that does not
-- charge PPN.
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
