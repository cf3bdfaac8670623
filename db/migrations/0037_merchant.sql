-- Who sells, as the footer, mails, invoices and search engines say it.

alter table public.shop_settings
  add column legal_name text not null default '',
  add column street text not null default '',
  add column city text not null default '',
  -- A text in both languages.
  add column hours jsonb not null default '{"id": "", "en": ""}'
    check (jsonb_typeof(hours -> 'id') = 'string' and jsonb_typeof(hours -> 'en') = 'string');
update public.shop_settings set street = address;
alter table public.shop_settings drop column address;
