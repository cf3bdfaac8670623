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
create trigger terms_never_change before update or delete on public.terms_versions
  for each row execute function private.refuse_change();
-- Cached pages depend on this table.
select private.log_changes('public.terms_versions');

insert into public.terms_versions (version, in_force_from, sections) values ('2026-11', '2026-11-01', jsonb_build_object(
  'id', $terms$[
    {"heading": "Pihak", "paragraphs": ["Penjual adalah toko yang nama, alamat, dan kontaknya tertulis di bawah setiap halaman. Pembeli adalah orang yang membuat pesanan."]},
    {"heading": "Barang dan harga", "paragraphs": ["Barang dijual sesuai gambar, ukuran, dan keterangan di halamannya; warna di layar dapat sedikit berbeda dari barangnya.", "Harga tertulis dalam rupiah. Total yang harus dibayar, termasuk ongkir dan potongan, tampil sebelum Anda memesan, dan tidak berubah sesudahnya."]},
    {"heading": "Pesanan dan pembayaran", "paragraphs": ["Perjanjian terjadi saat pesanan tercatat dan Anda menerima nomornya. Barang kami sisihkan sampai batas waktu bayar yang tertulis di pesanan. Lewat dari itu pesanan batal dengan sendirinya, dan uang yang tetap masuk kami kembalikan bila barangnya sudah habis."]},
    {"heading": "Pengiriman", "paragraphs": ["Ongkir dan perkiraan tanggal tiba tampil sebelum Anda membayar. Perjanjian pengiriman di halaman Pengiriman & pengembalian menjadi bagian dari syarat ini. Risiko selama perjalanan ada pada kami sampai paket diterima di alamat Anda."]},
    {"heading": "Pembatalan dan pengembalian", "paragraphs": ["Anda dapat membatalkan pesanan selama belum kami siapkan. Cacat, rusak di jalan, atau salah kirim: beri tahu kami paling lambat 2 hari kerja setelah paket diterima; kami kirim pengganti atau kembalikan uang Anda, termasuk ongkirnya.", "Barang dengan nama atau gambar Anda dibuat khusus dan tidak dapat dikembalikan karena berubah pikiran."]},
    {"heading": "Gambar yang Anda kirim", "paragraphs": ["Anda memastikan berhak memakai gambar dan tulisan yang Anda kirim. Kami dapat menolak pesanan yang melanggar hukum atau hak orang lain; uang Anda kami kembalikan."]},
    {"heading": "Keluhan dan hukum yang berlaku", "paragraphs": ["Sampaikan keluhan lewat halaman Kontak; kami menjawab pada hari kerja. Hukum Indonesia berlaku, dan hak Anda sebagai konsumen menurut undang-undang tetap utuh."]},
    {"heading": "Perubahan", "paragraphs": ["Syarat yang berlaku bagi sebuah pesanan adalah versi yang Anda setujui saat memesan. Versi itu tertulis di pesanan dan tetap dapat dibaca di sini."]}
  ]$terms$::jsonb,
  'en', $terms$[
    {"heading": "Parties", "paragraphs": ["The seller is the shop whose name, address and contacts stand below every page. The buyer is whoever places the order."]},
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

-- Orders copy this version, so it must name a text that can be read.
alter table public.shop_settings add constraint terms_version_unknown
  foreign key (terms_version) references public.terms_versions (version);

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
