-- Who pays for the way back of what is returned for a change of mind. For what was not right the shop does, always.
alter table public.shop_settings
  add column return_postage text not null default 'buyer'
    constraint return_postage_unknown check (return_postage in ('buyer', 'shop'));
