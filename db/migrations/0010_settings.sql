-- The settings of the shop, its terms and its taxes.

-- The terms of the shop. An order names the version that its buyer accepted, so a published version never changes and
-- is never deleted.
create table public.terms_versions (
  -- As in the checkout's request and in the address, e.g. 2026-11 or 2026-11-b.
  version text primary key constraint terms_version_invalid check (version ~ '^[0-9a-z][0-9a-z.-]{0,31}$'),
  in_force_from date not null,
  -- {"id": [{"heading": "…", "paragraphs": ["…"]}], "en": […]}
  sections jsonb not null constraint terms_text_invalid check (
    jsonb_typeof(sections -> 'id') = 'array' and jsonb_array_length(sections -> 'id') > 0
    and jsonb_typeof(sections -> 'en') = 'array' and jsonb_array_length(sections -> 'en') > 0),
  -- Null for versions that came with the program. Only a version that an administrator published takes effect by
  -- itself.
  published_at timestamptz
);
select private.protect('public.terms_versions');
revoke update, delete on public.terms_versions from service_role;
grant select on public.terms_versions to anon, authenticated;
create policy "everybody reads every version of the terms" on public.terms_versions
  for select to anon, authenticated using (true);
-- Cached pages depend on this table.
select private.log_changes('public.terms_versions');
insert into public.terms_versions (version, in_force_from, sections) values ('2026-11', '2026-11-01', jsonb_build_object(
  'id', $terms$[
    {"heading": "Pihak", "paragraphs": ["Penjual adalah pemilik toko ini. Nama toko, serta alamat dan kontak yang dicantumkannya, tertulis di bawah setiap halaman. Pembeli adalah orang yang membuat pesanan."]},
    {"heading": "Barang dan harga", "paragraphs": ["Barang dijual sesuai gambar, ukuran, dan keterangan di halamannya; warna di layar dapat sedikit berbeda dari barangnya.", "Harga tertulis dalam rupiah. Total yang harus dibayar, termasuk ongkir dan potongan, tampil sebelum Anda memesan, dan tidak berubah sesudahnya."]},
    {"heading": "Pesanan dan pembayaran", "paragraphs": ["Perjanjian terjadi saat pesanan tercatat dan Anda menerima nomornya. Barang kami sisihkan sampai batas waktu bayar yang tertulis di pesanan. Lewat dari itu pesanan batal dengan sendirinya, dan uang yang tetap masuk kami kembalikan bila barangnya sudah habis."]},
    {"heading": "Pengiriman", "paragraphs": ["Ongkir dan perkiraan tanggal tiba tampil sebelum Anda membayar. Perjanjian pengiriman di halaman Pengiriman & pengembalian menjadi bagian dari syarat ini. Risiko selama perjalanan ada pada kami sampai paket diterima di alamat Anda."]},
    {"heading": "Pembatalan dan pengembalian", "paragraphs": ["Anda dapat membatalkan pesanan selama belum kami siapkan. Cacat, rusak di jalan, atau salah kirim: beri tahu kami paling lambat 2 hari kerja setelah paket diterima; kami kirim pengganti atau kembalikan uang Anda, termasuk ongkirnya.", "Barang dengan nama atau gambar Anda dibuat khusus dan tidak dapat dikembalikan karena berubah pikiran."]},
    {"heading": "Gambar yang Anda kirim", "paragraphs": ["Anda memastikan berhak memakai gambar dan tulisan yang Anda kirim. Kami dapat menolak pesanan yang melanggar hukum atau hak orang lain; uang Anda kami kembalikan."]},
    {"heading": "Keluhan dan hukum yang berlaku", "paragraphs": ["Sampaikan keluhan lewat halaman Kontak; kami menjawab pada hari kerja. Hukum Indonesia berlaku, dan hak Anda sebagai konsumen menurut undang-undang tetap utuh."]},
    {"heading": "Perubahan", "paragraphs": ["Syarat yang berlaku bagi sebuah pesanan adalah versi yang Anda setujui saat memesan. Versi itu tertulis di pesanan dan tetap dapat dibaca di sini."]}
  ]$terms$::jsonb,
  'en', $terms$[
    {"heading": "Parties", "paragraphs": ["The seller is the owner of this shop. The name of the shop, and the address and contacts that it gives, stand below every page. The buyer is whoever places the order."]},
    {"heading": "Goods and prices", "paragraphs": ["Things are sold as their page shows and describes them; colours on a screen may differ a little from the real ones.", "Prices are in rupiah. The total to pay, with delivery and discounts, is shown before you order and does not change afterwards."]},
    {"heading": "Order and payment", "paragraphs": ["The agreement is made when your order is recorded and you receive its number. Your pieces are set aside until the payment time written on the order. After that the order lapses by itself, and money that still arrives is returned if the pieces are gone."]},
    {"heading": "Delivery", "paragraphs": ["The cost and the expected day of arrival are shown before you pay. What the page Shipping & returns promises is part of these terms. The risk of the journey is ours until the shipment is received at your address."]},
    {"heading": "Cancellation and returns", "paragraphs": ["You may cancel as long as we have not prepared your order. Faulty, damaged on the way or the wrong thing: tell us within 2 working days of receiving the shipment; we send another or return your money, delivery included.", "Pieces with your name or picture are made for you and cannot be returned for a change of mind."]},
    {"heading": "Pictures you send", "paragraphs": ["You confirm that you may use the pictures and words you send. We may refuse an order that breaks the law or the rights of others; your money is returned."]},
    {"heading": "Complaints and law", "paragraphs": ["Send complaints through the contact page; we answer on working days. Indonesian law applies, and your rights as a consumer under it stay whole."]},
    {"heading": "Changes", "paragraphs": ["An order is bound by the version that you accepted when you placed it. The order names that version, and it stays readable here."]}
  ]$terms$::jsonb));
-- This version does not name the days of a claim: they are settings, and the page Shipping & returns shows them.
insert into public.terms_versions (version, in_force_from, sections)
select '2026-11-b', '2026-11-22', jsonb_set(jsonb_set(sections, '{id,4,paragraphs}', $terms$[
  "Anda dapat membatalkan pesanan selama belum kami siapkan.",
  "Cacat, rusak di jalan, atau salah kirim: ajukan di halaman pesanan, dengan foto, dalam batas waktu yang tertulis di halaman Pengiriman & pengembalian. Kami kirim pengganti atau kembalikan uang Anda, termasuk ongkirnya.",
  "Barang tanpa nama atau gambar Anda dapat dikembalikan karena berubah pikiran bila halaman itu menyebut batas waktunya. Barang dengan nama atau gambar Anda dibuat khusus dan tidak dapat dikembalikan karena berubah pikiran."
]$terms$::jsonb), '{en,4,paragraphs}', $terms$[
  "You may cancel as long as we have not prepared your order.",
  "Faulty, damaged on the way or the wrong thing: report it on the order's page, with a photo, within the time that the page Shipping & returns gives. We send another or return your money, delivery included.",
  "Pieces without your name or picture can be returned for a change of mind if that page gives a time for it. Pieces with your name or picture are made for you and cannot be returned for a change of mind."
]$terms$::jsonb)
from public.terms_versions where version = '2026-11'
on conflict do nothing;
create trigger terms_never_change before update or delete on public.terms_versions
  for each row execute function private.refuse_change();

-- Who published a version. A table of its own, because everybody reads terms_versions and only administrators may
-- know the account.
create table public.terms_publishers (
  version text primary key references public.terms_versions (version),
  actor_id uuid references auth.users (id) on delete set null
);
select private.protect('public.terms_publishers');
select private.require_second_factor('public.terms_publishers');
revoke update, delete on public.terms_publishers from service_role;
grant select on public.terms_publishers to authenticated;
create policy "whoever may edit the terms reads who published the terms" on public.terms_publishers
  for select to authenticated using ((select private.may('terms.edit')));
create index terms_publishers_actor on public.terms_publishers (actor_id);

-- Drafts of administrators. Publishing a draft adds a row to terms_versions.
create table public.terms_drafts (
  -- Chosen by the form, so that sending it twice starts one draft.
  id uuid primary key,
  version text not null default '' constraint draft_version_invalid check (version ~ '^([0-9a-z][0-9a-z.-]{0,31})?$'),
  in_force_from date,
  -- As typed, by language: `# ` starts a section, an empty line a paragraph (shop/settings/terms/terms-text.ts).
  texts jsonb not null constraint draft_texts_invalid check (
    jsonb_typeof(texts -> 'id') is not distinct from 'string'
    and jsonb_typeof(texts -> 'en') is not distinct from 'string'
    and length(texts ->> 'id') <= 60000 and length(texts ->> 'en') <= 60000),
  -- Grows with every change, for optimistic locking.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('public.terms_drafts');
select private.require_second_factor('public.terms_drafts');
grant select on public.terms_drafts to authenticated;
create policy "whoever may edit the terms reads drafts of the terms" on public.terms_drafts
  for select to authenticated using ((select private.may('terms.edit')));
create trigger touch before update on public.terms_drafts for each row execute function private.touch();

-- Puts a published version into effect on its day in the shop's time zone (docs/why/settings.md). A job of every minute and
-- the use case that publishes call it. The lock on the row of settings serialises concurrent calls.
create function private.apply_terms() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  present public.terms_versions;
  due text;
begin
  select t.* into present from public.shop_settings s join public.terms_versions t on t.version = s.terms_version
  for update of s;
  select t.version into due from public.terms_versions t, public.shop_settings s
  where t.published_at is not null and t.in_force_from <= (now() at time zone s.time_zone)::date
    and (t.in_force_from, t.published_at) > (present.in_force_from, coalesce(present.published_at, '-infinity'))
  order by t.in_force_from desc, t.published_at desc limit 1;
  if due is not null then
    -- The job of every minute; a person who publishes is named already.
    if private.current_actor() is null then perform set_config('shop.actor', 'job:apply-terms', true); end if;
    update public.shop_settings set terms_version = due;
  end if;
  return due;
end $$;
grant execute on function private.apply_terms() to service_role;

-- The settings of the shop, which the merchant changes in the back office: one row.
create table public.shop_settings (
  only_row boolean primary key default true check (only_row),
  name text not null default 'Toko',
  legal_name text not null default '',
  street text not null default '',
  city text not null default '',
  email text not null default '',
  whatsapp text not null default '',
  -- A translated text.
  hours jsonb not null default '{"id": "", "en": ""}'
    check (jsonb_typeof(hours -> 'id') = 'string' and jsonb_typeof(hours -> 'en') = 'string'),
  time_zone text not null default 'Asia/Jakarta' constraint time_zone_unknown
    check (time_zone in ('Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura')),
  -- Only a registered shop (PKP) may charge PPN, and its invoices print its tax number. False: no tax line at all.
  charges_ppn boolean not null default false,
  -- NPWP: 16 digits, or 15 in its old form. Visitors cannot read it: a sole trader's NPWP is the number of the identity card.
  npwp text not null default '' constraint npwp_invalid check (npwp ~ '^([0-9]{15,16})?$'),
  constraint npwp_missing check (not charges_ppn or npwp <> ''),
  -- Orders copy this version, so it must name a text that can be read.
  terms_version text not null default '2026-11-b'
    constraint terms_version_unknown references public.terms_versions (version),
  order_prefix text not null default 'INV-',
  order_start integer not null default 10001,
  -- Consecutive numbers reveal how many orders a shop has; `random` hides that (business rule 10).
  order_numbering text not null default 'counted'
    constraint order_numbering_unknown check (order_numbering in ('counted', 'random')),
  -- How long an order awaits payment.
  payment_minutes integer not null default 60 check (payment_minutes between 5 and 10080),
  -- How long an order awaits payment by instructions, e.g. a bank transfer.
  instructions_minutes integer not null default 1440 check (instructions_minutes between 10 and 10080),
  -- How long the holds of an expired order stay.
  hold_grace_minutes integer not null default 5 check (hold_grace_minutes >= 0),
  -- Buyers may check out without an account, with an e-mail address and a telephone number.
  guest_checkout boolean not null default true,
  -- Stock is low from this many pieces of a variant down, where the product has no limit of its own.
  low_stock_pieces integer not null default 5
    constraint low_stock_pieces_invalid check (low_stock_pieces between 0 and 1000),
  -- Whether staff with `stock.adjust` get a mail when stock becomes low or sold out.
  low_stock_mails boolean not null default true,
  -- Pieces of one variant in one order, and in all unpaid orders of one customer together (docs/why/orders.md).
  max_pieces integer not null default 20 constraint max_pieces_invalid check (max_pieces between 1 and 99),
  -- An order is scarce when it leaves at most this many pieces of a variant.
  scarce_pieces integer not null default 5 constraint scarce_pieces_invalid check (scarce_pieces between 0 and 1000),
  -- How long a scarce order awaits payment with any payment method.
  scarce_payment_minutes integer not null default 30
    constraint scarce_payment_minutes_invalid check (scarce_payment_minutes between 5 and 10080),
  -- Whether that time also limits bank transfers, which staff have to find on a statement.
  scarce_transfers boolean not null default false,
  cod_fee bigint not null default 5000 check (cod_fee between 0 and 1000000),
  -- Cash on delivery is offered for totals between these, fee not included.
  cod_min bigint not null default 0 check (cod_min >= 0),
  cod_max bigint not null default 2000000 check (cod_max >= cod_min),
  -- Whether nothing ships on national holidays. Weekdays and the shop's own closures are in cutoffs and shop_closures.
  observes_national_holidays boolean not null default true,
  -- The weight of a variant that has not been weighed.
  default_weight_grams integer not null default 500
    constraint default_weight_invalid check (default_weight_grams > 0),
  -- Where shipments start, for live courier rates.
  origin_region_code text not null default ''
    constraint origin_region_invalid check (origin_region_code ~ '^(|\d{6}|\d{10})$'),
  return_prefix text not null default 'RET-',
  -- Days after delivery within which a customer may request a return, and may claim. Four calendar days always cover
  -- two working days.
  return_days integer not null default 7 check (return_days between 0 and 365),
  claim_days integer not null default 4 check (claim_days between 0 and 365),
  -- How long an unconfirmed delivery is assumed to take.
  transit_days integer not null default 7 check (transit_days between 0 and 60),
  -- Who pays the postage of a return for a change of mind. The shop always pays for a claim.
  return_postage text not null default 'buyer'
    constraint return_postage_unknown check (return_postage in ('buyer', 'shop')),
  -- Whole rupiah. A larger refund needs a second approval (docs/why/staff.md). Null: never.
  refund_limit bigint default 2000000 constraint refund_limit_invalid check (refund_limit >= 0),
  -- Whole rupiah that one person may refund alone within 24 hours, so that a large refund is not split. Null: any sum.
  refund_day_limit bigint default 10000000 constraint refund_day_limit_invalid check (refund_day_limit >= 0),
  -- The merchant's own texts of the home page by name, each a translated text
  -- (shop/settings/merchant/home-texts.server.ts). A neutral text replaces each missing one.
  home_texts jsonb not null default '{}'
    constraint home_texts_invalid check (jsonb_typeof(home_texts) = 'object'),
  version integer not null default 1
);
select private.protect('public.shop_settings');
grant select (
  only_row, name, legal_name, street, city, email, whatsapp, hours, time_zone, charges_ppn, terms_version,
  order_prefix, order_start, order_numbering, payment_minutes, instructions_minutes, hold_grace_minutes,
  guest_checkout, low_stock_pieces, low_stock_mails, max_pieces, scarce_pieces, scarce_payment_minutes,
  scarce_transfers, cod_fee, cod_min, cod_max, observes_national_holidays, default_weight_grams, origin_region_code,
  return_prefix, return_days, claim_days, transit_days, return_postage, home_texts,
  version
) on public.shop_settings to anon, authenticated;
create policy "everybody reads the shop's settings" on public.shop_settings
  for select to anon, authenticated using (true);
select private.log_changes('public.shop_settings');
insert into public.shop_settings default values;
select private.audit('public.shop_settings', 'settings', 'only_row');
create trigger raise_version before update on public.shop_settings
  for each row execute function private.raise_version();

-- Steps of the first setup that staff put aside, or decided where the decision leaves no other trace. Whether any other
-- step is done follows from what the shop has.
create table private.setup_steps (
  step text primary key constraint setup_step_unknown
    check (step in ('identity', 'address', 'tax', 'product', 'delivery', 'payment', 'purchase')),
  is_decided boolean not null default false,
  at timestamptz not null default now()
);
select private.protect('private.setup_steps');
select private.audit('private.setup_steps', 'settings', 'step');

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
