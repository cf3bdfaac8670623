-- The terms named two working days for a claim while the settings give more, and a merchant may change them: the new
-- version names the page that says what the settings are. Whoever accepted the former one keeps its text.
insert into public.terms_versions (version, in_force_from, sections)
select '2026-11-b', '2026-11-22', jsonb_set(jsonb_set(sections, '{id,4,paragraphs}', $terms$[
  "Anda dapat membatalkan pesanan selama belum kami siapkan.",
  "Salah cetak, rusak di jalan, atau salah kirim: ajukan di halaman pesanan, dengan foto, dalam batas waktu yang tertulis di halaman Pengiriman & pengembalian. Kami kirim pengganti atau kembalikan uang Anda, termasuk ongkirnya.",
  "Barang tanpa nama atau gambar Anda dapat dikembalikan karena berubah pikiran bila halaman itu menyebut batas waktunya. Barang dengan nama atau gambar Anda dibuat khusus dan tidak dapat dikembalikan karena berubah pikiran."
]$terms$::jsonb), '{en,4,paragraphs}', $terms$[
  "You may cancel as long as we have not prepared your order.",
  "Misprinted, damaged on the way or the wrong thing: report it on the order's page, with a photo, within the time that the page Shipping & returns gives. We send another or return your money, delivery included.",
  "Pieces without your name or picture can be returned for a change of mind if that page gives a time for it. Pieces with your name or picture are made for you and cannot be returned for a change of mind."
]$terms$::jsonb)
from public.terms_versions where version = '2026-11'
on conflict do nothing;

-- A merchant with terms of their own keeps them.
alter table public.shop_settings alter column terms_version set default '2026-11-b';
update public.shop_settings set terms_version = '2026-11-b' where terms_version = '2026-11';
