-- The terms of the shop, every version that was ever in force. An order names the one its buyer accepted, so a version
-- that has been published never changes and never goes away.

create table public.terms_versions (
  -- As the checkout sends it and the address shows it, e.g. 2026-11 or 2026-11-b.
  version text primary key constraint terms_version_invalid check (version ~ '^[0-9a-z][0-9a-z.-]{0,31}$'),
  in_force_from date not null,
  -- {"id": [{"heading": "…", "paragraphs": ["…"]}], "en": […]}
  sections jsonb not null constraint terms_text_invalid check (
    jsonb_typeof(sections -> 'id') = 'array' and jsonb_array_length(sections -> 'id') > 0
    and jsonb_typeof(sections -> 'en') = 'array' and jsonb_array_length(sections -> 'en') > 0)
);
select private.protect('public.terms_versions');
revoke update, delete on public.terms_versions from service_role;
create trigger terms_never_change before update or delete on public.terms_versions
  for each row execute function private.refuse_change();
grant select on public.terms_versions to anon, authenticated;
create policy "everybody reads every version of the terms" on public.terms_versions
  for select to anon, authenticated using (true);

insert into public.terms_versions (version, in_force_from, sections) values ('2026-11', '2026-11-01', jsonb_build_object(
  'id', $terms$[
    {"heading": "Pihak", "paragraphs": ["Penjual adalah toko yang nama, alamat, dan kontaknya tertulis di bawah setiap halaman. Pembeli adalah orang yang membuat pesanan."]},
    {"heading": "Barang dan harga", "paragraphs": ["Barang dijual sesuai gambar, ukuran, dan keterangan di halamannya; warna di layar dapat sedikit berbeda dari barangnya.", "Harga tertulis dalam rupiah. Total yang harus dibayar, termasuk ongkir dan potongan, tampil sebelum Anda memesan, dan tidak berubah sesudahnya."]},
    {"heading": "Pesanan dan pembayaran", "paragraphs": ["Perjanjian terjadi saat pesanan tercatat dan Anda menerima nomornya. Barang kami sisihkan sampai batas waktu bayar yang tertulis di pesanan. Lewat dari itu pesanan batal dengan sendirinya, dan uang yang tetap masuk kami kembalikan bila barangnya sudah habis."]},
    {"heading": "Pengiriman", "paragraphs": ["Ongkir dan perkiraan tanggal tiba tampil sebelum Anda membayar. Perjanjian pengiriman di halaman Pengiriman & pengembalian menjadi bagian dari syarat ini. Risiko selama perjalanan ada pada kami sampai paket diterima di alamat Anda."]},
    {"heading": "Pembatalan dan pengembalian", "paragraphs": ["Anda dapat membatalkan pesanan selama belum kami siapkan. Salah cetak, rusak di jalan, atau salah kirim: beri tahu kami paling lambat 2 hari kerja setelah paket diterima; kami kirim pengganti atau kembalikan uang Anda, termasuk ongkirnya.", "Barang dengan nama atau gambar Anda dibuat khusus dan tidak dapat dikembalikan karena berubah pikiran."]},
    {"heading": "Gambar yang Anda kirim", "paragraphs": ["Anda memastikan berhak memakai gambar dan tulisan yang Anda kirim. Kami dapat menolak mencetak yang melanggar hukum atau hak orang lain; uang Anda kami kembalikan."]},
    {"heading": "Keluhan dan hukum yang berlaku", "paragraphs": ["Sampaikan keluhan lewat halaman Kontak; kami menjawab pada hari kerja. Hukum Indonesia berlaku, dan hak Anda sebagai konsumen menurut undang-undang tetap utuh."]},
    {"heading": "Perubahan", "paragraphs": ["Syarat yang berlaku bagi sebuah pesanan adalah versi yang Anda setujui saat memesan. Versi itu tertulis di pesanan dan tetap dapat dibaca di sini."]}
  ]$terms$::jsonb,
  'en', $terms$[
    {"heading": "Parties", "paragraphs": ["The seller is the shop whose name, address and contacts stand below every page. The buyer is whoever places the order."]},
    {"heading": "Goods and prices", "paragraphs": ["Things are sold as their page shows and describes them; colours on a screen may differ a little from the real ones.", "Prices are in rupiah. The total to pay, with delivery and discounts, is shown before you order and does not change afterwards."]},
    {"heading": "Order and payment", "paragraphs": ["The agreement is made when your order is recorded and you receive its number. Your pieces are set aside until the payment time written on the order. After that the order lapses by itself, and money that still arrives is returned if the pieces are gone."]},
    {"heading": "Delivery", "paragraphs": ["The cost and the expected day of arrival are shown before you pay. What the page Shipping & returns promises is part of these terms. The risk of the journey is ours until the shipment is received at your address."]},
    {"heading": "Cancellation and returns", "paragraphs": ["You may cancel as long as we have not prepared your order. Misprinted, damaged on the way or the wrong thing: tell us within 2 working days of receiving the shipment; we send another or return your money, delivery included.", "Pieces with your name or picture are made for you and cannot be returned for a change of mind."]},
    {"heading": "Pictures you send", "paragraphs": ["You confirm that you may use the pictures and words you send. We may refuse to print what breaks the law or somebody's rights; your money is returned."]},
    {"heading": "Complaints and law", "paragraphs": ["Send complaints through the contact page; we answer on working days. Indonesian law applies, and your rights as a consumer under it stay whole."]},
    {"heading": "Changes", "paragraphs": ["An order is bound by the version that you accepted when you placed it. The order names that version, and it stays readable here."]}
  ]$terms$::jsonb));

-- A shop that named another version before there were texts agreed on the same one.
insert into public.terms_versions (version, in_force_from, sections)
select s.terms_version, t.in_force_from, t.sections
from public.shop_settings s, public.terms_versions t
where s.terms_version <> t.version and s.terms_version ~ '^[0-9a-z][0-9a-z.-]{0,31}$';
update public.shop_settings set terms_version = '2026-11'
where terms_version not in (select version from public.terms_versions);
-- Orders take theirs from here, and a version is never deleted: each of them names a text that can be read.
alter table public.shop_settings add constraint terms_version_unknown
  foreign key (terms_version) references public.terms_versions (version);

-- Pages that are computed from these are kept like the catalogue, and forgotten with it.
create trigger announce_reading after insert or update or delete or truncate on public.terms_versions
  for each statement execute function private.announce_catalogue();
create trigger announce_reading after insert or update or delete or truncate on public.shop_settings
  for each statement execute function private.announce_catalogue();
create trigger announce_reading after insert or update or delete or truncate on public.shipping_zones
  for each statement execute function private.announce_catalogue();
create trigger announce_reading after insert or update or delete or truncate on public.shipping_zone_regions
  for each statement execute function private.announce_catalogue();
create trigger announce_reading after insert or update or delete or truncate on public.shipping_methods
  for each statement execute function private.announce_catalogue();
create trigger announce_reading after insert or update or delete or truncate on public.shipping_rates
  for each statement execute function private.announce_catalogue();
