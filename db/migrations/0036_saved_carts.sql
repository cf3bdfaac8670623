-- A cart lies on one device while somebody is signed in there, and with the account while nobody is. It is handed
-- over, never copied: what is in two places would be bought twice. Use cases are the only way here.

create table private.saved_carts (
  customer_id uuid primary key references auth.users (id) on delete cascade,
  -- Named by the device that handed it over, so that handing over twice is once.
  version uuid not null,
  -- [{variant_id, quantity, design_id?}]
  lines jsonb not null constraint saved_lines_invalid
    check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 0 and 50),
  promo_codes text[] not null default '{}' constraint saved_codes_too_many check (cardinality(promo_codes) <= 5),
  -- The device that has it now and has not said yet that it arrived there.
  taken_by uuid,
  updated_at timestamptz not null default now()
);
select private.protect('private.saved_carts'::regclass);
create trigger touch before update on private.saved_carts for each row execute function private.touch();
