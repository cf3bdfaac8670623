-- Files with products, rates and other things that staff import (docs/why/imports.md). Two tasks work on an import: one
-- reads the file into rows and checks them without a lasting write to the shop, the other writes the rows.

create table public.imports (
  id uuid primary key,
  -- What the file holds; shop/imports/kinds.server.ts lists the kinds.
  kind text not null default 'products',
  -- The permission that other staff need to read the samples of the file.
  permission text not null default 'imports.run' references public.permissions (key),
  -- As on the device of the person.
  name text not null constraint import_name_invalid check (length(name) between 1 and 255),
  -- Of the bytes in the store; the upload is in the bucket `import-uploads`.
  version text not null,
  bytes bigint not null constraint import_bytes_invalid check (bytes > 0),
  encoding text not null
    constraint import_encoding_unknown check (encoding in ('utf-8', 'utf-16le', 'utf-16be', 'windows-1252')),
  delimiter text not null constraint import_delimiter_unknown check (delimiter in (',', ';', E'\t')),
  -- The header row, and the first rows of the data.
  headers text[] not null,
  -- Rows up to the last one before the data: the header row, rows above it and the instructions of a template below it.
  head_rows integer not null default 1 constraint import_head_rows_invalid check (head_rows between 1 and 20),
  sample jsonb not null default '[]',
  -- {column of ours: {header or constant, times?, separator?, isHtml?}}
  mapping jsonb not null default '{}',
  -- What to do with a category that the shop does not have.
  unknown_categories text not null default 'fail'
    constraint import_unknown_categories_unknown check (unknown_categories in ('create', 'skip', 'fail')),
  -- {rows}, {create, change, unchanged, failed} in things, and {warnings}; null until the file was checked.
  counts jsonb,
  -- Why the file cannot be read, and at which row.
  problem text,
  problem_row bigint,
  check_task uuid references public.staff_tasks (id),
  run_task uuid constraint import_runs_once unique references public.staff_tasks (id),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
select private.protect('public.imports');
select private.require_second_factor('public.imports');
grant select on public.imports to authenticated;
create policy "staff read their own imports, or others of kinds that they may import" on public.imports
  for select to authenticated
  using ((created_by = (select auth.uid()) and (select private.may('imports.run')))
    or ((select private.may('tasks.read')) and private.may(permission)));
create index imports_newest on public.imports (created_at, id);
create index imports_creator on public.imports (created_by, created_at);
create index imports_check on public.imports (check_task);
select private.audit('public.imports', 'import', 'id', '{permission,version,headers,sample,mapping,counts,problem_row,check_task,
  run_task,created_by,created_at}');

-- The rows of an import, as cells of our columns. Purged with their import's file.
create table private.import_rows (
  import_id uuid not null references public.imports (id) on delete cascade,
  -- The row of the sheet; the header is row 1.
  row_no bigint not null,
  -- The rows of one thing have one key, e.g. `p:{id}` of a product of the shop, or a promo code.
  thing_key text not null,
  sku text,
  cells jsonb not null,
  primary key (import_id, row_no)
);
select private.protect('private.import_rows');
create index import_rows_things on private.import_rows (import_id, thing_key, row_no);
create index import_rows_skus on private.import_rows (import_id, sku) where sku is not null;

-- How files with the same header row were mapped last.
create table private.import_mappings (
  -- SHA-256 of the header row.
  headers_hash text primary key,
  mapping jsonb not null,
  saved_at timestamptz not null default now()
);
select private.protect('private.import_mappings');

-- Uploads wait here, each in a folder named after its uploader.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('import-uploads', 'import-uploads', false, 262144000, array['text/csv']);

create policy "staff with the right upload files to import" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'import-uploads' and array_length(storage.foldername(name), 1) = 1
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.may('imports.run')));

-- Picture addresses in product files. A task downloads the pictures after the import. It downloads each address once per product,
-- even if staff remove the picture later.
create table private.picture_addresses (
  product_id uuid not null references public.products (id) on delete cascade,
  address text not null constraint picture_address_invalid check (address ~ '^https?://' and length(address) <= 2000),
  -- The last import with this address, and the row in its file.
  import_id uuid references public.imports (id) on delete set null,
  row_no bigint not null,
  place integer not null,
  -- The variants that the picture shows.
  variant_ids uuid[] not null default '{}',
  -- The task of the last attempt, and the reason of its failure.
  tried_by uuid,
  problem text,
  -- Null: not downloaded yet.
  fetched_at timestamptz,
  picture_id uuid,
  primary key (product_id, address)
);
select private.protect('private.picture_addresses');
create index picture_addresses_waiting on private.picture_addresses (import_id, row_no, place) where fetched_at is null;
create index picture_addresses_fetched on private.picture_addresses (import_id, product_id) where fetched_at is not null;
