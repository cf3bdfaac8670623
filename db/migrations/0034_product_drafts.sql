-- What staff have typed into the editor of a product and not applied yet (docs/why/catalogue.md): kept while they type, and
-- applied by them or at a time.
create table private.product_drafts (
  product_id uuid not null references public.products (id) on delete cascade,
  author_id uuid not null references auth.users (id) on delete cascade,
  -- The form of the editor (shop/catalogue/products/product-form.ts).
  form jsonb not null constraint product_draft_too_large check (length(form::text) <= 2000000),
  -- Rises with each change, so that a second window of the same person overwrites nothing.
  revision integer not null default 1,
  updated_at timestamptz not null default now(),
  -- The save that `apply_at` or the last try at it is about (shop/catalogue/products/product-input.ts).
  save jsonb,
  apply_at timestamptz,
  -- The code of what kept it from being applied at its time.
  problem text,
  primary key (product_id, author_id),
  constraint product_draft_save_missing check (apply_at is null or save is not null)
);
select private.protect('private.product_drafts');
create index product_drafts_author on private.product_drafts (author_id);
create index product_drafts_due on private.product_drafts (apply_at) where apply_at is not null;
