-- The tracking pages of the common couriers of Indonesia, which a shop may change. A page that takes no number in its
-- address gets it after a #, where it does no harm; the buyer pastes it there.
insert into public.couriers (code, name, tracking_url) values
  ('ANTERAJA', 'AnterAja', 'https://anteraja.id/tracking/{resi}'),
  ('IDE', 'ID Express', 'https://idexpress.com/#{resi}'),
  ('JNE', 'JNE', 'https://www.jne.co.id/tracking-package#{resi}'),
  ('JNT', 'J&T', 'https://jet.co.id/track#{resi}'),
  ('LION', 'Lion Parcel', 'https://lionparcel.com/track/stt?q={resi}'),
  ('NINJA', 'Ninja Xpress', 'https://www.ninjaxpress.co/id-id/tracking?id={resi}'),
  ('POS', 'Pos Indonesia', 'https://www.posindonesia.co.id/id/tracking/{resi}'),
  ('SICEPAT', 'SiCepat', 'https://www.sicepat.com/checkAwb#{resi}'),
  ('SPX', 'SPX Express', 'https://spx.co.id/#{resi}'),
  ('TIKI', 'TIKI', 'https://www.tiki.id/id/track#{resi}'),
  ('WAHANA', 'Wahana', 'https://www.wahana.com/lacak-kiriman#{resi}')
on conflict do nothing;
