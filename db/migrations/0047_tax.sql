-- PPN by class of goods and by date (business rule 6): a rate on a base that is a part of the price, so that an
-- invoice can print both. Whether the shop may charge it at all stays shop_settings.charges_ppn.

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

insert into public.tax_rates (class, valid_from, rate_basis_points, base_numerator, base_denominator) values
  -- 11 %: UU 7/2021 article 7
  ('goods', '2022-04-01', 1100, 1, 1), ('luxury', '2022-04-01', 1100, 1, 1), ('shipping', '2022-04-01', 1100, 1, 1),
  -- 12 %, for what is not a luxury on 11/12 of the price: PMK 131/2024
  ('goods', '2025-01-01', 1200, 11, 12), ('luxury', '2025-01-01', 1200, 1, 1), ('shipping', '2025-01-01', 1200, 11, 12),
  ('exempt', '2022-04-01', 0, 1, 1);

alter table public.shop_settings drop column ppn_numerator, drop column ppn_denominator;

alter table public.products
  add column tax_class text not null default 'goods'
    constraint product_tax_class_unknown check (tax_class in ('goods', 'luxury', 'exempt'));

-- By what the tax of a line was reckoned, as it was agreed; unknown of orders from before.
alter table public.order_lines
  add column tax_class text not null default 'goods',
  add column tax_rate_basis_points integer not null default 0,
  -- DPP nilai lain: what the rate is of.
  add column tax_base bigint not null default 0 constraint line_tax_base_invalid check (tax_base >= 0);
alter table public.orders
  add column shipping_tax bigint not null default 0
    constraint shipping_tax_invalid check (shipping_tax between 0 and tax_included);
grant select (shipping_tax) on public.orders to authenticated;
