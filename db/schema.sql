-- The whole schema after the last migration of db/migrations. Written by `node db/generate-schema.ts`, never by hand.

create table public.addresses (
  id uuid default gen_random_uuid() not null,
  customer_id uuid default auth.uid() not null,
  label text default 'home'::text not null,
  recipient text not null,
  phone text not null,
  region_code text not null,
  postal_code text not null,
  street text not null,
  landmark text default ''::text not null,
  is_default boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint addresses_pkey PRIMARY KEY (id),
  constraint label_unknown CHECK ((label = ANY (ARRAY['home'::text, 'office'::text, 'other'::text]))),
  constraint landmark_too_long CHECK ((length(landmark) <= 120)),
  constraint phone_invalid CHECK ((phone ~ '^\+628\d{8,11}$'::text)),
  constraint postal_code_invalid CHECK ((postal_code ~ '^\d{5}$'::text)),
  constraint recipient_invalid CHECK (((length(btrim(recipient)) >= 1) AND (length(btrim(recipient)) <= 80))),
  constraint region_required CHECK ((length(region_code) = 10)),
  constraint street_invalid CHECK (((length(btrim(street)) >= 1) AND (length(btrim(street)) <= 200))),
  constraint addresses_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint addresses_region_code_fkey FOREIGN KEY (region_code) REFERENCES public.regions(code)
);
alter table public.addresses enable row level security;
CREATE INDEX addresses_customer ON public.addresses USING btree (customer_id, created_at);
CREATE INDEX addresses_region ON public.addresses USING btree (region_code);
CREATE UNIQUE INDEX one_default_address ON public.addresses USING btree (customer_id) WHERE is_default;
CREATE TRIGGER clean BEFORE INSERT OR UPDATE OF recipient, street, landmark ON public.addresses FOR EACH ROW EXECUTE FUNCTION private.clean_address();
CREATE TRIGGER limit_addresses BEFORE INSERT ON public.addresses FOR EACH ROW EXECUTE FUNCTION private.limit_addresses();
CREATE TRIGGER touch BEFORE UPDATE ON public.addresses FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "a second factor that exists was used" on public.addresses as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers keep their own addresses" on public.addresses as permissive for all to authenticated
  using ((customer_id = ( SELECT auth.uid() AS uid)))
  with check ((customer_id = ( SELECT auth.uid() AS uid)));
create policy "the shop itself may do everything" on public.addresses as permissive for all to service_role
  using (true)
  with check (true);
grant select, delete on public.addresses to authenticated;
grant select, insert, update, delete on public.addresses to service_role;
grant insert (label, recipient, phone, region_code, postal_code, street, landmark, is_default) on public.addresses to authenticated;
grant update (label, recipient, phone, region_code, postal_code, street, landmark, is_default) on public.addresses to authenticated;

create table public.approvals (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  subject_id uuid not null,
  limit_kind text not null,
  amount bigint not null,
  also_written_off bigint,
  permissions text[] not null,
  payload jsonb not null,
  payload_hash text generated always as (md5((payload)::text)) stored not null,
  shown jsonb not null,
  requested_by uuid not null,
  requested_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '48:00:00'::interval) not null,
  decision text,
  decided_by uuid,
  session_id uuid,
  decided_at timestamp with time zone,
  reason text default ''::text not null,
  done_at timestamp with time zone,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approval_also_invalid CHECK (((also_written_off IS NULL) OR ((also_written_off > 0) AND (limit_kind = 'price_cut'::text)))),
  constraint approval_amount_invalid CHECK ((amount > 0)),
  constraint approval_decided_incompletely CHECK ((((decision IS NULL) = (decided_at IS NULL)) AND ((COALESCE(decision, ''::text) = ANY (ARRAY['approved'::text, 'declined'::text, 'outdated'::text])) = (decided_by IS NOT NULL)) AND ((COALESCE(decision, ''::text) = 'approved'::text) = (done_at IS NOT NULL)))),
  constraint approval_decision_unknown CHECK ((decision = ANY (ARRAY['approved'::text, 'declined'::text, 'outdated'::text, 'expired'::text, 'withdrawn'::text]))),
  constraint approval_kind_invalid CHECK (((kind ~ '^[a-z]+(-[a-z]+)*$'::text) AND (length(kind) <= 60))),
  constraint approval_limit_unknown CHECK ((limit_kind = ANY (ARRAY['write_off'::text, 'price_cut'::text, 'factor_reset'::text, 'recipients'::text, 'staff_discount'::text]))),
  constraint approval_of_own CHECK ((decided_by <> requested_by)),
  constraint approval_permissions_missing CHECK ((cardinality(permissions) > 0)),
  constraint approval_reason_too_long CHECK ((length(reason) <= 500))
);
alter table public.approvals enable row level security;
CREATE UNIQUE INDEX approval_open_already ON public.approvals USING btree (kind, subject_id, payload_hash, requested_by) WHERE (decision IS NULL);
CREATE INDEX approvals_decidable ON public.approvals USING btree (kind, permissions, requested_at, id);
CREATE INDEX approvals_open ON public.approvals USING btree (expires_at) WHERE (decision IS NULL);
CREATE INDEX approvals_requester ON public.approvals USING btree (requested_by, requested_at, id);
CREATE INDEX approvals_subject ON public.approvals USING btree (subject_id) WHERE (decision IS NULL);
CREATE TRIGGER audit_approval AFTER INSERT OR UPDATE ON public.approvals FOR EACH ROW EXECUTE FUNCTION private.audit_approval();
CREATE TRIGGER guard_approval BEFORE INSERT OR UPDATE ON public.approvals FOR EACH ROW EXECUTE FUNCTION private.guard_approval();
create policy "a second factor that exists was used" on public.approvals as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read what they asked for, and what they may decide" on public.approvals as permissive for select to authenticated
  using ((((requested_by = ( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff)) OR private.may_all(permissions)));
create policy "the shop itself may do everything" on public.approvals as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update on public.approvals to service_role;
grant select (id, kind, subject_id, limit_kind, amount, also_written_off, permissions, shown, requested_by, requested_at, expires_at, decision, decided_by, decided_at, reason, done_at) on public.approvals to authenticated;

create table public.audit_entries (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  actor_kind text default 'person'::text not null,
  actor_id uuid,
  actor_name text,
  request_id text default NULLIF(current_setting('shop.request'::text, true), ''::text),
  action text not null,
  subject_kind text default ''::text not null,
  subject_id text,
  order_id uuid,
  row_key text,
  changes jsonb default '{}'::jsonb not null,
  details jsonb default '{}'::jsonb not null,
  fields text[] generated always as (private.changed_fields(changes)) stored not null,
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint actor_kind_unknown CHECK ((actor_kind = ANY (ARRAY['person'::text, 'job'::text, 'key'::text, 'operator'::text]))),
  constraint audit_action_invalid CHECK ((action ~ '^[a-z_]+\.[a-z_]+$'::text)),
  constraint audit_entries_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id)
);
alter table public.audit_entries enable row level security;
CREATE INDEX audit_entries_action ON public.audit_entries USING btree (action, id);
CREATE INDEX audit_entries_actor ON public.audit_entries USING btree (actor_id, id);
CREATE INDEX audit_entries_at ON public.audit_entries USING btree (at, id);
CREATE INDEX audit_entries_fields ON public.audit_entries USING gin (fields);
CREATE INDEX audit_entries_kind ON public.audit_entries USING btree (subject_kind, id);
CREATE INDEX audit_entries_order ON public.audit_entries USING btree (order_id, id);
CREATE INDEX audit_entries_others ON public.audit_entries USING btree (actor_kind, actor_name, id) WHERE (actor_kind <> 'person'::text);
CREATE INDEX audit_entries_subject ON public.audit_entries USING btree (subject_kind, subject_id, id);
CREATE TRIGGER never_changes BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW WHEN ((COALESCE(current_setting('shop.drops_audit'::text, true), ''::text) <> 'yes'::text)) EXECUTE FUNCTION private.refuse_change();
create policy "a second factor that exists was used" on public.audit_entries as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "the shop itself may do everything" on public.audit_entries as permissive for all to service_role
  using (true)
  with check (true);
create policy "whoever may read the audit log reads it" on public.audit_entries as permissive for select to authenticated
  using (( SELECT private.may('audit.read'::text) AS may));
grant select on public.audit_entries to authenticated;
grant select, insert on public.audit_entries to service_role;

create table public.bank_accounts (
  id uuid default gen_random_uuid() not null,
  bank text not null,
  number text not null,
  holder text not null,
  position integer default 0 not null,
  enabled boolean default true not null,
  constraint bank_accounts_pkey PRIMARY KEY (id),
  constraint bank_holder_invalid CHECK (((length(holder) >= 1) AND (length(holder) <= 80))),
  constraint bank_name_invalid CHECK (((length(bank) >= 1) AND (length(bank) <= 40))),
  constraint bank_number_invalid CHECK ((number ~ '^[0-9]{5,20}$'::text))
);
alter table public.bank_accounts enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON public.bank_accounts REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('bank_account', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.bank_accounts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('bank_account', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.bank_accounts REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('bank_account', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER log_delete AFTER DELETE ON public.bank_accounts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.bank_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.bank_accounts FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.bank_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
create policy "a second factor that exists was used" on public.bank_accounts as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read the shop's bank accounts" on public.bank_accounts as permissive for select to authenticated
  using (( SELECT private.may('payments.read'::text) AS may));
create policy "the shop itself may do everything" on public.bank_accounts as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.bank_accounts to authenticated;
grant select, insert, update, delete on public.bank_accounts to service_role;

create table public.buyer_notes (
  id uuid not null,
  buyer_id uuid not null,
  author_id uuid,
  text text not null,
  pinned boolean default false not null,
  retracted_at timestamp with time zone,
  at timestamp with time zone default now() not null,
  constraint buyer_notes_pkey PRIMARY KEY (id),
  constraint buyer_note_invalid CHECK (((length(btrim(text)) >= 1) AND (length(btrim(text)) <= 2000))),
  constraint buyer_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint buyer_notes_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES public.buyers(id) ON DELETE CASCADE
);
alter table public.buyer_notes enable row level security;
CREATE INDEX buyer_notes_author ON public.buyer_notes USING btree (author_id);
CREATE INDEX buyer_notes_of ON public.buyer_notes USING btree (buyer_id, at DESC);
CREATE TRIGGER audit_delete AFTER DELETE ON public.buyer_notes REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('buyer', 'buyer_id', '{id}', '{id,buyer_id,author_id,text,at,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.buyer_notes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('buyer', 'buyer_id', '{id}', '{id,buyer_id,author_id,text,at,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.buyer_notes REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('buyer', 'buyer_id', '{id}', '{id,buyer_id,author_id,text,at,version,updated_at}');
create policy "a second factor that exists was used" on public.buyer_notes as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read notes about buyers" on public.buyer_notes as permissive for select to authenticated
  using (( SELECT private.may('customers.read'::text) AS may));
create policy "the shop itself may do everything" on public.buyer_notes as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.buyer_notes to authenticated;
grant select, insert on public.buyer_notes to service_role;
grant update (pinned, retracted_at) on public.buyer_notes to service_role;

create table public.buyers (
  id uuid default gen_random_uuid() not null,
  account_id uuid,
  mailbox text,
  name text default ''::text not null,
  email text,
  phone text,
  language text default 'id'::text not null,
  tags text[] default '{}'::text[] not null,
  orders integer default 0 not null,
  spent bigint default 0 not null,
  returned bigint default 0 not null,
  first_order_at timestamp with time zone,
  last_order_at timestamp with time zone,
  region_code text,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  constraint buyers_pkey PRIMARY KEY (id),
  constraint buyer_account_taken UNIQUE (account_id),
  constraint buyer_mailbox_taken UNIQUE (mailbox),
  constraint buyer_tag_invalid CHECK (private.are_mail_tags(tags)),
  constraint buyer_tags_too_many CHECK ((cardinality(tags) <= 50)),
  constraint buyer_unknown CHECK (((account_id IS NOT NULL) OR (mailbox IS NOT NULL) OR (phone IS NOT NULL))),
  constraint buyers_account_id_fkey FOREIGN KEY (account_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.buyers enable row level security;
CREATE UNIQUE INDEX buyer_phone_taken ON public.buyers USING btree (phone) WHERE ((account_id IS NULL) AND (mailbox IS NULL));
CREATE INDEX buyers_email ON public.buyers USING btree (private.normalised_email(email));
CREATE INDEX buyers_guests ON public.buyers USING btree (created_at DESC, id DESC) WHERE (account_id IS NULL);
CREATE INDEX buyers_last_order ON public.buyers USING btree (COALESCE(last_order_at, '-infinity'::timestamp with time zone) DESC, id DESC);
CREATE INDEX buyers_name ON public.buyers USING gin (lower(name) extensions.gin_trgm_ops);
CREATE INDEX buyers_newest ON public.buyers USING btree (created_at DESC, id DESC);
CREATE INDEX buyers_orders ON public.buyers USING btree (orders, id);
CREATE INDEX buyers_phone ON public.buyers USING btree (reverse(phone) text_pattern_ops);
CREATE INDEX buyers_province ON public.buyers USING btree ("left"(region_code, 2), created_at DESC, id DESC);
CREATE INDEX buyers_spent ON public.buyers USING btree (spent DESC, id DESC);
CREATE INDEX buyers_tags ON public.buyers USING gin (tags) WHERE (tags <> '{}'::text[]);
CREATE TRIGGER audit_update AFTER UPDATE ON public.buyers REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('buyer', 'id', '{id}', '{account_id,mailbox,name,email,phone,language,orders,spent,returned,first_order_at,last_order_at,region_code,version,created_at}');
CREATE TRIGGER raise_version BEFORE UPDATE OF tags ON public.buyers FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "a second factor that exists was used" on public.buyers as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read buyers" on public.buyers as permissive for select to authenticated
  using (( SELECT private.may('customers.read'::text) AS may));
create policy "the shop itself may do everything" on public.buyers as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, delete on public.buyers to service_role;
grant select (id, account_id, name, language, tags, orders, spent, returned, first_order_at, last_order_at, region_code, version, created_at) on public.buyers to authenticated;
grant update (tags) on public.buyers to service_role;

create table public.categories (
  id uuid default gen_random_uuid() not null,
  slug text not null,
  name jsonb not null,
  description jsonb default '{"en": "", "id": ""}'::jsonb not null,
  parent_id uuid,
  position integer default 0 not null,
  published boolean default true not null,
  seo jsonb default '{"title": {"en": "", "id": ""}, "description": {"en": "", "id": ""}}'::jsonb not null,
  picture_id uuid,
  version integer default 1 not null,
  path uuid[] default '{}'::uuid[] not null,
  shown boolean default false not null,
  constraint categories_pkey PRIMARY KEY (id),
  constraint category_slug_taken UNIQUE (slug),
  constraint category_name_invalid CHECK (private.is_text(name)),
  constraint category_seo_invalid CHECK ((private.is_text((seo -> 'title'::text)) AND private.is_text((seo -> 'description'::text)))),
  constraint category_slug_invalid CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint category_parent_unknown FOREIGN KEY (parent_id) REFERENCES public.categories(id) ON DELETE RESTRICT,
  constraint category_picture_unknown FOREIGN KEY (picture_id) REFERENCES public.product_images(id) ON DELETE SET NULL
);
alter table public.categories enable row level security;
CREATE INDEX categories_parent ON public.categories USING btree (parent_id, "position");
CREATE INDEX categories_path ON public.categories USING gin (path);
CREATE INDEX categories_picture ON public.categories USING btree (picture_id) WHERE (picture_id IS NOT NULL);
CREATE TRIGGER audit_delete AFTER DELETE ON public.categories REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('category', 'id', '{id}', '{path,shown,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.categories REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('category', 'id', '{id}', '{path,shown,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.categories REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('category', 'id', '{id}', '{path,shown,version,updated_at}');
CREATE TRIGGER check_slug AFTER INSERT ON public.categories FOR EACH ROW EXECUTE FUNCTION private.redirect_slug('category');
CREATE TRIGGER follow_tree_on_insert AFTER INSERT ON public.categories REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.follow_category_tree();
CREATE TRIGGER follow_tree_on_update AFTER UPDATE ON public.categories REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.follow_category_tree();
CREATE TRIGGER lock_tree BEFORE INSERT OR UPDATE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION private.lock_category_tree();
CREATE TRIGGER log_delete AFTER DELETE ON public.categories REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER note_renamed AFTER UPDATE ON public.categories REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.note_renamed_categories();
CREATE TRIGGER raise_version BEFORE UPDATE OF slug, name, description, parent_id, "position", published, seo, picture_id ON public.categories FOR EACH ROW EXECUTE FUNCTION private.raise_version();
CREATE TRIGGER redirect_slug AFTER UPDATE OF slug ON public.categories FOR EACH ROW WHEN ((old.slug IS DISTINCT FROM new.slug)) EXECUTE FUNCTION private.redirect_slug('category');
create policy "everybody reads published categories" on public.categories as permissive for select to anon, authenticated
  using ((shown OR ( SELECT private.may('products.read'::text) AS may)));
create policy "the shop itself may do everything" on public.categories as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.categories to anon;
grant select on public.categories to authenticated;
grant select, insert, update, delete on public.categories to service_role;

create table public.collection_products (
  collection_id uuid not null,
  product_id uuid not null,
  position integer not null,
  constraint collection_products_pkey PRIMARY KEY (collection_id, product_id),
  constraint collection_products_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.collections(id) ON DELETE CASCADE,
  constraint collection_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table public.collection_products enable row level security;
CREATE INDEX collection_products_product ON public.collection_products USING btree (product_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.collection_products REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('collection', 'collection_id', '{collection_id,product_id}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.collection_products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('collection', 'collection_id', '{collection_id,product_id}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.collection_products REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('collection', 'collection_id', '{collection_id,product_id}', '{version,updated_at}');
CREATE TRIGGER log_delete AFTER DELETE ON public.collection_products REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.collection_products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.collection_products FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.collection_products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
create policy "everybody reads what they see of collections that they see" on public.collection_products as permissive for select to anon, authenticated
  using (((EXISTS ( SELECT
   FROM public.collections c
  WHERE (c.id = collection_products.collection_id))) AND (EXISTS ( SELECT
   FROM public.products p
  WHERE (p.id = collection_products.product_id)))));
create policy "the shop itself may do everything" on public.collection_products as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.collection_products to anon;
grant select on public.collection_products to authenticated;
grant select, insert, update, delete on public.collection_products to service_role;

create table public.collections (
  id uuid not null,
  slug text not null,
  name jsonb not null,
  description jsonb default '{"en": "", "id": ""}'::jsonb not null,
  kind text default 'manual'::text not null,
  rule jsonb default '{}'::jsonb not null,
  sort text default 'best_selling'::text not null,
  published boolean default false not null,
  published_from timestamp with time zone,
  published_to timestamp with time zone,
  seo jsonb default '{"title": {"en": "", "id": ""}, "description": {"en": "", "id": ""}}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint collections_pkey PRIMARY KEY (id),
  constraint collection_slug_taken UNIQUE (slug),
  constraint collection_description_invalid CHECK (private.is_text(description)),
  constraint collection_kind_unknown CHECK ((kind = ANY (ARRAY['manual'::text, 'rule'::text]))),
  constraint collection_name_invalid CHECK (private.is_text(name)),
  constraint collection_period_invalid CHECK ((published_to > published_from)),
  constraint collection_rule_invalid CHECK (private.is_collection_rule(rule)),
  constraint collection_seo_invalid CHECK ((private.is_text((seo -> 'title'::text)) AND private.is_text((seo -> 'description'::text)))),
  constraint collection_slug_invalid CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
  constraint collection_sort_needs_hand CHECK (((sort <> 'manual'::text) OR (kind = 'manual'::text))),
  constraint collection_sort_unknown CHECK ((sort = ANY (ARRAY['manual'::text, 'newest'::text, 'best_selling'::text, 'price_asc'::text, 'price_desc'::text])))
);
alter table public.collections enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON public.collections REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('collection', 'id', '{id}', '{created_at,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.collections REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('collection', 'id', '{id}', '{created_at,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.collections REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('collection', 'id', '{id}', '{created_at,version,updated_at}');
CREATE TRIGGER check_slug AFTER INSERT ON public.collections FOR EACH ROW EXECUTE FUNCTION private.redirect_slug('collection');
CREATE TRIGGER clear_shelves AFTER DELETE ON public.collections FOR EACH STATEMENT EXECUTE FUNCTION private.clear_shelves();
CREATE TRIGGER log_delete AFTER DELETE ON public.collections REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.collections REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.collections FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.collections REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER raise_version BEFORE UPDATE ON public.collections FOR EACH ROW EXECUTE FUNCTION private.raise_version();
CREATE TRIGGER redirect_slug AFTER UPDATE OF slug ON public.collections FOR EACH ROW WHEN ((old.slug IS DISTINCT FROM new.slug)) EXECUTE FUNCTION private.redirect_slug('collection');
CREATE TRIGGER shelve_on_insert AFTER INSERT ON public.collections FOR EACH ROW WHEN ((new.kind = 'rule'::text)) EXECUTE FUNCTION private.shelve_collection();
CREATE TRIGGER shelve_on_update AFTER UPDATE ON public.collections FOR EACH ROW WHEN (((old.kind IS DISTINCT FROM new.kind) OR (old.rule IS DISTINCT FROM new.rule))) EXECUTE FUNCTION private.shelve_collection();
create policy "everybody reads published collections" on public.collections as permissive for select to anon, authenticated
  using (((published AND COALESCE((published_from <= now()), true) AND COALESCE((published_to > now()), true)) OR ( SELECT private.may('products.read'::text) AS may)));
create policy "the shop itself may do everything" on public.collections as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.collections to anon;
grant select on public.collections to authenticated;
grant select, insert, update, delete on public.collections to service_role;

create table public.couriers (
  code text not null,
  name text not null,
  tracking_url text default ''::text not null,
  version integer default 1 not null,
  constraint couriers_pkey PRIMARY KEY (code),
  constraint courier_code_invalid CHECK (((code ~ '^[A-Za-z0-9&._ -]{1,60}$'::text) AND (code = btrim(code)))),
  constraint courier_name_invalid CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 60))),
  constraint courier_tracking_url_invalid CHECK (((tracking_url ~ '^(|https://[A-Za-z0-9.-]+(:[0-9]+)?/[^[:space:]{}]*\{resi\}[^[:space:]{}]*)$'::text) AND (length(tracking_url) <= 300)))
);
alter table public.couriers enable row level security;
CREATE UNIQUE INDEX courier_code_taken ON public.couriers USING btree (lower(code));
CREATE TRIGGER audit_delete AFTER DELETE ON public.couriers REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('courier', 'code', '{code}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.couriers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('courier', 'code', '{code}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.couriers REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('courier', 'code', '{code}', '{version,updated_at}');
CREATE TRIGGER raise_version BEFORE UPDATE OF name, tracking_url ON public.couriers FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "everybody reads the couriers" on public.couriers as permissive for select to anon, authenticated
  using (true);
create policy "the shop itself may do everything" on public.couriers as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.couriers to anon;
grant select on public.couriers to authenticated;
grant select, insert, update, delete on public.couriers to service_role;

create table public.customer_group_members (
  group_id uuid not null,
  customer_id uuid not null,
  constraint customer_group_members_pkey PRIMARY KEY (group_id, customer_id),
  constraint customer_group_members_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint customer_group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.customer_groups(id) ON DELETE CASCADE
);
alter table public.customer_group_members enable row level security;
CREATE INDEX customer_group_members_customer ON public.customer_group_members USING btree (customer_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.customer_group_members REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('customer_group', 'group_id', '{group_id,customer_id}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.customer_group_members REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('customer_group', 'group_id', '{group_id,customer_id}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.customer_group_members REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('customer_group', 'group_id', '{group_id,customer_id}', '{version,updated_at}');
create policy "a second factor that exists was used" on public.customer_group_members as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read who is in a group" on public.customer_group_members as permissive for select to authenticated
  using (( SELECT private.may('customers.read'::text) AS may));
create policy "the shop itself may do everything" on public.customer_group_members as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.customer_group_members to authenticated;
grant select, insert, update, delete on public.customer_group_members to service_role;

create table public.customer_groups (
  id uuid default gen_random_uuid() not null,
  name text not null,
  constraint customer_groups_pkey PRIMARY KEY (id),
  constraint customer_group_name_taken UNIQUE (name),
  constraint customer_group_name_invalid CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 80)))
);
alter table public.customer_groups enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON public.customer_groups REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('customer_group', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.customer_groups REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('customer_group', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.customer_groups REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('customer_group', 'id', '{id}', '{version,updated_at}');
create policy "a second factor that exists was used" on public.customer_groups as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read customer groups" on public.customer_groups as permissive for select to authenticated
  using (( SELECT private.may('customers.read'::text) AS may));
create policy "the shop itself may do everything" on public.customer_groups as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.customer_groups to authenticated;
grant select, insert, update, delete on public.customer_groups to service_role;

create table public.customisation_claims (
  customisation_id uuid not null,
  person_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint customisation_claims_pkey PRIMARY KEY (customisation_id),
  constraint customisation_claims_customisation_id_fkey FOREIGN KEY (customisation_id) REFERENCES public.customisations(id),
  constraint customisation_claims_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.customisation_claims enable row level security;
CREATE INDEX customisation_claims_person ON public.customisation_claims USING btree (person_id);
CREATE TRIGGER announce_customisation AFTER INSERT OR UPDATE ON public.customisation_claims FOR EACH ROW EXECUTE FUNCTION private.announce_customisation('customisation_id');
create policy "a second factor that exists was used" on public.customisation_claims as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read who works on a customisation" on public.customisation_claims as permissive for select to authenticated
  using (( SELECT private.may('customisations.read'::text) AS may));
create policy "the shop itself may do everything" on public.customisation_claims as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.customisation_claims to authenticated;
grant select, insert, update, delete on public.customisation_claims to service_role;

create table public.customisation_messages (
  id uuid not null,
  customisation_id uuid not null,
  customer_id uuid not null,
  from_shop boolean not null,
  text text not null,
  at timestamp with time zone default clock_timestamp() not null,
  pin_id uuid,
  constraint customisation_messages_pkey PRIMARY KEY (id),
  constraint message_text_invalid CHECK (((length(text) >= 1) AND (length(text) <= 2000))),
  constraint customisation_messages_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint customisation_messages_customisation_id_fkey FOREIGN KEY (customisation_id) REFERENCES public.customisations(id),
  constraint message_of_another_pin FOREIGN KEY (customisation_id, pin_id) REFERENCES public.proof_pins(customisation_id, id) ON DELETE CASCADE
);
alter table public.customisation_messages enable row level security;
CREATE INDEX customisation_messages_customer ON public.customisation_messages USING btree (customer_id);
CREATE INDEX customisation_messages_pin ON public.customisation_messages USING btree (pin_id) WHERE (pin_id IS NOT NULL);
CREATE INDEX customisation_messages_thread ON public.customisation_messages USING btree (customisation_id, at);
CREATE TRIGGER announce_customisation AFTER INSERT ON public.customisation_messages FOR EACH ROW EXECUTE FUNCTION private.announce_customisation('customisation_id');
create policy "a second factor that exists was used" on public.customisation_messages as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read messages on what is theirs, staff read all" on public.customisation_messages as permissive for select to authenticated
  using (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('customisations.read'::text) AS may)));
create policy "the shop itself may do everything" on public.customisation_messages as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.customisation_messages to authenticated;
grant select, insert, delete on public.customisation_messages to service_role;

create table public.customisations (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  order_line_id uuid not null,
  customer_id uuid,
  design_id uuid,
  version_id uuid,
  name text not null,
  document jsonb not null,
  spec jsonb,
  process text generated always as ((spec ->> 'process'::text)) stored,
  rights_wording text,
  rights_at timestamp with time zone,
  status text default 'submitted'::text not null,
  rejection text,
  rejection_note text default ''::text not null,
  pictures_until timestamp with time zone,
  revisions_included integer default 2 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint customisations_pkey PRIMARY KEY (id),
  constraint customisations_order_line_id_key UNIQUE (order_line_id),
  constraint customisation_document_invalid CHECK ((jsonb_typeof(document) = 'object'::text)),
  constraint customisation_rejection_unknown CHECK ((rejection = ANY (ARRAY['copyright'::text, 'trademark'::text, 'state_symbol'::text, 'pornography'::text, 'hatred'::text, 'personal_data'::text, 'quality'::text]))),
  constraint customisation_rejection_whole CHECK (((status = 'rejected'::text) = (rejection IS NOT NULL))),
  constraint customisation_rights_whole CHECK (((rights_wording IS NULL) = (rights_at IS NULL))),
  constraint customisation_spec_invalid CHECK ((jsonb_typeof(spec) = 'object'::text)),
  constraint customisation_status_unknown CHECK ((status = ANY (ARRAY['submitted'::text, 'in_review'::text, 'proof_sent'::text, 'changes_requested'::text, 'approved'::text, 'rejected'::text, 'in_production'::text, 'done'::text]))),
  constraint customisation_wording_too_long CHECK ((length(rights_wording) <= 40)),
  constraint customisations_revisions_included_check CHECK ((revisions_included >= 0)),
  constraint rejection_note_too_long CHECK ((length(rejection_note) <= 1000)),
  constraint customisations_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint customisations_design_id_fkey FOREIGN KEY (design_id) REFERENCES public.designs(id) ON DELETE SET NULL,
  constraint customisations_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id),
  constraint customisations_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES public.order_lines(id),
  constraint customisations_version_id_fkey FOREIGN KEY (version_id) REFERENCES public.design_versions(id) ON DELETE SET NULL
);
alter table public.customisations enable row level security;
CREATE INDEX customisations_assets ON public.customisations USING gin (((document -> 'assets'::text)));
CREATE INDEX customisations_customer ON public.customisations USING btree (customer_id, updated_at DESC);
CREATE INDEX customisations_design ON public.customisations USING btree (design_id);
CREATE INDEX customisations_in_status ON public.customisations USING btree (status, created_at, id);
CREATE INDEX customisations_in_status_by_process ON public.customisations USING btree (status, process, created_at, id);
CREATE INDEX customisations_newest ON public.customisations USING btree (created_at, id);
CREATE INDEX customisations_newest_by_process ON public.customisations USING btree (process, created_at, id);
CREATE INDEX customisations_order ON public.customisations USING btree (order_id);
CREATE INDEX customisations_to_look_at ON public.customisations USING btree (created_at, id) WHERE (status = ANY (ARRAY['submitted'::text, 'in_review'::text]));
CREATE INDEX customisations_to_look_at_by_process ON public.customisations USING btree (process, created_at, id) WHERE (status = ANY (ARRAY['submitted'::text, 'in_review'::text]));
CREATE INDEX customisations_version ON public.customisations USING btree (version_id);
CREATE TRIGGER announce_customisation AFTER UPDATE OF status ON public.customisations FOR EACH ROW EXECUTE FUNCTION private.announce_customisation('id');
CREATE TRIGGER end_prints_of_gone AFTER UPDATE OF customer_id ON public.customisations FOR EACH ROW WHEN (((new.customer_id IS NULL) AND (old.customer_id IS NOT NULL) AND (new.status = ANY (ARRAY['in_production'::text, 'done'::text])))) EXECUTE FUNCTION private.end_prints_of_gone();
CREATE TRIGGER forget_supplements AFTER UPDATE OF customer_id ON public.customisations FOR EACH ROW WHEN (((old.customer_id IS NOT NULL) AND (new.customer_id IS NULL))) EXECUTE FUNCTION private.forget_supplements();
CREATE TRIGGER guard_customisation BEFORE UPDATE ON public.customisations FOR EACH ROW EXECUTE FUNCTION private.guard_customisation();
CREATE TRIGGER queue_supplements AFTER UPDATE OF status ON public.customisations FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION private.queue_supplements();
CREATE TRIGGER touch BEFORE UPDATE ON public.customisations FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "a second factor that exists was used" on public.customisations as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read their own customisations, staff read all" on public.customisations as permissive for select to authenticated
  using (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('customisations.read'::text) AS may)));
create policy "the shop itself may do everything" on public.customisations as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.customisations to authenticated;
grant select, insert, update on public.customisations to service_role;

create table public.cutoffs (
  weekday smallint not null,
  hour smallint,
  constraint cutoffs_pkey PRIMARY KEY (weekday),
  constraint cutoff_hour_invalid CHECK (((hour >= 0) AND (hour <= 23))),
  constraint cutoff_weekday_invalid CHECK (((weekday >= 0) AND (weekday <= 6)))
);
alter table public.cutoffs enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON public.cutoffs REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('cutoff', 'weekday', '{weekday}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.cutoffs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('cutoff', 'weekday', '{weekday}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.cutoffs REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('cutoff', 'weekday', '{weekday}', '{version,updated_at}');
CREATE CONSTRAINT TRIGGER guard_cutoffs AFTER DELETE OR UPDATE ON public.cutoffs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.guard_cutoffs();
CREATE TRIGGER log_delete AFTER DELETE ON public.cutoffs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.cutoffs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.cutoffs FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.cutoffs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
create policy "everybody reads the cut-off hours" on public.cutoffs as permissive for select to anon, authenticated
  using (true);
create policy "the shop itself may do everything" on public.cutoffs as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.cutoffs to anon;
grant select on public.cutoffs to authenticated;
grant select, insert, update, delete on public.cutoffs to service_role;

create table public.design_assets (
  id uuid default gen_random_uuid() not null,
  customer_id uuid,
  guest_hash text,
  of_shop boolean default false not null,
  sha256 text not null,
  kind text not null,
  width integer not null,
  height integer not null,
  bytes bigint not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  constraint design_assets_pkey PRIMARY KEY (id),
  constraint design_asset_taken UNIQUE NULLS NOT DISTINCT (customer_id, guest_hash, sha256),
  constraint design_asset_bytes_invalid CHECK ((bytes > 0)),
  constraint design_asset_kind_unknown CHECK ((kind = ANY (ARRAY['jpeg'::text, 'png'::text]))),
  constraint design_asset_name_invalid CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  constraint design_asset_owned CHECK ((num_nonnulls(customer_id, guest_hash) =
CASE
    WHEN of_shop THEN 0
    ELSE 1
END)),
  constraint design_asset_sha256_invalid CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint design_asset_size_invalid CHECK ((((width >= 16) AND (width <= 12000)) AND ((height >= 16) AND (height <= 12000)))),
  constraint design_assets_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint design_assets_guest_hash_fkey FOREIGN KEY (guest_hash) REFERENCES private.design_guests(hash)
);
alter table public.design_assets enable row level security;
CREATE INDEX design_assets_age ON public.design_assets USING btree (created_at);
CREATE INDEX design_assets_file ON public.design_assets USING btree (sha256);
CREATE INDEX design_assets_guest ON public.design_assets USING btree (guest_hash) WHERE (guest_hash IS NOT NULL);
CREATE TRIGGER drop_asset_files AFTER DELETE ON public.design_assets REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.drop_asset_files();
create policy "a second factor that exists was used" on public.design_assets as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read their own pictures, staff read all" on public.design_assets as permissive for select to authenticated
  using (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('customisations.read'::text) AS may)));
create policy "the shop itself may do everything" on public.design_assets as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.design_assets to authenticated;
grant select, insert, update, delete on public.design_assets to service_role;

create table public.design_reports (
  id uuid not null,
  shared_design_id uuid not null,
  reason text not null,
  note text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  decision text,
  decided_at timestamp with time zone,
  decided_by uuid,
  constraint design_reports_pkey PRIMARY KEY (id),
  constraint design_report_decided_whole CHECK (((decision IS NULL) = (decided_at IS NULL))),
  constraint design_report_decision_unknown CHECK ((decision = ANY (ARRAY['kept'::text, 'removed'::text]))),
  constraint design_report_note_too_long CHECK ((length(note) <= 1000)),
  constraint design_report_reason_unknown CHECK ((reason = ANY (ARRAY['copyright'::text, 'trademark'::text, 'state_symbol'::text, 'pornography'::text, 'hatred'::text, 'personal_data'::text, 'other'::text]))),
  constraint design_reports_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint design_reports_shared_design_id_fkey FOREIGN KEY (shared_design_id) REFERENCES public.shared_designs(id) ON DELETE CASCADE
);
alter table public.design_reports enable row level security;
CREATE INDEX design_reports_decider ON public.design_reports USING btree (decided_by);
CREATE INDEX design_reports_design ON public.design_reports USING btree (shared_design_id);
CREATE INDEX design_reports_open ON public.design_reports USING btree (created_at) WHERE (decision IS NULL);
CREATE TRIGGER hide_reported AFTER INSERT ON public.design_reports FOR EACH ROW EXECUTE FUNCTION private.hide_reported();
create policy "a second factor that exists was used" on public.design_reports as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read reports" on public.design_reports as permissive for select to authenticated
  using (( SELECT private.may('customisations.review'::text) AS may));
create policy "the shop itself may do everything" on public.design_reports as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.design_reports to authenticated;
grant select, insert, update, delete on public.design_reports to service_role;

create table public.design_templates (
  id uuid default gen_random_uuid() not null,
  product_id uuid not null,
  name jsonb not null,
  document jsonb not null,
  published boolean default false not null,
  position integer default 0 not null,
  version integer default 1 not null,
  constraint design_templates_pkey PRIMARY KEY (id),
  constraint design_template_document_invalid CHECK (((jsonb_typeof(document) = 'object'::text) AND (pg_column_size(document) <= 200000))),
  constraint design_template_name_invalid CHECK (private.is_text(name)),
  constraint design_templates_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table public.design_templates enable row level security;
CREATE INDEX design_templates_assets ON public.design_templates USING gin (((document -> 'assets'::text)));
CREATE INDEX design_templates_product ON public.design_templates USING btree (product_id, "position");
CREATE TRIGGER audit_delete AFTER DELETE ON public.design_templates REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.design_templates REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.design_templates REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{version,updated_at}');
CREATE TRIGGER follow_templates_on_delete AFTER DELETE ON public.design_templates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_templates();
CREATE TRIGGER follow_templates_on_insert AFTER INSERT ON public.design_templates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_templates();
CREATE TRIGGER follow_templates_on_update AFTER UPDATE ON public.design_templates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_templates();
CREATE TRIGGER log_delete AFTER DELETE ON public.design_templates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.design_templates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.design_templates FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.design_templates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER raise_version BEFORE UPDATE OF name, document, published ON public.design_templates FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "everybody reads published templates of products they can see" on public.design_templates as permissive for select to anon, authenticated
  using (((published OR ( SELECT private.may('products.read'::text) AS may)) AND (EXISTS ( SELECT
   FROM public.products
  WHERE (products.id = design_templates.product_id)))));
create policy "the shop itself may do everything" on public.design_templates as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.design_templates to anon;
grant select on public.design_templates to authenticated;
grant select, insert, update, delete on public.design_templates to service_role;

create table public.design_versions (
  id uuid not null,
  customer_id uuid,
  guest_hash text,
  product_id uuid not null,
  spec_id uuid not null,
  template_id uuid,
  document jsonb not null,
  document_hash text not null,
  display jsonb not null,
  display_hash text not null,
  summary jsonb not null,
  words text[] default '{}'::text[] not null,
  rights_wording text,
  rights_at timestamp with time zone,
  pieces jsonb,
  piece_displays jsonb,
  created_at timestamp with time zone default now() not null,
  constraint design_versions_pkey PRIMARY KEY (id),
  constraint design_version_display_hash_invalid CHECK ((display_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint design_version_display_invalid CHECK (((jsonb_typeof(display) = 'object'::text) AND (pg_column_size(display) <= 2000000))),
  constraint design_version_document_invalid CHECK (((jsonb_typeof(document) = 'object'::text) AND (pg_column_size(document) <= 200000))),
  constraint design_version_hash_invalid CHECK ((document_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint design_version_owned_once CHECK ((num_nonnulls(customer_id, guest_hash) <= 1)),
  constraint design_version_piece_displays_invalid CHECK ((private.is_roster(piece_displays) AND (pg_column_size(piece_displays) <= 4000000))),
  constraint design_version_pieces_invalid CHECK (private.is_roster(pieces)),
  constraint design_version_pieces_whole CHECK (((pieces IS NULL) = (piece_displays IS NULL))),
  constraint design_version_rights_whole CHECK (((rights_wording IS NULL) = (rights_at IS NULL))),
  constraint design_version_summary_invalid CHECK ((jsonb_typeof(summary) = 'object'::text)),
  constraint design_version_wording_too_long CHECK ((length(rights_wording) <= 40)),
  constraint design_versions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint design_versions_guest_hash_fkey FOREIGN KEY (guest_hash) REFERENCES private.design_guests(hash) ON DELETE SET NULL,
  constraint design_versions_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE,
  constraint design_versions_spec_id_fkey FOREIGN KEY (spec_id) REFERENCES public.print_specs(id) ON DELETE CASCADE,
  constraint design_versions_template_id_fkey FOREIGN KEY (template_id) REFERENCES public.design_templates(id) ON DELETE SET NULL
);
alter table public.design_versions enable row level security;
CREATE INDEX design_versions_age ON public.design_versions USING btree (created_at);
CREATE INDEX design_versions_assets ON public.design_versions USING gin (((document -> 'assets'::text)));
CREATE INDEX design_versions_customer ON public.design_versions USING btree (customer_id, created_at DESC);
CREATE INDEX design_versions_guest ON public.design_versions USING btree (guest_hash) WHERE (guest_hash IS NOT NULL);
CREATE INDEX design_versions_product ON public.design_versions USING btree (product_id);
CREATE INDEX design_versions_spec ON public.design_versions USING btree (spec_id);
CREATE INDEX design_versions_template ON public.design_versions USING btree (template_id) WHERE (template_id IS NOT NULL);
CREATE TRIGGER guard_design_version BEFORE UPDATE ON public.design_versions FOR EACH ROW EXECUTE FUNCTION private.guard_design_version();
create policy "a second factor that exists was used" on public.design_versions as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read versions of their own designs, staff read all" on public.design_versions as permissive for select to authenticated
  using (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('customisations.read'::text) AS may)));
create policy "the shop itself may do everything" on public.design_versions as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.design_versions to authenticated;
grant select, insert, update, delete on public.design_versions to service_role;

create table public.designs (
  id uuid default gen_random_uuid() not null,
  customer_id uuid,
  guest_hash text,
  product_id uuid,
  variant_id uuid,
  name text not null,
  document jsonb not null,
  display jsonb,
  rev integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint designs_pkey PRIMARY KEY (id),
  constraint design_display_invalid CHECK (((jsonb_typeof(display) = 'object'::text) AND (pg_column_size(display) <= 2000000))),
  constraint design_document_invalid CHECK (((jsonb_typeof(document) = 'object'::text) AND (pg_column_size(document) <= 200000))),
  constraint design_name_invalid CHECK ((((length(name) >= 1) AND (length(name) <= 80)) AND (name = btrim(name)))),
  constraint design_owned CHECK ((num_nonnulls(customer_id, guest_hash) = 1)),
  constraint design_rev_invalid CHECK ((rev >= 1)),
  constraint designs_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint designs_guest_hash_fkey FOREIGN KEY (guest_hash) REFERENCES private.design_guests(hash),
  constraint designs_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE SET NULL
);
alter table public.designs enable row level security;
CREATE INDEX designs_assets ON public.designs USING gin (((document -> 'assets'::text)));
CREATE INDEX designs_customer ON public.designs USING btree (customer_id, updated_at DESC);
CREATE INDEX designs_guest ON public.designs USING btree (guest_hash, updated_at) WHERE (guest_hash IS NOT NULL);
CREATE TRIGGER touch BEFORE UPDATE ON public.designs FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "a second factor that exists was used" on public.designs as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read their own designs, staff read all" on public.designs as permissive for select to authenticated
  using (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('customisations.read'::text) AS may)));
create policy "the shop itself may do everything" on public.designs as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.designs to authenticated;
grant select, insert, update, delete on public.designs to service_role;

create table public.enquiries (
  id uuid default gen_random_uuid() not null,
  number integer generated always as identity not null,
  status text default 'new'::text not null,
  topic text not null,
  name text not null,
  email text not null,
  phone text,
  order_number text,
  message text not null,
  language text not null,
  idempotency_key text not null,
  request_hash text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint enquiries_pkey PRIMARY KEY (id),
  constraint enquiry_number_taken UNIQUE (number),
  constraint enquiry_sent_already UNIQUE (idempotency_key),
  constraint enquiries_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255))),
  constraint enquiry_email_invalid CHECK (private.is_email(email)),
  constraint enquiry_language_unknown CHECK ((language = ANY (ARRAY['id'::text, 'en'::text]))),
  constraint enquiry_message_invalid CHECK (((length(message) >= 1) AND (length(message) <= 4000))),
  constraint enquiry_name_invalid CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint enquiry_order_number_invalid CHECK (((length(order_number) >= 1) AND (length(order_number) <= 40))),
  constraint enquiry_phone_invalid CHECK ((phone ~ '^\+628\d{8,11}$'::text)),
  constraint enquiry_status_unknown CHECK ((status = ANY (ARRAY['new'::text, 'answered'::text, 'closed'::text]))),
  constraint enquiry_topic_unknown CHECK ((topic = ANY (ARRAY['product'::text, 'custom'::text, 'order'::text, 'return'::text, 'privacy'::text, 'other'::text])))
);
alter table public.enquiries enable row level security;
CREATE INDEX enquiries_newest ON public.enquiries USING btree (created_at DESC, id DESC);
CREATE INDEX enquiries_status ON public.enquiries USING btree (status, created_at DESC);
CREATE TRIGGER guard_enquiry BEFORE UPDATE ON public.enquiries FOR EACH ROW EXECUTE FUNCTION private.guard_enquiry();
CREATE TRIGGER note_enquiry AFTER INSERT ON public.enquiries FOR EACH ROW EXECUTE FUNCTION private.note_staff_event('new_enquiry', 'id');
CREATE TRIGGER touch BEFORE UPDATE ON public.enquiries FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "a second factor that exists was used" on public.enquiries as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read what visitors wrote" on public.enquiries as permissive for select to authenticated
  using (( SELECT private.may('enquiries.read'::text) AS may));
create policy "the shop itself may do everything" on public.enquiries as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on public.enquiries to service_role;
grant select (id, number, status, topic, name, email, phone, order_number, message, language, created_at, updated_at) on public.enquiries to authenticated;

create table public.enquiry_answers (
  id uuid not null,
  enquiry_id uuid not null,
  author_id uuid,
  text text not null,
  created_at timestamp with time zone default now() not null,
  constraint enquiry_answers_pkey PRIMARY KEY (id),
  constraint answer_text_invalid CHECK (((length(text) >= 1) AND (length(text) <= 8000))),
  constraint enquiry_answers_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint enquiry_answers_enquiry_id_fkey FOREIGN KEY (enquiry_id) REFERENCES public.enquiries(id) ON DELETE CASCADE
);
alter table public.enquiry_answers enable row level security;
CREATE INDEX enquiry_answers_of ON public.enquiry_answers USING btree (enquiry_id, created_at);
create policy "a second factor that exists was used" on public.enquiry_answers as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read answers" on public.enquiry_answers as permissive for select to authenticated
  using (( SELECT private.may('enquiries.read'::text) AS may));
create policy "the shop itself may do everything" on public.enquiry_answers as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.enquiry_answers to authenticated;
grant select, insert, delete on public.enquiry_answers to service_role;

create table public.imports (
  id uuid not null,
  kind text default 'products'::text not null,
  permission text default 'imports.run'::text not null,
  name text not null,
  version text not null,
  bytes bigint not null,
  encoding text not null,
  delimiter text not null,
  headers text[] not null,
  head_rows integer default 1 not null,
  sample jsonb default '[]'::jsonb not null,
  mapping jsonb default '{}'::jsonb not null,
  unknown_categories text default 'fail'::text not null,
  counts jsonb,
  problem text,
  problem_row bigint,
  check_task uuid,
  run_task uuid,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  constraint imports_pkey PRIMARY KEY (id),
  constraint import_runs_once UNIQUE (run_task),
  constraint import_bytes_invalid CHECK ((bytes > 0)),
  constraint import_delimiter_unknown CHECK ((delimiter = ANY (ARRAY[','::text, ';'::text, '	'::text]))),
  constraint import_encoding_unknown CHECK ((encoding = ANY (ARRAY['utf-8'::text, 'utf-16le'::text, 'utf-16be'::text, 'windows-1252'::text]))),
  constraint import_head_rows_invalid CHECK (((head_rows >= 1) AND (head_rows <= 20))),
  constraint import_name_invalid CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  constraint import_unknown_categories_unknown CHECK ((unknown_categories = ANY (ARRAY['create'::text, 'skip'::text, 'fail'::text]))),
  constraint imports_check_task_fkey FOREIGN KEY (check_task) REFERENCES public.staff_tasks(id),
  constraint imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint imports_permission_fkey FOREIGN KEY (permission) REFERENCES public.permissions(key),
  constraint imports_run_task_fkey FOREIGN KEY (run_task) REFERENCES public.staff_tasks(id)
);
alter table public.imports enable row level security;
CREATE INDEX imports_check ON public.imports USING btree (check_task);
CREATE INDEX imports_creator ON public.imports USING btree (created_by, created_at);
CREATE INDEX imports_newest ON public.imports USING btree (created_at, id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.imports REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('import', 'id', '{id}', '{permission,version,headers,sample,mapping,counts,problem_row,check_task,run_task,created_by,created_at,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.imports REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('import', 'id', '{id}', '{permission,version,headers,sample,mapping,counts,problem_row,check_task,run_task,created_by,created_at,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.imports REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('import', 'id', '{id}', '{permission,version,headers,sample,mapping,counts,problem_row,check_task,run_task,created_by,created_at,version,updated_at}');
create policy "a second factor that exists was used" on public.imports as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read their own imports, or others of kinds that they may " on public.imports as permissive for select to authenticated
  using ((((created_by = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may('imports.run'::text) AS may)) OR (( SELECT private.may('tasks.read'::text) AS may) AND private.may(permission))));
create policy "the shop itself may do everything" on public.imports as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.imports to authenticated;
grant select, insert, update, delete on public.imports to service_role;

create table public.media (
  id uuid not null,
  path text not null,
  sha256 text not null,
  original_name text not null,
  kind text not null,
  width integer not null,
  height integer not null,
  bytes bigint not null,
  colour text not null,
  thumbhash text not null,
  uploaded_by uuid,
  created_at timestamp with time zone default now() not null,
  constraint media_pkey PRIMARY KEY (id),
  constraint media_path_taken UNIQUE (path),
  constraint media_taken UNIQUE (sha256),
  constraint media_bytes_invalid CHECK ((bytes > 0)),
  constraint media_colour_invalid CHECK ((colour ~ '^#[0-9a-f]{6}$'::text)),
  constraint media_kind_unknown CHECK ((kind = ANY (ARRAY['jpeg'::text, 'png'::text, 'webp'::text, 'avif'::text]))),
  constraint media_name_invalid CHECK (((length(original_name) >= 1) AND (length(original_name) <= 255))),
  constraint media_path_invalid CHECK ((path ~ '^[A-Za-z0-9/_-]+$'::text)),
  constraint media_sha256_invalid CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint media_size_invalid CHECK (((width > 0) AND (height > 0))),
  constraint media_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES public.profiles(id) ON DELETE SET NULL
);
alter table public.media enable row level security;
CREATE INDEX media_name ON public.media USING btree (lower(original_name));
CREATE TRIGGER audit_delete AFTER DELETE ON public.media REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('media', 'id', '{id}', '{path,sha256,colour,thumbhash,created_at,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.media REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('media', 'id', '{id}', '{path,sha256,colour,thumbhash,created_at,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.media REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('media', 'id', '{id}', '{path,sha256,colour,thumbhash,created_at,version,updated_at}');
create policy "a second factor that exists was used" on public.media as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff with the right see uploaded files" on public.media as permissive for select to authenticated
  using (( SELECT private.may('media.manage'::text) AS may));
create policy "the shop itself may do everything" on public.media as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.media to authenticated;
grant select, insert, update, delete on public.media to service_role;

create table public.mockup_kits (
  id text not null,
  faces_x real not null,
  faces_y real not null,
  created_at timestamp with time zone default now() not null,
  constraint mockup_kits_pkey PRIMARY KEY (id),
  constraint mockup_kit_faces_invalid CHECK ((((faces_x >= (0)::double precision) AND (faces_x <= (1)::double precision)) AND ((faces_y >= (0)::double precision) AND (faces_y <= (1)::double precision)))),
  constraint mockup_kit_id_invalid CHECK ((id ~ '^[a-z][a-z0-9-]{0,79}$'::text))
);
alter table public.mockup_kits enable row level security;
create policy "everybody reads which mock-ups there are" on public.mockup_kits as permissive for select to anon, authenticated
  using (true);
create policy "the shop itself may do everything" on public.mockup_kits as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.mockup_kits to anon;
grant select on public.mockup_kits to authenticated;
grant select, insert, delete on public.mockup_kits to service_role;

create table public.order_cancellations (
  id bigint generated always as identity not null,
  order_id uuid not null,
  reason text not null,
  restock boolean not null,
  refund boolean not null,
  notify boolean not null,
  note text default ''::text not null,
  actor_id uuid,
  at timestamp with time zone default now() not null,
  constraint order_cancellations_pkey PRIMARY KEY (id),
  constraint cancel_note_invalid CHECK ((length(note) <= 500)),
  constraint cancel_reason_unknown CHECK ((reason = ANY (ARRAY['customer'::text, 'declined'::text, 'fraud'::text, 'inventory'::text, 'staff'::text, 'expired'::text, 'other'::text]))),
  constraint order_cancellations_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id)
);
alter table public.order_cancellations enable row level security;
CREATE INDEX order_cancellations_order ON public.order_cancellations USING btree (order_id);
create policy "a second factor that exists was used" on public.order_cancellations as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read why orders were cancelled" on public.order_cancellations as permissive for select to authenticated
  using (( SELECT private.may('orders.read'::text) AS may));
create policy "the shop itself may do everything" on public.order_cancellations as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.order_cancellations to authenticated;
grant select, insert on public.order_cancellations to service_role;

create table public.order_counter (
  only_row boolean default true not null,
  last integer not null,
  constraint order_counter_pkey PRIMARY KEY (only_row),
  constraint order_counter_only_row_check CHECK (only_row)
);
alter table public.order_counter enable row level security;
create policy "the shop itself may do everything" on public.order_counter as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on public.order_counter to service_role;

create table public.order_drafts (
  id uuid not null,
  state text default 'open'::text not null,
  content jsonb not null,
  revision integer default 1 not null,
  source text generated always as ((content ->> 'source'::text)) stored not null,
  buyer text generated always as (lower(((((COALESCE((content #>> '{buyer,name}'::text[]), ''::text) || ' '::text) || COALESCE((content #>> '{buyer,phone}'::text[]), ''::text)) || ' '::text) || COALESCE((content #>> '{buyer,email}'::text[]), ''::text)))) stored not null,
  customer_id uuid,
  order_id uuid,
  replaces uuid,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint order_drafts_pkey PRIMARY KEY (id),
  constraint draft_ordered_already UNIQUE (order_id),
  constraint draft_order_missing CHECK (((state = 'ordered'::text) = (order_id IS NOT NULL))),
  constraint draft_state_unknown CHECK ((state = ANY (ARRAY['open'::text, 'ordered'::text, 'dropped'::text]))),
  constraint draft_too_large CHECK ((octet_length((content)::text) <= 65536)),
  constraint order_drafts_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint order_drafts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint order_drafts_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id),
  constraint order_drafts_replaces_fkey FOREIGN KEY (replaces) REFERENCES public.orders(id),
  constraint order_drafts_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL
);
alter table public.order_drafts enable row level security;
CREATE UNIQUE INDEX draft_replaces_already ON public.order_drafts USING btree (replaces) WHERE (state = 'open'::text);
CREATE INDEX order_drafts_author ON public.order_drafts USING btree (created_by);
CREATE INDEX order_drafts_buyer ON public.order_drafts USING gin (buyer extensions.gin_trgm_ops);
CREATE INDEX order_drafts_customer ON public.order_drafts USING btree (customer_id);
CREATE INDEX order_drafts_editor ON public.order_drafts USING btree (updated_by);
CREATE INDEX order_drafts_newest ON public.order_drafts USING btree (updated_at DESC, id DESC);
CREATE INDEX order_drafts_replaces ON public.order_drafts USING btree (replaces);
CREATE INDEX order_drafts_state ON public.order_drafts USING btree (state, updated_at DESC, id DESC);
CREATE TRIGGER audit_delete AFTER DELETE ON public.order_drafts REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('order_draft', 'id', '{id}', '{id,content,revision,buyer,customer_id,created_by,updated_by,created_at,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.order_drafts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('order_draft', 'id', '{id}', '{id,content,revision,buyer,customer_id,created_by,updated_by,created_at,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.order_drafts REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('order_draft', 'id', '{id}', '{id,content,revision,buyer,customer_id,created_by,updated_by,created_at,version,updated_at}');
CREATE TRIGGER touch BEFORE UPDATE ON public.order_drafts FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "a second factor that exists was used" on public.order_drafts as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read drafts of orders" on public.order_drafts as permissive for select to authenticated
  using (( SELECT private.may('orders.draft'::text) AS may));
create policy "the shop itself may do everything" on public.order_drafts as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.order_drafts to authenticated;
grant select, insert, update, delete on public.order_drafts to service_role;

create table public.order_events (
  id bigint generated always as identity not null,
  order_id uuid not null,
  customer_id uuid,
  kind text not null,
  details jsonb default '{}'::jsonb not null,
  internal boolean default false not null,
  actor_id uuid,
  at timestamp with time zone default clock_timestamp() not null,
  constraint order_events_pkey PRIMARY KEY (id),
  constraint event_kind_unknown CHECK ((kind = ANY (ARRAY['placed'::text, 'payment_pending'::text, 'payment_declined'::text, 'paid'::text, 'packed'::text, 'shipped'::text, 'delivered'::text, 'canceled'::text, 'expired'::text, 'refund_requested'::text, 'refunded'::text, 'needs_review'::text, 'note'::text, 'cancel_requested'::text, 'shipment_prepared'::text, 'shipment_canceled'::text, 'shipment_delivered'::text, 'refund_failed'::text, 'refund_account'::text, 'return_requested'::text, 'return_approved'::text, 'return_declined'::text, 'return_in_transit'::text, 'return_received'::text, 'return_refunded'::text, 'return_closed'::text, 'return_canceled'::text, 'claim_requested'::text, 'claim_approved'::text, 'claim_declined'::text, 'claim_resolved'::text, 'claim_canceled'::text, 'replacement_prepared'::text, 'mail_undelivered'::text, 'buyer_told'::text, 'email_corrected'::text, 'payment_proof_attached'::text, 'money_confirmed'::text, 'payment_checked'::text, 'tracking_corrected'::text, 'remarks_changed'::text, 'address_changed'::text, 'terms_accepted'::text, 'pay_link_made'::text, 'step_undone'::text, 'replaced'::text, 'replaces'::text]))),
  constraint order_events_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint order_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id)
);
alter table public.order_events enable row level security;
CREATE INDEX order_events_customer ON public.order_events USING btree (customer_id);
CREATE INDEX order_events_order ON public.order_events USING btree (order_id, id);
CREATE TRIGGER announce_order AFTER INSERT ON public.order_events FOR EACH ROW EXECUTE FUNCTION private.announce_order();
CREATE TRIGGER note_new_order AFTER INSERT ON public.order_events FOR EACH ROW WHEN ((new.kind = 'placed'::text)) EXECUTE FUNCTION private.note_staff_event('new_order', 'order_id');
CREATE TRIGGER note_order_paid AFTER INSERT ON public.order_events FOR EACH ROW WHEN ((new.kind = 'paid'::text)) EXECUTE FUNCTION private.note_staff_event('order_paid', 'order_id');
create policy "a second factor that exists was used" on public.order_events as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read the events of their orders, staff read all" on public.order_events as permissive for select to authenticated
  using ((((customer_id = ( SELECT auth.uid() AS uid)) AND (NOT internal)) OR ( SELECT private.may('orders.read'::text) AS may)));
create policy "the shop itself may do everything" on public.order_events as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.order_events to authenticated;
grant select, insert on public.order_events to service_role;

create table public.order_line_charges (
  order_line_id uuid not null,
  position integer not null,
  kind text not null,
  label jsonb not null,
  count integer not null,
  amount bigint not null,
  constraint order_line_charges_pkey PRIMARY KEY (order_line_id, "position"),
  constraint line_charge_amount_invalid CHECK ((amount >= 0)),
  constraint line_charge_count_invalid CHECK ((count >= 1)),
  constraint line_charge_label_invalid CHECK (private.is_text(label)),
  constraint order_line_charges_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES public.order_lines(id)
);
alter table public.order_line_charges enable row level security;
CREATE CONSTRAINT TRIGGER guard_charges AFTER INSERT ON public.order_line_charges DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.guard_charges();
create policy "a second factor that exists was used" on public.order_line_charges as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read charges of what is theirs, staff read all" on public.order_line_charges as permissive for select to authenticated
  using (((EXISTS ( SELECT
   FROM public.order_lines l
  WHERE ((l.id = order_line_charges.order_line_id) AND (l.customer_id = ( SELECT auth.uid() AS uid))))) OR ( SELECT private.may('orders.read'::text) AS may)));
create policy "the shop itself may do everything" on public.order_line_charges as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.order_line_charges to authenticated;
grant select, insert on public.order_line_charges to service_role;

create table public.order_line_discounts (
  order_line_id uuid not null,
  promotion_id uuid not null,
  amount bigint not null,
  constraint order_line_discounts_pkey PRIMARY KEY (order_line_id, promotion_id),
  constraint line_discount_share_invalid CHECK ((amount > 0)),
  constraint order_line_discounts_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES public.order_lines(id),
  constraint order_line_discounts_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES public.promotions(id)
);
alter table public.order_line_discounts enable row level security;
CREATE INDEX order_line_discounts_promotion ON public.order_line_discounts USING btree (promotion_id);
create policy "a second factor that exists was used" on public.order_line_discounts as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "the shop itself may do everything" on public.order_line_discounts as permissive for all to service_role
  using (true)
  with check (true);
create policy "whoever reads an order line reads what lowered it" on public.order_line_discounts as permissive for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.order_lines
  WHERE (order_lines.id = order_line_discounts.order_line_id))));
grant select on public.order_line_discounts to authenticated;
grant select, insert on public.order_line_discounts to service_role;

create table public.order_lines (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  customer_id uuid,
  position integer not null,
  variant_id uuid,
  product_id uuid,
  product_slug text,
  sku text not null,
  name text not null,
  options text default ''::text not null,
  picture jsonb,
  quantity integer not null,
  unit_price bigint not null,
  setup_fee bigint default 0 not null,
  was_price bigint,
  discount bigint default 0 not null,
  total bigint not null,
  tax_included bigint default 0 not null,
  weight_grams integer not null,
  is_gift boolean default false not null,
  tax_class text default 'goods'::text not null,
  tax_rate_basis_points integer default 0 not null,
  tax_base bigint default 0 not null,
  lowered bigint default 0 not null,
  unit_totals bigint[] generated always as (private.unit_totals(((total - setup_fee) - lowered), setup_fee, quantity)) stored not null,
  constraint order_lines_pkey PRIMARY KEY (id),
  constraint order_lines_order_id_position_key UNIQUE (order_id, "position"),
  constraint line_discount_invalid CHECK (((discount >= 0) AND (discount <= (unit_price * quantity)))),
  constraint line_lowered_invalid CHECK (((lowered >= 0) AND (lowered <= (total - setup_fee)))),
  constraint line_quantity_invalid CHECK (((quantity >= 1) AND (quantity <= 99))),
  constraint line_setup_fee_invalid CHECK ((setup_fee >= 0)),
  constraint line_tax_base_invalid CHECK ((tax_base >= 0)),
  constraint line_total_wrong CHECK ((total = (((unit_price * quantity) + setup_fee) - discount))),
  constraint order_lines_unit_price_check CHECK ((unit_price >= 0)),
  constraint order_lines_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id),
  constraint order_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE SET NULL,
  constraint order_lines_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES public.product_variants(id) ON DELETE SET NULL
);
alter table public.order_lines enable row level security;
CREATE INDEX order_lines_customer ON public.order_lines USING btree (customer_id);
CREATE INDEX order_lines_variant ON public.order_lines USING btree (variant_id);
CREATE TRIGGER note_sold AFTER INSERT ON public.order_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.note_sold_lines();
create policy "a second factor that exists was used" on public.order_lines as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read their own order lines, staff read all" on public.order_lines as permissive for select to authenticated
  using (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('orders.read'::text) AS may)));
create policy "the shop itself may do everything" on public.order_lines as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.order_lines to authenticated;
grant select, insert on public.order_lines to service_role;

create table public.order_promos (
  order_id uuid not null,
  promotion_id uuid not null,
  code text not null,
  name text not null,
  discount bigint not null,
  constraint order_promos_pkey PRIMARY KEY (order_id, promotion_id),
  constraint order_promos_discount_check CHECK ((discount >= 0)),
  constraint order_promos_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id),
  constraint order_promos_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES public.promotions(id)
);
alter table public.order_promos enable row level security;
create policy "a second factor that exists was used" on public.order_promos as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "the shop itself may do everything" on public.order_promos as permissive for all to service_role
  using (true)
  with check (true);
create policy "whoever reads an order reads its promos" on public.order_promos as permissive for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.orders
  WHERE (orders.id = order_promos.order_id))));
grant select on public.order_promos to authenticated;
grant select, insert on public.order_promos to service_role;

create table public.order_staff_discounts (
  order_line_id uuid not null,
  amount bigint not null,
  reason text not null,
  actor_id uuid,
  at timestamp with time zone default now() not null,
  constraint order_staff_discounts_pkey PRIMARY KEY (order_line_id),
  constraint staff_discount_invalid CHECK ((amount > 0)),
  constraint staff_discount_reason_invalid CHECK ((length(reason) <= 200)),
  constraint order_staff_discounts_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint order_staff_discounts_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES public.order_lines(id)
);
alter table public.order_staff_discounts enable row level security;
CREATE INDEX order_staff_discounts_actor ON public.order_staff_discounts USING btree (actor_id);
create policy "a second factor that exists was used" on public.order_staff_discounts as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read discounts of staff" on public.order_staff_discounts as permissive for select to authenticated
  using (( SELECT private.may('orders.read'::text) AS may));
create policy "the shop itself may do everything" on public.order_staff_discounts as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.order_staff_discounts to authenticated;
grant select, insert on public.order_staff_discounts to service_role;

create table public.order_withdrawals (
  id bigint generated always as identity not null,
  order_id uuid not null,
  order_line_id uuid not null,
  quantity integer not null,
  actor_id uuid,
  at timestamp with time zone default now() not null,
  constraint order_withdrawals_pkey PRIMARY KEY (id),
  constraint withdrawn_quantity_invalid CHECK ((quantity > 0)),
  constraint order_withdrawals_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id),
  constraint order_withdrawals_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES public.order_lines(id)
);
alter table public.order_withdrawals enable row level security;
CREATE INDEX order_withdrawals_line ON public.order_withdrawals USING btree (order_line_id);
CREATE INDEX order_withdrawals_order ON public.order_withdrawals USING btree (order_id);
CREATE TRIGGER follow_withdrawal AFTER INSERT ON public.order_withdrawals FOR EACH ROW EXECUTE FUNCTION private.follow_withdrawal();
CREATE TRIGGER guard_withdrawn AFTER INSERT ON public.order_withdrawals FOR EACH ROW EXECUTE FUNCTION private.guard_shipped();
create policy "a second factor that exists was used" on public.order_withdrawals as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "the shop itself may do everything" on public.order_withdrawals as permissive for all to service_role
  using (true)
  with check (true);
create policy "whoever reads an order reads what is not sent" on public.order_withdrawals as permissive for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.orders
  WHERE (orders.id = order_withdrawals.order_id))));
grant select on public.order_withdrawals to authenticated;
grant select, insert on public.order_withdrawals to service_role;

create table public.orders (
  id uuid default gen_random_uuid() not null,
  number text,
  customer_id uuid,
  status text not null,
  payment_status text default 'none'::text not null,
  fulfilment_status text default 'unfulfilled'::text not null,
  language text default 'id'::text not null,
  email text not null,
  recipient text not null,
  phone text not null,
  address jsonb not null,
  subtotal bigint not null,
  discount bigint not null,
  shipping bigint not null,
  shipping_discount bigint default 0 not null,
  tax_included bigint not null,
  total bigint not null,
  paid_total bigint default 0 not null,
  refunded_total bigint default 0 not null,
  shipping_method_id uuid,
  shipping_name text not null,
  courier text not null,
  service text not null,
  earliest date not null,
  latest date not null,
  weight_grams integer default 0 not null,
  terms_version text not null,
  public_token text default encode((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'::text) not null,
  idempotency_key text not null,
  request_hash text not null,
  note text default ''::text not null,
  gift_message text,
  gift_from text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  placed_at timestamp with time zone,
  expires_at timestamp with time zone,
  packed_at timestamp with time zone,
  closed_at timestamp with time zone,
  needs_review boolean default false not null,
  payment_fee bigint default 0 not null,
  shipping_quote jsonb default '{}'::jsonb not null,
  payment_limits jsonb default '[]'::jsonb not null,
  shipping_tax bigint default 0 not null,
  payment_fee_tax bigint default 0 not null,
  pay_before timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  supplement_of uuid,
  source text default 'web'::text not null,
  buyer_id uuid,
  deposit bigint,
  constraint orders_pkey PRIMARY KEY (id),
  constraint order_number_taken UNIQUE (number),
  constraint order_placed_already UNIQUE (customer_id, idempotency_key),
  constraint deposit_invalid CHECK (((deposit > 0) AND (deposit < total))),
  constraint deposit_with_fee CHECK (((deposit IS NULL) OR (payment_fee = 0))),
  constraint fulfilment_status_unknown CHECK ((fulfilment_status = ANY (ARRAY['unfulfilled'::text, 'partial'::text, 'fulfilled'::text, 'delivered'::text, 'canceled'::text]))),
  constraint gift_from_invalid CHECK (((length(gift_from) <= 60) AND ((gift_message IS NOT NULL) OR (gift_from = ''::text)))),
  constraint gift_message_too_long CHECK ((length(gift_message) <= 300)),
  constraint order_note_too_long CHECK ((length(note) <= 300)),
  constraint order_source_unknown CHECK ((source = ANY (ARRAY['web'::text, 'whatsapp'::text, 'phone'::text, 'counter'::text, 'other'::text]))),
  constraint order_status_unknown CHECK ((status = ANY (ARRAY['draft'::text, 'awaiting_payment'::text, 'placed'::text, 'completed'::text, 'canceled'::text, 'expired'::text]))),
  constraint order_total_wrong CHECK ((total = (((subtotal - discount) + shipping) + payment_fee))),
  constraint orders_check CHECK (((discount >= 0) AND (discount <= subtotal))),
  constraint orders_shipping_check CHECK ((shipping >= 0)),
  constraint orders_shipping_discount_check CHECK ((shipping_discount >= 0)),
  constraint orders_subtotal_check CHECK ((subtotal >= 0)),
  constraint orders_tax_included_check CHECK ((tax_included >= 0)),
  constraint payment_fee_invalid CHECK ((total >= 0)),
  constraint payment_fee_tax_invalid CHECK (((payment_fee_tax >= 0) AND (payment_fee_tax <= tax_included))),
  constraint payment_status_unknown CHECK ((payment_status = ANY (ARRAY['none'::text, 'authorized'::text, 'partially_paid'::text, 'paid'::text, 'overcharged'::text, 'partially_refunded'::text, 'refunded'::text, 'voided'::text]))),
  constraint shipping_tax_invalid CHECK (((shipping_tax >= 0) AND (shipping_tax <= tax_included))),
  constraint supplement_of_itself CHECK ((supplement_of <> id)),
  constraint orders_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES public.buyers(id) ON DELETE SET NULL,
  constraint orders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint orders_shipping_method_id_fkey FOREIGN KEY (shipping_method_id) REFERENCES public.shipping_methods(id) ON DELETE SET NULL,
  constraint orders_supplement_of_fkey FOREIGN KEY (supplement_of) REFERENCES public.orders(id)
);
alter table public.orders enable row level security;
CREATE INDEX orders_buyer ON public.orders USING btree (buyer_id, created_at DESC, id DESC);
CREATE INDEX orders_courier ON public.orders USING btree (lower(courier), created_at, id);
CREATE INDEX orders_customer ON public.orders USING btree (customer_id, created_at DESC);
CREATE INDEX orders_deposits ON public.orders USING btree (id) WHERE ((deposit IS NOT NULL) AND (status = 'placed'::text));
CREATE INDEX orders_email ON public.orders USING btree (lower(email));
CREATE INDEX orders_fulfilment ON public.orders USING btree (status, fulfilment_status, created_at, id);
CREATE INDEX orders_mailbox ON public.orders USING btree (private.normalised_email(email));
CREATE INDEX orders_newest ON public.orders USING btree (created_at DESC, id DESC);
CREATE INDEX orders_number ON public.orders USING btree (upper(number) text_pattern_ops);
CREATE INDEX orders_payment_status ON public.orders USING btree (payment_status, created_at, id);
CREATE INDEX orders_phone ON public.orders USING btree (reverse(phone) text_pattern_ops);
CREATE INDEX orders_placed ON public.orders USING btree (placed_at, id) WHERE (placed_at IS NOT NULL);
CREATE INDEX orders_province ON public.orders USING btree ("left"((address ->> 'region_code'::text), 2), created_at, id);
CREATE INDEX orders_recipient ON public.orders USING gin (lower(recipient) extensions.gin_trgm_ops);
CREATE INDEX orders_status ON public.orders USING btree (status, created_at DESC);
CREATE INDEX orders_supplements ON public.orders USING btree (supplement_of) WHERE (supplement_of IS NOT NULL);
CREATE INDEX orders_token ON public.orders USING btree (public_token);
CREATE INDEX orders_total ON public.orders USING btree (total, id);
CREATE INDEX orders_unpaid ON public.orders USING btree (customer_id) WHERE (COALESCE(status, ''::text) = 'awaiting_payment'::text);
CREATE TRIGGER add_unpaid_buyers AFTER INSERT ON public.orders FOR EACH ROW WHEN (((new.status = 'awaiting_payment'::text) AND (new.source = 'web'::text))) EXECUTE FUNCTION private.follow_unpaid_buyers();
CREATE TRIGGER derived_begins_empty BEFORE INSERT ON public.orders FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND ((((new.payment_status IS DISTINCT FROM 'none'::text) OR (new.fulfilment_status IS DISTINCT FROM 'unfulfilled'::text)) OR (new.paid_total IS DISTINCT FROM (0)::bigint)) OR (new.refunded_total IS DISTINCT FROM (0)::bigint)))) EXECUTE FUNCTION private.refuse_derived();
CREATE TRIGGER derived_never_changes BEFORE UPDATE ON public.orders FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND ((((new.payment_status IS DISTINCT FROM old.payment_status) OR (new.fulfilment_status IS DISTINCT FROM old.fulfilment_status)) OR (new.paid_total IS DISTINCT FROM old.paid_total)) OR (new.refunded_total IS DISTINCT FROM old.refunded_total)))) EXECUTE FUNCTION private.refuse_derived();
CREATE TRIGGER end_review BEFORE UPDATE OF status ON public.orders FOR EACH ROW WHEN ((new.needs_review AND (new.status = ANY (ARRAY['canceled'::text, 'completed'::text])) AND (old.status <> new.status))) EXECUTE FUNCTION private.end_review();
CREATE TRIGGER follow_order AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) AND ((old.status = ANY (ARRAY['canceled'::text, 'expired'::text])) OR (new.status = ANY (ARRAY['canceled'::text, 'expired'::text]))))) EXECUTE FUNCTION private.follow_order();
CREATE TRIGGER follow_order_from_past AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.status = ANY (ARRAY['canceled'::text, 'expired'::text]))) EXECUTE FUNCTION private.follow_order();
CREATE TRIGGER forget_undelivered AFTER UPDATE OF email ON public.orders FOR EACH ROW WHEN (((new.email = ''::text) AND (old.email <> ''::text))) EXECUTE FUNCTION private.forget_undelivered();
CREATE TRIGGER guard_order_status BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION private.guard_order_status();
CREATE TRIGGER note_buyer AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION private.note_buyer_order();
CREATE TRIGGER note_changed_buyer AFTER UPDATE OF customer_id, status, placed_at, email, phone, recipient, paid_total ON public.orders FOR EACH ROW WHEN ((((((((new.customer_id IS DISTINCT FROM old.customer_id) OR (new.status IS DISTINCT FROM old.status)) OR (new.placed_at IS DISTINCT FROM old.placed_at)) OR (new.email IS DISTINCT FROM old.email)) OR (new.phone IS DISTINCT FROM old.phone)) OR (new.recipient IS DISTINCT FROM old.recipient)) OR (new.paid_total IS DISTINCT FROM old.paid_total))) EXECUTE FUNCTION private.note_buyer_order();
CREATE TRIGGER note_changed_sale AFTER UPDATE OF status, placed_at, closed_at, payment_fee ON public.orders FOR EACH ROW WHEN (((COALESCE(new.placed_at, old.placed_at) IS NOT NULL) AND ((((new.status IS DISTINCT FROM old.status) OR (new.placed_at IS DISTINCT FROM old.placed_at)) OR (new.closed_at IS DISTINCT FROM old.closed_at)) OR (new.payment_fee IS DISTINCT FROM old.payment_fee)))) EXECUTE FUNCTION private.note_sale();
CREATE TRIGGER note_recovered_order AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.supplement_of IS NULL)) EXECUTE FUNCTION private.note_recovered_order();
CREATE TRIGGER note_sale AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.placed_at IS NOT NULL)) EXECUTE FUNCTION private.note_sale();
CREATE TRIGGER note_sale_of_buyer AFTER UPDATE OF buyer_id ON public.orders FOR EACH ROW WHEN (((new.placed_at IS NOT NULL) AND (new.buyer_id IS NOT NULL) AND (new.buyer_id IS DISTINCT FROM old.buyer_id))) EXECUTE FUNCTION private.note_sale_of_buyer();
CREATE TRIGGER note_sold AFTER UPDATE OF payment_status ON public.orders FOR EACH ROW WHEN ((private.is_sold(old.payment_status) <> private.is_sold(new.payment_status))) EXECUTE FUNCTION private.note_sold_order();
CREATE CONSTRAINT TRIGGER order_numbered AFTER INSERT ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.number IS NULL)) EXECUTE FUNCTION private.number_order();
CREATE TRIGGER queue_facts_inserted AFTER INSERT ON public.orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.queue_facts_of_orders();
CREATE TRIGGER queue_facts_updated AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.queue_facts_of_changed_orders();
CREATE TRIGGER queue_supplements AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((old.status <> new.status) AND ((new.status = 'canceled'::text) OR ((new.supplement_of IS NOT NULL) AND (new.status = 'placed'::text))))) EXECUTE FUNCTION private.queue_supplements();
CREATE TRIGGER remove_unpaid_buyers AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((old.status = 'awaiting_payment'::text) AND (new.status <> 'awaiting_payment'::text))) EXECUTE FUNCTION private.follow_unpaid_buyers();
CREATE TRIGGER tax_payment_fee BEFORE UPDATE ON public.orders FOR EACH ROW WHEN ((new.payment_fee <> old.payment_fee)) EXECUTE FUNCTION private.tax_payment_fee();
CREATE TRIGGER touch BEFORE UPDATE ON public.orders FOR EACH ROW WHEN ((NOT (new.buyer_id IS DISTINCT FROM old.buyer_id))) EXECUTE FUNCTION private.touch();
create policy "a second factor that exists was used" on public.orders as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read their own orders, staff read all" on public.orders as permissive for select to authenticated
  using (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('orders.read'::text) AS may)));
create policy "the shop itself may do everything" on public.orders as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update on public.orders to service_role;
grant select (id, number, customer_id, status, payment_status, fulfilment_status, language, email, recipient, phone, address, subtotal, discount, shipping, shipping_discount, tax_included, total, paid_total, refunded_total, shipping_method_id, shipping_name, courier, service, earliest, latest, weight_grams, terms_version, note, gift_message, gift_from, created_at, placed_at, expires_at, packed_at, closed_at, needs_review, payment_fee, shipping_quote, shipping_tax, payment_fee_tax, pay_before, updated_at, supplement_of, source, deposit) on public.orders to authenticated;

create table public.payment_notifications (
  id bigint generated always as identity not null,
  provider text not null,
  event_id text not null,
  body jsonb not null,
  received_at timestamp with time zone default now() not null,
  processed_at timestamp with time zone,
  payment_id uuid,
  constraint payment_notifications_pkey PRIMARY KEY (id),
  constraint notification_known_already UNIQUE (provider, event_id)
);
alter table public.payment_notifications enable row level security;
CREATE INDEX payment_notifications_waiting ON public.payment_notifications USING btree (payment_id) WHERE (processed_at IS NULL);
create policy "the shop itself may do everything" on public.payment_notifications as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update on public.payment_notifications to service_role;

create table public.payment_receipts (
  payment_id uuid not null,
  amount bigint not null,
  actor_id uuid,
  note text default ''::text not null,
  at timestamp with time zone default now() not null,
  constraint payment_receipts_pkey PRIMARY KEY (payment_id),
  constraint receipt_amount_invalid CHECK ((amount > 0)),
  constraint receipt_note_invalid CHECK ((length(note) <= 200)),
  constraint payment_receipts_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint payment_receipts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id)
);
alter table public.payment_receipts enable row level security;
create policy "a second factor that exists was used" on public.payment_receipts as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read what staff received" on public.payment_receipts as permissive for select to authenticated
  using (( SELECT private.may('payments.read'::text) AS may));
create policy "the shop itself may do everything" on public.payment_receipts as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.payment_receipts to authenticated;
grant select, insert, update on public.payment_receipts to service_role;

create table public.payment_shortfalls (
  payment_id uuid not null,
  provider_reference text not null,
  kind text not null,
  task_id uuid not null,
  amount bigint not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint payment_shortfalls_pkey PRIMARY KEY (payment_id, provider_reference),
  constraint shortfall_amount_invalid CHECK ((amount >= 0)),
  constraint shortfall_kind_unknown CHECK ((kind = ANY (ARRAY['refund'::text, 'chargeback'::text]))),
  constraint payment_shortfalls_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
  constraint payment_shortfalls_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.payment_tasks(id)
);
alter table public.payment_shortfalls enable row level security;
CREATE INDEX payment_shortfalls_task ON public.payment_shortfalls USING btree (task_id);
CREATE TRIGGER guard_shortfall BEFORE UPDATE ON public.payment_shortfalls FOR EACH ROW EXECUTE FUNCTION private.guard_shortfall();
CREATE TRIGGER touch BEFORE UPDATE ON public.payment_shortfalls FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "a second factor that exists was used" on public.payment_shortfalls as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read the shortfalls of the ledger" on public.payment_shortfalls as permissive for select to authenticated
  using (( SELECT private.may('payments.read'::text) AS may));
create policy "the shop itself may do everything" on public.payment_shortfalls as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.payment_shortfalls to authenticated;
grant select, insert on public.payment_shortfalls to service_role;
grant update (amount) on public.payment_shortfalls to service_role;

create table public.payment_tasks (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  payment_id uuid not null,
  kind text not null,
  details jsonb default '{}'::jsonb not null,
  resolution text,
  resolved_by uuid,
  resolved_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint payment_tasks_pkey PRIMARY KEY (id),
  constraint payment_task_half_resolved CHECK (((resolution IS NULL) = (resolved_at IS NULL))),
  constraint payment_task_resolution_unknown CHECK ((resolution = ANY (ARRAY['settled_anyway'::text, 'refunded'::text, 'by_hand'::text]))),
  constraint payment_task_unknown CHECK ((kind = ANY (ARRAY['mismatch'::text, 'stock_missing'::text, 'refund_by_hand'::text, 'chargeback'::text, 'payment_reversed'::text]))),
  constraint payment_tasks_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id),
  constraint payment_tasks_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
  constraint payment_tasks_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES auth.users(id) ON DELETE SET NULL
);
alter table public.payment_tasks enable row level security;
CREATE UNIQUE INDEX payment_task_open_already ON public.payment_tasks USING btree (payment_id, kind) WHERE (resolution IS NULL);
CREATE INDEX payment_tasks_newest ON public.payment_tasks USING btree (created_at DESC);
CREATE INDEX payment_tasks_order ON public.payment_tasks USING btree (order_id);
CREATE TRIGGER note_payment_review AFTER INSERT ON public.payment_tasks FOR EACH ROW EXECUTE FUNCTION private.note_staff_event('payment_review', 'order_id');
create policy "a second factor that exists was used" on public.payment_tasks as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read payments to look at" on public.payment_tasks as permissive for select to authenticated
  using (( SELECT private.may('payments.read'::text) AS may));
create policy "the shop itself may do everything" on public.payment_tasks as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.payment_tasks to authenticated;
grant select, insert, update on public.payment_tasks to service_role;

create table public.payment_transactions (
  id bigint generated always as identity not null,
  payment_id uuid not null,
  order_id uuid not null,
  kind text not null,
  amount bigint not null,
  provider_reference text not null,
  at timestamp with time zone default now() not null,
  constraint payment_transactions_pkey PRIMARY KEY (id),
  constraint transaction_known_already UNIQUE (payment_id, kind, provider_reference),
  constraint payment_transactions_amount_check CHECK ((amount > 0)),
  constraint transaction_kind_unknown CHECK ((kind = ANY (ARRAY['charge'::text, 'refund'::text, 'chargeback'::text, 'refund_reversed'::text]))),
  constraint payment_transactions_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id),
  constraint payment_transactions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id)
);
alter table public.payment_transactions enable row level security;
CREATE UNIQUE INDEX payment_charged_already ON public.payment_transactions USING btree (payment_id) WHERE (kind = 'charge'::text);
CREATE INDEX payment_transactions_order ON public.payment_transactions USING btree (order_id);
CREATE INDEX payment_transactions_time ON public.payment_transactions USING btree (at, id);
CREATE TRIGGER finish_refund AFTER INSERT ON public.payment_transactions FOR EACH ROW WHEN ((new.kind = 'refund'::text)) EXECUTE FUNCTION private.finish_refund();
CREATE TRIGGER follow_money AFTER INSERT ON public.payment_transactions FOR EACH ROW EXECUTE FUNCTION private.follow_money();
CREATE TRIGGER note_sale AFTER INSERT ON public.payment_transactions FOR EACH ROW EXECUTE FUNCTION private.note_sale_of();
create policy "a second factor that exists was used" on public.payment_transactions as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read the money ledger" on public.payment_transactions as permissive for select to authenticated
  using (( SELECT private.may('payments.read'::text) AS may));
create policy "the shop itself may do everything" on public.payment_transactions as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.payment_transactions to authenticated;
grant select, insert on public.payment_transactions to service_role;

create table public.payments (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  customer_id uuid,
  provider text not null,
  method text not null,
  kind text not null,
  status text default 'created'::text not null,
  amount bigint not null,
  currency text default 'IDR'::text not null,
  mode text not null,
  provider_payment_id text,
  client jsonb,
  decline_code text,
  expires_at timestamp with time zone not null,
  fee bigint default 0 not null,
  part text default 'whole'::text not null,
  proof_at timestamp with time zone,
  authorized_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint payments_pkey PRIMARY KEY (id),
  constraint provider_payment_known_already UNIQUE (provider, provider_payment_id),
  constraint payment_attempt_status_unknown CHECK ((status = ANY (ARRAY['created'::text, 'pending'::text, 'authorized'::text, 'settled'::text, 'declined'::text, 'error'::text, 'expired'::text, 'canceled'::text]))),
  constraint payment_kind_unknown CHECK ((kind = ANY (ARRAY['card'::text, 'wallet'::text, 'popup'::text, 'redirect'::text, 'instructions'::text, 'offline'::text]))),
  constraint payment_part_unknown CHECK ((part = ANY (ARRAY['whole'::text, 'deposit'::text, 'balance'::text]))),
  constraint payments_amount_check CHECK ((amount > 0)),
  constraint payments_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint payments_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id)
);
alter table public.payments enable row level security;
CREATE UNIQUE INDEX one_live_payment ON public.payments USING btree (order_id) WHERE COALESCE((status = ANY (ARRAY['created'::text, 'pending'::text, 'authorized'::text])), false);
CREATE INDEX payments_closed ON public.payments USING btree (created_at) WHERE (status = ANY (ARRAY['expired'::text, 'declined'::text, 'canceled'::text]));
CREATE INDEX payments_customer ON public.payments USING btree (customer_id);
CREATE INDEX payments_open ON public.payments USING btree (updated_at) WHERE ((status = ANY (ARRAY['created'::text, 'pending'::text, 'authorized'::text])) AND (updated_at IS NOT NULL));
CREATE INDEX payments_open_transfers ON public.payments USING btree (id) WHERE ((provider = 'transfer'::text) AND (status = ANY (ARRAY['created'::text, 'pending'::text])));
CREATE INDEX payments_order ON public.payments USING btree (order_id, created_at);
CREATE INDEX payments_paid ON public.payments USING btree (created_at, updated_at) WHERE (status = 'settled'::text);
CREATE UNIQUE INDEX transfer_amount_taken ON public.payments USING btree (amount) WHERE ((provider = 'transfer'::text) AND (status = ANY (ARRAY['created'::text, 'pending'::text, 'authorized'::text])));
CREATE TRIGGER follow_authorization AFTER UPDATE OF status ON public.payments FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) AND (('authorized'::text = old.status) OR ('authorized'::text = new.status)))) EXECUTE FUNCTION private.follow_money();
CREATE TRIGGER note_authorization BEFORE INSERT OR UPDATE OF status ON public.payments FOR EACH ROW EXECUTE FUNCTION private.note_authorization();
CREATE TRIGGER note_transfer_proof AFTER UPDATE OF proof_at ON public.payments FOR EACH ROW WHEN (((old.proof_at IS NULL) AND (new.proof_at IS NOT NULL))) EXECUTE FUNCTION private.note_staff_event('transfer_proof', 'order_id');
CREATE TRIGGER touch BEFORE UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "a second factor that exists was used" on public.payments as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read their own payments, staff read all" on public.payments as permissive for select to authenticated
  using (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('payments.read'::text) AS may)));
create policy "the shop itself may do everything" on public.payments as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update on public.payments to service_role;
grant select (id, order_id, customer_id, provider, method, kind, status, amount, currency, decline_code, expires_at, fee, part, proof_at, created_at, updated_at) on public.payments to authenticated;

create table public.permissions (
  key text not null,
  constraint permissions_pkey PRIMARY KEY (key),
  constraint permission_invalid CHECK ((key ~ '^[a-z_]+\.[a-z_]+$'::text))
);
alter table public.permissions enable row level security;
create policy "a second factor that exists was used" on public.permissions as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read which permissions exist" on public.permissions as permissive for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "the shop itself may do everything" on public.permissions as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.permissions to authenticated;
grant select, insert, update, delete on public.permissions to service_role;

create table public.price_changes (
  id bigint generated always as identity not null,
  variant_id uuid not null,
  price bigint not null,
  was_price bigint,
  base_price bigint not null,
  cause text not null,
  sale_id uuid,
  actor text not null,
  at timestamp with time zone default now() not null,
  approval_id uuid default (NULLIF(current_setting('shop.approval'::text, true), ''::text))::uuid,
  constraint price_changes_pkey PRIMARY KEY (id),
  constraint price_cause_unknown CHECK ((cause = ANY (ARRAY['created'::text, 'changed'::text, 'sale_began'::text, 'sale_ended'::text, 'sale_changed'::text]))),
  constraint price_changes_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES public.approvals(id),
  constraint price_changes_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES public.product_variants(id) ON DELETE CASCADE
);
alter table public.price_changes enable row level security;
CREATE INDEX price_changes_approval ON public.price_changes USING btree (approval_id) WHERE (approval_id IS NOT NULL);
CREATE INDEX price_changes_variant ON public.price_changes USING btree (variant_id, id);
CREATE TRIGGER never_changes BEFORE DELETE OR UPDATE ON public.price_changes FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.refuse_change();
create policy "a second factor that exists was used" on public.price_changes as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read the history of prices" on public.price_changes as permissive for select to authenticated
  using (( SELECT private.may('products.read'::text) AS may));
create policy "the shop itself may do everything" on public.price_changes as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.price_changes to authenticated;
grant select on public.price_changes to service_role;

create table public.print_profiles (
  process text not null,
  name text not null,
  icc bytea not null,
  sha256 text generated always as (encode(sha256(icc), 'hex'::text)) stored not null,
  saved_at timestamp with time zone default now() not null,
  constraint print_profiles_pkey PRIMARY KEY (process),
  constraint print_profile_name_invalid CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint print_profile_process_unknown CHECK ((process = ANY (ARRAY['laser'::text, 'offset'::text]))),
  constraint print_profile_size_invalid CHECK (((octet_length(icc) >= 132) AND (octet_length(icc) <= 4194304)))
);
alter table public.print_profiles enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON public.print_profiles REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('settings', 'process', '{process}', '{icc,saved_at,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.print_profiles REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('settings', 'process', '{process}', '{icc,saved_at,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.print_profiles REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('settings', 'process', '{process}', '{icc,saved_at,version,updated_at}');
create policy "a second factor that exists was used" on public.print_profiles as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read the profiles of printers" on public.print_profiles as permissive for select to authenticated
  using (( SELECT private.may('settings.edit'::text) AS may));
create policy "the shop itself may do everything" on public.print_profiles as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on public.print_profiles to service_role;
grant select (process, name, sha256, saved_at) on public.print_profiles to authenticated;

create table public.print_specs (
  id uuid default gen_random_uuid() not null,
  product_id uuid not null,
  revision integer not null,
  spec jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint print_specs_pkey PRIMARY KEY (id),
  constraint print_specs_product_id_revision_key UNIQUE (product_id, revision),
  constraint print_spec_invalid CHECK (((jsonb_typeof(spec) = 'object'::text) AND (pg_column_size(spec) <= 200000))),
  constraint print_spec_revision_invalid CHECK ((revision >= 1)),
  constraint print_specs_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table public.print_specs enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON public.print_specs REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.print_specs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.print_specs REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{version,updated_at}');
CREATE TRIGGER log_delete AFTER DELETE ON public.print_specs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.print_specs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.print_specs FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.print_specs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
create policy "everybody reads what can be printed on products they can see" on public.print_specs as permissive for select to anon, authenticated
  using ((EXISTS ( SELECT
   FROM public.products
  WHERE (products.id = print_specs.product_id))));
create policy "the shop itself may do everything" on public.print_specs as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.print_specs to anon;
grant select on public.print_specs to authenticated;
grant select, insert, delete on public.print_specs to service_role;

create table public.product_categories (
  product_id uuid not null,
  category_id uuid not null,
  constraint product_categories_pkey PRIMARY KEY (product_id, category_id),
  constraint product_categories_category_id_fkey FOREIGN KEY (category_id) REFERENCES public.categories(id) ON DELETE RESTRICT,
  constraint product_categories_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table public.product_categories enable row level security;
CREATE INDEX product_categories_category ON public.product_categories USING btree (category_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.product_categories REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{product_id,category_id}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.product_categories REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{product_id,category_id}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.product_categories REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{product_id,category_id}', '{version,updated_at}');
CREATE TRIGGER log_delete AFTER DELETE ON public.product_categories REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER log_insert AFTER INSERT ON public.product_categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.product_categories FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER log_update AFTER UPDATE ON public.product_categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER refresh_products_on_delete AFTER DELETE ON public.product_categories REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.refresh_products_of_rows();
CREATE TRIGGER refresh_products_on_insert AFTER INSERT ON public.product_categories REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.refresh_products_of_rows();
create policy "everybody reads the categories of products they can see" on public.product_categories as permissive for select to anon, authenticated
  using ((EXISTS ( SELECT
   FROM public.products
  WHERE (products.id = product_categories.product_id))));
create policy "the shop itself may do everything" on public.product_categories as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.product_categories to anon;
grant select on public.product_categories to authenticated;
grant select, insert, update, delete on public.product_categories to service_role;

create table public.product_images (
  id uuid default gen_random_uuid() not null,
  product_id uuid not null,
  path text not null,
  alt jsonb not null,
  colour text default '#f1eee8'::text not null,
  thumbhash text,
  width integer not null,
  height integer not null,
  position integer default 0 not null,
  variant_ids uuid[] default '{}'::uuid[] not null,
  media_id uuid,
  focal_x smallint default 50 not null,
  focal_y smallint default 50 not null,
  is_decorative boolean default false not null,
  version integer default 1 not null,
  constraint product_images_pkey PRIMARY KEY (id),
  constraint image_position_taken UNIQUE (product_id, "position") DEFERRABLE,
  constraint picture_duplicate UNIQUE (product_id, media_id),
  constraint image_alt_invalid CHECK (private.is_text(alt)),
  constraint image_colour_invalid CHECK ((colour ~ '^#[0-9a-f]{6}$'::text)),
  constraint image_focal_point_invalid CHECK (((focal_x >= 0) AND (focal_x <= 100))),
  constraint image_focal_point_invalid_y CHECK (((focal_y >= 0) AND (focal_y <= 100))),
  constraint image_path_invalid CHECK ((path ~ '^[A-Za-z0-9/_-]+$'::text)),
  constraint image_media_missing FOREIGN KEY (media_id) REFERENCES public.media(id),
  constraint product_images_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table public.product_images enable row level security;
CREATE INDEX product_images_media ON public.product_images USING btree (media_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{colour,thumbhash,width,height,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{colour,thumbhash,width,height,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.product_images REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{colour,thumbhash,width,height,version,updated_at}');
CREATE TRIGGER follow_gaps_on_delete AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_product_gaps();
CREATE TRIGGER follow_gaps_on_insert AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.follow_product_gaps();
CREATE TRIGGER forget_mockups AFTER UPDATE OF path ON public.product_images FOR EACH ROW WHEN ((old.path IS DISTINCT FROM new.path)) EXECUTE FUNCTION private.forget_mockups();
CREATE TRIGGER log_delete AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER log_insert AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.product_images FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER log_update AFTER UPDATE ON public.product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER note_dropped_on_delete AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.note_dropped_media();
CREATE TRIGGER note_dropped_on_update AFTER UPDATE ON public.product_images REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.note_dropped_media();
CREATE TRIGGER raise_version BEFORE UPDATE OF alt, focal_x, focal_y, is_decorative, variant_ids, path ON public.product_images FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "everybody reads pictures of products they can see" on public.product_images as permissive for select to anon, authenticated
  using ((EXISTS ( SELECT
   FROM public.products
  WHERE (products.id = product_images.product_id))));
create policy "the shop itself may do everything" on public.product_images as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.product_images to anon;
grant select on public.product_images to authenticated;
grant select, insert, update, delete on public.product_images to service_role;

create table public.product_mockups (
  id uuid not null,
  product_id uuid not null,
  image_id uuid not null,
  side text not null,
  area text not null,
  corners real[] not null,
  bend jsonb default '{"kind": "flat"}'::jsonb not null,
  shading real default 1 not null,
  kit_id text not null,
  created_at timestamp with time zone default now() not null,
  constraint product_mockups_pkey PRIMARY KEY (id),
  constraint product_mockup_kit_taken UNIQUE (kit_id),
  constraint product_mockup_taken UNIQUE (image_id, side),
  constraint product_mockup_area_invalid CHECK ((area ~ '^[a-z][a-z0-9-]{0,39}$'::text)),
  constraint product_mockup_bend_invalid CHECK ((((bend ->> 'kind'::text) = ANY (ARRAY['flat'::text, 'cylinder'::text, 'mesh'::text])) AND (pg_column_size(bend) <= 2000))),
  constraint product_mockup_corners_invalid CHECK (((array_length(corners, 1) = 8) AND ((0)::double precision <= ALL (corners)) AND ((1)::double precision >= ALL (corners)))),
  constraint product_mockup_shading_invalid CHECK (((shading >= (0)::double precision) AND (shading <= (2)::double precision))),
  constraint product_mockup_side_invalid CHECK ((side ~ '^[a-z][a-z0-9-]{0,39}$'::text)),
  constraint product_mockups_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.product_images(id) ON DELETE CASCADE,
  constraint product_mockups_kit_id_fkey FOREIGN KEY (kit_id) REFERENCES public.mockup_kits(id),
  constraint product_mockups_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table public.product_mockups enable row level security;
CREATE INDEX product_mockups_image ON public.product_mockups USING btree (image_id);
CREATE INDEX product_mockups_product ON public.product_mockups USING btree (product_id, created_at);
CREATE TRIGGER audit_delete AFTER DELETE ON public.product_mockups REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{kit_id,created_at,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.product_mockups REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{kit_id,created_at,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.product_mockups REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{kit_id,created_at,version,updated_at}');
CREATE TRIGGER drop_own_kits AFTER DELETE ON public.product_mockups REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.drop_own_kits();
create policy "everybody reads mock-ups of products they can see" on public.product_mockups as permissive for select to anon, authenticated
  using ((EXISTS ( SELECT
   FROM public.products
  WHERE (products.id = product_mockups.product_id))));
create policy "the shop itself may do everything" on public.product_mockups as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.product_mockups to anon;
grant select on public.product_mockups to authenticated;
grant select, insert, update, delete on public.product_mockups to service_role;

create table public.product_variants (
  id uuid default gen_random_uuid() not null,
  product_id uuid not null,
  sku text not null,
  options jsonb default '{}'::jsonb not null,
  price bigint not null,
  was_price bigint,
  sale_price bigint,
  shown_price bigint generated always as (LEAST(price, sale_price)) stored not null,
  shown_was_price bigint generated always as (
CASE
    WHEN (sale_price < price) THEN price
    ELSE was_price
END) stored,
  weight_grams integer not null,
  length_mm integer default 0 not null,
  width_mm integer default 0 not null,
  height_mm integer default 0 not null,
  position integer default 0 not null,
  archived boolean default false not null,
  stock_band text default 'out'::text not null,
  barcode text,
  version integer default 1 not null,
  max_pieces integer,
  min_pieces integer default 1 not null,
  constraint product_variants_pkey PRIMARY KEY (id),
  constraint barcode_taken UNIQUE (barcode),
  constraint sku_taken UNIQUE (sku),
  constraint variant_options_taken UNIQUE (product_id, options),
  constraint barcode_invalid CHECK (private.is_gtin(barcode)),
  constraint price_invalid CHECK (((price >= 0) AND (price <= '1000000000000'::bigint))),
  constraint product_variants_height_mm_check CHECK ((height_mm >= 0)),
  constraint product_variants_length_mm_check CHECK ((length_mm >= 0)),
  constraint product_variants_width_mm_check CHECK ((width_mm >= 0)),
  constraint sku_invalid CHECK (((length(sku) >= 1) AND (length(sku) <= 64))),
  constraint stock_band_unknown CHECK ((stock_band = ANY (ARRAY['in'::text, 'low'::text, 'out'::text]))),
  constraint variant_max_pieces_invalid CHECK (((max_pieces >= 1) AND (max_pieces <= 99))),
  constraint variant_min_pieces_invalid CHECK (((min_pieces >= 1) AND (min_pieces <= 99))),
  constraint variant_pieces_crossed CHECK ((min_pieces <= max_pieces)),
  constraint was_price_invalid CHECK ((was_price > price)),
  constraint weight_invalid CHECK (((weight_grams >= 0) AND (weight_grams <= 1000000))),
  constraint product_variants_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table public.product_variants enable row level security;
CREATE INDEX product_variants_low ON public.product_variants USING btree (sku) WHERE ((NOT archived) AND (stock_band = 'low'::text));
CREATE INDEX product_variants_on_sale ON public.product_variants USING btree (id) WHERE (sale_price IS NOT NULL);
CREATE INDEX product_variants_out ON public.product_variants USING btree (sku) WHERE ((NOT archived) AND (stock_band = 'out'::text));
CREATE INDEX product_variants_product ON public.product_variants USING btree (product_id, "position");
CREATE INDEX product_variants_sku_prefix ON public.product_variants USING btree (upper(sku) text_pattern_ops);
CREATE TRIGGER audit_delete AFTER DELETE ON public.product_variants REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{stock_band,sale_price,shown_price,shown_was_price,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.product_variants REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{stock_band,sale_price,shown_price,shown_was_price,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.product_variants REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{stock_band,sale_price,shown_price,shown_was_price,version,updated_at}');
CREATE TRIGGER create_stock_items AFTER INSERT ON public.product_variants REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.create_stock_items();
CREATE TRIGGER follow_gaps_on_delete AFTER DELETE ON public.product_variants REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_product_gaps();
CREATE TRIGGER follow_gaps_on_insert AFTER INSERT ON public.product_variants REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.follow_product_gaps();
CREATE TRIGGER follow_gaps_on_update AFTER UPDATE ON public.product_variants REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.follow_product_gaps();
CREATE TRIGGER log_delete AFTER DELETE ON public.product_variants REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER log_insert AFTER INSERT ON public.product_variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.product_variants FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER log_update AFTER UPDATE ON public.product_variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER note_prices_on_insert AFTER INSERT ON public.product_variants REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.note_price_changes();
CREATE TRIGGER note_prices_on_update AFTER UPDATE ON public.product_variants REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.note_price_changes();
CREATE TRIGGER raise_version BEFORE UPDATE OF sku, barcode, options, price, was_price, weight_grams, length_mm, width_mm, height_mm, "position", archived, min_pieces, max_pieces ON public.product_variants FOR EACH ROW EXECUTE FUNCTION private.raise_version();
CREATE TRIGGER refresh_products_on_delete AFTER DELETE ON public.product_variants REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.refresh_products_of_rows();
CREATE TRIGGER refresh_products_on_insert AFTER INSERT ON public.product_variants REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.refresh_products_of_rows();
CREATE TRIGGER refresh_products_on_update AFTER UPDATE ON public.product_variants REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.refresh_products_of_rows();
create policy "everybody reads variants of products they can see" on public.product_variants as permissive for select to anon, authenticated
  using ((((NOT archived) AND (EXISTS ( SELECT
   FROM public.products
  WHERE (products.id = product_variants.product_id)))) OR ( SELECT private.may('products.read'::text) AS may)));
create policy "the shop itself may do everything" on public.product_variants as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.product_variants to anon;
grant select on public.product_variants to authenticated;
grant select, insert, update, delete on public.product_variants to service_role;

create table public.production_jobs (
  id uuid not null,
  customisation_id uuid not null,
  proof_id uuid not null,
  good integer not null,
  spoiled integer default 0 not null,
  reason text default ''::text not null,
  actor_id uuid,
  at timestamp with time zone default clock_timestamp() not null,
  constraint production_jobs_pkey PRIMARY KEY (id),
  constraint job_good_invalid CHECK ((good >= 0)),
  constraint job_reason_too_long CHECK ((length(reason) <= 200)),
  constraint job_spoiled_invalid CHECK ((spoiled >= 0)),
  constraint job_spoiled_without_reason CHECK (((spoiled = 0) OR (reason <> ''::text))),
  constraint job_without_pieces CHECK (((good + spoiled) > 0)),
  constraint production_jobs_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint production_jobs_customisation_id_fkey FOREIGN KEY (customisation_id) REFERENCES public.customisations(id),
  constraint production_jobs_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES public.proofs(id)
);
alter table public.production_jobs enable row level security;
CREATE INDEX production_jobs_customisation ON public.production_jobs USING btree (customisation_id, at);
CREATE INDEX production_jobs_proof ON public.production_jobs USING btree (proof_id);
CREATE INDEX production_jobs_time ON public.production_jobs USING btree (at);
CREATE TRIGGER count_printed AFTER INSERT ON public.production_jobs FOR EACH ROW EXECUTE FUNCTION private.count_printed();
create policy "a second factor that exists was used" on public.production_jobs as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read what was printed" on public.production_jobs as permissive for select to authenticated
  using (( SELECT private.may('customisations.read'::text) AS may));
create policy "the shop itself may do everything" on public.production_jobs as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.production_jobs to authenticated;
grant select, insert on public.production_jobs to service_role;

create table public.products (
  id uuid default gen_random_uuid() not null,
  slug text not null,
  name jsonb not null,
  summary jsonb default '{"en": "", "id": ""}'::jsonb not null,
  description jsonb default '{"en": "", "id": ""}'::jsonb not null,
  sections jsonb default '[]'::jsonb not null,
  options jsonb default '[]'::jsonb not null,
  tags text[] default '{}'::text[] not null,
  personalisable boolean default false not null,
  status text default 'draft'::text not null,
  published_at timestamp with time zone,
  best_seller_rank integer,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  price_from bigint default 0 not null,
  price_to bigint default 0 not null,
  was_price bigint,
  stock_band text default 'out'::text not null,
  colours text[] default '{}'::text[] not null,
  sizes text[] default '{}'::text[] not null,
  category_ids uuid[] default '{}'::uuid[] not null,
  variant_count integer default 0 not null,
  only_variant_id uuid,
  takes_designs boolean default false not null,
  print_required boolean default false not null,
  print_amount bigint default 0 not null,
  print_points integer default 0 not null,
  search_text text default ''::text not null,
  search tsvector generated always as (to_tsvector('simple'::regconfig, search_text)) stored,
  option_values text[] generated always as (private.option_values(options)) stored not null,
  tax_class text default 'goods'::text not null,
  shipping_class text default 'ordinary'::text not null,
  brand text default ''::text not null,
  seo jsonb default '{"title": {"en": "", "id": ""}, "description": {"en": "", "id": ""}}'::jsonb not null,
  version integer default 1 not null,
  low_stock_at integer,
  constraint products_pkey PRIMARY KEY (id),
  constraint product_slug_taken UNIQUE (slug),
  constraint brand_too_long CHECK ((length(brand) <= 80)),
  constraint low_stock_at_invalid CHECK (((low_stock_at >= 0) AND (low_stock_at <= 1000000))),
  constraint print_amount_invalid CHECK ((print_amount >= 0)),
  constraint print_points_invalid CHECK ((print_points >= 0)),
  constraint product_name_invalid CHECK (private.is_text(name)),
  constraint product_seo_invalid CHECK ((private.is_text((seo -> 'title'::text)) AND private.is_text((seo -> 'description'::text)))),
  constraint product_slug_invalid CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint product_status_unknown CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text]))),
  constraint product_tax_class_unknown CHECK ((tax_class = ANY (ARRAY['goods'::text, 'luxury'::text, 'exempt'::text]))),
  constraint product_shipping_class_unknown FOREIGN KEY (shipping_class) REFERENCES public.shipping_classes(slug)
);
alter table public.products enable row level security;
CREATE INDEX products_band ON public.products USING btree (stock_band, created_at, id);
CREATE INDEX products_best ON public.products USING btree (best_seller_rank, id) WHERE ((status = 'published'::text) AND (best_seller_rank IS NOT NULL));
CREATE INDEX products_brand ON public.products USING btree (lower(brand) COLLATE "C", created_at, id) WHERE (brand <> ''::text);
CREATE INDEX products_created ON public.products USING btree (created_at, id) INCLUDE (category_ids);
CREATE INDEX products_created_of_status ON public.products USING btree (status, created_at, id);
CREATE INDEX products_designable ON public.products USING btree (published_at DESC, id) WHERE ((status = 'published'::text) AND takes_designs);
CREATE INDEX products_filters ON public.products USING gin (category_ids, colours, sizes) WHERE (status = 'published'::text);
CREATE INDEX products_name ON public.products USING btree (lower("left"((name ->> 'id'::text), 100)) COLLATE "C", id);
CREATE INDEX products_name_en ON public.products USING btree (lower("left"(COALESCE(NULLIF((name ->> 'en'::text), ''::text), (name ->> 'id'::text)), 100)) COLLATE "C", id);
CREATE INDEX products_newest ON public.products USING btree (published_at DESC) WHERE (status = 'published'::text);
CREATE INDEX products_on_sale ON public.products USING btree (id) WHERE ((status = 'published'::text) AND (was_price IS NOT NULL));
CREATE INDEX products_out ON public.products USING btree (created_at, id) WHERE ((status = 'published'::text) AND (stock_band = 'out'::text));
CREATE INDEX products_price ON public.products USING btree (price_from, id) INCLUDE (category_ids);
CREATE INDEX products_prices ON public.products USING gist (int8range(price_from, price_to, '[]'::text)) WHERE (status = 'published'::text);
CREATE INDEX products_public ON public.products USING btree (id) INCLUDE (published_at) WHERE (status = 'published'::text);
CREATE INDEX products_search ON public.products USING gin (search);
CREATE INDEX products_search_text ON public.products USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX products_updated ON public.products USING btree (updated_at, id) INCLUDE (category_ids);
CREATE TRIGGER audit_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'id', '{id}', '{price_from,price_to,was_price,stock_band,colours,sizes,category_ids,variant_count,only_variant_id,takes_designs,print_amount,print_points,search_text,search,option_values,best_seller_rank,created_at,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'id', '{id}', '{price_from,price_to,was_price,stock_band,colours,sizes,category_ids,variant_count,only_variant_id,takes_designs,print_amount,print_points,search_text,search,option_values,best_seller_rank,created_at,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'id', '{id}', '{price_from,price_to,was_price,stock_band,colours,sizes,category_ids,variant_count,only_variant_id,takes_designs,print_amount,print_points,search_text,search,option_values,best_seller_rank,created_at,version,updated_at}');
CREATE TRIGGER check_slug AFTER INSERT ON public.products FOR EACH ROW EXECUTE FUNCTION private.redirect_slug('product');
CREATE TRIGGER follow_gaps_on_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.follow_product_gaps();
CREATE TRIGGER follow_gaps_on_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.follow_product_gaps();
CREATE TRIGGER follow_low_stock_at AFTER UPDATE OF low_stock_at ON public.products FOR EACH ROW WHEN ((old.low_stock_at IS DISTINCT FROM new.low_stock_at)) EXECUTE FUNCTION private.follow_low_stock_at();
CREATE TRIGGER follow_personalisable BEFORE UPDATE OF personalisable ON public.products FOR EACH ROW EXECUTE FUNCTION private.follow_personalisable();
CREATE TRIGGER log_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER log_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER log_update AFTER UPDATE ON public.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_products();
CREATE TRIGGER place_on_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.follow_products();
CREATE TRIGGER place_on_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.follow_products();
CREATE TRIGGER raise_version BEFORE UPDATE OF slug, name, summary, description, sections, options, tags, personalisable, print_required, status, published_at, tax_class, shipping_class, brand, seo ON public.products FOR EACH ROW EXECUTE FUNCTION private.raise_version();
CREATE TRIGGER redirect_slug AFTER UPDATE OF slug ON public.products FOR EACH ROW WHEN ((old.slug IS DISTINCT FROM new.slug)) EXECUTE FUNCTION private.redirect_slug('product');
CREATE TRIGGER refresh_products_on_text AFTER UPDATE ON public.products REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.refresh_products_on_text();
CREATE TRIGGER touch BEFORE UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "everybody reads published products" on public.products as permissive for select to anon, authenticated
  using ((((status = 'published'::text) AND (published_at <= now())) OR ( SELECT private.may('products.read'::text) AS may)));
create policy "the shop itself may do everything" on public.products as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.products to anon;
grant select on public.products to authenticated;
grant select, insert, update, delete on public.products to service_role;

create table public.profiles (
  id uuid not null,
  role text default 'CUSTOMER'::text not null,
  staff_role text default 'manager'::text not null,
  full_name text default ''::text not null,
  phone text,
  language text default 'id'::text not null,
  contact_email text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint contact_email_invalid CHECK (private.is_email(contact_email)),
  constraint language_unknown CHECK ((language = ANY (ARRAY['id'::text, 'en'::text]))),
  constraint name_too_long CHECK ((length(full_name) <= 80)),
  constraint phone_invalid CHECK ((phone ~ '^\+628\d{8,11}$'::text)),
  constraint role_unknown CHECK ((role = ANY (ARRAY['CUSTOMER'::text, 'USER'::text, 'ADMIN'::text]))),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint staff_role_unknown FOREIGN KEY (staff_role) REFERENCES public.staff_roles(id)
);
alter table public.profiles enable row level security;
CREATE INDEX profiles_name ON public.profiles USING gin (lower(full_name) extensions.gin_trgm_ops);
CREATE INDEX profiles_phone ON public.profiles USING btree (phone) WHERE (phone IS NOT NULL);
CREATE TRIGGER audit_role AFTER UPDATE OF role, staff_role ON public.profiles FOR EACH ROW WHEN (((old.role IS DISTINCT FROM new.role) OR (old.staff_role IS DISTINCT FROM new.staff_role))) EXECUTE FUNCTION private.audit_role();
CREATE TRIGGER clean BEFORE INSERT OR UPDATE OF full_name ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.clean_profile();
CREATE CONSTRAINT TRIGGER keep_an_administrator AFTER UPDATE OF role ON public.profiles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.role = 'ADMIN'::text) AND (new.role <> 'ADMIN'::text))) EXECUTE FUNCTION private.keep_an_administrator();
CREATE TRIGGER limit_staff_sessions AFTER UPDATE OF role ON public.profiles FOR EACH ROW WHEN (((old.role = 'CUSTOMER'::text) AND (new.role <> 'CUSTOMER'::text))) EXECUTE FUNCTION private.limit_staff_sessions();
CREATE TRIGGER note_buyer AFTER UPDATE OF full_name, phone, language, contact_email, role ON public.profiles FOR EACH ROW WHEN ((((((new.full_name IS DISTINCT FROM old.full_name) OR (new.phone IS DISTINCT FROM old.phone)) OR (new.language IS DISTINCT FROM old.language)) OR (new.contact_email IS DISTINCT FROM old.contact_email)) OR (new.role IS DISTINCT FROM old.role))) EXECUTE FUNCTION private.note_buyer_account();
CREATE TRIGGER profiles_notify_demotion AFTER UPDATE OF role, staff_role ON public.profiles FOR EACH ROW WHEN (((old.role <> 'CUSTOMER'::text) AND ((new.role IS DISTINCT FROM old.role) OR (new.staff_role IS DISTINCT FROM old.staff_role)))) EXECUTE FUNCTION private.notify_ban();
CREATE TRIGGER remove_notifications AFTER UPDATE OF role ON public.profiles FOR EACH ROW WHEN (((old.role <> 'CUSTOMER'::text) AND (new.role = 'CUSTOMER'::text))) EXECUTE FUNCTION private.remove_staff_notifications();
CREATE TRIGGER touch BEFORE UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "a second factor that exists was used" on public.profiles as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "people change their own profile" on public.profiles as permissive for update to authenticated
  using ((id = ( SELECT auth.uid() AS uid)))
  with check ((id = ( SELECT auth.uid() AS uid)));
create policy "people read their own profile, staff read all" on public.profiles as permissive for select to authenticated
  using (((id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('customers.contact'::text) AS may) OR ((role <> 'CUSTOMER'::text) AND ( SELECT private.may('customers.read'::text) AS may))));
create policy "the shop itself may do everything" on public.profiles as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;
grant update (full_name, phone, language, contact_email) on public.profiles to authenticated;

create table public.promo_batches (
  id uuid default gen_random_uuid() not null,
  promotion_id uuid not null,
  prefix text default ''::text not null,
  length integer default 10 not null,
  count integer not null,
  made integer default 0 not null,
  note text default ''::text not null,
  state text default 'queued'::text not null,
  revoked_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  constraint promo_batches_pkey PRIMARY KEY (id),
  constraint promo_batch_count_invalid CHECK (((count >= 1) AND (count <= 100000000))),
  constraint promo_batch_length_invalid CHECK (((length >= 8) AND (length <= 16))),
  constraint promo_batch_made_invalid CHECK (((made >= 0) AND (made <= count))),
  constraint promo_batch_note_too_long CHECK ((length(note) <= 500)),
  constraint promo_batch_prefix_invalid CHECK ((prefix ~ '^([A-Z0-9][A-Z0-9-]{0,19})?$'::text)),
  constraint promo_batch_state_unknown CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'paused'::text, 'done'::text, 'canceled'::text]))),
  constraint promo_batches_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint promo_batches_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES public.promotions(id) ON DELETE CASCADE
);
alter table public.promo_batches enable row level security;
CREATE INDEX promo_batches_created_by ON public.promo_batches USING btree (created_by);
CREATE INDEX promo_batches_promotion ON public.promo_batches USING btree (promotion_id, created_at);
CREATE TRIGGER audit_delete AFTER DELETE ON public.promo_batches REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('promotion', 'promotion_id', '{id}', '{made,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.promo_batches REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('promotion', 'promotion_id', '{id}', '{made,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.promo_batches REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('promotion', 'promotion_id', '{id}', '{made,version,updated_at}');
create policy "a second factor that exists was used" on public.promo_batches as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read batches of promo codes" on public.promo_batches as permissive for select to authenticated
  using (( SELECT private.may('promos.read'::text) AS may));
create policy "the shop itself may do everything" on public.promo_batches as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.promo_batches to authenticated;
grant select, insert, update, delete on public.promo_batches to service_role;

create table public.promo_codes (
  id uuid default gen_random_uuid() not null,
  code text not null,
  promotion_id uuid not null,
  active boolean default true not null,
  single_use boolean default false not null,
  used boolean default false not null,
  batch uuid,
  created_at timestamp with time zone default now() not null,
  constraint promo_codes_pkey PRIMARY KEY (id),
  constraint promo_code_taken UNIQUE (code),
  constraint promo_code_invalid CHECK (((code = upper(btrim(code))) AND ((length(code) >= 1) AND (length(code) <= 40)))),
  constraint promo_codes_batch_fkey FOREIGN KEY (batch) REFERENCES public.promo_batches(id),
  constraint promo_codes_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES public.promotions(id) ON DELETE CASCADE
);
alter table public.promo_codes enable row level security;
CREATE INDEX promo_codes_batch ON public.promo_codes USING btree (batch, code) WHERE (batch IS NOT NULL);
CREATE INDEX promo_codes_prefix ON public.promo_codes USING btree (code text_pattern_ops) WHERE (NOT single_use);
CREATE INDEX promo_codes_promotion ON public.promo_codes USING btree (promotion_id);
CREATE INDEX promo_codes_typed ON public.promo_codes USING btree (promotion_id) WHERE (NOT single_use);
CREATE TRIGGER audit_delete AFTER DELETE ON public.promo_codes FOR EACH ROW WHEN ((old.batch IS NULL)) EXECUTE FUNCTION private.audit_promo_code();
CREATE TRIGGER audit_insert AFTER INSERT ON public.promo_codes FOR EACH ROW WHEN ((new.batch IS NULL)) EXECUTE FUNCTION private.audit_promo_code();
CREATE TRIGGER audit_update AFTER UPDATE OF active, promotion_id, code, single_use ON public.promo_codes FOR EACH ROW WHEN (((new.batch IS NULL) AND ((((old.active IS DISTINCT FROM new.active) OR (old.promotion_id IS DISTINCT FROM new.promotion_id)) OR (old.code IS DISTINCT FROM new.code)) OR (old.single_use IS DISTINCT FROM new.single_use)))) EXECUTE FUNCTION private.audit_promo_code();
create policy "a second factor that exists was used" on public.promo_codes as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read promo codes" on public.promo_codes as permissive for select to authenticated
  using ((( SELECT private.may('promos.read'::text) AS may) AND ((batch IS NULL) OR ( SELECT private.may('promos.bulk'::text) AS may))));
create policy "the shop itself may do everything" on public.promo_codes as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.promo_codes to authenticated;
grant select, insert, update, delete on public.promo_codes to service_role;

create table public.promo_redemptions (
  id uuid default gen_random_uuid() not null,
  promotion_id uuid not null,
  code text not null,
  order_id uuid not null,
  customer_key text not null,
  discount bigint not null,
  status text default 'claimed'::text not null,
  customer_keys text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  constraint promo_redemptions_pkey PRIMARY KEY (id),
  constraint promo_redeemed_already UNIQUE (promotion_id, order_id),
  constraint promo_redemptions_discount_check CHECK ((discount >= 0)),
  constraint redemption_status_unknown CHECK ((status = ANY (ARRAY['claimed'::text, 'released'::text]))),
  constraint promo_redemptions_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES public.promotions(id),
  constraint redemption_order_missing FOREIGN KEY (order_id) REFERENCES public.orders(id)
);
alter table public.promo_redemptions enable row level security;
CREATE INDEX promo_redemptions_customer ON public.promo_redemptions USING btree (promotion_id, customer_key) WHERE (status = 'claimed'::text);
CREATE INDEX promo_redemptions_order ON public.promo_redemptions USING btree (order_id);
CREATE INDEX promo_redemptions_results ON public.promo_redemptions USING btree (promotion_id, created_at);
CREATE TRIGGER anonymise_redemption_keys AFTER UPDATE OF customer_key ON public.promo_redemptions FOR EACH ROW WHEN ((old.customer_key IS DISTINCT FROM new.customer_key)) EXECUTE FUNCTION private.anonymise_redemption_keys();
CREATE TRIGGER apply_redemption AFTER INSERT OR UPDATE ON public.promo_redemptions FOR EACH ROW EXECUTE FUNCTION private.apply_redemption();
create policy "a second factor that exists was used" on public.promo_redemptions as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read promo redemptions" on public.promo_redemptions as permissive for select to authenticated
  using (( SELECT private.may('promos.read'::text) AS may));
create policy "the shop itself may do everything" on public.promo_redemptions as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.promo_redemptions to authenticated;
grant select, insert, update on public.promo_redemptions to service_role;

create table public.promotion_categories (
  promotion_id uuid not null,
  category_id uuid not null,
  use text not null,
  constraint promotion_categories_pkey PRIMARY KEY (promotion_id, use, category_id),
  constraint promotion_category_use_unknown CHECK ((use = ANY (ARRAY['included'::text, 'excluded'::text, 'reward'::text]))),
  constraint promotion_categories_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES public.promotions(id) ON DELETE CASCADE,
  constraint promotion_category_unknown FOREIGN KEY (category_id) REFERENCES public.categories(id) ON DELETE RESTRICT
);
alter table public.promotion_categories enable row level security;
CREATE INDEX promotion_categories_category ON public.promotion_categories USING btree (category_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.promotion_categories REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('promotion', 'promotion_id', '{promotion_id,category_id,use}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.promotion_categories REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('promotion', 'promotion_id', '{promotion_id,category_id,use}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.promotion_categories REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('promotion', 'promotion_id', '{promotion_id,category_id,use}', '{version,updated_at}');
create policy "a second factor that exists was used" on public.promotion_categories as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read the categories of promotions" on public.promotion_categories as permissive for select to authenticated
  using (( SELECT private.may('promos.read'::text) AS may));
create policy "the shop itself may do everything" on public.promotion_categories as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.promotion_categories to authenticated;
grant select, insert, update, delete on public.promotion_categories to service_role;

create table public.promotions (
  id uuid default gen_random_uuid() not null,
  name jsonb not null,
  class text not null,
  type text not null,
  value bigint default 0 not null,
  max_discount bigint,
  min_subtotal bigint default 0 not null,
  first_order_only boolean default false not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  enabled boolean default true not null,
  usage_limit integer,
  per_customer_limit integer,
  used integer default 0 not null,
  automatic boolean default false not null,
  priority integer default 0 not null,
  allocation text default 'across'::text not null,
  combines_with text[] default '{product,order,shipping}'::text[] not null,
  min_quantity integer default 0 not null,
  product_ids uuid[] default '{}'::uuid[] not null,
  excluded_product_ids uuid[] default '{}'::uuid[] not null,
  exclude_sale_items boolean default false not null,
  group_ids uuid[] default '{}'::uuid[] not null,
  emails text[] default '{}'::text[] not null,
  region_codes text[] default '{}'::text[] not null,
  payment_methods text[] default '{}'::text[] not null,
  buy_quantity integer,
  get_quantity integer,
  reward_product_ids uuid[] default '{}'::uuid[] not null,
  gift_variant_id uuid,
  budget bigint,
  spent bigint default 0 not null,
  archived_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  search tsvector generated always as (to_tsvector('simple'::regconfig, (((name ->> 'id'::text) || ' '::text) || COALESCE((name ->> 'en'::text), ''::text)))) stored,
  is_shown boolean default false not null,
  constraint promotions_pkey PRIMARY KEY (id),
  constraint max_discount_invalid CHECK ((max_discount > 0)),
  constraint per_customer_limit_invalid CHECK ((per_customer_limit >= 0)),
  constraint promotion_allocation_class CHECK (((allocation = 'across'::text) OR (class = 'product'::text))),
  constraint promotion_allocation_unknown CHECK ((allocation = ANY (ARRAY['each'::text, 'across'::text]))),
  constraint promotion_archived_enabled CHECK (((archived_at IS NULL) OR (NOT enabled))),
  constraint promotion_budget_invalid CHECK ((budget >= 0)),
  constraint promotion_buy_quantity_invalid CHECK (((buy_quantity >= 1) AND (buy_quantity <= 99))),
  constraint promotion_class_type CHECK (
CASE
    WHEN (type = ANY (ARRAY['free_shipping'::text, 'fixed_shipping'::text])) THEN (class = 'shipping'::text)
    WHEN (type = ANY (ARRAY['buy_x_get_y'::text, 'gift'::text])) THEN (class = 'product'::text)
    ELSE (class = ANY (ARRAY['product'::text, 'order'::text]))
END),
  constraint promotion_class_unknown CHECK ((class = ANY (ARRAY['product'::text, 'order'::text, 'shipping'::text]))),
  constraint promotion_combines_unknown CHECK ((combines_with <@ ARRAY['product'::text, 'order'::text, 'shipping'::text])),
  constraint promotion_ends_before_start CHECK ((ends_at > starts_at)),
  constraint promotion_get_quantity_invalid CHECK (((get_quantity >= 1) AND (get_quantity <= 99))),
  constraint promotion_min_quantity_invalid CHECK (((min_quantity >= 0) AND (min_quantity <= 10000))),
  constraint promotion_name_invalid CHECK (private.is_text(name)),
  constraint promotion_spent_negative CHECK ((spent >= 0)),
  constraint promotion_type_unknown CHECK ((type = ANY (ARRAY['percent'::text, 'fixed'::text, 'free_shipping'::text, 'fixed_shipping'::text, 'buy_x_get_y'::text, 'gift'::text]))),
  constraint promotion_value_invalid CHECK (
CASE type
    WHEN 'percent'::text THEN ((value >= 1) AND (value <= 100))
    WHEN 'buy_x_get_y'::text THEN (((value >= 1) AND (value <= 100)) AND (buy_quantity IS NOT NULL) AND (get_quantity IS NOT NULL))
    WHEN 'gift'::text THEN ((gift_variant_id IS NOT NULL) AND (get_quantity IS NOT NULL))
    WHEN 'free_shipping'::text THEN true
    ELSE (value > 0)
END),
  constraint usage_limit_invalid CHECK ((usage_limit >= 0)),
  constraint used_negative CHECK ((used >= 0)),
  constraint promotions_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint promotions_gift_variant_id_fkey FOREIGN KEY (gift_variant_id) REFERENCES public.product_variants(id)
);
alter table public.promotions enable row level security;
CREATE INDEX promotions_automatic ON public.promotions USING btree (id) WHERE (automatic AND enabled);
CREATE INDEX promotions_created_by ON public.promotions USING btree (created_by);
CREATE INDEX promotions_ends ON public.promotions USING btree (ends_at) WHERE (ends_at IS NOT NULL);
CREATE INDEX promotions_gift ON public.promotions USING btree (gift_variant_id) WHERE (gift_variant_id IS NOT NULL);
CREATE INDEX promotions_limited ON public.promotions USING btree (COALESCE(ends_at, 'infinity'::timestamp with time zone)) WHERE (enabled AND ((usage_limit IS NOT NULL) OR (budget IS NOT NULL)));
CREATE INDEX promotions_newest ON public.promotions USING btree (created_at DESC, id DESC);
CREATE INDEX promotions_off ON public.promotions USING btree (created_at DESC, id DESC) WHERE (NOT enabled);
CREATE INDEX promotions_open ON public.promotions USING btree (COALESCE(ends_at, 'infinity'::timestamp with time zone)) WHERE enabled;
CREATE INDEX promotions_search ON public.promotions USING gin (search);
CREATE INDEX promotions_shown ON public.promotions USING btree (created_at DESC, id DESC) WHERE (is_shown AND enabled);
CREATE INDEX promotions_starts ON public.promotions USING btree (starts_at) WHERE (enabled AND (starts_at IS NOT NULL));
CREATE INDEX promotions_type ON public.promotions USING btree (type, created_at DESC, id DESC);
CREATE INDEX promotions_used ON public.promotions USING btree (used, id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.promotions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('promotion', 'id', '{id}', '{used,spent,search,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.promotions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('promotion', 'id', '{id}', '{used,spent,search,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.promotions REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('promotion', 'id', '{id}', '{used,spent,search,version,updated_at}');
CREATE TRIGGER raise_version BEFORE UPDATE OF name, class, type, value, max_discount, min_subtotal, first_order_only, starts_at, ends_at, enabled, usage_limit, per_customer_limit, automatic, priority, allocation, combines_with, min_quantity, product_ids, excluded_product_ids, exclude_sale_items, group_ids, emails, region_codes, payment_methods, buy_quantity, get_quantity, reward_product_ids, gift_variant_id, budget, archived_at, is_shown ON public.promotions FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "a second factor that exists was used" on public.promotions as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read promotions" on public.promotions as permissive for select to authenticated
  using (( SELECT private.may('promos.read'::text) AS may));
create policy "the shop itself may do everything" on public.promotions as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.promotions to authenticated;
grant select, insert, update, delete on public.promotions to service_role;

create table public.proof_pins (
  id uuid not null,
  customisation_id uuid not null,
  proof_id uuid not null,
  customer_id uuid not null,
  number integer not null,
  from_shop boolean not null,
  side text not null,
  area text not null,
  x numeric(7,2) not null,
  y numeric(7,2) not null,
  at timestamp with time zone default clock_timestamp() not null,
  settled_at timestamp with time zone,
  constraint proof_pins_pkey PRIMARY KEY (id),
  constraint pin_number_taken UNIQUE (customisation_id, number),
  constraint pin_of_customisation UNIQUE (customisation_id, id),
  constraint pin_area_invalid CHECK ((area ~ '^[a-z][a-z0-9-]{0,39}$'::text)),
  constraint pin_number_invalid CHECK (((number >= 1) AND (number <= 99))),
  constraint pin_side_invalid CHECK ((side ~ '^[a-z][a-z0-9-]{0,39}$'::text)),
  constraint pin_of_another_proof FOREIGN KEY (customisation_id, proof_id) REFERENCES public.proofs(customisation_id, id),
  constraint proof_pins_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.proof_pins enable row level security;
CREATE INDEX proof_pins_customer ON public.proof_pins USING btree (customer_id);
CREATE INDEX proof_pins_proof ON public.proof_pins USING btree (proof_id);
CREATE TRIGGER announce_customisation AFTER UPDATE OF settled_at ON public.proof_pins FOR EACH ROW EXECUTE FUNCTION private.announce_customisation('customisation_id');
CREATE TRIGGER guard_proof_pin BEFORE INSERT ON public.proof_pins FOR EACH ROW EXECUTE FUNCTION private.guard_proof_pin();
create policy "a second factor that exists was used" on public.proof_pins as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read pins on what is theirs, staff read all" on public.proof_pins as permissive for select to authenticated
  using (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('customisations.read'::text) AS may)));
create policy "the shop itself may do everything" on public.proof_pins as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.proof_pins to authenticated;
grant select, insert, delete on public.proof_pins to service_role;
grant update (customer_id, settled_at) on public.proof_pins to service_role;

create table public.proofs (
  id uuid default gen_random_uuid() not null,
  customisation_id uuid not null,
  customer_id uuid,
  version integer not null,
  document jsonb not null,
  document_hash text not null,
  display jsonb,
  display_hash text,
  words text[] default '{}'::text[] not null,
  pieces jsonb,
  piece_displays jsonb,
  source text default 'staff'::text not null,
  note text default ''::text not null,
  rights_wording text,
  rights_at timestamp with time zone,
  sent_at timestamp with time zone default clock_timestamp() not null,
  decision text,
  decided_at timestamp with time zone,
  decided_by uuid,
  decided_ip text,
  decided_wording text,
  reminders integer default 0 not null,
  constraint proofs_pkey PRIMARY KEY (id),
  constraint proofs_customisation_id_version_key UNIQUE (customisation_id, version),
  constraint proofs_of_customisation UNIQUE (customisation_id, id),
  constraint proof_decided_whole CHECK (((decision IS NULL) = (decided_at IS NULL))),
  constraint proof_decision_unknown CHECK ((decision = ANY (ARRAY['approved'::text, 'changes_requested'::text]))),
  constraint proof_display_hash_invalid CHECK ((display_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint proof_display_invalid CHECK ((jsonb_typeof(display) = 'object'::text)),
  constraint proof_document_invalid CHECK ((jsonb_typeof(document) = 'object'::text)),
  constraint proof_hash_invalid CHECK ((document_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint proof_piece_displays_invalid CHECK (private.is_roster(piece_displays)),
  constraint proof_pieces_invalid CHECK (private.is_roster(pieces)),
  constraint proof_pieces_whole CHECK (((pieces IS NULL) = (piece_displays IS NULL))),
  constraint proof_reminders_invalid CHECK (((reminders >= 0) AND (reminders <= 4))),
  constraint proof_rights_of_buyer CHECK (((rights_wording IS NULL) OR (source = 'buyer'::text))),
  constraint proof_rights_whole CHECK (((rights_wording IS NULL) = (rights_at IS NULL))),
  constraint proof_rights_wording_too_long CHECK ((length(rights_wording) <= 40)),
  constraint proof_source_unknown CHECK ((source = ANY (ARRAY['buyer'::text, 'staff'::text]))),
  constraint proof_wording_too_long CHECK ((length(decided_wording) <= 40)),
  constraint proofs_note_check CHECK ((length(note) <= 1000)),
  constraint proofs_version_check CHECK ((version >= 1)),
  constraint proofs_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint proofs_customisation_id_fkey FOREIGN KEY (customisation_id) REFERENCES public.customisations(id),
  constraint proofs_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL
);
alter table public.proofs enable row level security;
CREATE UNIQUE INDEX proofs_approved_once ON public.proofs USING btree (customisation_id) WHERE (decision = 'approved'::text);
CREATE INDEX proofs_assets ON public.proofs USING gin (((document -> 'assets'::text)));
CREATE INDEX proofs_customer ON public.proofs USING btree (customer_id);
CREATE INDEX proofs_unanswered ON public.proofs USING btree (sent_at) WHERE ((decision IS NULL) AND (reminders < 4));
CREATE TRIGGER guard_proof BEFORE UPDATE ON public.proofs FOR EACH ROW EXECUTE FUNCTION private.guard_proof();
CREATE TRIGGER note_unanswered_proof AFTER UPDATE OF reminders ON public.proofs FOR EACH ROW WHEN (((old.reminders < 4) AND (new.reminders = 4))) EXECUTE FUNCTION private.note_staff_event('proof_unanswered', 'customisation_id');
create policy "a second factor that exists was used" on public.proofs as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read proofs of what is theirs, staff read all" on public.proofs as permissive for select to authenticated
  using (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('customisations.read'::text) AS may)));
create policy "the shop itself may do everything" on public.proofs as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update on public.proofs to service_role;
grant select (id, customisation_id, customer_id, version, document, document_hash, display, display_hash, words, pieces, piece_displays, source, note, rights_wording, rights_at, sent_at, decision, decided_at) on public.proofs to authenticated;

create table public.refund_accounts (
  refund_id uuid not null,
  customer_id uuid,
  bank text not null,
  account_number text not null,
  holder text not null,
  given_at timestamp with time zone default now() not null,
  constraint refund_accounts_pkey PRIMARY KEY (refund_id),
  constraint refund_account_number_invalid CHECK ((account_number ~ '^\d{5,20}$'::text)),
  constraint refund_bank_invalid CHECK (((length(btrim(bank)) >= 2) AND (length(btrim(bank)) <= 60))),
  constraint refund_holder_invalid CHECK (((length(btrim(holder)) >= 2) AND (length(btrim(holder)) <= 80))),
  constraint refund_accounts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint refund_accounts_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES public.refunds(id)
);
alter table public.refund_accounts enable row level security;
CREATE INDEX refund_accounts_customer ON public.refund_accounts USING btree (customer_id);
create policy "a second factor that exists was used" on public.refund_accounts as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read their own accounts, staff read all" on public.refund_accounts as permissive for select to authenticated
  using (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('orders.read'::text) AS may)));
create policy "the shop itself may do everything" on public.refund_accounts as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.refund_accounts to authenticated;
grant select, insert, update, delete on public.refund_accounts to service_role;

create table public.refund_approvals (
  request_id uuid not null,
  person_id uuid not null,
  session_id uuid not null,
  approved_at timestamp with time zone default now() not null,
  constraint refund_approvals_pkey PRIMARY KEY (request_id, person_id),
  constraint refund_approvals_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.refund_requests(id)
);
alter table public.refund_approvals enable row level security;
CREATE INDEX refund_approvals_person ON public.refund_approvals USING btree (person_id, approved_at);
CREATE TRIGGER audit_refund AFTER INSERT ON public.refund_approvals FOR EACH ROW EXECUTE FUNCTION private.audit_refund();
CREATE TRIGGER guard_refund_approval BEFORE INSERT ON public.refund_approvals FOR EACH ROW EXECUTE FUNCTION private.guard_refund_approval();
CREATE TRIGGER never_changes BEFORE DELETE OR UPDATE ON public.refund_approvals FOR EACH ROW EXECUTE FUNCTION private.refuse_change();
create policy "a second factor that exists was used" on public.refund_approvals as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read refund approvals" on public.refund_approvals as permissive for select to authenticated
  using (( SELECT private.may('orders.read'::text) AS may));
create policy "the shop itself may do everything" on public.refund_approvals as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.refund_approvals to authenticated;
grant select, insert on public.refund_approvals to service_role;

create table public.refund_lines (
  refund_id uuid not null,
  order_line_id uuid not null,
  quantity integer not null,
  amount bigint not null,
  constraint refund_lines_pkey PRIMARY KEY (refund_id, order_line_id),
  constraint refund_lines_amount_check CHECK ((amount >= 0)),
  constraint refund_quantity_invalid CHECK ((quantity > 0)),
  constraint refund_lines_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES public.order_lines(id),
  constraint refund_lines_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES public.refunds(id)
);
alter table public.refund_lines enable row level security;
CREATE INDEX refund_lines_line ON public.refund_lines USING btree (order_line_id);
CREATE TRIGGER guard_refund_line AFTER INSERT ON public.refund_lines FOR EACH ROW EXECUTE FUNCTION private.guard_refund_line();
CREATE TRIGGER note_sold AFTER INSERT ON public.refund_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.note_sold_refund();
CREATE TRIGGER queue_supplements AFTER INSERT ON public.refund_lines FOR EACH ROW EXECUTE FUNCTION private.queue_supplements();
create policy "a second factor that exists was used" on public.refund_lines as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "the shop itself may do everything" on public.refund_lines as permissive for all to service_role
  using (true)
  with check (true);
create policy "whoever reads a refund reads what it is for" on public.refund_lines as permissive for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.refunds
  WHERE (refunds.id = refund_lines.refund_id))));
grant select on public.refund_lines to authenticated;
grant select, insert on public.refund_lines to service_role;

create table public.refund_requests (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  act text not null,
  subject_id uuid not null,
  input jsonb not null,
  amount bigint not null,
  status text default 'open'::text not null,
  requested_by uuid not null,
  requested_at timestamp with time zone default now() not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  answer text default ''::text not null,
  constraint refund_requests_pkey PRIMARY KEY (id),
  constraint refund_act_unknown CHECK ((act = ANY (ARRAY['refund'::text, 'cancel'::text, 'return'::text, 'claim'::text, 'task'::text]))),
  constraint refund_answer_invalid CHECK ((length(answer) <= 500)),
  constraint refund_request_amount_invalid CHECK ((amount > 0)),
  constraint refund_request_status_unknown CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'declined'::text]))),
  constraint refund_requests_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id)
);
alter table public.refund_requests enable row level security;
CREATE UNIQUE INDEX refund_request_open_already ON public.refund_requests USING btree (subject_id, act, md5((input)::text)) WHERE (status = 'open'::text);
CREATE INDEX refund_requests_order ON public.refund_requests USING btree (order_id);
CREATE TRIGGER audit_refund AFTER INSERT OR UPDATE ON public.refund_requests FOR EACH ROW EXECUTE FUNCTION private.audit_refund();
CREATE TRIGGER guard_refund_request BEFORE INSERT OR UPDATE ON public.refund_requests FOR EACH ROW EXECUTE FUNCTION private.guard_refund_request();
create policy "a second factor that exists was used" on public.refund_requests as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read refund requests" on public.refund_requests as permissive for select to authenticated
  using (( SELECT private.may('orders.read'::text) AS may));
create policy "the shop itself may do everything" on public.refund_requests as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.refund_requests to authenticated;
grant select, insert, update on public.refund_requests to service_role;

create table public.refunds (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  payment_id uuid not null,
  amount bigint not null,
  reason text not null,
  status text default 'requested'::text not null,
  actor_id uuid,
  key text not null,
  channel text default 'original'::text not null,
  goods bigint default 0 not null,
  shipping bigint default 0 not null,
  fee bigint default 0 not null,
  goodwill bigint default 0 not null,
  overpaid bigint default 0 not null,
  moved bigint default 0 not null,
  note text default ''::text not null,
  notify boolean default true not null,
  provider_reference text,
  tries integer default 0 not null,
  last_error text,
  finished_at timestamp with time zone,
  request_id uuid default (NULLIF(current_setting('shop.refund_request'::text, true), ''::text))::uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  lowers_line_id uuid,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refund_requested_already UNIQUE (order_id, key),
  constraint refund_channel_unknown CHECK ((channel = ANY (ARRAY['original'::text, 'bank_transfer'::text, 'by_hand'::text]))),
  constraint refund_lowers_by_goodwill CHECK (((lowers_line_id IS NULL) OR ((goodwill = amount) AND (reason = 'design'::text)))),
  constraint refund_note_invalid CHECK ((length(note) <= 500)),
  constraint refund_parts_wrong CHECK ((amount = (((((goods + shipping) + fee) + goodwill) + overpaid) + moved))),
  constraint refund_reason_unknown CHECK ((reason = ANY (ARRAY['customer'::text, 'inventory'::text, 'duplicate'::text, 'staff'::text, 'return'::text, 'claim'::text, 'goodwill'::text, 'other'::text, 'design'::text]))),
  constraint refund_status_unknown CHECK ((status = ANY (ARRAY['requested'::text, 'pending'::text, 'succeeded'::text, 'failed'::text]))),
  constraint refunds_amount_check CHECK ((amount > 0)),
  constraint refunds_goods_check CHECK ((goods >= 0)),
  constraint refunds_goodwill_check CHECK ((goodwill >= 0)),
  constraint refunds_overpaid_check CHECK ((overpaid >= 0)),
  constraint refunds_shipping_check CHECK ((shipping >= 0)),
  constraint refunds_lowers_line_id_fkey FOREIGN KEY (lowers_line_id) REFERENCES public.order_lines(id),
  constraint refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
  constraint refunds_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.refund_requests(id) DEFERRABLE INITIALLY DEFERRED
);
alter table public.refunds enable row level security;
CREATE INDEX refunds_lowering ON public.refunds USING btree (lowers_line_id) WHERE (lowers_line_id IS NOT NULL);
CREATE INDEX refunds_open ON public.refunds USING btree (updated_at) WHERE (status = ANY (ARRAY['requested'::text, 'pending'::text]));
CREATE INDEX refunds_order ON public.refunds USING btree (order_id);
CREATE INDEX refunds_payment ON public.refunds USING btree (payment_id);
CREATE INDEX refunds_request ON public.refunds USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE TRIGGER close_refunded_tasks AFTER UPDATE ON public.refunds FOR EACH ROW WHEN (((new.status = 'succeeded'::text) AND (old.status <> 'succeeded'::text))) EXECUTE FUNCTION private.close_refunded_tasks();
CREATE TRIGGER find_refund_done BEFORE UPDATE OF provider_reference ON public.refunds FOR EACH ROW EXECUTE FUNCTION private.find_refund_done();
CREATE TRIGGER guard_lowering BEFORE UPDATE OF lowers_line_id ON public.refunds FOR EACH ROW WHEN ((new.lowers_line_id IS DISTINCT FROM old.lowers_line_id)) EXECUTE FUNCTION private.guard_lowering();
CREATE CONSTRAINT TRIGGER guard_moved_refund AFTER INSERT ON public.refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.moved <> 0)) EXECUTE FUNCTION private.guard_moved_refund();
CREATE TRIGGER guard_refund BEFORE INSERT ON public.refunds FOR EACH ROW EXECUTE FUNCTION private.guard_refund();
CREATE CONSTRAINT TRIGGER guard_refund_goods AFTER INSERT ON public.refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.guard_refund_goods();
CREATE TRIGGER guard_refund_step BEFORE UPDATE ON public.refunds FOR EACH ROW EXECUTE FUNCTION private.guard_refund_step();
CREATE TRIGGER lower_line AFTER INSERT ON public.refunds FOR EACH ROW WHEN ((new.lowers_line_id IS NOT NULL)) EXECUTE FUNCTION private.lower_line();
CREATE TRIGGER note_buyer AFTER INSERT OR UPDATE OF status ON public.refunds FOR EACH ROW WHEN ((new.status = 'succeeded'::text)) EXECUTE FUNCTION private.note_buyer_refund();
CREATE TRIGGER note_sale AFTER UPDATE OF status, provider_reference ON public.refunds FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) OR (new.provider_reference IS DISTINCT FROM old.provider_reference))) EXECUTE FUNCTION private.note_sale_of();
CREATE CONSTRAINT TRIGGER require_refund_approval AFTER INSERT ON public.refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.actor_id IS NOT NULL)) EXECUTE FUNCTION private.require_refund_approval();
CREATE TRIGGER touch BEFORE UPDATE ON public.refunds FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "a second factor that exists was used" on public.refunds as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "the shop itself may do everything" on public.refunds as permissive for all to service_role
  using (true)
  with check (true);
create policy "whoever reads an order reads its refunds" on public.refunds as permissive for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.orders
  WHERE (orders.id = refunds.order_id))));
grant select, insert, update on public.refunds to service_role;
grant select (id, order_id, payment_id, amount, reason, status, channel, goods, shipping, fee, goodwill, overpaid, moved, finished_at, created_at, updated_at) on public.refunds to authenticated;

create table public.regions (
  code text not null,
  name text not null,
  level smallint generated always as (
CASE length(code)
    WHEN 2 THEN 1
    WHEN 4 THEN 2
    WHEN 6 THEN 3
    ELSE 4
END) stored not null,
  postal_code text,
  full_name text,
  search tsvector generated always as (to_tsvector('simple'::regconfig, ((COALESCE(full_name, ''::text) || ' '::text) || COALESCE(postal_code, ''::text)))) stored,
  constraint regions_pkey PRIMARY KEY (code),
  constraint region_code_invalid CHECK ((code ~ '^(\d{2}|\d{4}|\d{6}|\d{10})$'::text))
);
alter table public.regions enable row level security;
CREATE INDEX regions_level ON public.regions USING btree (level, code);
CREATE INDEX regions_postal_code ON public.regions USING btree (postal_code) WHERE (postal_code IS NOT NULL);
CREATE INDEX regions_search ON public.regions USING gin (search) WHERE (full_name IS NOT NULL);
CREATE TRIGGER audit_update AFTER UPDATE ON public.regions REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('region', 'code', '{code}', '{name,level,full_name,search}');
CREATE TRIGGER log_delete AFTER DELETE ON public.regions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.regions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.regions FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.regions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
create policy "everybody reads regions" on public.regions as permissive for select to anon, authenticated
  using (true);
create policy "the shop itself may do everything" on public.regions as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.regions to anon;
grant select on public.regions to authenticated;
grant select, insert, update, delete on public.regions to service_role;

create table public.reprints (
  id uuid not null,
  customisation_id uuid not null,
  pieces integer not null,
  reason text not null,
  actor_id uuid,
  at timestamp with time zone default clock_timestamp() not null,
  shipment_id uuid,
  canceled integer default 0 not null,
  constraint reprints_pkey PRIMARY KEY (id),
  constraint reprint_canceled_invalid CHECK (((canceled >= 0) AND (canceled <= pieces))),
  constraint reprint_pieces_invalid CHECK (((pieces >= 1) AND (pieces <= 99))),
  constraint reprint_reason_invalid CHECK (((length(reason) >= 1) AND (length(reason) <= 200))),
  constraint reprints_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint reprints_customisation_id_fkey FOREIGN KEY (customisation_id) REFERENCES public.customisations(id),
  constraint reprints_shipment_id_fkey FOREIGN KEY (shipment_id) REFERENCES public.shipments(id)
);
alter table public.reprints enable row level security;
CREATE INDEX reprints_customisation ON public.reprints USING btree (customisation_id, at);
CREATE UNIQUE INDEX reprints_shipment ON public.reprints USING btree (shipment_id, customisation_id) WHERE (shipment_id IS NOT NULL);
CREATE INDEX reprints_time ON public.reprints USING btree (at);
CREATE TRIGGER begin_reprint AFTER INSERT ON public.reprints FOR EACH ROW EXECUTE FUNCTION private.begin_reprint();
create policy "a second factor that exists was used" on public.reprints as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read what is printed again" on public.reprints as permissive for select to authenticated
  using (( SELECT private.may('customisations.read'::text) AS may));
create policy "the shop itself may do everything" on public.reprints as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.reprints to authenticated;
grant select, insert on public.reprints to service_role;

create table public.return_lines (
  return_id uuid not null,
  order_line_id uuid not null,
  quantity integer not null,
  resellable integer,
  damaged integer,
  constraint return_lines_pkey PRIMARY KEY (return_id, order_line_id),
  constraint return_counted_too_many CHECK (((COALESCE(resellable, 0) + COALESCE(damaged, 0)) <= quantity)),
  constraint return_half_counted CHECK (((resellable IS NULL) = (damaged IS NULL))),
  constraint return_lines_damaged_check CHECK ((damaged >= 0)),
  constraint return_lines_resellable_check CHECK ((resellable >= 0)),
  constraint return_quantity_invalid CHECK (((quantity >= 1) AND (quantity <= 99))),
  constraint return_lines_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES public.order_lines(id),
  constraint return_lines_return_id_fkey FOREIGN KEY (return_id) REFERENCES public.returns(id)
);
alter table public.return_lines enable row level security;
CREATE INDEX return_lines_line ON public.return_lines USING btree (order_line_id);
CREATE TRIGGER guard_return_line AFTER INSERT ON public.return_lines FOR EACH ROW EXECUTE FUNCTION private.guard_return_line();
create policy "a second factor that exists was used" on public.return_lines as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "the shop itself may do everything" on public.return_lines as permissive for all to service_role
  using (true)
  with check (true);
create policy "whoever reads a return reads its lines" on public.return_lines as permissive for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.returns
  WHERE (returns.id = return_lines.return_id))));
grant select on public.return_lines to authenticated;
grant select, insert on public.return_lines to service_role;
grant update (resellable, damaged) on public.return_lines to service_role;

create table public.returns (
  id uuid default gen_random_uuid() not null,
  number text default private.next_return_number() not null,
  order_id uuid not null,
  customer_id uuid,
  kind text not null,
  status text default 'requested'::text not null,
  reason text not null,
  note text default ''::text not null,
  wish text,
  answer text default ''::text not null,
  resolution text,
  courier text default ''::text not null,
  tracking_number text default ''::text not null,
  key text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint returns_pkey PRIMARY KEY (id),
  constraint return_number_taken UNIQUE (number),
  constraint return_requested_already UNIQUE (order_id, key),
  constraint return_answer_invalid CHECK ((length(answer) <= 1000)),
  constraint return_kind_unknown CHECK ((kind = ANY (ARRAY['return'::text, 'claim'::text]))),
  constraint return_note_invalid CHECK ((length(note) <= 1000)),
  constraint return_reason_unknown CHECK ((reason = ANY (ARRAY['changed_mind'::text, 'wrong_size'::text, 'not_as_described'::text, 'damaged'::text, 'misprinted'::text, 'wrong_item'::text, 'missing'::text, 'other'::text]))),
  constraint return_resolution_unknown CHECK ((resolution = ANY (ARRAY['refund'::text, 'replacement'::text, 'both'::text]))),
  constraint return_status_unknown CHECK ((status = ANY (ARRAY['requested'::text, 'approved'::text, 'declined'::text, 'in_transit'::text, 'received'::text, 'refunded'::text, 'resolved'::text, 'closed'::text, 'canceled'::text]))),
  constraint return_wish_unknown CHECK ((wish = ANY (ARRAY['refund'::text, 'replacement'::text]))),
  constraint returns_courier_check CHECK ((length(courier) <= 60)),
  constraint returns_key_check CHECK (((length(key) >= 8) AND (length(key) <= 100))),
  constraint returns_tracking_number_check CHECK ((length(tracking_number) <= 60)),
  constraint returns_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint returns_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id)
);
alter table public.returns enable row level security;
CREATE INDEX returns_customer ON public.returns USING btree (customer_id);
CREATE INDEX returns_newest ON public.returns USING btree (created_at DESC, id DESC);
CREATE INDEX returns_status ON public.returns USING btree (status, created_at DESC);
CREATE TRIGGER guard_return_step BEFORE UPDATE ON public.returns FOR EACH ROW EXECUTE FUNCTION private.guard_return_step();
CREATE TRIGGER note_return AFTER INSERT ON public.returns FOR EACH ROW EXECUTE FUNCTION private.note_staff_event('return_requested', 'id');
CREATE TRIGGER touch BEFORE UPDATE ON public.returns FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "a second factor that exists was used" on public.returns as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read their own returns, staff read all" on public.returns as permissive for select to authenticated
  using (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('returns.read'::text) AS may)));
create policy "the shop itself may do everything" on public.returns as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update on public.returns to service_role;
grant select (id, number, order_id, customer_id, kind, status, reason, note, wish, answer, resolution, courier, tracking_number, created_at, updated_at) on public.returns to authenticated;

create table public.sale_prices (
  sale_id uuid not null,
  variant_id uuid not null,
  price bigint not null,
  base_price bigint not null,
  period tstzrange not null,
  constraint sale_prices_pkey PRIMARY KEY (sale_id, variant_id),
  constraint sale_price_invalid CHECK (((price > 0) AND (price < base_price))),
  constraint sale_prices_sale_id_fkey FOREIGN KEY (sale_id) REFERENCES public.sales(id) ON DELETE CASCADE,
  constraint sale_prices_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES public.product_variants(id) ON DELETE CASCADE,
  constraint sale_price_overlap EXCLUDE USING gist (variant_id WITH =, period WITH &&)
);
alter table public.sale_prices enable row level security;
CREATE INDEX sale_prices_period ON public.sale_prices USING gist (period);
CREATE TRIGGER limit_sale_prices AFTER INSERT ON public.sale_prices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.limit_sale_prices();
create policy "a second factor that exists was used" on public.sale_prices as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read prices of sales" on public.sale_prices as permissive for select to authenticated
  using (( SELECT private.may('products.read'::text) AS may));
create policy "the shop itself may do everything" on public.sale_prices as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.sale_prices to authenticated;
grant select, insert, update, delete on public.sale_prices to service_role;

create table public.sales (
  id uuid not null,
  name text not null,
  kind text not null,
  value bigint not null,
  product_ids uuid[] default '{}'::uuid[] not null,
  category_ids uuid[] default '{}'::uuid[] not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  state text default 'draft'::text not null,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  scheduled_by uuid,
  is_right_checked boolean default false not null,
  constraint sales_pkey PRIMARY KEY (id),
  constraint sale_kind_unknown CHECK ((kind = ANY (ARRAY['percent'::text, 'amount'::text, 'fixed'::text]))),
  constraint sale_name_invalid CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 80))),
  constraint sale_period_invalid CHECK ((ends_at > starts_at)),
  constraint sale_state_unknown CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'ended'::text]))),
  constraint sale_value_invalid CHECK (((value >= 1) AND (value <=
CASE kind
    WHEN 'percent'::text THEN (99)::bigint
    ELSE '1000000000000'::bigint
END))),
  constraint sales_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint sales_scheduled_by_fkey FOREIGN KEY (scheduled_by) REFERENCES public.profiles(id) ON DELETE SET NULL
);
alter table public.sales enable row level security;
CREATE INDEX sales_newest ON public.sales USING btree (created_at, id);
CREATE INDEX sales_scheduler ON public.sales USING btree (scheduled_by) WHERE (scheduled_by IS NOT NULL);
CREATE TRIGGER audit_delete AFTER DELETE ON public.sales REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('sale', 'id', '{id}', '{created_at,scheduled_by,is_right_checked,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.sales REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('sale', 'id', '{id}', '{created_at,scheduled_by,is_right_checked,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.sales REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('sale', 'id', '{id}', '{created_at,scheduled_by,is_right_checked,version,updated_at}');
CREATE TRIGGER note_sale_withdrawn AFTER UPDATE OF state ON public.sales FOR EACH ROW WHEN (((old.state = 'scheduled'::text) AND (new.state = 'draft'::text) AND new.is_right_checked AND (NOT old.is_right_checked))) EXECUTE FUNCTION private.note_staff_event('sale_withdrawn', 'id');
CREATE TRIGGER raise_version BEFORE UPDATE ON public.sales FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "a second factor that exists was used" on public.sales as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read sales" on public.sales as permissive for select to authenticated
  using (( SELECT private.may('products.read'::text) AS may));
create policy "the shop itself may do everything" on public.sales as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.sales to authenticated;
grant select, insert, update, delete on public.sales to service_role;

create table public.sales_facts (
  order_id uuid not null,
  kind text not null,
  line_id uuid,
  transaction_id bigint,
  at timestamp with time zone not null,
  day date not null,
  product_id uuid,
  variant_id uuid,
  category_id uuid,
  province text default ''::text not null,
  payment text default ''::text not null,
  customer_type text default ''::text not null,
  source text not null,
  orders smallint not null,
  pieces integer default 0 not null,
  pieces_back integer default 0 not null,
  gross bigint default 0 not null,
  discount bigint default 0 not null,
  net bigint default 0 not null,
  shipping bigint default 0 not null,
  fee bigint default 0 not null,
  back bigint default 0 not null,
  other_back bigint default 0 not null,
  tax bigint default 0 not null,
  base bigint default 0 not null,
  cost bigint default 0 not null,
  uncosted integer default 0 not null,
  constraint sales_customer_type_unknown CHECK ((customer_type = ANY (ARRAY['new'::text, 'returning'::text, ''::text]))),
  constraint sales_fact_kind_unknown CHECK ((kind = ANY (ARRAY['goods'::text, 'order'::text, 'goods_back'::text, 'order_back'::text]))),
  constraint sales_net_wrong CHECK ((net = (gross - discount))),
  constraint sales_orders_invalid CHECK ((orders = ANY (ARRAY[0, 1]))),
  constraint sales_facts_line_id_fkey FOREIGN KEY (line_id) REFERENCES public.order_lines(id),
  constraint sales_facts_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id)
);
alter table public.sales_facts enable row level security;
CREATE UNIQUE INDEX sales_fact_once ON public.sales_facts USING btree (order_id, kind, line_id, transaction_id) NULLS NOT DISTINCT;
CREATE INDEX sales_facts_day ON public.sales_facts USING btree (day);
create policy "a second factor that exists was used" on public.sales_facts as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff who may see reports read facts" on public.sales_facts as permissive for select to authenticated
  using (( SELECT private.may('reports.read'::text) AS may));
create policy "the shop itself may do everything" on public.sales_facts as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on public.sales_facts to service_role;
grant select (order_id, kind, line_id, transaction_id, at, day, product_id, variant_id, category_id, province, payment, customer_type, source, orders, pieces, pieces_back, gross, discount, net, shipping, fee, back, other_back, tax) on public.sales_facts to authenticated;

create table public.sales_rollups (
  dimension text not null,
  period text not null,
  starts date not null,
  key text not null,
  orders bigint not null,
  pieces bigint not null,
  pieces_back bigint not null,
  gross bigint not null,
  discount bigint not null,
  net bigint not null,
  shipping bigint not null,
  fee bigint not null,
  back bigint not null,
  other_back bigint not null,
  tax bigint not null,
  base bigint not null,
  cost bigint not null,
  uncosted bigint not null,
  constraint sales_rollups_pkey PRIMARY KEY (dimension, period, starts, key),
  constraint sales_dimension_unknown CHECK ((dimension = ANY (ARRAY['all'::text, 'product'::text, 'variant'::text, 'category'::text, 'province'::text, 'payment'::text, 'promotion'::text, 'customer_type'::text, 'source'::text]))),
  constraint sales_period_unknown CHECK ((period = ANY (ARRAY['d'::text, 'm'::text, 'y'::text])))
);
alter table public.sales_rollups enable row level security;
create policy "a second factor that exists was used" on public.sales_rollups as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff who may see reports read sums" on public.sales_rollups as permissive for select to authenticated
  using (( SELECT private.may('reports.read'::text) AS may));
create policy "the shop itself may do everything" on public.sales_rollups as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on public.sales_rollups to service_role;
grant select (dimension, period, starts, key, orders, pieces, pieces_back, gross, discount, net, shipping, fee, back, other_back, tax) on public.sales_rollups to authenticated;

create table public.search_synonyms (
  id uuid default gen_random_uuid() not null,
  language text not null,
  word text not null,
  means text not null,
  version integer default 1 not null,
  constraint search_synonyms_pkey PRIMARY KEY (id),
  constraint synonym_taken UNIQUE (word, language),
  constraint synonym_language_unknown CHECK ((language = ANY (ARRAY['id'::text, 'en'::text]))),
  constraint synonym_means_invalid CHECK (((means ~ '^[[:alnum:]]+( [[:alnum:]]+){0,3}(, [[:alnum:]]+( [[:alnum:]]+){0,3}){0,9}$'::text) AND (means = lower(means)) AND (length(means) <= 200))),
  constraint synonym_word_invalid CHECK (((word ~ '^[[:alnum:]]+( [[:alnum:]]+){0,2}$'::text) AND (word = lower(word)) AND (length(word) <= 60)))
);
alter table public.search_synonyms enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON public.search_synonyms REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('settings', 'word', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.search_synonyms REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('settings', 'word', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.search_synonyms REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('settings', 'word', '{id}', '{version,updated_at}');
CREATE TRIGGER guard_count AFTER INSERT ON public.search_synonyms FOR EACH ROW EXECUTE FUNCTION private.guard_synonym_count();
CREATE TRIGGER log_delete AFTER DELETE ON public.search_synonyms REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.search_synonyms REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.search_synonyms FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.search_synonyms REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER raise_version BEFORE UPDATE ON public.search_synonyms FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "a second factor that exists was used" on public.search_synonyms as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read the synonyms of the search" on public.search_synonyms as permissive for select to authenticated
  using (( SELECT private.may('settings.edit'::text) AS may));
create policy "the shop itself may do everything" on public.search_synonyms as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.search_synonyms to authenticated;
grant select, insert, update, delete on public.search_synonyms to service_role;

create table public.shared_designs (
  id uuid not null,
  customer_id uuid not null,
  design_id uuid not null,
  product_id uuid not null,
  variant_id uuid,
  token_hash text not null,
  name text not null,
  document jsonb not null,
  display jsonb not null,
  with_pictures boolean default false not null,
  state text default 'shown'::text not null,
  created_at timestamp with time zone default now() not null,
  revoked_at timestamp with time zone,
  constraint shared_designs_pkey PRIMARY KEY (id),
  constraint shared_design_token_taken UNIQUE (token_hash),
  constraint shared_design_display_invalid CHECK (((jsonb_typeof(display) = 'object'::text) AND (pg_column_size(display) <= 2000000))),
  constraint shared_design_document_invalid CHECK (((jsonb_typeof(document) = 'object'::text) AND (pg_column_size(document) <= 200000))),
  constraint shared_design_name_invalid CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint shared_design_state_unknown CHECK ((state = ANY (ARRAY['shown'::text, 'reported'::text, 'kept'::text, 'removed'::text]))),
  constraint shared_design_token_invalid CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint shared_designs_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint shared_designs_design_id_fkey FOREIGN KEY (design_id) REFERENCES public.designs(id) ON DELETE CASCADE,
  constraint shared_designs_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table public.shared_designs enable row level security;
CREATE INDEX shared_designs_assets ON public.shared_designs USING gin (((document -> 'assets'::text)));
CREATE INDEX shared_designs_customer ON public.shared_designs USING btree (customer_id, created_at DESC);
CREATE INDEX shared_designs_design ON public.shared_designs USING btree (design_id, created_at DESC);
CREATE UNIQUE INDEX shared_designs_once ON public.shared_designs USING btree (design_id) WHERE (revoked_at IS NULL);
CREATE INDEX shared_designs_product ON public.shared_designs USING btree (product_id);
CREATE TRIGGER guard_shared_design BEFORE UPDATE ON public.shared_designs FOR EACH ROW EXECUTE FUNCTION private.guard_shared_design();
create policy "a second factor that exists was used" on public.shared_designs as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read what they share, staff read all" on public.shared_designs as permissive for select to authenticated
  using (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('customisations.read'::text) AS may)));
create policy "the shop itself may do everything" on public.shared_designs as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on public.shared_designs to service_role;
grant select (id, customer_id, design_id, product_id, variant_id, name, document, display, with_pictures, state, created_at, revoked_at) on public.shared_designs to authenticated;

create table public.shipment_lines (
  shipment_id uuid not null,
  order_line_id uuid not null,
  quantity integer not null,
  constraint shipment_lines_pkey PRIMARY KEY (shipment_id, order_line_id),
  constraint shipment_lines_quantity_check CHECK ((quantity > 0)),
  constraint shipment_lines_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES public.order_lines(id),
  constraint shipment_lines_shipment_id_fkey FOREIGN KEY (shipment_id) REFERENCES public.shipments(id)
);
alter table public.shipment_lines enable row level security;
CREATE INDEX shipment_lines_line ON public.shipment_lines USING btree (order_line_id);
CREATE TRIGGER follow_shipment_line AFTER INSERT ON public.shipment_lines FOR EACH ROW EXECUTE FUNCTION private.follow_shipment_line();
CREATE TRIGGER guard_shipped AFTER INSERT ON public.shipment_lines FOR EACH ROW EXECUTE FUNCTION private.guard_shipped();
create policy "a second factor that exists was used" on public.shipment_lines as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "the shop itself may do everything" on public.shipment_lines as permissive for all to service_role
  using (true)
  with check (true);
create policy "whoever reads a shipment reads its lines" on public.shipment_lines as permissive for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.shipments
  WHERE (shipments.id = shipment_lines.shipment_id))));
grant select on public.shipment_lines to authenticated;
grant select, insert on public.shipment_lines to service_role;

create table public.shipments (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  customer_id uuid,
  status text default 'pending'::text not null,
  courier text not null,
  service text default ''::text not null,
  tracking_number text,
  shipped_at timestamp with time zone,
  delivered_at timestamp with time zone,
  kind text default 'order'::text not null,
  position integer not null,
  canceled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint shipments_pkey PRIMARY KEY (id),
  constraint shipment_position_taken UNIQUE (order_id, "position"),
  constraint courier_invalid CHECK (((length(btrim(courier)) >= 1) AND (length(btrim(courier)) <= 60))),
  constraint service_invalid CHECK ((length(service) <= 60)),
  constraint shipment_kind_unknown CHECK ((kind = ANY (ARRAY['order'::text, 'replacement'::text]))),
  constraint shipment_status_unknown CHECK ((status = ANY (ARRAY['pending'::text, 'shipped'::text, 'delivered'::text, 'canceled'::text]))),
  constraint shipped_without_moment CHECK (((status <> ALL (ARRAY['shipped'::text, 'delivered'::text])) OR (shipped_at IS NOT NULL))),
  constraint tracking_number_invalid CHECK (((length(btrim(tracking_number)) >= 1) AND (length(btrim(tracking_number)) <= 60))),
  constraint shipments_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint shipments_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id)
);
alter table public.shipments enable row level security;
CREATE UNIQUE INDEX shipment_known_already ON public.shipments USING btree (order_id, tracking_number) WHERE ((status <> 'canceled'::text) AND (tracking_number IS NOT NULL));
CREATE INDEX shipments_customer ON public.shipments USING btree (customer_id);
CREATE INDEX shipments_delivered ON public.shipments USING btree (delivered_at) WHERE (status = 'delivered'::text);
CREATE INDEX shipments_order ON public.shipments USING btree (order_id);
CREATE INDEX shipments_tracking ON public.shipments USING btree (tracking_number);
CREATE INDEX shipments_tracking_folded ON public.shipments USING btree (upper(tracking_number));
CREATE TRIGGER end_reprints AFTER UPDATE OF status ON public.shipments FOR EACH ROW WHEN (((new.kind = 'replacement'::text) AND (new.status = 'canceled'::text) AND (old.status <> 'canceled'::text))) EXECUTE FUNCTION private.end_reprints();
CREATE TRIGGER follow_shipment AFTER INSERT OR UPDATE ON public.shipments FOR EACH ROW EXECUTE FUNCTION private.follow_shipment();
CREATE TRIGGER number_shipment BEFORE INSERT ON public.shipments FOR EACH ROW EXECUTE FUNCTION private.number_shipment();
CREATE TRIGGER touch BEFORE UPDATE ON public.shipments FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "a second factor that exists was used" on public.shipments as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers read their own shipments, staff read all" on public.shipments as permissive for select to authenticated
  using (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('orders.read'::text) AS may)));
create policy "the shop itself may do everything" on public.shipments as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.shipments to authenticated;
grant select, insert, update on public.shipments to service_role;

create table public.shipping_classes (
  slug text not null,
  name jsonb not null,
  position integer default 0 not null,
  built_in boolean default false not null,
  version integer default 1 not null,
  constraint shipping_classes_pkey PRIMARY KEY (slug),
  constraint shipping_class_name_invalid CHECK (private.is_text(name)),
  constraint shipping_class_slug_invalid CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
);
alter table public.shipping_classes enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON public.shipping_classes REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_class', 'slug', '{slug}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.shipping_classes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_class', 'slug', '{slug}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.shipping_classes REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_class', 'slug', '{slug}', '{version,updated_at}');
CREATE TRIGGER guard_shipping_class BEFORE DELETE OR UPDATE ON public.shipping_classes FOR EACH ROW WHEN (old.built_in) EXECUTE FUNCTION private.guard_shipping_class();
CREATE TRIGGER log_delete AFTER DELETE ON public.shipping_classes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.shipping_classes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.shipping_classes FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.shipping_classes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER raise_version BEFORE UPDATE OF name ON public.shipping_classes FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "everybody reads shipping classes" on public.shipping_classes as permissive for select to anon, authenticated
  using (true);
create policy "the shop itself may do everything" on public.shipping_classes as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.shipping_classes to anon;
grant select on public.shipping_classes to authenticated;
grant select, insert, update, delete on public.shipping_classes to service_role;

create table public.shipping_method_classes (
  method_id uuid not null,
  class text not null,
  constraint shipping_method_classes_pkey PRIMARY KEY (method_id, class),
  constraint method_shipping_class_unknown FOREIGN KEY (class) REFERENCES public.shipping_classes(slug),
  constraint shipping_method_classes_method_id_fkey FOREIGN KEY (method_id) REFERENCES public.shipping_methods(id) ON DELETE CASCADE
);
alter table public.shipping_method_classes enable row level security;
CREATE INDEX shipping_method_classes_class ON public.shipping_method_classes USING btree (class);
CREATE TRIGGER audit_delete AFTER DELETE ON public.shipping_method_classes REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_method', 'method_id', '{method_id,class}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.shipping_method_classes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_method', 'method_id', '{method_id,class}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.shipping_method_classes REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_method', 'method_id', '{method_id,class}', '{version,updated_at}');
CREATE TRIGGER log_delete AFTER DELETE ON public.shipping_method_classes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.shipping_method_classes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.shipping_method_classes FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.shipping_method_classes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
create policy "everybody reads which classes a method that they can see carrie" on public.shipping_method_classes as permissive for select to anon, authenticated
  using ((EXISTS ( SELECT
   FROM public.shipping_methods
  WHERE (shipping_methods.id = shipping_method_classes.method_id))));
create policy "the shop itself may do everything" on public.shipping_method_classes as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.shipping_method_classes to anon;
grant select on public.shipping_method_classes to authenticated;
grant select, insert, update, delete on public.shipping_method_classes to service_role;

create table public.shipping_method_excluded_categories (
  method_id uuid not null,
  category_id uuid not null,
  constraint shipping_method_excluded_categories_pkey PRIMARY KEY (method_id, category_id),
  constraint method_category_unknown FOREIGN KEY (category_id) REFERENCES public.categories(id) ON DELETE RESTRICT,
  constraint shipping_method_excluded_categories_method_id_fkey FOREIGN KEY (method_id) REFERENCES public.shipping_methods(id) ON DELETE CASCADE
);
alter table public.shipping_method_excluded_categories enable row level security;
CREATE INDEX shipping_method_excluded_categories_category ON public.shipping_method_excluded_categories USING btree (category_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.shipping_method_excluded_categories REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_method', 'method_id', '{method_id,category_id}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.shipping_method_excluded_categories REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_method', 'method_id', '{method_id,category_id}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.shipping_method_excluded_categories REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_method', 'method_id', '{method_id,category_id}', '{version,updated_at}');
CREATE TRIGGER log_delete AFTER DELETE ON public.shipping_method_excluded_categories REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.shipping_method_excluded_categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.shipping_method_excluded_categories FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.shipping_method_excluded_categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
create policy "everybody reads what a method that they can see does not carry" on public.shipping_method_excluded_categories as permissive for select to anon, authenticated
  using ((EXISTS ( SELECT
   FROM public.shipping_methods
  WHERE (shipping_methods.id = shipping_method_excluded_categories.method_id))));
create policy "the shop itself may do everything" on public.shipping_method_excluded_categories as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.shipping_method_excluded_categories to anon;
grant select on public.shipping_method_excluded_categories to authenticated;
grant select, insert, update, delete on public.shipping_method_excluded_categories to service_role;

create table public.shipping_methods (
  id uuid default gen_random_uuid() not null,
  name jsonb not null,
  courier text not null,
  service text not null,
  position integer default 0 not null,
  enabled boolean default true not null,
  min_weight_grams integer default 0 not null,
  max_weight_grams integer default 1000000 not null,
  max_subtotal bigint,
  volumetric_divisor integer default 6000 not null,
  source text default 'table'::text not null,
  fallback text default 'table'::text not null,
  min_subtotal bigint,
  excluded_product_ids uuid[] default '{}'::uuid[] not null,
  payment_methods text[] default '{}'::text[] not null,
  step_grams integer default 1000 not null,
  version integer default 1 not null,
  constraint shipping_methods_pkey PRIMARY KEY (id),
  constraint method_fallback_unknown CHECK ((fallback = ANY (ARRAY['table'::text, 'hide'::text]))),
  constraint method_min_subtotal_invalid CHECK ((min_subtotal >= 0)),
  constraint method_name_invalid CHECK (private.is_text(name)),
  constraint method_source_unknown CHECK ((source = ANY (ARRAY['table'::text, 'live'::text, 'pickup'::text]))),
  constraint method_step_invalid CHECK ((step_grams > 0)),
  constraint shipping_methods_volumetric_divisor_check CHECK ((volumetric_divisor > 0))
);
alter table public.shipping_methods enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON public.shipping_methods REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_method', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.shipping_methods REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_method', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.shipping_methods REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_method', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER log_delete AFTER DELETE ON public.shipping_methods REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.shipping_methods REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.shipping_methods FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.shipping_methods REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER raise_version BEFORE UPDATE OF name, courier, service, enabled, source ON public.shipping_methods FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "everybody reads shipping methods" on public.shipping_methods as permissive for select to anon, authenticated
  using ((enabled OR ( SELECT private.may('shipping.read'::text) AS may)));
create policy "the shop itself may do everything" on public.shipping_methods as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.shipping_methods to anon;
grant select on public.shipping_methods to authenticated;
grant select, insert, update, delete on public.shipping_methods to service_role;

create table public.shipping_rates (
  method_id uuid not null,
  zone_id uuid not null,
  first_kg bigint default 0 not null,
  next_kg bigint default 0 not null,
  min_days integer not null,
  max_days integer not null,
  free_from bigint,
  max_subsidy bigint,
  pricing text default 'per_kg'::text not null,
  flat_price bigint default 0 not null,
  percent integer default 0 not null,
  tiers jsonb default '[]'::jsonb not null,
  version integer default 1 not null,
  constraint shipping_rates_pkey PRIMARY KEY (method_id, zone_id),
  constraint rate_flat_invalid CHECK ((flat_price >= 0)),
  constraint rate_free_from_invalid CHECK ((free_from >= 0)),
  constraint rate_percent_invalid CHECK (((percent >= 0) AND (percent <= 100))),
  constraint rate_pricing_unknown CHECK ((pricing = ANY (ARRAY['per_kg'::text, 'flat'::text, 'weight_tiers'::text, 'subtotal_tiers'::text, 'percent'::text]))),
  constraint rate_subsidy_invalid CHECK ((max_subsidy >= 0)),
  constraint rate_tiers_invalid CHECK (private.are_tiers(tiers)),
  constraint rate_too_high CHECK ((GREATEST(first_kg, next_kg, flat_price) <= 100000000)),
  constraint shipping_rates_check CHECK ((max_days >= min_days)),
  constraint shipping_rates_first_kg_check CHECK ((first_kg >= 0)),
  constraint shipping_rates_min_days_check CHECK ((min_days >= 0)),
  constraint shipping_rates_next_kg_check CHECK ((next_kg >= 0)),
  constraint shipping_rates_method_id_fkey FOREIGN KEY (method_id) REFERENCES public.shipping_methods(id) ON DELETE CASCADE,
  constraint shipping_rates_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES public.shipping_zones(id) ON DELETE CASCADE
);
alter table public.shipping_rates enable row level security;
CREATE INDEX shipping_rates_zone ON public.shipping_rates USING btree (zone_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.shipping_rates REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_method', 'method_id', '{method_id,zone_id}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.shipping_rates REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_method', 'method_id', '{method_id,zone_id}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.shipping_rates REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_method', 'method_id', '{method_id,zone_id}', '{version,updated_at}');
CREATE TRIGGER log_delete AFTER DELETE ON public.shipping_rates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.shipping_rates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.shipping_rates FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.shipping_rates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER raise_version BEFORE UPDATE OF pricing, min_days, max_days ON public.shipping_rates FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "everybody reads shipping rates" on public.shipping_rates as permissive for select to anon, authenticated
  using (true);
create policy "the shop itself may do everything" on public.shipping_rates as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.shipping_rates to anon;
grant select on public.shipping_rates to authenticated;
grant select, insert, update, delete on public.shipping_rates to service_role;

create table public.shipping_zone_postcodes (
  zone_id uuid not null,
  first_code text not null,
  last_code text not null,
  constraint zone_postcodes_taken PRIMARY KEY (first_code, last_code),
  constraint shipping_zone_postcodes_last_code_check CHECK ((last_code ~ '^\d{5}$'::text)),
  constraint zone_postcode_invalid CHECK ((first_code ~ '^\d{5}$'::text)),
  constraint zone_postcodes_reversed CHECK ((first_code <= last_code)),
  constraint shipping_zone_postcodes_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES public.shipping_zones(id) ON DELETE CASCADE
);
alter table public.shipping_zone_postcodes enable row level security;
CREATE INDEX shipping_zone_postcodes_zone ON public.shipping_zone_postcodes USING btree (zone_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.shipping_zone_postcodes REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_zone', 'zone_id', '{first_code,last_code}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.shipping_zone_postcodes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_zone', 'zone_id', '{first_code,last_code}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.shipping_zone_postcodes REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_zone', 'zone_id', '{first_code,last_code}', '{version,updated_at}');
CREATE TRIGGER guard_postcodes BEFORE INSERT OR UPDATE ON public.shipping_zone_postcodes FOR EACH ROW EXECUTE FUNCTION private.guard_postcodes();
CREATE TRIGGER log_delete AFTER DELETE ON public.shipping_zone_postcodes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.shipping_zone_postcodes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.shipping_zone_postcodes FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.shipping_zone_postcodes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
create policy "everybody reads which postcodes a zone has" on public.shipping_zone_postcodes as permissive for select to anon, authenticated
  using (true);
create policy "the shop itself may do everything" on public.shipping_zone_postcodes as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.shipping_zone_postcodes to anon;
grant select on public.shipping_zone_postcodes to authenticated;
grant select, insert, update, delete on public.shipping_zone_postcodes to service_role;

create table public.shipping_zone_regions (
  zone_id uuid not null,
  region_code text not null,
  constraint shipping_zone_regions_pkey PRIMARY KEY (region_code),
  constraint zone_region_invalid CHECK ((region_code ~ '^(|\d{2}|\d{4}|\d{6}|\d{10})$'::text)),
  constraint shipping_zone_regions_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES public.shipping_zones(id) ON DELETE CASCADE
);
alter table public.shipping_zone_regions enable row level security;
CREATE INDEX shipping_zone_regions_below ON public.shipping_zone_regions USING btree (region_code COLLATE "C");
CREATE INDEX shipping_zone_regions_zone ON public.shipping_zone_regions USING btree (zone_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.shipping_zone_regions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_zone', 'zone_id', '{region_code}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.shipping_zone_regions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_zone', 'zone_id', '{region_code}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.shipping_zone_regions REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_zone', 'zone_id', '{region_code}', '{version,updated_at}');
CREATE TRIGGER guard_catch_all BEFORE DELETE ON public.shipping_zone_regions FOR EACH ROW WHEN ((old.region_code = ''::text)) EXECUTE FUNCTION private.guard_catch_all();
CREATE TRIGGER log_delete AFTER DELETE ON public.shipping_zone_regions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.shipping_zone_regions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.shipping_zone_regions FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.shipping_zone_regions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
create policy "everybody reads which regions a zone has" on public.shipping_zone_regions as permissive for select to anon, authenticated
  using (true);
create policy "the shop itself may do everything" on public.shipping_zone_regions as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.shipping_zone_regions to anon;
grant select on public.shipping_zone_regions to authenticated;
grant select, insert, update, delete on public.shipping_zone_regions to service_role;

create table public.shipping_zones (
  id uuid default gen_random_uuid() not null,
  name jsonb not null,
  position integer default 0 not null,
  cash_on_delivery boolean default false not null,
  serviceable boolean default true not null,
  version integer default 1 not null,
  constraint shipping_zones_pkey PRIMARY KEY (id),
  constraint zone_name_invalid CHECK (private.is_text(name))
);
alter table public.shipping_zones enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON public.shipping_zones REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_zone', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.shipping_zones REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_zone', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.shipping_zones REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shipping_zone', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER guard_catch_all BEFORE DELETE ON public.shipping_zones FOR EACH ROW EXECUTE FUNCTION private.guard_catch_all();
CREATE TRIGGER log_delete AFTER DELETE ON public.shipping_zones REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.shipping_zones REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.shipping_zones FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.shipping_zones REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER raise_version BEFORE UPDATE OF name, cash_on_delivery, serviceable ON public.shipping_zones FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "everybody reads shipping zones" on public.shipping_zones as permissive for select to anon, authenticated
  using (true);
create policy "the shop itself may do everything" on public.shipping_zones as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.shipping_zones to anon;
grant select on public.shipping_zones to authenticated;
grant select, insert, update, delete on public.shipping_zones to service_role;

create table public.shop_closures (
  id uuid default gen_random_uuid() not null,
  from_day date not null,
  to_day date not null,
  text jsonb default '{"en": "", "id": ""}'::jsonb not null,
  version integer default 1 not null,
  constraint shop_closures_pkey PRIMARY KEY (id),
  constraint closure_days_reversed CHECK ((to_day >= from_day)),
  constraint closure_text_invalid CHECK (private.is_text(text)),
  constraint closure_too_long CHECK (((to_day - from_day) < 366)),
  constraint closure_overlaps EXCLUDE USING gist (daterange(from_day, to_day, '[]'::text) WITH &&)
);
alter table public.shop_closures enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON public.shop_closures REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shop_closure', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.shop_closures REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shop_closure', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.shop_closures REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('shop_closure', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER log_delete AFTER DELETE ON public.shop_closures REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.shop_closures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.shop_closures FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.shop_closures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER raise_version BEFORE UPDATE OF from_day, to_day, text ON public.shop_closures FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "everybody reads when the shop is closed" on public.shop_closures as permissive for select to anon, authenticated
  using (true);
create policy "the shop itself may do everything" on public.shop_closures as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.shop_closures to anon;
grant select on public.shop_closures to authenticated;
grant select, insert, update, delete on public.shop_closures to service_role;

create table public.shop_settings (
  only_row boolean default true not null,
  name text default 'Toko'::text not null,
  legal_name text default ''::text not null,
  street text default ''::text not null,
  city text default ''::text not null,
  email text default ''::text not null,
  whatsapp text default ''::text not null,
  hours jsonb default '{"en": "", "id": ""}'::jsonb not null,
  time_zone text default 'Asia/Jakarta'::text not null,
  charges_ppn boolean default false not null,
  npwp text default ''::text not null,
  terms_version text default '2026-11-b'::text not null,
  order_prefix text default 'INV-'::text not null,
  order_start integer default 10001 not null,
  order_numbering text default 'counted'::text not null,
  payment_minutes integer default 60 not null,
  instructions_minutes integer default 1440 not null,
  hold_grace_minutes integer default 5 not null,
  guest_checkout boolean default true not null,
  low_stock_pieces integer default 5 not null,
  low_stock_mails boolean default true not null,
  max_pieces integer default 20 not null,
  scarce_pieces integer default 5 not null,
  scarce_payment_minutes integer default 30 not null,
  scarce_transfers boolean default false not null,
  cod_fee bigint default 5000 not null,
  cod_min bigint default 0 not null,
  cod_max bigint default 2000000 not null,
  observes_national_holidays boolean default true not null,
  default_weight_grams integer default 500 not null,
  origin_region_code text default ''::text not null,
  return_prefix text default 'RET-'::text not null,
  return_days integer default 7 not null,
  claim_days integer default 4 not null,
  transit_days integer default 7 not null,
  return_postage text default 'buyer'::text not null,
  refund_limit bigint default 2000000,
  refund_day_limit bigint default 10000000,
  home_texts jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  constraint shop_settings_pkey PRIMARY KEY (only_row),
  constraint default_weight_invalid CHECK ((default_weight_grams > 0)),
  constraint home_texts_invalid CHECK ((jsonb_typeof(home_texts) = 'object'::text)),
  constraint low_stock_pieces_invalid CHECK (((low_stock_pieces >= 0) AND (low_stock_pieces <= 1000))),
  constraint max_pieces_invalid CHECK (((max_pieces >= 1) AND (max_pieces <= 99))),
  constraint npwp_invalid CHECK ((npwp ~ '^([0-9]{15,16})?$'::text)),
  constraint npwp_missing CHECK (((NOT charges_ppn) OR (npwp <> ''::text))),
  constraint order_numbering_unknown CHECK ((order_numbering = ANY (ARRAY['counted'::text, 'random'::text]))),
  constraint origin_region_invalid CHECK ((origin_region_code ~ '^(|\d{6}|\d{10})$'::text)),
  constraint refund_day_limit_invalid CHECK ((refund_day_limit >= 0)),
  constraint refund_limit_invalid CHECK ((refund_limit >= 0)),
  constraint return_postage_unknown CHECK ((return_postage = ANY (ARRAY['buyer'::text, 'shop'::text]))),
  constraint scarce_payment_minutes_invalid CHECK (((scarce_payment_minutes >= 5) AND (scarce_payment_minutes <= 10080))),
  constraint scarce_pieces_invalid CHECK (((scarce_pieces >= 0) AND (scarce_pieces <= 1000))),
  constraint shop_settings_check CHECK ((cod_max >= cod_min)),
  constraint shop_settings_claim_days_check CHECK (((claim_days >= 0) AND (claim_days <= 365))),
  constraint shop_settings_cod_fee_check CHECK (((cod_fee >= 0) AND (cod_fee <= 1000000))),
  constraint shop_settings_cod_min_check CHECK ((cod_min >= 0)),
  constraint shop_settings_hold_grace_minutes_check CHECK ((hold_grace_minutes >= 0)),
  constraint shop_settings_hours_check CHECK (((jsonb_typeof((hours -> 'id'::text)) = 'string'::text) AND (jsonb_typeof((hours -> 'en'::text)) = 'string'::text))),
  constraint shop_settings_instructions_minutes_check CHECK (((instructions_minutes >= 10) AND (instructions_minutes <= 10080))),
  constraint shop_settings_only_row_check CHECK (only_row),
  constraint shop_settings_payment_minutes_check CHECK (((payment_minutes >= 5) AND (payment_minutes <= 10080))),
  constraint shop_settings_return_days_check CHECK (((return_days >= 0) AND (return_days <= 365))),
  constraint shop_settings_transit_days_check CHECK (((transit_days >= 0) AND (transit_days <= 60))),
  constraint time_zone_unknown CHECK ((time_zone = ANY (ARRAY['Asia/Jakarta'::text, 'Asia/Makassar'::text, 'Asia/Jayapura'::text]))),
  constraint terms_version_unknown FOREIGN KEY (terms_version) REFERENCES public.terms_versions(version)
);
alter table public.shop_settings enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON public.shop_settings REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('settings', 'only_row', '{only_row}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.shop_settings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('settings', 'only_row', '{only_row}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.shop_settings REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('settings', 'only_row', '{only_row}', '{version,updated_at}');
CREATE TRIGGER log_delete AFTER DELETE ON public.shop_settings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.shop_settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.shop_settings FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.shop_settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER raise_version BEFORE UPDATE ON public.shop_settings FOR EACH ROW EXECUTE FUNCTION private.raise_version();
CREATE TRIGGER refresh_stock_bands AFTER UPDATE OF low_stock_pieces ON public.shop_settings FOR EACH ROW WHEN ((old.low_stock_pieces <> new.low_stock_pieces)) EXECUTE FUNCTION private.refresh_stock_bands();
CREATE TRIGGER requeue_sales AFTER UPDATE OF time_zone ON public.shop_settings FOR EACH ROW WHEN ((new.time_zone <> old.time_zone)) EXECUTE FUNCTION private.requeue_sales();
create policy "everybody reads the shop's settings" on public.shop_settings as permissive for select to anon, authenticated
  using (true);
create policy "the shop itself may do everything" on public.shop_settings as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on public.shop_settings to service_role;
grant select (only_row, name, legal_name, street, city, email, whatsapp, hours, time_zone, charges_ppn, terms_version, order_prefix, order_start, order_numbering, payment_minutes, instructions_minutes, hold_grace_minutes, guest_checkout, low_stock_pieces, low_stock_mails, max_pieces, scarce_pieces, scarce_payment_minutes, scarce_transfers, cod_fee, cod_min, cod_max, observes_national_holidays, default_weight_grams, origin_region_code, return_prefix, return_days, claim_days, transit_days, return_postage, home_texts, version) on public.shop_settings to anon;
grant select (only_row, name, legal_name, street, city, email, whatsapp, hours, time_zone, charges_ppn, terms_version, order_prefix, order_start, order_numbering, payment_minutes, instructions_minutes, hold_grace_minutes, guest_checkout, low_stock_pieces, low_stock_mails, max_pieces, scarce_pieces, scarce_payment_minutes, scarce_transfers, cod_fee, cod_min, cod_max, observes_national_holidays, default_weight_grams, origin_region_code, return_prefix, return_days, claim_days, transit_days, return_postage, home_texts, version) on public.shop_settings to authenticated;

create table public.site_documents (
  kind text not null,
  key text not null,
  id text generated always as (((kind || ':'::text) || key)) stored not null,
  draft jsonb,
  revision integer default 0 not null,
  drafted_by uuid,
  drafted_at timestamp with time zone,
  newest_version integer default 0 not null,
  published_version integer,
  constraint site_documents_pkey PRIMARY KEY (id),
  constraint site_draft_invalid CHECK (((jsonb_typeof(draft) = 'object'::text) AND (length((draft)::text) <= 200000))),
  constraint site_key_invalid CHECK (((key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(key) <= 60))),
  constraint site_kind_unknown CHECK ((kind = ANY (ARRAY['look'::text, 'banner'::text, 'home'::text, 'menu'::text, 'page'::text]))),
  constraint site_documents_drafted_by_fkey FOREIGN KEY (drafted_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint site_published_version_unknown FOREIGN KEY (id, published_version) REFERENCES public.site_versions(document_id, version)
);
alter table public.site_documents enable row level security;
CREATE INDEX site_documents_drafted_by ON public.site_documents USING btree (drafted_by);
CREATE TRIGGER audit_delete AFTER DELETE ON public.site_documents REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('site_document', 'id', '{id}', '{kind,key,draft,drafted_at,drafted_by,newest_version,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.site_documents REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('site_document', 'id', '{id}', '{kind,key,draft,drafted_at,drafted_by,newest_version,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.site_documents REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('site_document', 'id', '{id}', '{kind,key,draft,drafted_at,drafted_by,newest_version,version,updated_at}');
create policy "a second factor that exists was used" on public.site_documents as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff who edit content read documents of the site" on public.site_documents as permissive for select to authenticated
  using (( SELECT private.may('content.edit'::text) AS may));
create policy "the shop itself may do everything" on public.site_documents as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.site_documents to authenticated;
grant select, insert, update, delete on public.site_documents to service_role;

create table public.site_live (
  document_id text not null,
  version integer not null,
  body jsonb not null,
  since timestamp with time zone default now() not null,
  constraint site_live_pkey PRIMARY KEY (document_id),
  constraint site_live_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.site_documents(id),
  constraint site_live_document_id_version_fkey FOREIGN KEY (document_id, version) REFERENCES public.site_versions(document_id, version)
);
alter table public.site_live enable row level security;
CREATE TRIGGER log_delete AFTER DELETE ON public.site_live REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.site_live REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.site_live FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.site_live REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
create policy "everybody reads the published documents of the site" on public.site_live as permissive for select to anon, authenticated
  using (true);
create policy "the shop itself may do everything" on public.site_live as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.site_live to anon;
grant select on public.site_live to authenticated;
grant select on public.site_live to service_role;

create table public.site_schedule (
  id uuid not null,
  document_id text not null,
  version integer not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  state text default 'waiting'::text not null,
  constraint site_schedule_pkey PRIMARY KEY (id),
  constraint site_period_invalid CHECK ((ends_at > starts_at)),
  constraint site_schedule_state_unknown CHECK ((state = ANY (ARRAY['waiting'::text, 'on'::text, 'over'::text, 'canceled'::text]))),
  constraint site_schedule_version_unknown FOREIGN KEY (document_id, version) REFERENCES public.site_versions(document_id, version),
  constraint site_schedule_overlaps EXCLUDE USING gist (document_id WITH =, tstzrange(starts_at, COALESCE(ends_at, starts_at),
CASE
    WHEN (ends_at IS NULL) THEN '[]'::text
    ELSE '[)'::text
END) WITH &&) WHERE ((state = ANY (ARRAY['waiting'::text, 'on'::text])))
);
alter table public.site_schedule enable row level security;
CREATE INDEX site_schedule_open ON public.site_schedule USING btree (starts_at) WHERE (state = ANY (ARRAY['waiting'::text, 'on'::text]));
CREATE INDEX site_schedule_version ON public.site_schedule USING btree (document_id, version);
CREATE TRIGGER audit_delete AFTER DELETE ON public.site_schedule REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('site_document', 'document_id', '{id}', '{id,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.site_schedule REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('site_document', 'document_id', '{id}', '{id,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.site_schedule REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('site_document', 'document_id', '{id}', '{id,version,updated_at}');
create policy "a second factor that exists was used" on public.site_schedule as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff who edit content read the schedule of the site" on public.site_schedule as permissive for select to authenticated
  using (( SELECT private.may('content.edit'::text) AS may));
create policy "the shop itself may do everything" on public.site_schedule as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.site_schedule to authenticated;
grant select, insert, update on public.site_schedule to service_role;

create table public.site_slugs (
  slug text not null,
  document_id text not null,
  is_current boolean default true not null,
  constraint site_slugs_pkey PRIMARY KEY (slug),
  constraint site_slug_invalid CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
  constraint site_slugs_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.site_documents(id)
);
alter table public.site_slugs enable row level security;
CREATE UNIQUE INDEX site_slugs_current ON public.site_slugs USING btree (document_id) WHERE is_current;
CREATE INDEX site_slugs_document ON public.site_slugs USING btree (document_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.site_slugs REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('site_document', 'document_id', '{slug}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.site_slugs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('site_document', 'document_id', '{slug}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.site_slugs REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('site_document', 'document_id', '{slug}', '{version,updated_at}');
CREATE TRIGGER log_delete AFTER DELETE ON public.site_slugs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.site_slugs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.site_slugs FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.site_slugs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
create policy "everybody reads the addresses of published pages" on public.site_slugs as permissive for select to anon, authenticated
  using ((EXISTS ( SELECT
   FROM public.site_live l
  WHERE (l.document_id = site_slugs.document_id))));
create policy "staff who edit content read addresses of pages" on public.site_slugs as permissive for select to authenticated
  using (( SELECT private.may('content.edit'::text) AS may));
create policy "the shop itself may do everything" on public.site_slugs as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.site_slugs to anon;
grant select on public.site_slugs to authenticated;
grant select, insert, update on public.site_slugs to service_role;

create table public.site_versions (
  document_id text not null,
  version integer not null,
  body jsonb not null,
  note text default ''::text not null,
  author_id uuid,
  created_at timestamp with time zone default now() not null,
  constraint site_versions_pkey PRIMARY KEY (document_id, version),
  constraint site_body_invalid CHECK (((jsonb_typeof(body) = 'object'::text) AND (length((body)::text) <= 200000))),
  constraint site_note_too_long CHECK ((length(note) <= 200)),
  constraint site_versions_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint site_versions_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.site_documents(id)
);
alter table public.site_versions enable row level security;
CREATE INDEX site_versions_author ON public.site_versions USING btree (author_id);
CREATE TRIGGER site_versions_never_change BEFORE DELETE OR UPDATE OF document_id, version, body, note, created_at ON public.site_versions FOR EACH ROW EXECUTE FUNCTION private.refuse_change();
create policy "a second factor that exists was used" on public.site_versions as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff who edit content read versions of the site" on public.site_versions as permissive for select to authenticated
  using (( SELECT private.may('content.edit'::text) AS may));
create policy "the shop itself may do everything" on public.site_versions as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.site_versions to authenticated;
grant select, insert on public.site_versions to service_role;

create table public.slug_redirects (
  kind text not null,
  old_slug text not null,
  target_id uuid not null,
  product_id uuid generated always as (
CASE kind
    WHEN 'product'::text THEN target_id
    ELSE NULL::uuid
END) stored,
  category_id uuid generated always as (
CASE kind
    WHEN 'category'::text THEN target_id
    ELSE NULL::uuid
END) stored,
  created_at timestamp with time zone default now() not null,
  collection_id uuid generated always as (
CASE kind
    WHEN 'collection'::text THEN target_id
    ELSE NULL::uuid
END) stored,
  constraint slug_redirects_pkey PRIMARY KEY (kind, old_slug),
  constraint slug_redirect_kind_unknown CHECK ((kind = ANY (ARRAY['product'::text, 'category'::text, 'collection'::text]))),
  constraint slug_redirects_category_id_fkey FOREIGN KEY (category_id) REFERENCES public.categories(id) ON DELETE CASCADE,
  constraint slug_redirects_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.collections(id) ON DELETE CASCADE,
  constraint slug_redirects_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table public.slug_redirects enable row level security;
CREATE INDEX slug_redirects_category ON public.slug_redirects USING btree (category_id);
CREATE INDEX slug_redirects_collection ON public.slug_redirects USING btree (collection_id);
CREATE INDEX slug_redirects_product ON public.slug_redirects USING btree (product_id);
CREATE TRIGGER log_delete AFTER DELETE ON public.slug_redirects REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.slug_redirects REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.slug_redirects FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.slug_redirects REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
create policy "everybody reads redirects to collections that they see" on public.slug_redirects as permissive for select to anon, authenticated
  using ((EXISTS ( SELECT
   FROM public.collections
  WHERE (collections.id = slug_redirects.collection_id))));
create policy "everybody reads redirects to what they can see" on public.slug_redirects as permissive for select to anon, authenticated
  using (((EXISTS ( SELECT
   FROM public.products
  WHERE (products.id = slug_redirects.product_id))) OR (EXISTS ( SELECT
   FROM public.categories
  WHERE (categories.id = slug_redirects.category_id)))));
create policy "the shop itself may do everything" on public.slug_redirects as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.slug_redirects to anon;
grant select on public.slug_redirects to authenticated;
grant select, delete on public.slug_redirects to service_role;

create table public.staff_invitations (
  id uuid default gen_random_uuid() not null,
  token_hash text not null,
  email text not null,
  role text not null,
  staff_role text,
  invited_by uuid,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint staff_invitations_pkey PRIMARY KEY (id),
  constraint staff_invitation_token_taken UNIQUE (token_hash),
  constraint staff_invitation_closed_once CHECK (((used_at IS NULL) OR (revoked_at IS NULL))),
  constraint staff_invitation_email_invalid CHECK (private.is_email(email)),
  constraint staff_invitation_role_missing CHECK (((role = 'USER'::text) = (staff_role IS NOT NULL))),
  constraint staff_invitation_role_unknown CHECK ((role = ANY (ARRAY['USER'::text, 'ADMIN'::text]))),
  constraint staff_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint staff_invitations_staff_role_fkey FOREIGN KEY (staff_role) REFERENCES public.staff_roles(id) ON DELETE CASCADE
);
alter table public.staff_invitations enable row level security;
CREATE UNIQUE INDEX staff_invitation_open ON public.staff_invitations USING btree (email) WHERE ((used_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX staff_invitations_inviter ON public.staff_invitations USING btree (invited_by);
CREATE INDEX staff_invitations_role ON public.staff_invitations USING btree (staff_role);
CREATE TRIGGER audit_delete AFTER DELETE ON public.staff_invitations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('staff_invitation', 'id', '{id}', '{token_hash,email,invited_by,created_at,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.staff_invitations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('staff_invitation', 'id', '{id}', '{token_hash,email,invited_by,created_at,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.staff_invitations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('staff_invitation', 'id', '{id}', '{token_hash,email,invited_by,created_at,version,updated_at}');
create policy "a second factor that exists was used" on public.staff_invitations as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "the shop itself may do everything" on public.staff_invitations as permissive for all to service_role
  using (true)
  with check (true);
create policy "whoever manages staff reads invitations" on public.staff_invitations as permissive for select to authenticated
  using (( SELECT private.may('staff.edit'::text) AS may));
grant select, insert, update, delete on public.staff_invitations to service_role;
grant select (id, email, role, staff_role, invited_by, created_at, expires_at, used_at, revoked_at) on public.staff_invitations to authenticated;

create table public.staff_policy (
  only_row boolean default true not null,
  second_factor_from timestamp with time zone,
  write_off_limit bigint,
  price_cut_limit integer,
  staff_discount_limit integer,
  recipients_limit integer,
  factor_reset_alone boolean default true not null,
  session_hours integer default 12,
  idle_minutes integer default 30,
  constraint staff_policy_pkey PRIMARY KEY (only_row),
  constraint idle_minutes_invalid CHECK (((idle_minutes >= 5) AND (idle_minutes <= 1440))),
  constraint price_cut_limit_invalid CHECK (((price_cut_limit >= 0) AND (price_cut_limit <= 99))),
  constraint recipients_limit_invalid CHECK ((recipients_limit >= 0)),
  constraint session_hours_invalid CHECK (((session_hours >= 1) AND (session_hours <= 720))),
  constraint staff_discount_limit_invalid CHECK (((staff_discount_limit >= 0) AND (staff_discount_limit <= 99))),
  constraint staff_policy_single CHECK (only_row),
  constraint write_off_limit_invalid CHECK (((write_off_limit >= 0) AND (write_off_limit <= '1000000000000'::bigint)))
);
alter table public.staff_policy enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON public.staff_policy REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('staff_policy', 'only_row', '{only_row}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.staff_policy REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('staff_policy', 'only_row', '{only_row}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.staff_policy REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('staff_policy', 'only_row', '{only_row}', '{version,updated_at}');
CREATE TRIGGER staff_policy_notify AFTER UPDATE OF second_factor_from ON public.staff_policy FOR EACH ROW WHEN ((new.second_factor_from <= now())) EXECUTE FUNCTION private.notify_staff_policy();
create policy "a second factor that exists was used" on public.staff_policy as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read what is asked of them" on public.staff_policy as permissive for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "the shop itself may do everything" on public.staff_policy as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.staff_policy to authenticated;
grant select, insert, update, delete on public.staff_policy to service_role;

create table public.staff_roles (
  id text not null,
  name text default ''::text not null,
  permissions text[] default '{}'::text[] not null,
  limits jsonb default '{}'::jsonb not null,
  built_in boolean default false not null,
  version integer default 1 not null,
  constraint staff_roles_pkey PRIMARY KEY (id),
  constraint staff_role_invalid CHECK (((id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(id) <= 60))),
  constraint staff_role_name_invalid CHECK ((length(name) <= 60)),
  constraint staff_role_name_missing CHECK ((built_in OR (length(btrim(name)) > 0)))
);
alter table public.staff_roles enable row level security;
CREATE UNIQUE INDEX staff_role_name_taken ON public.staff_roles USING btree (lower(btrim(name))) WHERE (NOT built_in);
CREATE TRIGGER audit_delete AFTER DELETE ON public.staff_roles REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('staff_role', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.staff_roles REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('staff_role', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.staff_roles REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('staff_role', 'id', '{id}', '{version,updated_at}');
CREATE TRIGGER guard_staff_role BEFORE INSERT OR DELETE OR UPDATE ON public.staff_roles FOR EACH ROW EXECUTE FUNCTION private.guard_staff_role();
CREATE TRIGGER raise_version BEFORE UPDATE OF name, permissions ON public.staff_roles FOR EACH ROW EXECUTE FUNCTION private.raise_version();
CREATE TRIGGER staff_roles_notify AFTER UPDATE OF permissions ON public.staff_roles FOR EACH ROW WHEN ((NOT (old.permissions <@ new.permissions))) EXECUTE FUNCTION private.notify_role();
create policy "a second factor that exists was used" on public.staff_roles as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read what each role may do" on public.staff_roles as permissive for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "the shop itself may do everything" on public.staff_roles as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.staff_roles to authenticated;
grant select, insert, update, delete on public.staff_roles to service_role;

create table public.staff_task_rows (
  task_id uuid not null,
  row_no bigint not null,
  subject_id text,
  outcome text not null,
  code text,
  field text,
  value_given text,
  before jsonb,
  after jsonb,
  constraint staff_task_rows_pkey PRIMARY KEY (task_id, row_no),
  constraint staff_task_outcome_unknown CHECK ((outcome = ANY (ARRAY['done'::text, 'unchanged'::text, 'failed'::text, 'undone'::text]))),
  constraint staff_task_value_too_long CHECK ((length(value_given) <= 500)),
  constraint staff_task_rows_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.staff_tasks(id) ON DELETE CASCADE
);
alter table public.staff_task_rows enable row level security;
CREATE INDEX staff_task_rows_failed ON public.staff_task_rows USING btree (task_id, row_no) WHERE (outcome = 'failed'::text);
create policy "a second factor that exists was used" on public.staff_task_rows as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read rows of tasks with the permission of the task" on public.staff_task_rows as permissive for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.staff_tasks t
  WHERE ((t.id = staff_task_rows.task_id) AND private.may(t.permission)))));
create policy "the shop itself may do everything" on public.staff_task_rows as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.staff_task_rows to authenticated;
grant select, insert, update, delete on public.staff_task_rows to service_role;

create table public.staff_tasks (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  mode text default 'run'::text not null,
  of_task uuid,
  title text default ''::text not null,
  input jsonb default '{}'::jsonb not null,
  permission text not null,
  state text default 'queued'::text not null,
  total bigint,
  done bigint default 0 not null,
  failed bigint default 0 not null,
  cursor jsonb,
  started_by uuid,
  cancel_asked boolean default false not null,
  can_retry boolean default false not null,
  undo_until timestamp with time zone,
  result_path text,
  error text,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  approval_id uuid,
  constraint staff_tasks_pkey PRIMARY KEY (id),
  constraint staff_task_counts_invalid CHECK (((total IS NULL) OR ((done + failed) <= total))),
  constraint staff_task_done_invalid CHECK ((done >= 0)),
  constraint staff_task_end_missing CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text, 'canceled'::text])) = (finished_at IS NOT NULL))),
  constraint staff_task_failed_invalid CHECK ((failed >= 0)),
  constraint staff_task_kind_invalid CHECK (((kind ~ '^[a-z]+(-[a-z]+)*$'::text) AND (length(kind) <= 60))),
  constraint staff_task_mode_unknown CHECK ((mode = ANY (ARRAY['run'::text, 'retry'::text, 'undo'::text]))),
  constraint staff_task_of_missing CHECK (((mode = 'run'::text) = (of_task IS NULL))),
  constraint staff_task_state_unknown CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'paused'::text, 'done'::text, 'failed'::text, 'canceled'::text]))),
  constraint staff_task_title_too_long CHECK ((length(title) <= 200)),
  constraint staff_task_total_invalid CHECK ((total >= 0)),
  constraint staff_tasks_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES public.approvals(id),
  constraint staff_tasks_of_task_fkey FOREIGN KEY (of_task) REFERENCES public.staff_tasks(id) ON DELETE CASCADE,
  constraint staff_tasks_permission_fkey FOREIGN KEY (permission) REFERENCES public.permissions(key),
  constraint staff_tasks_started_by_fkey FOREIGN KEY (started_by) REFERENCES auth.users(id) ON DELETE SET NULL
);
alter table public.staff_tasks enable row level security;
CREATE UNIQUE INDEX staff_task_undone_already ON public.staff_tasks USING btree (of_task) WHERE ((mode = 'undo'::text) AND (state <> ALL (ARRAY['failed'::text, 'canceled'::text])));
CREATE INDEX staff_tasks_approval ON public.staff_tasks USING btree (approval_id) WHERE (approval_id IS NOT NULL);
CREATE INDEX staff_tasks_newest ON public.staff_tasks USING btree (created_at, id);
CREATE INDEX staff_tasks_of ON public.staff_tasks USING btree (of_task) WHERE (of_task IS NOT NULL);
CREATE INDEX staff_tasks_open ON public.staff_tasks USING btree (started_by, id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text, 'paused'::text]));
CREATE INDEX staff_tasks_permission ON public.staff_tasks USING btree (permission);
CREATE INDEX staff_tasks_starter ON public.staff_tasks USING btree (started_by, created_at, id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.staff_tasks REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('staff_task', 'id', '{id}', '{total,done,failed,cursor,started_at,finished_at,result_path,undo_until,can_retry,input,started_by,created_at,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.staff_tasks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('staff_task', 'id', '{id}', '{total,done,failed,cursor,started_at,finished_at,result_path,undo_until,can_retry,input,started_by,created_at,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.staff_tasks REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('staff_task', 'id', '{id}', '{total,done,failed,cursor,started_at,finished_at,result_path,undo_until,can_retry,input,started_by,created_at,version,updated_at}');
CREATE TRIGGER note_task_done AFTER UPDATE OF state ON public.staff_tasks FOR EACH ROW WHEN (((old.state <> 'done'::text) AND (new.state = 'done'::text) AND (new.started_by IS NOT NULL))) EXECUTE FUNCTION private.note_staff_event('task_done', 'id', 'started_by');
CREATE TRIGGER note_task_failed AFTER UPDATE OF state ON public.staff_tasks FOR EACH ROW WHEN (((old.state <> 'failed'::text) AND (new.state = 'failed'::text) AND (new.started_by IS NOT NULL))) EXECUTE FUNCTION private.note_staff_event('task_failed', 'id', 'started_by');
create policy "a second factor that exists was used" on public.staff_tasks as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read their own tasks, or all with the permission" on public.staff_tasks as permissive for select to authenticated
  using ((((started_by = ( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff)) OR ( SELECT private.may('tasks.read'::text) AS may)));
create policy "the shop itself may do everything" on public.staff_tasks as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.staff_tasks to authenticated;
grant select, insert, update on public.staff_tasks to service_role;

create table public.stock_holds (
  order_id uuid not null,
  variant_id uuid not null,
  quantity integer not null,
  status text default 'active'::text not null,
  created_at timestamp with time zone default now() not null,
  constraint stock_holds_pkey PRIMARY KEY (order_id, variant_id),
  constraint hold_quantity_invalid CHECK ((quantity > 0)),
  constraint hold_status_unknown CHECK ((status = ANY (ARRAY['active'::text, 'allocated'::text, 'released'::text]))),
  constraint hold_order_missing FOREIGN KEY (order_id) REFERENCES public.orders(id),
  constraint stock_holds_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES public.product_variants(id) ON DELETE RESTRICT
);
alter table public.stock_holds enable row level security;
CREATE INDEX stock_holds_variant ON public.stock_holds USING btree (variant_id);
CREATE TRIGGER apply_hold AFTER INSERT OR UPDATE ON public.stock_holds FOR EACH ROW EXECUTE FUNCTION private.apply_hold();
CREATE TRIGGER limit_pieces AFTER INSERT ON public.stock_holds FOR EACH ROW WHEN ((new.status = 'active'::text)) EXECUTE FUNCTION private.limit_pieces();
create policy "a second factor that exists was used" on public.stock_holds as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read stock holds" on public.stock_holds as permissive for select to authenticated
  using (( SELECT private.may('stock.read'::text) AS may));
create policy "the shop itself may do everything" on public.stock_holds as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.stock_holds to authenticated;
grant select, insert, update on public.stock_holds to service_role;

create table public.stock_items (
  variant_id uuid not null,
  on_hand integer default 0 not null,
  allocated integer default 0 not null,
  held integer default 0 not null,
  safety integer default 0 not null,
  backorder_limit integer default 0 not null,
  available integer generated always as (((((on_hand - allocated) - held) - safety) + backorder_limit)) stored,
  updated_at timestamp with time zone default now() not null,
  constraint stock_items_pkey PRIMARY KEY (variant_id),
  constraint allocated_negative CHECK ((allocated >= 0)),
  constraint backorder_limit_negative CHECK ((backorder_limit >= 0)),
  constraint held_negative CHECK ((held >= 0)),
  constraint on_hand_negative CHECK ((on_hand >= 0)),
  constraint safety_negative CHECK ((safety >= 0)),
  constraint stock_items_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES public.product_variants(id) ON DELETE CASCADE
);
alter table public.stock_items enable row level security;
CREATE INDEX stock_items_available ON public.stock_items USING btree (available);
CREATE TRIGGER follow_stock_band_on_insert AFTER INSERT ON public.stock_items REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.follow_stock_band();
CREATE TRIGGER follow_stock_band_on_update AFTER UPDATE ON public.stock_items REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.follow_stock_band();
CREATE TRIGGER guard_stock BEFORE UPDATE ON public.stock_items FOR EACH ROW EXECUTE FUNCTION private.guard_stock();
create policy "a second factor that exists was used" on public.stock_items as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read stock" on public.stock_items as permissive for select to authenticated
  using (( SELECT private.may('stock.read'::text) AS may));
create policy "the shop itself may do everything" on public.stock_items as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.stock_items to authenticated;
grant select, insert on public.stock_items to service_role;
grant update (safety, backorder_limit) on public.stock_items to service_role;

create table public.stock_movements (
  id bigint generated always as identity not null,
  variant_id uuid not null,
  kind text not null,
  quantity integer not null,
  reason text,
  note text default ''::text not null,
  order_id uuid,
  dedupe_key text,
  actor_id uuid,
  at timestamp with time zone default now() not null,
  approval_id uuid default (NULLIF(current_setting('shop.approval'::text, true), ''::text))::uuid,
  constraint stock_movements_pkey PRIMARY KEY (id),
  constraint movement_happened_already UNIQUE (dedupe_key),
  constraint adjustment_needs_reason CHECK (((kind <> 'adjusted'::text) OR (length(btrim(reason)) > 0))),
  constraint movement_kind_unknown CHECK ((kind = ANY (ARRAY['received'::text, 'allocated'::text, 'released'::text, 'shipped'::text, 'unshipped'::text, 'adjusted'::text]))),
  constraint movement_note_too_long CHECK ((length(note) <= 200)),
  constraint movement_quantity_invalid CHECK (((quantity > 0) OR ((kind = 'adjusted'::text) AND (quantity <> 0)))),
  constraint movement_order_missing FOREIGN KEY (order_id) REFERENCES public.orders(id),
  constraint stock_movements_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES public.approvals(id),
  constraint stock_movements_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES public.product_variants(id) ON DELETE RESTRICT
);
alter table public.stock_movements enable row level security;
CREATE INDEX stock_movements_approval ON public.stock_movements USING btree (approval_id) WHERE (approval_id IS NOT NULL);
CREATE INDEX stock_movements_order ON public.stock_movements USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX stock_movements_variant ON public.stock_movements USING btree (variant_id, id);
CREATE INDEX stock_movements_written_off ON public.stock_movements USING btree (actor_id, at) WHERE ((kind = 'adjusted'::text) AND (quantity < 0) AND (approval_id IS NULL));
CREATE TRIGGER apply_movement AFTER INSERT ON public.stock_movements FOR EACH ROW EXECUTE FUNCTION private.apply_movement();
CREATE TRIGGER limit_write_offs AFTER INSERT ON public.stock_movements REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.limit_write_offs();
CREATE TRIGGER never_changes BEFORE DELETE OR UPDATE ON public.stock_movements FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.refuse_change();
create policy "a second factor that exists was used" on public.stock_movements as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read stock movements" on public.stock_movements as permissive for select to authenticated
  using (( SELECT private.may('stock.read'::text) AS may));
create policy "the shop itself may do everything" on public.stock_movements as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.stock_movements to authenticated;
grant select, insert on public.stock_movements to service_role;

create table public.stocktake_counts (
  id bigint generated always as identity not null,
  stocktake_id uuid not null,
  variant_id uuid not null,
  round integer not null,
  pieces integer not null,
  position integer not null,
  movement_id bigint not null,
  counted_by uuid,
  dedupe_key text not null,
  at timestamp with time zone default now() not null,
  takes_back bigint,
  constraint stocktake_counts_pkey PRIMARY KEY (id),
  constraint count_happened_already UNIQUE (dedupe_key),
  constraint count_taken_back_already UNIQUE (takes_back),
  constraint count_pieces_invalid CHECK (((pieces >= '-1000000'::integer) AND (pieces <= 1000000))),
  constraint stocktake_counts_counted_by_fkey FOREIGN KEY (counted_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint stocktake_counts_stocktake_id_variant_id_fkey FOREIGN KEY (stocktake_id, variant_id) REFERENCES public.stocktake_lines(stocktake_id, variant_id) ON DELETE CASCADE,
  constraint stocktake_counts_takes_back_fkey FOREIGN KEY (takes_back) REFERENCES public.stocktake_counts(id)
);
alter table public.stocktake_counts enable row level security;
CREATE INDEX stocktake_counts_line ON public.stocktake_counts USING btree (stocktake_id, variant_id, round);
CREATE TRIGGER never_changes BEFORE DELETE OR UPDATE ON public.stocktake_counts FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.refuse_change();
CREATE TRIGGER place_count BEFORE INSERT ON public.stocktake_counts FOR EACH ROW EXECUTE FUNCTION private.place_count();
create policy "a second factor that exists was used" on public.stocktake_counts as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read counts of stocktakes" on public.stocktake_counts as permissive for select to authenticated
  using (( SELECT private.may('stock.read'::text) AS may));
create policy "the shop itself may do everything" on public.stocktake_counts as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.stocktake_counts to authenticated;
grant select, insert on public.stocktake_counts to service_role;

create table public.stocktake_lines (
  stocktake_id uuid not null,
  variant_id uuid not null,
  round integer default 1 not null,
  is_excluded boolean default false not null,
  booked integer,
  constraint stocktake_lines_pkey PRIMARY KEY (stocktake_id, variant_id),
  constraint stocktake_round_invalid CHECK ((round >= 1)),
  constraint stocktake_lines_stocktake_id_fkey FOREIGN KEY (stocktake_id) REFERENCES public.stocktakes(id) ON DELETE CASCADE,
  constraint stocktake_lines_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES public.product_variants(id) ON DELETE CASCADE
);
alter table public.stocktake_lines enable row level security;
CREATE INDEX stocktake_lines_variant ON public.stocktake_lines USING btree (variant_id);
create policy "a second factor that exists was used" on public.stocktake_lines as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read lines of stocktakes" on public.stocktake_lines as permissive for select to authenticated
  using (( SELECT private.may('stock.read'::text) AS may));
create policy "the shop itself may do everything" on public.stocktake_lines as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.stocktake_lines to authenticated;
grant select, insert, update, delete on public.stocktake_lines to service_role;

create table public.stocktakes (
  id uuid not null,
  name text not null,
  state text default 'draft'::text not null,
  scope text not null,
  category_id uuid,
  query text default ''::text not null,
  is_blind boolean default true not null,
  recount_over integer,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  closed_at timestamp with time zone,
  closed_by uuid,
  version integer default 1 not null,
  constraint stocktakes_pkey PRIMARY KEY (id),
  constraint recount_over_invalid CHECK (((recount_over >= 0) AND (recount_over <= 1000000))),
  constraint stocktake_name_invalid CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 80))),
  constraint stocktake_query_too_long CHECK ((length(query) <= 100)),
  constraint stocktake_scope_unknown CHECK ((scope = ANY (ARRAY['all'::text, 'category'::text, 'search'::text]))),
  constraint stocktake_state_unknown CHECK ((state = ANY (ARRAY['draft'::text, 'counting'::text, 'review'::text, 'applied'::text, 'dropped'::text]))),
  constraint stocktakes_category_id_fkey FOREIGN KEY (category_id) REFERENCES public.categories(id) ON DELETE SET NULL,
  constraint stocktakes_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint stocktakes_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.profiles(id) ON DELETE SET NULL
);
alter table public.stocktakes enable row level security;
CREATE INDEX stocktakes_category ON public.stocktakes USING btree (category_id) WHERE (category_id IS NOT NULL);
CREATE INDEX stocktakes_newest ON public.stocktakes USING btree (created_at, id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.stocktakes REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('stocktake', 'id', '{id}', '{created_at,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.stocktakes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('stocktake', 'id', '{id}', '{created_at,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.stocktakes REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('stocktake', 'id', '{id}', '{created_at,version,updated_at}');
CREATE TRIGGER guard_stocktake BEFORE UPDATE ON public.stocktakes FOR EACH ROW EXECUTE FUNCTION private.guard_stocktake();
CREATE TRIGGER raise_version BEFORE UPDATE ON public.stocktakes FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "a second factor that exists was used" on public.stocktakes as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff read stocktakes" on public.stocktakes as permissive for select to authenticated
  using (( SELECT private.may('stock.read'::text) AS may));
create policy "the shop itself may do everything" on public.stocktakes as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.stocktakes to authenticated;
grant select, insert, update, delete on public.stocktakes to service_role;

create table public.subscriptions (
  recipient_id uuid not null,
  topic text not null,
  owner_id uuid,
  state text not null,
  level text not null,
  source text not null,
  paused_until timestamp with time zone,
  max_a_month smallint,
  changed_at timestamp with time zone default now() not null,
  constraint subscriptions_pkey PRIMARY KEY (recipient_id, topic),
  constraint subscription_level_unknown CHECK ((level = ANY (ARRAY['single'::text, 'confirmed'::text, 'imported'::text]))),
  constraint subscription_limit_invalid CHECK (((max_a_month >= 1) AND (max_a_month <= 31))),
  constraint subscription_state_unknown CHECK ((state = ANY (ARRAY['pending'::text, 'subscribed'::text, 'unsubscribed'::text, 'bounced'::text, 'complained'::text]))),
  constraint mail_topic_unknown FOREIGN KEY (topic) REFERENCES private.mail_topics(slug),
  constraint subscriptions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint subscriptions_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES private.mail_recipients(id) ON DELETE CASCADE
);
alter table public.subscriptions enable row level security;
CREATE INDEX subscriptions_by_source ON public.subscriptions USING btree (source, state, level);
CREATE INDEX subscriptions_limited ON public.subscriptions USING btree (topic, recipient_id) WHERE (max_a_month IS NOT NULL);
CREATE INDEX subscriptions_of_topic ON public.subscriptions USING btree (topic, state, recipient_id);
CREATE INDEX subscriptions_owner ON public.subscriptions USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE TRIGGER guard_subscription BEFORE INSERT OR DELETE OR UPDATE ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION private.guard_subscription();
create policy "a second factor that exists was used" on public.subscriptions as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "people read their own subscriptions, staff read all" on public.subscriptions as permissive for select to authenticated
  using (((owner_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('mail.read'::text) AS may)));
create policy "the shop itself may do everything" on public.subscriptions as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.subscriptions to authenticated;
grant select on public.subscriptions to service_role;

create table public.tax_rates (
  class text not null,
  valid_from date not null,
  rate_basis_points integer not null,
  base_numerator integer not null,
  base_denominator integer not null,
  constraint tax_rates_pkey PRIMARY KEY (class, valid_from),
  constraint tax_base_invalid CHECK ((base_numerator > 0)),
  constraint tax_class_unknown CHECK ((class = ANY (ARRAY['goods'::text, 'luxury'::text, 'shipping'::text, 'exempt'::text]))),
  constraint tax_rate_invalid CHECK (((rate_basis_points >= 0) AND (rate_basis_points <= 10000))),
  constraint tax_rates_base_denominator_check CHECK ((base_denominator > 0))
);
alter table public.tax_rates enable row level security;
CREATE TRIGGER log_delete AFTER DELETE ON public.tax_rates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.tax_rates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.tax_rates FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.tax_rates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
create policy "everybody reads tax rates" on public.tax_rates as permissive for select to anon, authenticated
  using (true);
create policy "the shop itself may do everything" on public.tax_rates as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.tax_rates to anon;
grant select on public.tax_rates to authenticated;
grant select, insert, update, delete on public.tax_rates to service_role;

create table public.terms_drafts (
  id uuid not null,
  version text default ''::text not null,
  in_force_from date,
  texts jsonb not null,
  revision integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint terms_drafts_pkey PRIMARY KEY (id),
  constraint draft_texts_invalid CHECK (((NOT (jsonb_typeof((texts -> 'id'::text)) IS DISTINCT FROM 'string'::text)) AND (NOT (jsonb_typeof((texts -> 'en'::text)) IS DISTINCT FROM 'string'::text)) AND (length((texts ->> 'id'::text)) <= 60000) AND (length((texts ->> 'en'::text)) <= 60000))),
  constraint draft_version_invalid CHECK ((version ~ '^([0-9a-z][0-9a-z.-]{0,31})?$'::text))
);
alter table public.terms_drafts enable row level security;
CREATE TRIGGER touch BEFORE UPDATE ON public.terms_drafts FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "a second factor that exists was used" on public.terms_drafts as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "the shop itself may do everything" on public.terms_drafts as permissive for all to service_role
  using (true)
  with check (true);
create policy "whoever may edit the terms reads drafts of the terms" on public.terms_drafts as permissive for select to authenticated
  using (( SELECT private.may('terms.edit'::text) AS may));
grant select on public.terms_drafts to authenticated;
grant select, insert, update, delete on public.terms_drafts to service_role;

create table public.terms_publishers (
  version text not null,
  actor_id uuid,
  constraint terms_publishers_pkey PRIMARY KEY (version),
  constraint terms_publishers_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint terms_publishers_version_fkey FOREIGN KEY (version) REFERENCES public.terms_versions(version)
);
alter table public.terms_publishers enable row level security;
CREATE INDEX terms_publishers_actor ON public.terms_publishers USING btree (actor_id);
create policy "a second factor that exists was used" on public.terms_publishers as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "the shop itself may do everything" on public.terms_publishers as permissive for all to service_role
  using (true)
  with check (true);
create policy "whoever may edit the terms reads who published the terms" on public.terms_publishers as permissive for select to authenticated
  using (( SELECT private.may('terms.edit'::text) AS may));
grant select on public.terms_publishers to authenticated;
grant select, insert on public.terms_publishers to service_role;

create table public.terms_versions (
  version text not null,
  in_force_from date not null,
  sections jsonb not null,
  published_at timestamp with time zone,
  constraint terms_versions_pkey PRIMARY KEY (version),
  constraint terms_text_invalid CHECK (((jsonb_typeof((sections -> 'id'::text)) = 'array'::text) AND (jsonb_array_length((sections -> 'id'::text)) > 0) AND (jsonb_typeof((sections -> 'en'::text)) = 'array'::text) AND (jsonb_array_length((sections -> 'en'::text)) > 0))),
  constraint terms_version_invalid CHECK ((version ~ '^[0-9a-z][0-9a-z.-]{0,31}$'::text))
);
alter table public.terms_versions enable row level security;
CREATE TRIGGER log_delete AFTER DELETE ON public.terms_versions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.terms_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.terms_versions FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.terms_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER terms_never_change BEFORE DELETE OR UPDATE ON public.terms_versions FOR EACH ROW EXECUTE FUNCTION private.refuse_change();
create policy "everybody reads every version of the terms" on public.terms_versions as permissive for select to anon, authenticated
  using (true);
create policy "the shop itself may do everything" on public.terms_versions as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.terms_versions to anon;
grant select on public.terms_versions to authenticated;
grant select, insert on public.terms_versions to service_role;

create table public.variant_costs (
  id bigint generated always as identity not null,
  product_id uuid not null,
  variant_id uuid not null,
  valid_from timestamp with time zone default now() not null,
  cost bigint not null,
  movement_id bigint,
  unit_cost bigint,
  actor_id uuid,
  constraint variant_costs_pkey PRIMARY KEY (id),
  constraint movement_cost_taken UNIQUE (movement_id),
  constraint cost_invalid CHECK (((cost >= 0) AND (cost <= '1000000000000'::bigint))),
  constraint movement_cost_incomplete CHECK (((movement_id IS NULL) = (unit_cost IS NULL))),
  constraint unit_cost_invalid CHECK (((unit_cost >= 0) AND (unit_cost <= '1000000000000'::bigint))),
  constraint variant_costs_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES public.stock_movements(id) ON DELETE RESTRICT,
  constraint variant_costs_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE,
  constraint variant_costs_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES public.product_variants(id) ON DELETE CASCADE
);
alter table public.variant_costs enable row level security;
CREATE INDEX variant_costs_newest ON public.variant_costs USING btree (variant_id, id DESC);
CREATE INDEX variant_costs_product ON public.variant_costs USING btree (product_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.variant_costs REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{id,valid_from,cost,unit_cost,movement_id,actor_id,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON public.variant_costs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{id,valid_from,cost,unit_cost,movement_id,actor_id,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON public.variant_costs REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('product', 'product_id', '{id}', '{id,valid_from,cost,unit_cost,movement_id,actor_id,version,updated_at}');
CREATE TRIGGER average_cost BEFORE INSERT ON public.variant_costs FOR EACH ROW EXECUTE FUNCTION private.average_cost();
CREATE TRIGGER never_changes BEFORE DELETE OR UPDATE ON public.variant_costs FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.refuse_change();
create policy "a second factor that exists was used" on public.variant_costs as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff who may see costs read them" on public.variant_costs as permissive for select to authenticated
  using (( SELECT private.may('costs.read'::text) AS may));
create policy "the shop itself may do everything" on public.variant_costs as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.variant_costs to authenticated;
grant select, insert on public.variant_costs to service_role;

create table public.variant_specs (
  variant_id uuid not null,
  spec_id uuid not null,
  cut_from_id uuid,
  constraint variant_specs_pkey PRIMARY KEY (variant_id),
  constraint variant_specs_cut_from_id_fkey FOREIGN KEY (cut_from_id) REFERENCES public.print_specs(id) ON DELETE SET NULL,
  constraint variant_specs_spec_id_fkey FOREIGN KEY (spec_id) REFERENCES public.print_specs(id) ON DELETE CASCADE,
  constraint variant_specs_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES public.product_variants(id) ON DELETE CASCADE
);
alter table public.variant_specs enable row level security;
CREATE INDEX variant_specs_spec ON public.variant_specs USING btree (spec_id);
CREATE TRIGGER log_delete AFTER DELETE ON public.variant_specs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_insert AFTER INSERT ON public.variant_specs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_truncate AFTER TRUNCATE ON public.variant_specs FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
CREATE TRIGGER log_update AFTER UPDATE ON public.variant_specs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.log_change();
create policy "everybody reads what variants they can see are printed by" on public.variant_specs as permissive for select to anon, authenticated
  using ((EXISTS ( SELECT
   FROM public.product_variants v
  WHERE (v.id = variant_specs.variant_id))));
create policy "the shop itself may do everything" on public.variant_specs as permissive for all to service_role
  using (true)
  with check (true);
grant select on public.variant_specs to anon;
grant select on public.variant_specs to authenticated;
grant select, insert, update, delete on public.variant_specs to service_role;

create table private.audit_seals (
  id bigint generated always as identity not null,
  from_id bigint not null,
  upto_id bigint not null,
  entries integer not null,
  hash bytea not null,
  last_at timestamp with time zone not null,
  sealed_at timestamp with time zone default now() not null,
  verified_at timestamp with time zone,
  broken_at timestamp with time zone,
  dropped_at timestamp with time zone,
  constraint audit_seals_pkey PRIMARY KEY (id),
  constraint audit_seal_begins_once UNIQUE (from_id),
  constraint audit_seal_empty CHECK ((entries > 0)),
  constraint audit_seal_order CHECK ((upto_id > from_id))
);
alter table private.audit_seals enable row level security;
CREATE INDEX audit_seals_age ON private.audit_seals USING btree (last_at) WHERE (dropped_at IS NULL);
CREATE INDEX audit_seals_broken ON private.audit_seals USING btree (id) WHERE (broken_at IS NOT NULL);
CREATE INDEX audit_seals_verified ON private.audit_seals USING btree (verified_at NULLS FIRST, id) WHERE (dropped_at IS NULL);
create policy "the shop itself may do everything" on private.audit_seals as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.audit_seals to service_role;

create table private.automation_runs (
  automation text not null,
  recipient_id uuid not null,
  occasion text not null,
  skipped text,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint automation_runs_pkey PRIMARY KEY (automation, recipient_id, occasion),
  constraint automation_occasion_invalid CHECK (((length(occasion) >= 1) AND (length(occasion) <= 80))),
  constraint automation_skip_unknown CHECK ((skipped = ANY (ARRAY['stopped'::text, 'empty'::text, 'missed'::text]))),
  constraint automation_run_unknown FOREIGN KEY (automation) REFERENCES private.mail_automations(slug),
  constraint automation_runs_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES private.mail_recipients(id) ON DELETE CASCADE
);
alter table private.automation_runs enable row level security;
CREATE INDEX automation_runs_newest ON private.automation_runs USING btree (automation, created_at);
CREATE INDEX automation_runs_of ON private.automation_runs USING btree (recipient_id);
create policy "the shop itself may do everything" on private.automation_runs as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert on private.automation_runs to service_role;

create table private.builtin_payments (
  id text not null,
  idempotency_key text not null,
  amount bigint not null,
  currency text not null,
  status text default 'requires_payment'::text not null,
  decline_code text,
  client_secret text not null,
  reference text not null,
  refunds jsonb default '[]'::jsonb not null,
  version integer default 0 not null,
  method text default 'card'::text not null,
  details jsonb default '{}'::jsonb not null,
  received bigint,
  chargebacks jsonb default '[]'::jsonb not null,
  expires_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint builtin_payments_pkey PRIMARY KEY (id),
  constraint builtin_payments_idempotency_key_key UNIQUE (idempotency_key),
  constraint builtin_payments_status_check CHECK ((status = ANY (ARRAY['requires_payment'::text, 'requires_challenge'::text, 'succeeded'::text, 'declined'::text, 'canceled'::text, 'expired'::text, 'refunded'::text])))
);
alter table private.builtin_payments enable row level security;
create policy "the shop itself may do everything" on private.builtin_payments as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.builtin_payments to service_role;

create table private.buyer_changes (
  id bigint generated always as identity not null,
  order_id uuid,
  account_id uuid,
  constraint buyer_changes_pkey PRIMARY KEY (id),
  constraint buyer_change_invalid CHECK ((num_nonnulls(order_id, account_id) = 1))
);
alter table private.buyer_changes enable row level security;
create policy "the shop itself may do everything" on private.buyer_changes as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.buyer_changes to service_role;

create table private.cart_reminders (
  customer_id uuid not null,
  sent_at timestamp with time zone default now() not null,
  constraint cart_reminders_pkey PRIMARY KEY (customer_id, sent_at),
  constraint cart_reminders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.cart_reminders enable row level security;
create policy "the shop itself may do everything" on private.cart_reminders as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.cart_reminders to service_role;

create table private.catalogue_count_changes (
  id bigint generated always as identity not null,
  category_id uuid not null,
  key text not null,
  n bigint not null,
  constraint catalogue_count_changes_pkey PRIMARY KEY (id)
);
alter table private.catalogue_count_changes enable row level security;
CREATE INDEX catalogue_count_changes_category ON private.catalogue_count_changes USING btree (category_id, key);
create policy "the shop itself may do everything" on private.catalogue_count_changes as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.catalogue_count_changes to service_role;

create table private.catalogue_counts (
  category_id uuid not null,
  key text not null,
  n bigint not null,
  constraint catalogue_counts_pkey PRIMARY KEY (category_id, key)
);
alter table private.catalogue_counts enable row level security;
create policy "the shop itself may do everything" on private.catalogue_counts as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.catalogue_counts to service_role;

create table private.catalogue_places (
  category_id uuid not null,
  product_id uuid not null,
  is_out boolean not null,
  sales_rank integer not null,
  newness bigint not null,
  price_from bigint not null,
  price_to bigint not null,
  price_down bigint generated always as ((- price_from)) stored not null,
  spread smallint generated always as (private.spread_of(price_from, price_to)) stored not null,
  name_id text not null,
  name_en text not null,
  keys text[] not null,
  marks bigint not null,
  constraint catalogue_places_pkey PRIMARY KEY (product_id, category_id),
  constraint catalogue_places_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table private.catalogue_places enable row level security;
CREATE INDEX catalogue_places_cheapest ON private.catalogue_places USING btree (category_id, price_from, product_id) INCLUDE (marks, newness, price_to);
CREATE INDEX catalogue_places_dearest ON private.catalogue_places USING btree (category_id, price_down, product_id) INCLUDE (marks, newness, price_from, price_to);
CREATE INDEX catalogue_places_hash ON private.catalogue_places USING btree (uuid_hash_extended(product_id, (0)::bigint)) WHERE (category_id = '00000000-0000-0000-0000-000000000000'::uuid);
CREATE INDEX catalogue_places_name_en ON private.catalogue_places USING btree (category_id, name_en, product_id) INCLUDE (marks, newness, price_from, price_to);
CREATE INDEX catalogue_places_name_id ON private.catalogue_places USING btree (category_id, name_id, product_id) INCLUDE (marks, newness, price_from, price_to);
CREATE INDEX catalogue_places_newest ON private.catalogue_places USING btree (category_id, newness, product_id) INCLUDE (marks, price_from, price_to);
CREATE INDEX catalogue_places_popular ON private.catalogue_places USING btree (category_id, is_out, sales_rank, newness, product_id) INCLUDE (marks, price_from, price_to);
CREATE INDEX catalogue_places_spread ON private.catalogue_places USING btree (category_id, spread, price_from, product_id) INCLUDE (marks, newness, price_to) WHERE (spread > 0);
CREATE TRIGGER note_counts_on_delete AFTER DELETE ON private.catalogue_places REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.note_catalogue_counts();
CREATE TRIGGER note_counts_on_insert AFTER INSERT ON private.catalogue_places REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.note_catalogue_counts();
CREATE TRIGGER note_counts_on_update AFTER UPDATE ON private.catalogue_places REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.note_catalogue_counts();
create policy "the shop itself may do everything" on private.catalogue_places as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.catalogue_places to service_role;

create view private.category_tree with (security_invoker=on) as
 SELECT c.id,
    jsonb_build_object('id', string_agg((a.name ->> 'id'::text), ' › '::text ORDER BY up.level), 'en', string_agg(COALESCE(NULLIF((a.name ->> 'en'::text), ''::text), (a.name ->> 'id'::text)), ' › '::text ORDER BY up.level)) AS name,
    array_agg((lpad((a."position")::text, 10, '0'::text) || a.slug) ORDER BY up.level) AS place
   FROM ((public.categories c
     CROSS JOIN LATERAL unnest(c.path) WITH ORDINALITY up(id, level))
     JOIN public.categories a ON ((a.id = up.id)))
  GROUP BY c.id;
grant select on private.category_tree to service_role;

create table private.changes (
  id bigint generated always as identity not null,
  xid xid8 default pg_current_xact_id() not null,
  at timestamp with time zone default now() not null,
  tags text[],
  constraint changes_pkey PRIMARY KEY (id)
);
alter table private.changes enable row level security;
CREATE INDEX changes_at ON private.changes USING btree (at);
CREATE INDEX changes_xid ON private.changes USING btree (xid);
create policy "the shop itself may do everything" on private.changes as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.changes to service_role;

create table private.collection_shelves (
  id uuid default gen_random_uuid() not null,
  collection_id uuid,
  rule jsonb not null,
  filled_to uuid,
  is_full boolean default false not null,
  made_at timestamp with time zone default clock_timestamp() not null,
  constraint collection_shelves_pkey PRIMARY KEY (id),
  constraint collection_shelves_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.collections(id) ON DELETE SET NULL
);
alter table private.collection_shelves enable row level security;
CREATE INDEX collection_shelves_collection ON private.collection_shelves USING btree (collection_id);
create policy "the shop itself may do everything" on private.collection_shelves as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.collection_shelves to service_role;

create table private.design_guests (
  hash text not null,
  created_at timestamp with time zone default now() not null,
  constraint design_guests_pkey PRIMARY KEY (hash),
  constraint design_guest_hash_invalid CHECK ((hash ~ '^[0-9a-f]{64}$'::text))
);
alter table private.design_guests enable row level security;
CREATE INDEX design_guests_age ON private.design_guests USING btree (created_at);
create policy "the shop itself may do everything" on private.design_guests as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.design_guests to service_role;

create table private.design_supplements (
  id uuid not null,
  order_id uuid not null,
  customisation_id uuid not null,
  order_line_id uuid not null,
  follows uuid not null,
  state text default 'waiting'::text not null,
  proof jsonb,
  reminders integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint design_supplements_pkey PRIMARY KEY (id),
  constraint supplement_order_taken UNIQUE (order_id),
  constraint supplement_proof_invalid CHECK ((jsonb_typeof(proof) = 'object'::text)),
  constraint supplement_proof_whole CHECK (((state = 'waiting'::text) = (proof IS NOT NULL))),
  constraint supplement_reminders_invalid CHECK (((reminders >= 0) AND (reminders <= 2))),
  constraint supplement_state_unknown CHECK ((state = ANY (ARRAY['waiting'::text, 'applied'::text, 'withdrawn'::text]))),
  constraint design_supplements_customisation_id_fkey FOREIGN KEY (customisation_id) REFERENCES public.customisations(id),
  constraint design_supplements_follows_fkey FOREIGN KEY (follows) REFERENCES public.proofs(id),
  constraint design_supplements_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id),
  constraint design_supplements_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES public.order_lines(id)
);
alter table private.design_supplements enable row level security;
CREATE UNIQUE INDEX supplement_waits_already ON private.design_supplements USING btree (customisation_id) WHERE (state = 'waiting'::text);
CREATE INDEX supplements_assets ON private.design_supplements USING gin ((((proof -> 'document'::text) -> 'assets'::text))) WHERE (state = 'waiting'::text);
CREATE INDEX supplements_follows ON private.design_supplements USING btree (follows);
CREATE INDEX supplements_line ON private.design_supplements USING btree (order_line_id);
CREATE INDEX supplements_unpaid ON private.design_supplements USING btree (created_at) WHERE ((state = 'waiting'::text) AND (reminders < 2));
CREATE TRIGGER guard_supplement BEFORE UPDATE ON private.design_supplements FOR EACH ROW EXECUTE FUNCTION private.guard_supplement();
create policy "the shop itself may do everything" on private.design_supplements as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update on private.design_supplements to service_role;

create table private.dkim_keys (
  only_row boolean default true not null,
  sealed_key text not null,
  created_at timestamp with time zone default now() not null,
  constraint dkim_keys_pkey PRIMARY KEY (only_row),
  constraint dkim_key_invalid CHECK (((length(sealed_key) >= 100) AND (length(sealed_key) <= 8000))),
  constraint dkim_key_is_one CHECK (only_row)
);
alter table private.dkim_keys enable row level security;
create policy "the shop itself may do everything" on private.dkim_keys as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.dkim_keys to service_role;

create table private.domain_checks (
  only_row boolean default true not null,
  domain text not null,
  states jsonb not null,
  constraint domain_checks_pkey PRIMARY KEY (only_row),
  constraint domain_check_single CHECK (only_row),
  constraint domain_states_invalid CHECK ((jsonb_typeof(states) = 'object'::text))
);
alter table private.domain_checks enable row level security;
create policy "the shop itself may do everything" on private.domain_checks as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.domain_checks to service_role;

create table private.dropped_media (
  media_id uuid not null,
  product_id uuid not null,
  dropped_at timestamp with time zone default now() not null,
  constraint dropped_media_pkey PRIMARY KEY (media_id, product_id),
  constraint dropped_media_media_id_fkey FOREIGN KEY (media_id) REFERENCES public.media(id) ON DELETE CASCADE
);
alter table private.dropped_media enable row level security;
CREATE INDEX dropped_media_age ON private.dropped_media USING btree (dropped_at);
create policy "the shop itself may do everything" on private.dropped_media as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.dropped_media to service_role;

create table private.idempotency_keys (
  scope text not null,
  function_name text not null,
  key text not null,
  body_hash text not null,
  status integer,
  answer json,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (scope, function_name, key),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);
alter table private.idempotency_keys enable row level security;
CREATE INDEX idempotency_keys_age ON private.idempotency_keys USING btree (created_at);
create policy "the shop itself may do everything" on private.idempotency_keys as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.idempotency_keys to service_role;

create table private.import_mappings (
  headers_hash text not null,
  mapping jsonb not null,
  saved_at timestamp with time zone default now() not null,
  constraint import_mappings_pkey PRIMARY KEY (headers_hash)
);
alter table private.import_mappings enable row level security;
create policy "the shop itself may do everything" on private.import_mappings as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.import_mappings to service_role;

create table private.import_rows (
  import_id uuid not null,
  row_no bigint not null,
  thing_key text not null,
  sku text,
  cells jsonb not null,
  constraint import_rows_pkey PRIMARY KEY (import_id, row_no),
  constraint import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE CASCADE
);
alter table private.import_rows enable row level security;
CREATE INDEX import_rows_skus ON private.import_rows USING btree (import_id, sku) WHERE (sku IS NOT NULL);
CREATE INDEX import_rows_things ON private.import_rows USING btree (import_id, thing_key, row_no);
create policy "the shop itself may do everything" on private.import_rows as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.import_rows to service_role;

create table private.key_fingerprints (
  kind text not null,
  fingerprint text not null,
  changed_at timestamp with time zone default now() not null,
  lost_at timestamp with time zone,
  constraint key_fingerprints_pkey PRIMARY KEY (kind),
  constraint key_fingerprints_kind_check CHECK ((kind = ANY (ARRAY['pepper'::text, 'signing'::text, 'secret'::text, 'publishable'::text, 'mail'::text])))
);
alter table private.key_fingerprints enable row level security;
create policy "the shop itself may do everything" on private.key_fingerprints as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.key_fingerprints to service_role;

create table private.mail_arms (
  campaign integer not null,
  arm text not null,
  people integer not null,
  orders integer,
  buyers integer,
  clickers integer,
  constraint mail_arms_pkey PRIMARY KEY (campaign, arm),
  constraint mail_arm_people_invalid CHECK ((people >= 0)),
  constraint mail_arm_sums_invalid CHECK ((((buyers >= 0) AND (buyers <= orders)) AND (clickers >= 0))),
  constraint mail_arm_sums_whole CHECK ((num_nulls(orders, buyers, clickers) = ANY (ARRAY[0, 3]))),
  constraint mail_arm_unknown CHECK ((arm = ANY (ARRAY['a'::text, 'b'::text]))),
  constraint mail_arms_campaign_fkey FOREIGN KEY (campaign) REFERENCES private.mail_campaigns(number) ON DELETE CASCADE
);
alter table private.mail_arms enable row level security;
create policy "the shop itself may do everything" on private.mail_arms as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_arms to service_role;

create view private.mail_audience with (security_invoker=on) as
 SELECT c.recipient_id,
    c.topic,
    c.is_subscribed,
    ((NOT c.is_paused) AND (NOT c.is_suppressed)) AS is_open,
    ( SELECT ((count(*) FILTER (WHERE (mails.at > (now() - make_interval(days => (cap.days)::integer)))) < cap.mails) AND COALESCE((count(*) FILTER (WHERE (mails.at > (now() - '30 days'::interval))) < c.max_a_month), true))
           FROM ( SELECT COALESCE(d.begun_at, d.ended_at) AS at
                   FROM private.mail_deliveries d
                  WHERE ((d.recipient_id = c.recipient_id) AND (d.state = ANY (ARRAY['begun'::text, 'accepted'::text, 'kept'::text, 'uncertain'::text, 'bounced'::text, 'complained'::text])))
                UNION ALL
                 SELECT q.created_at
                   FROM private.automation_runs q
                  WHERE ((q.automation = 'left_cart'::text) AND (q.recipient_id = c.recipient_id) AND (q.skipped IS NULL))) mails) AS is_below_cap
   FROM (private.mail_consents c
     CROSS JOIN private.mail_caps cap);
grant select on private.mail_audience to service_role;

create table private.mail_automations (
  slug text not null,
  is_on boolean default false not null,
  on_since timestamp with time zone,
  template uuid not null,
  after_days smallint,
  quiet_days smallint,
  paused_why text,
  paused_at timestamp with time zone,
  tick_at timestamp with time zone,
  timeline integer,
  constraint mail_automations_pkey PRIMARY KEY (slug),
  constraint mail_automation_template UNIQUE (template),
  constraint mail_automation_after_invalid CHECK (((after_days >= 30) AND (after_days <= 365))),
  constraint mail_automation_days CHECK ((((slug = 'win_back'::text) = (after_days IS NOT NULL)) AND ((after_days IS NULL) = (quiet_days IS NULL)))),
  constraint mail_automation_pause_unknown CHECK ((paused_why = ANY (ARRAY['silent'::text, 'restored'::text]))),
  constraint mail_automation_pause_whole CHECK (((paused_why IS NULL) = (paused_at IS NULL))),
  constraint mail_automation_quiet_invalid CHECK (((quiet_days >= 30) AND (quiet_days <= 730))),
  constraint mail_automation_since_missing CHECK (((NOT is_on) OR (on_since IS NOT NULL))),
  constraint mail_automation_unknown CHECK ((slug = ANY (ARRAY['welcome'::text, 'win_back'::text, 'back_in_stock'::text, 'left_cart'::text]))),
  constraint mail_automation_template_unknown FOREIGN KEY (template) REFERENCES private.mail_campaigns(id) ON DELETE RESTRICT
);
alter table private.mail_automations enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON private.mail_automations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('mail_automation', 'slug', '{slug}', '{on_since,template,paused_at,tick_at,timeline,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON private.mail_automations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('mail_automation', 'slug', '{slug}', '{on_since,template,paused_at,tick_at,timeline,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON private.mail_automations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('mail_automation', 'slug', '{slug}', '{on_since,template,paused_at,tick_at,timeline,version,updated_at}');
CREATE TRIGGER note_automation_paused AFTER UPDATE OF paused_why ON private.mail_automations FOR EACH ROW WHEN (((old.paused_why IS NULL) AND (new.paused_why IS NOT NULL))) EXECUTE FUNCTION private.note_staff_event('automation_paused');
create policy "the shop itself may do everything" on private.mail_automations as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_automations to service_role;

create table private.mail_campaigns (
  id uuid not null,
  number integer generated always as identity not null,
  name text not null,
  automation text,
  accepts_until timestamp with time zone,
  topic text default 'news'::text not null,
  status text default 'draft'::text not null,
  fallback_language text,
  scheduled_at timestamp with time zone,
  window_from smallint default 8 not null,
  window_to smallint default 20 not null,
  audience integer,
  allowed integer,
  total integer default 0 not null,
  freeze_cursor uuid,
  frozen_at timestamp with time zone,
  trial_frozen_at timestamp with time zone,
  winner_due_at timestamp with time zone,
  winner text,
  winner_why text,
  tick_at timestamp with time zone,
  waits_for text,
  waits_since timestamp with time zone,
  paused_why text,
  paused_detail text,
  paused_at timestamp with time zone,
  watches_products boolean default true not null,
  policy_refusals integer default 0 not null,
  timeline integer,
  created_by uuid,
  sent_by uuid,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  version integer default 1 not null,
  tested_version integer,
  segment_id uuid,
  segment_filter text,
  voucher_promotion_id uuid,
  codes_cursor integer,
  holdout smallint default 0 not null,
  recent_first boolean default false not null,
  recent_done boolean default false not null,
  recent_cursor_at timestamp with time zone,
  recent_cursor_id uuid,
  reopened integer default 0 not null,
  constraint mail_campaigns_pkey PRIMARY KEY (id),
  constraint mail_campaign_number UNIQUE (number),
  constraint mail_campaign_accepts_unasked CHECK (((accepts_until IS NULL) OR (automation IS NOT NULL))),
  constraint mail_campaign_allowed_invalid CHECK ((allowed >= 0)),
  constraint mail_campaign_audience_invalid CHECK ((audience >= 0)),
  constraint mail_campaign_automation_state CHECK (((automation IS NULL) OR (status <> ALL (ARRAY['scheduled'::text, 'freezing'::text])))),
  constraint mail_campaign_end CHECK (((status = ANY (ARRAY['sent'::text, 'cancelled'::text])) = (ended_at IS NOT NULL))),
  constraint mail_campaign_fallback_unknown CHECK ((fallback_language = ANY (ARRAY['id'::text, 'en'::text]))),
  constraint mail_campaign_filter_invalid CHECK (((length(segment_filter) >= 1) AND (length(segment_filter) <= 8000))),
  constraint mail_campaign_holdout_unknown CHECK ((holdout = ANY (ARRAY[0, 5, 10]))),
  constraint mail_campaign_name_invalid CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint mail_campaign_pause_detail CHECK ((length(paused_detail) <= 300)),
  constraint mail_campaign_pause_reason CHECK (((status = 'paused'::text) = (paused_why IS NOT NULL))),
  constraint mail_campaign_pause_unknown CHECK ((paused_why = ANY (ARRAY['person'::text, 'bounces'::text, 'complaints'::text, 'policy'::text, 'login'::text, 'key'::text, 'silent'::text, 'restored'::text, 'content'::text, 'product'::text, 'rule'::text, 'sender'::text, 'size'::text, 'voucher'::text]))),
  constraint mail_campaign_recent_cursor CHECK ((num_nulls(recent_cursor_at, recent_cursor_id) = ANY (ARRAY[0, 2]))),
  constraint mail_campaign_reopened_invalid CHECK ((reopened >= 0)),
  constraint mail_campaign_schedule_missing CHECK (((status <> 'scheduled'::text) OR (scheduled_at IS NOT NULL))),
  constraint mail_campaign_status_unknown CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'freezing'::text, 'sending'::text, 'paused'::text, 'sent'::text, 'cancelled'::text]))),
  constraint mail_campaign_total_invalid CHECK ((total >= 0)),
  constraint mail_campaign_trial CHECK ((((winner IS NULL) = (winner_why IS NULL)) AND ((trial_frozen_at IS NOT NULL) OR (num_nulls(winner_due_at, winner) = 2)))),
  constraint mail_campaign_wait_since CHECK (((waits_for IS NULL) = (waits_since IS NULL))),
  constraint mail_campaign_waits_unknown CHECK ((waits_for = ANY (ARRAY['window'::text, 'server'::text, 'limit'::text, 'warm_up'::text]))),
  constraint mail_campaign_winner_reason CHECK ((winner_why = ANY (ARRAY['orders'::text, 'clicks'::text, 'none'::text, 'person'::text]))),
  constraint mail_campaign_winner_unknown CHECK ((winner = ANY (ARRAY['a'::text, 'b'::text]))),
  constraint mail_window_from_invalid CHECK (((window_from >= 0) AND (window_from <= 23))),
  constraint mail_window_to_invalid CHECK (((window_to >= 0) AND (window_to <= 23))),
  constraint mail_campaign_automation_unknown FOREIGN KEY (automation) REFERENCES private.mail_automations(slug),
  constraint mail_campaign_promotion_unknown FOREIGN KEY (voucher_promotion_id) REFERENCES public.promotions(id) ON DELETE SET NULL,
  constraint mail_campaign_segment_unknown FOREIGN KEY (segment_id) REFERENCES private.mail_segments(id) ON DELETE RESTRICT,
  constraint mail_campaign_topic_unknown FOREIGN KEY (topic) REFERENCES private.mail_topics(slug),
  constraint mail_campaigns_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint mail_campaigns_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES auth.users(id) ON DELETE SET NULL
);
alter table private.mail_campaigns enable row level security;
CREATE INDEX mail_campaigns_author ON private.mail_campaigns USING btree (created_by);
CREATE INDEX mail_campaigns_automation ON private.mail_campaigns USING btree (automation, created_at) WHERE (automation IS NOT NULL);
CREATE INDEX mail_campaigns_calendar ON private.mail_campaigns USING btree (COALESCE(started_at, scheduled_at), id) WHERE (automation IS NULL);
CREATE INDEX mail_campaigns_codes ON private.mail_campaigns USING btree (number) WHERE (codes_cursor IS NOT NULL);
CREATE INDEX mail_campaigns_newest ON private.mail_campaigns USING btree (created_at DESC, id DESC) WHERE (automation IS NULL);
CREATE INDEX mail_campaigns_open ON private.mail_campaigns USING btree (number) WHERE (status = ANY (ARRAY['scheduled'::text, 'freezing'::text, 'sending'::text]));
CREATE INDEX mail_campaigns_paused ON private.mail_campaigns USING btree (automation) WHERE ((automation IS NOT NULL) AND (status = 'paused'::text));
CREATE INDEX mail_campaigns_segment ON private.mail_campaigns USING btree (segment_id) WHERE (segment_id IS NOT NULL);
CREATE INDEX mail_campaigns_sender ON private.mail_campaigns USING btree (sent_by);
CREATE INDEX mail_campaigns_topic ON private.mail_campaigns USING btree (topic);
CREATE INDEX mail_campaigns_voucher ON private.mail_campaigns USING btree (voucher_promotion_id) WHERE (voucher_promotion_id IS NOT NULL);
CREATE TRIGGER audit_delete AFTER DELETE ON private.mail_campaigns REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('mail_campaign', 'id', '{id}', '{number,audience,allowed,total,freeze_cursor,frozen_at,trial_frozen_at,winner_due_at,tick_at,waits_for,waits_since,policy_refusals,timeline,created_by,sent_by,created_at,started_at,ended_at,paused_at,paused_detail,watches_products,accepts_until,codes_cursor,reopened,recent_first,recent_done,recent_cursor_at,recent_cursor_id,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON private.mail_campaigns REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('mail_campaign', 'id', '{id}', '{number,audience,allowed,total,freeze_cursor,frozen_at,trial_frozen_at,winner_due_at,tick_at,waits_for,waits_since,policy_refusals,timeline,created_by,sent_by,created_at,started_at,ended_at,paused_at,paused_detail,watches_products,accepts_until,codes_cursor,reopened,recent_first,recent_done,recent_cursor_at,recent_cursor_id,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON private.mail_campaigns REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('mail_campaign', 'id', '{id}', '{number,audience,allowed,total,freeze_cursor,frozen_at,trial_frozen_at,winner_due_at,tick_at,waits_for,waits_since,policy_refusals,timeline,created_by,sent_by,created_at,started_at,ended_at,paused_at,paused_detail,watches_products,accepts_until,codes_cursor,reopened,recent_first,recent_done,recent_cursor_at,recent_cursor_id,version,updated_at}');
CREATE TRIGGER guard_automation_template BEFORE UPDATE ON private.mail_campaigns FOR EACH ROW WHEN (((old.automation IS NOT NULL) OR (new.automation IS NOT NULL))) EXECUTE FUNCTION private.guard_automation_template();
CREATE TRIGGER guard_mail_campaign BEFORE DELETE OR UPDATE ON private.mail_campaigns FOR EACH ROW EXECUTE FUNCTION private.guard_mail_campaign();
CREATE TRIGGER guard_mail_results BEFORE UPDATE OF status, voucher_promotion_id, holdout ON private.mail_campaigns FOR EACH ROW EXECUTE FUNCTION private.guard_mail_results();
CREATE TRIGGER limit_recipients BEFORE UPDATE OF status ON private.mail_campaigns FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) AND ((old.status = 'draft'::text) OR (new.status = 'draft'::text) OR ((old.paused_why = 'size'::text) AND (new.status <> 'cancelled'::text))))) EXECUTE FUNCTION private.limit_recipients();
CREATE TRIGGER note_automation_paused AFTER UPDATE OF status ON private.mail_campaigns FOR EACH ROW WHEN (((new.status = 'paused'::text) AND (old.status <> 'paused'::text) AND (new.automation IS NOT NULL))) EXECUTE FUNCTION private.note_staff_event('automation_paused');
CREATE TRIGGER note_campaign_paused AFTER UPDATE OF status ON private.mail_campaigns FOR EACH ROW WHEN (((new.status = 'paused'::text) AND (old.status <> 'paused'::text) AND (new.paused_why <> 'person'::text) AND (new.automation IS NULL))) EXECUTE FUNCTION private.note_staff_event('campaign_paused', 'id');
create policy "the shop itself may do everything" on private.mail_campaigns as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_campaigns to service_role;

create table private.mail_caps (
  only_row boolean default true not null,
  mails smallint default 2 not null,
  days smallint default 7 not null,
  click_days smallint default 5 not null,
  warms_up boolean default true not null,
  constraint mail_caps_pkey PRIMARY KEY (only_row),
  constraint mail_cap_days_invalid CHECK (((days >= 1) AND (days <= 90))),
  constraint mail_cap_invalid CHECK ((mails > 0)),
  constraint mail_caps_one_row CHECK (only_row),
  constraint mail_click_days_invalid CHECK (((click_days >= 1) AND (click_days <= 30)))
);
alter table private.mail_caps enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON private.mail_caps REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('settings', 'only_row', '{only_row}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON private.mail_caps REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('settings', 'only_row', '{only_row}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON private.mail_caps REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('settings', 'only_row', '{only_row}', '{version,updated_at}');
create policy "the shop itself may do everything" on private.mail_caps as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_caps to service_role;

create table private.mail_choice_events (
  id bigint generated always as identity not null,
  recipient_id uuid not null,
  topic text,
  action text not null,
  source text not null,
  wording bytea,
  language text,
  pressed boolean,
  until timestamp with time zone,
  max_a_month smallint,
  campaign_id uuid,
  import_id uuid,
  consented_at timestamp with time zone,
  consent_source text,
  actor_id uuid,
  ip text,
  user_agent text,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint mail_choice_events_pkey PRIMARY KEY (id),
  constraint mail_action_unknown CHECK ((action = ANY (ARRAY['asked'::text, 'confirmed'::text, 'wanted'::text, 'stopped'::text, 'paused'::text, 'limited'::text, 'bounced'::text, 'complained'::text, 'imported'::text]))),
  constraint mail_choice_source_unknown CHECK ((source = ANY (ARRAY['footer'::text, 'checkout'::text, 'account'::text, 'import'::text, 'stock_form'::text, 'one_click'::text, 'page'::text, 'staff'::text, 'webhook'::text]))),
  constraint mail_consent_source_too_long CHECK ((length(consent_source) <= 200)),
  constraint mail_event_language_unknown CHECK ((language = ANY (ARRAY['id'::text, 'en'::text]))),
  constraint mail_ip_too_long CHECK ((length(ip) <= 64)),
  constraint mail_user_agent_too_long CHECK ((length(user_agent) <= 400)),
  constraint mail_choice_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint mail_choice_events_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES private.mail_recipients(id) ON DELETE CASCADE,
  constraint mail_event_topic_unknown FOREIGN KEY (topic) REFERENCES private.mail_topics(slug),
  constraint mail_event_wording_unknown FOREIGN KEY (wording) REFERENCES private.mail_wordings(hash)
);
alter table private.mail_choice_events enable row level security;
CREATE INDEX mail_choice_events_actor ON private.mail_choice_events USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX mail_choice_events_begun ON private.mail_choice_events USING btree (created_at) WHERE ((topic = 'news'::text) AND (action = ANY (ARRAY['confirmed'::text, 'wanted'::text])));
CREATE INDEX mail_choice_events_of ON private.mail_choice_events USING btree (recipient_id, id);
CREATE INDEX mail_choice_events_stopped ON private.mail_choice_events USING btree (campaign_id, recipient_id) WHERE ((campaign_id IS NOT NULL) AND (action = 'stopped'::text));
CREATE INDEX mail_choice_events_to_blank ON private.mail_choice_events USING btree (created_at) WHERE ((ip IS NOT NULL) OR (user_agent IS NOT NULL));
CREATE TRIGGER mail_choice_events_only_grow BEFORE UPDATE ON private.mail_choice_events FOR EACH ROW EXECUTE FUNCTION private.guard_mail_event();
create policy "the shop itself may do everything" on private.mail_choice_events as permissive for all to service_role
  using (true)
  with check (true);
grant select on private.mail_choice_events to service_role;

create table private.mail_chunks (
  campaign integer not null,
  chunk integer not null,
  size integer not null,
  lease_owner text,
  leased_until timestamp with time zone,
  fence integer default 0 not null,
  due_at timestamp with time zone,
  pending integer default 0 not null,
  begun integer default 0 not null,
  accepted integer default 0 not null,
  kept integer default 0 not null,
  refused integer default 0 not null,
  deferred integer default 0 not null,
  uncertain integer default 0 not null,
  skipped integer default 0 not null,
  bounced integer default 0 not null,
  complained integer default 0 not null,
  reasons jsonb default '{}'::jsonb not null,
  delivered integer default 0 not null,
  constraint mail_chunks_pkey PRIMARY KEY (campaign, chunk),
  constraint mail_chunk_delivered_invalid CHECK ((delivered >= 0)),
  constraint mail_chunk_invalid CHECK ((chunk >= 0)),
  constraint mail_chunk_lease_whole CHECK (((lease_owner IS NULL) = (leased_until IS NULL))),
  constraint mail_chunk_size_invalid CHECK (((size >= 1) AND (size <= 1000))),
  constraint mail_chunk_tallies_invalid CHECK (((LEAST(pending, begun, accepted, kept, refused, deferred, uncertain, skipped, bounced, complained) >= 0) AND (((((((((((pending + begun) + accepted) + kept) + refused) + deferred) + uncertain) + skipped) + bounced) + complained) = 0) OR ((((((((((pending + begun) + accepted) + kept) + refused) + deferred) + uncertain) + skipped) + bounced) + complained) = size)))),
  constraint mail_chunks_campaign_fkey FOREIGN KEY (campaign) REFERENCES private.mail_campaigns(number) ON DELETE CASCADE
);
alter table private.mail_chunks enable row level security;
create policy "the shop itself may do everything" on private.mail_chunks as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_chunks to service_role;

create table private.mail_clicks (
  campaign integer not null,
  version_id integer not null,
  link smallint not null,
  day date not null,
  clicks integer not null,
  people integer not null,
  constraint mail_clicks_pkey PRIMARY KEY (campaign, version_id, link, day),
  constraint mail_click_link_invalid CHECK ((link > 0)),
  constraint mail_click_people_invalid CHECK (((people >= 0) AND (people <= clicks))),
  constraint mail_clicks_invalid CHECK ((clicks > 0)),
  constraint mail_clicks_campaign_fkey FOREIGN KEY (campaign) REFERENCES private.mail_campaigns(number) ON DELETE CASCADE,
  constraint mail_clicks_version_id_fkey FOREIGN KEY (version_id) REFERENCES private.mail_versions(id) ON DELETE CASCADE
);
alter table private.mail_clicks enable row level security;
CREATE INDEX mail_clicks_version ON private.mail_clicks USING btree (version_id);
create policy "the shop itself may do everything" on private.mail_clicks as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_clicks to service_role;

create table private.mail_codes (
  campaign integer not null,
  n integer not null,
  code_id uuid not null,
  constraint mail_codes_pkey PRIMARY KEY (campaign, n),
  constraint mail_code_of_another UNIQUE (code_id),
  constraint mail_code_delivery_unknown FOREIGN KEY (campaign, n) REFERENCES private.mail_deliveries(campaign, n) ON DELETE CASCADE,
  constraint mail_codes_code_id_fkey FOREIGN KEY (code_id) REFERENCES public.promo_codes(id) ON DELETE CASCADE
);
alter table private.mail_codes enable row level security;
create policy "the shop itself may do everything" on private.mail_codes as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_codes to service_role;

create view private.mail_consents with (security_invoker=on) as
 SELECT r.recipient_id,
    t.slug AS topic,
    r.is_suppressed,
    s.max_a_month,
    COALESCE((s.state = 'subscribed'::text), t.default_on) AS is_subscribed,
    COALESCE((s.paused_until > statement_timestamp()), false) AS is_paused
   FROM ((private.mail_silence r
     CROSS JOIN private.mail_topics t)
     LEFT JOIN public.subscriptions s ON (((s.recipient_id = r.recipient_id) AND (s.topic = t.slug))));
grant select on private.mail_consents to service_role;

create table private.mail_deliveries (
  campaign integer not null,
  n integer not null,
  recipient_id uuid,
  version_id integer not null,
  begun_at timestamp with time zone,
  ended_at timestamp with time zone,
  due_at timestamp with time zone,
  fence integer,
  attempts smallint default 0 not null,
  state text default 'pending'::text not null,
  reason text,
  again_by uuid,
  again_at timestamp with time zone,
  constraint mail_deliveries_pkey PRIMARY KEY (campaign, n),
  constraint mail_delivery_deferred_until CHECK (((state = 'deferred'::text) = (due_at IS NOT NULL))),
  constraint mail_delivery_number_invalid CHECK ((n > 0)),
  constraint mail_delivery_reason_invalid CHECK ((length(reason) <= 16)),
  constraint mail_delivery_state_unknown CHECK ((state = ANY (ARRAY['pending'::text, 'begun'::text, 'accepted'::text, 'kept'::text, 'refused'::text, 'deferred'::text, 'uncertain'::text, 'skipped'::text, 'bounced'::text, 'complained'::text]))),
  constraint mail_deliveries_again_by_fkey FOREIGN KEY (again_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint mail_deliveries_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES private.mail_recipients(id) ON DELETE SET NULL,
  constraint mail_deliveries_version_id_fkey FOREIGN KEY (version_id) REFERENCES private.mail_versions(id)
);
alter table private.mail_deliveries enable row level security;
CREATE INDEX mail_deliveries_again ON private.mail_deliveries USING btree (again_by) WHERE (again_by IS NOT NULL);
CREATE UNIQUE INDEX mail_delivery_once ON private.mail_deliveries USING btree (recipient_id, campaign);
CREATE TRIGGER forget_mail_code AFTER UPDATE OF recipient_id ON private.mail_deliveries FOR EACH ROW WHEN (((old.recipient_id IS NOT NULL) AND (new.recipient_id IS NULL))) EXECUTE FUNCTION private.forget_mail_code();
CREATE TRIGGER guard_mail_delivery BEFORE UPDATE OF state ON private.mail_deliveries FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION private.guard_mail_delivery();
CREATE TRIGGER tally_inserted AFTER INSERT ON private.mail_deliveries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.tally_mail_deliveries();
CREATE TRIGGER tally_updated AFTER UPDATE ON private.mail_deliveries REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.tally_mail_deliveries();
create policy "the shop itself may do everything" on private.mail_deliveries as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update on private.mail_deliveries to service_role;

create table private.mail_drafts (
  campaign integer not null,
  version integer not null,
  author uuid,
  saved_at timestamp with time zone default now() not null,
  is_auto boolean not null,
  begun_at timestamp with time zone default now() not null,
  content jsonb not null,
  constraint mail_drafts_pkey PRIMARY KEY (campaign, version),
  constraint mail_draft_content_invalid CHECK (((jsonb_typeof(content) = 'object'::text) AND (pg_column_size(content) <= 500000))),
  constraint mail_draft_version_invalid CHECK ((version > 0)),
  constraint mail_drafts_author_fkey FOREIGN KEY (author) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint mail_drafts_campaign_fkey FOREIGN KEY (campaign) REFERENCES private.mail_campaigns(number) ON DELETE CASCADE
);
alter table private.mail_drafts enable row level security;
CREATE INDEX mail_drafts_author ON private.mail_drafts USING btree (author) WHERE (author IS NOT NULL);
create policy "the shop itself may do everything" on private.mail_drafts as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_drafts to service_role;

create table private.mail_events (
  id text not null,
  kind text not null,
  bounce text,
  code text default ''::text not null,
  reason text default ''::text not null,
  campaign integer,
  n integer,
  recipient_id uuid,
  domain text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  constraint mail_events_pkey PRIMARY KEY (id),
  constraint mail_event_bounce_missing CHECK (((kind = 'bounced'::text) = (bounce IS NOT NULL))),
  constraint mail_event_bounce_unknown CHECK ((bounce = ANY (ARRAY['hard'::text, 'soft'::text, 'policy'::text]))),
  constraint mail_event_code_invalid CHECK ((length(code) <= 12)),
  constraint mail_event_delivery_whole CHECK (((campaign IS NULL) = (n IS NULL))),
  constraint mail_event_domain_too_long CHECK ((length(domain) <= 254)),
  constraint mail_event_id_invalid CHECK (((length(id) >= 1) AND (length(id) <= 500))),
  constraint mail_event_kind_unknown CHECK ((kind = ANY (ARRAY['delivered'::text, 'deferred'::text, 'bounced'::text, 'complained'::text]))),
  constraint mail_event_reason_too_long CHECK ((length(reason) <= 500)),
  constraint mail_events_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES private.mail_recipients(id) ON DELETE SET NULL
);
alter table private.mail_events enable row level security;
CREATE UNIQUE INDEX mail_event_delivered_once ON private.mail_events USING btree (campaign, n) WHERE (kind = 'delivered'::text);
CREATE INDEX mail_events_newest ON private.mail_events USING btree (created_at DESC, id DESC);
CREATE INDEX mail_events_of ON private.mail_events USING btree (recipient_id, created_at) WHERE (recipient_id IS NOT NULL);
create policy "the shop itself may do everything" on private.mail_events as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_events to service_role;

create table private.mail_limits (
  name text not null,
  per_second numeric(8,2) not null,
  now_per_second numeric(10,4) not null,
  slowed_at timestamp with time zone,
  reserved_quarter bigint default 0 not null,
  reserved integer default 0 not null,
  per_day integer,
  per_hour integer,
  day date,
  used_today integer default 0 not null,
  constraint mail_limits_pkey PRIMARY KEY (name),
  constraint mail_limit_day_invalid CHECK ((per_day > 0)),
  constraint mail_limit_hour_invalid CHECK ((per_hour > 0)),
  constraint mail_limit_invalid CHECK (((per_second >= 0.1) AND (per_second <= (10000)::numeric))),
  constraint mail_limit_now_invalid CHECK ((now_per_second > (0)::numeric)),
  constraint mail_limit_now_too_high CHECK ((now_per_second <= per_second)),
  constraint mail_limit_unknown CHECK ((name = ANY (ARRAY['all'::text, 'gmail'::text, 'microsoft'::text, 'yahoo'::text, 'apple'::text, 'other'::text])))
);
alter table private.mail_limits enable row level security;
create policy "the shop itself may do everything" on private.mail_limits as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_limits to service_role;

create table private.mail_mailboxes (
  name text not null,
  uid_validity numeric(20,0) default 0 not null,
  last_uid bigint default 0 not null,
  leased_until timestamp with time zone,
  read_at timestamp with time zone,
  problem text,
  constraint mail_mailboxes_pkey PRIMARY KEY (name),
  constraint mail_mailbox_name_invalid CHECK (((length(name) >= 1) AND (length(name) <= 500))),
  constraint mail_mailbox_problem_too_long CHECK ((length(problem) <= 300)),
  constraint mail_mailbox_uid_invalid CHECK ((last_uid >= 0))
);
alter table private.mail_mailboxes enable row level security;
create policy "the shop itself may do everything" on private.mail_mailboxes as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_mailboxes to service_role;

create table private.mail_pictures (
  media_id uuid not null,
  name text,
  added_at timestamp with time zone default now() not null,
  constraint mail_pictures_pkey PRIMARY KEY (media_id),
  constraint mail_picture_name_invalid CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  constraint mail_pictures_media_id_fkey FOREIGN KEY (media_id) REFERENCES public.media(id) ON DELETE CASCADE
);
alter table private.mail_pictures enable row level security;
CREATE INDEX mail_pictures_uploaded ON private.mail_pictures USING btree (added_at DESC, media_id DESC) WHERE (name IS NOT NULL);
create policy "the shop itself may do everything" on private.mail_pictures as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_pictures to service_role;

create unlogged table private.mail_progress (
  campaign integer not null,
  at timestamp with time zone not null,
  done integer not null,
  per_second real not null,
  constraint mail_progress_pkey PRIMARY KEY (campaign),
  constraint mail_progress_pace_invalid CHECK ((per_second >= (0)::double precision)),
  constraint mail_progress_campaign_fkey FOREIGN KEY (campaign) REFERENCES private.mail_campaigns(number) ON DELETE CASCADE
);
alter table private.mail_progress enable row level security;
create policy "the shop itself may do everything" on private.mail_progress as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_progress to service_role;

create table private.mail_recipients (
  id uuid default gen_random_uuid() not null,
  email text not null,
  language text default 'id'::text not null,
  name text,
  user_id uuid,
  email_hash bytea not null,
  mailbox_hash bytea not null,
  domain_group text generated always as (private.mail_domain_group(email)) stored not null,
  tags text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  constraint mail_recipients_pkey PRIMARY KEY (id),
  constraint mail_recipient_known UNIQUE (email),
  constraint mail_recipient_of_account UNIQUE (user_id),
  constraint mail_hash_invalid CHECK ((octet_length(email_hash) = 32)),
  constraint mail_language_unknown CHECK ((language = ANY (ARRAY['id'::text, 'en'::text]))),
  constraint mail_name_invalid CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint mail_recipient_email_invalid CHECK (private.is_email(email)),
  constraint mail_tag_invalid CHECK (private.are_mail_tags(tags)),
  constraint mail_tags_too_many CHECK ((cardinality(tags) <= 50)),
  constraint mailbox_hash_invalid CHECK ((octet_length(mailbox_hash) = 32)),
  constraint mail_recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL
);
alter table private.mail_recipients enable row level security;
CREATE INDEX mail_recipients_email_hash ON private.mail_recipients USING btree (email_hash);
CREATE INDEX mail_recipients_mailbox_hash ON private.mail_recipients USING btree (mailbox_hash);
CREATE INDEX mail_recipients_newest ON private.mail_recipients USING btree (created_at DESC, id DESC);
CREATE INDEX mail_recipients_prefix ON private.mail_recipients USING btree (email text_pattern_ops);
CREATE INDEX mail_recipients_tags ON private.mail_recipients USING gin (tags) WHERE (tags <> '{}'::text[]);
CREATE TRIGGER note_mail_tags_added AFTER INSERT ON private.mail_recipients REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.note_mail_tags();
CREATE TRIGGER note_mail_tags_changed AFTER UPDATE ON private.mail_recipients REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.note_mail_tags();
CREATE TRIGGER own_new_recipient BEFORE INSERT ON private.mail_recipients FOR EACH ROW EXECUTE FUNCTION private.own_new_recipient();
CREATE TRIGGER own_subscriptions AFTER UPDATE OF user_id ON private.mail_recipients FOR EACH ROW WHEN ((old.user_id IS DISTINCT FROM new.user_id)) EXECUTE FUNCTION private.own_subscriptions();
CREATE TRIGGER queue_facts_of_recipient AFTER INSERT ON private.mail_recipients REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.queue_facts_of_recipient();
CREATE TRIGGER suppress_unknown_recipient AFTER INSERT ON private.mail_recipients REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.suppress_unknown_recipient();
create policy "the shop itself may do everything" on private.mail_recipients as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_recipients to service_role;

create table private.mail_segments (
  id uuid not null,
  name text not null,
  filter text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  constraint mail_segments_pkey PRIMARY KEY (id),
  constraint mail_segment_name_taken UNIQUE (name),
  constraint mail_segment_filter_invalid CHECK (((length(filter) >= 1) AND (length(filter) <= 8000))),
  constraint mail_segment_name_invalid CHECK (((length(name) >= 1) AND (length(name) <= 80)))
);
alter table private.mail_segments enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON private.mail_segments REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('mail_segment', 'id', '{id}', '{created_at,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON private.mail_segments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('mail_segment', 'id', '{id}', '{created_at,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON private.mail_segments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('mail_segment', 'id', '{id}', '{created_at,version,updated_at}');
CREATE TRIGGER limit_rows BEFORE INSERT ON private.mail_segments FOR EACH ROW EXECUTE FUNCTION private.limit_rows('200');
CREATE TRIGGER raise_version BEFORE UPDATE OF name, filter ON private.mail_segments FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "the shop itself may do everything" on private.mail_segments as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_segments to service_role;

create view private.mail_silence with (security_invoker=on) as
 SELECT r.id AS recipient_id,
    found.is_suppressed
   FROM (private.mail_recipients r
     CROSS JOIN LATERAL ( SELECT ((EXISTS ( SELECT
                   FROM private.mail_suppressions x
                  WHERE ((x.email_hash = r.email_hash) AND (x.lifted_by IS NULL)))) OR (EXISTS ( SELECT
                   FROM private.mail_suppressions x
                  WHERE ((x.mailbox_hash = r.mailbox_hash) AND (x.lifted_by IS NULL))))) AS is_suppressed) found);
grant select on private.mail_silence to service_role;

create table private.mail_suppressions (
  id bigint generated always as identity not null,
  email_hash bytea not null,
  mailbox_hash bytea,
  reason text not null,
  since timestamp with time zone default clock_timestamp() not null,
  lifted_by bigint,
  lost_key text,
  constraint mail_suppressions_pkey PRIMARY KEY (id),
  constraint suppression_hash_invalid CHECK ((octet_length(email_hash) = 32)),
  constraint suppression_key_invalid CHECK ((lost_key ~ '^[0-9a-f]{16}$'::text)),
  constraint suppression_mailbox_invalid CHECK ((octet_length(mailbox_hash) = 32)),
  constraint suppression_of_mailbox CHECK (((mailbox_hash IS NOT NULL) = (reason = ANY (ARRAY['complaint'::text, 'erased'::text])))),
  constraint suppression_reason_unknown CHECK ((reason = ANY (ARRAY['stopped_all'::text, 'complaint'::text, 'hard_bounce'::text, 'erased'::text, 'staff'::text, 'key_lost'::text])))
);
alter table private.mail_suppressions enable row level security;
CREATE INDEX mail_suppressions_email_hash ON private.mail_suppressions USING btree (email_hash);
CREATE INDEX mail_suppressions_lost ON private.mail_suppressions USING btree (id) WHERE ((lost_key IS NOT NULL) AND (lifted_by IS NULL));
CREATE INDEX mail_suppressions_mailbox ON private.mail_suppressions USING btree (mailbox_hash) WHERE ((lifted_by IS NULL) AND (mailbox_hash IS NOT NULL));
CREATE INDEX mail_suppressions_mailbox_hash ON private.mail_suppressions USING btree (mailbox_hash) WHERE (mailbox_hash IS NOT NULL);
CREATE UNIQUE INDEX suppression_once ON private.mail_suppressions USING btree (email_hash, reason) WHERE (lifted_by IS NULL);
CREATE TRIGGER guard_mail_suppression BEFORE DELETE OR UPDATE ON private.mail_suppressions FOR EACH ROW EXECUTE FUNCTION private.guard_mail_suppression();
create policy "the shop itself may do everything" on private.mail_suppressions as permissive for all to service_role
  using (true)
  with check (true);
grant select on private.mail_suppressions to service_role;

create table private.mail_tags (
  tag text not null,
  added_at timestamp with time zone default now() not null,
  constraint mail_tags_pkey PRIMARY KEY (tag),
  constraint mail_tag_name_invalid CHECK (private.are_mail_tags(ARRAY[tag]))
);
alter table private.mail_tags enable row level security;
create policy "the shop itself may do everything" on private.mail_tags as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_tags to service_role;

create table private.mail_templates (
  id uuid not null,
  name text not null,
  contents jsonb not null,
  author uuid,
  saved_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint mail_templates_pkey PRIMARY KEY (id),
  constraint mail_template_contents_invalid CHECK (((jsonb_typeof(contents) = 'object'::text) AND (pg_column_size(contents) <= 500000))),
  constraint mail_template_name_invalid CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint mail_templates_author_fkey FOREIGN KEY (author) REFERENCES auth.users(id) ON DELETE SET NULL
);
alter table private.mail_templates enable row level security;
CREATE UNIQUE INDEX mail_template_name_taken ON private.mail_templates USING btree (lower(name));
CREATE INDEX mail_templates_author ON private.mail_templates USING btree (author) WHERE (author IS NOT NULL);
CREATE TRIGGER audit_delete AFTER DELETE ON private.mail_templates REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('mail_template', 'id', '{id}', '{contents,author,saved_at,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON private.mail_templates REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('mail_template', 'id', '{id}', '{contents,author,saved_at,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON private.mail_templates REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('mail_template', 'id', '{id}', '{contents,author,saved_at,version,updated_at}');
CREATE TRIGGER limit_rows BEFORE INSERT ON private.mail_templates FOR EACH ROW EXECUTE FUNCTION private.limit_rows('100');
CREATE TRIGGER note_template_pictures AFTER INSERT ON private.mail_templates FOR EACH ROW EXECUTE FUNCTION private.note_template_pictures();
CREATE TRIGGER raise_version BEFORE UPDATE OF name ON private.mail_templates FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "the shop itself may do everything" on private.mail_templates as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_templates to service_role;

create table private.mail_tokens (
  hash bytea not null,
  recipient_id uuid not null,
  kind text not null,
  topics text[] not null,
  source text not null,
  before jsonb,
  moved_from uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint mail_tokens_pkey PRIMARY KEY (hash),
  constraint mail_token_hash_invalid CHECK ((octet_length(hash) = 32)),
  constraint mail_token_kind_unknown CHECK ((kind = ANY (ARRAY['confirm'::text, 'undo'::text]))),
  constraint mail_tokens_moved_from_fkey FOREIGN KEY (moved_from) REFERENCES private.mail_recipients(id) ON DELETE SET NULL,
  constraint mail_tokens_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES private.mail_recipients(id) ON DELETE CASCADE
);
alter table private.mail_tokens enable row level security;
CREATE INDEX mail_tokens_moved_from ON private.mail_tokens USING btree (moved_from) WHERE (moved_from IS NOT NULL);
CREATE INDEX mail_tokens_of ON private.mail_tokens USING btree (recipient_id, created_at);
create policy "the shop itself may do everything" on private.mail_tokens as permissive for all to service_role
  using (true)
  with check (true);
grant select on private.mail_tokens to service_role;

create table private.mail_topics (
  slug text not null,
  name_id text not null,
  name_en text not null,
  hint_id text default ''::text not null,
  hint_en text default ''::text not null,
  marketing boolean default true not null,
  default_on boolean default false not null,
  position integer default 100 not null,
  is_own boolean default false not null,
  archived_at timestamp with time zone,
  version integer default 1 not null,
  constraint mail_topics_pkey PRIMARY KEY (slug),
  constraint mail_topic_archived_own CHECK (((archived_at IS NULL) OR is_own)),
  constraint mail_topic_by_consent CHECK ((NOT (is_own AND default_on))),
  constraint mail_topic_hint_en_too_long CHECK ((length(hint_en) <= 200)),
  constraint mail_topic_hint_too_long CHECK ((length(hint_id) <= 200)),
  constraint mail_topic_name_en_invalid CHECK (((length(name_en) >= 1) AND (length(name_en) <= 60))),
  constraint mail_topic_name_invalid CHECK (((length(name_id) >= 1) AND (length(name_id) <= 60))),
  constraint mail_topic_slug_invalid CHECK ((slug ~ '^[a-z][a-z0-9_]{1,39}$'::text)),
  constraint marketing_by_consent_only CHECK ((NOT (marketing AND default_on)))
);
alter table private.mail_topics enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON private.mail_topics REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('mail_topic', 'slug', '{slug}', '{position,is_own,default_on,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON private.mail_topics REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('mail_topic', 'slug', '{slug}', '{position,is_own,default_on,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON private.mail_topics REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('mail_topic', 'slug', '{slug}', '{position,is_own,default_on,version,updated_at}');
CREATE TRIGGER guard_mail_topic BEFORE INSERT OR DELETE OR UPDATE ON private.mail_topics FOR EACH ROW EXECUTE FUNCTION private.guard_mail_topic();
CREATE TRIGGER raise_version BEFORE UPDATE ON private.mail_topics FOR EACH ROW EXECUTE FUNCTION private.raise_version();
create policy "the shop itself may do everything" on private.mail_topics as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_topics to service_role;

create table private.mail_versions (
  id integer generated always as identity not null,
  campaign integer not null,
  language text not null,
  arm text default 'a'::text not null,
  subject text default ''::text not null,
  preheader text default ''::text not null,
  blocks jsonb default '[]'::jsonb not null,
  html text,
  text text,
  products jsonb default '[]'::jsonb not null,
  author uuid,
  updated_at timestamp with time zone default now() not null,
  links jsonb default '[]'::jsonb not null,
  constraint mail_versions_pkey PRIMARY KEY (id),
  constraint mail_version_once UNIQUE (campaign, language, arm),
  constraint mail_version_arm_unknown CHECK ((arm = ANY (ARRAY['a'::text, 'b'::text]))),
  constraint mail_version_blocks_invalid CHECK (((jsonb_typeof(blocks) = 'array'::text) AND (jsonb_array_length(blocks) <= 60) AND (pg_column_size(blocks) <= 200000))),
  constraint mail_version_language_unknown CHECK ((language = ANY (ARRAY['id'::text, 'en'::text]))),
  constraint mail_version_links_invalid CHECK (((jsonb_typeof(links) = 'array'::text) AND (jsonb_array_length(links) <= 500))),
  constraint mail_version_preheader_invalid CHECK (((length(preheader) <= 150) AND (preheader !~ '[[:cntrl:]]'::text))),
  constraint mail_version_products_invalid CHECK ((jsonb_typeof(products) = 'array'::text)),
  constraint mail_version_rendered_whole CHECK (((html IS NULL) = (text IS NULL))),
  constraint mail_version_subject_invalid CHECK (((length(subject) <= 150) AND (subject !~ '[[:cntrl:]]'::text))),
  constraint mail_versions_author_fkey FOREIGN KEY (author) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint mail_versions_campaign_fkey FOREIGN KEY (campaign) REFERENCES private.mail_campaigns(number) ON DELETE CASCADE
);
alter table private.mail_versions enable row level security;
CREATE INDEX mail_versions_author ON private.mail_versions USING btree (author);
CREATE TRIGGER guard_mail_version BEFORE INSERT OR DELETE OR UPDATE ON private.mail_versions FOR EACH ROW EXECUTE FUNCTION private.guard_mail_version();
CREATE TRIGGER note_mail_pictures AFTER INSERT OR UPDATE OF blocks ON private.mail_versions FOR EACH ROW EXECUTE FUNCTION private.note_mail_pictures();
create policy "the shop itself may do everything" on private.mail_versions as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_versions to service_role;

create table private.mail_warmups (
  domain text not null,
  started_at timestamp with time zone default now() not null,
  step smallint default 0 not null,
  day date not null,
  begun integer default 0 not null,
  deferred integer default 0 not null,
  constraint mail_warmups_pkey PRIMARY KEY (domain),
  constraint mail_warmup_begun_invalid CHECK ((begun >= 0)),
  constraint mail_warmup_deferred_invalid CHECK ((deferred >= 0)),
  constraint mail_warmup_domain_invalid CHECK (((length(domain) >= 1) AND (length(domain) <= 253))),
  constraint mail_warmup_step_unknown CHECK (((step >= 0) AND (step <= 7)))
);
alter table private.mail_warmups enable row level security;
create policy "the shop itself may do everything" on private.mail_warmups as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.mail_warmups to service_role;

create table private.mail_wordings (
  hash bytea not null,
  text text not null,
  language text not null,
  created_at timestamp with time zone default now() not null,
  constraint mail_wordings_pkey PRIMARY KEY (hash),
  constraint mail_wording_hash_wrong CHECK ((hash = sha256(convert_to(text, 'UTF8'::name)))),
  constraint mail_wording_invalid CHECK (((length(text) >= 1) AND (length(text) <= 1000))),
  constraint mail_wording_language_unknown CHECK ((language = ANY (ARRAY['id'::text, 'en'::text])))
);
alter table private.mail_wordings enable row level security;
CREATE TRIGGER mail_wordings_only_grow BEFORE DELETE OR UPDATE ON private.mail_wordings FOR EACH ROW EXECUTE FUNCTION private.refuse_change();
create policy "the shop itself may do everything" on private.mail_wordings as permissive for all to service_role
  using (true)
  with check (true);
grant select on private.mail_wordings to service_role;

create table private.media_uploads (
  id uuid not null,
  picture_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint media_uploads_pkey PRIMARY KEY (id)
);
alter table private.media_uploads enable row level security;
CREATE INDEX media_uploads_age ON private.media_uploads USING btree (created_at);
create policy "the shop itself may do everything" on private.media_uploads as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.media_uploads to service_role;

create table private.operation_facts (
  fact text not null,
  value text default ''::text not null,
  seen_at timestamp with time zone default now() not null,
  constraint operation_facts_pkey PRIMARY KEY (fact),
  constraint operation_facts_fact_check CHECK ((fact = ANY (ARRAY['backup_made'::text, 'forwarded_header_seen'::text, 'public_url'::text, 'maintenance'::text, 'worker_seen'::text])))
);
alter table private.operation_facts enable row level security;
create policy "the shop itself may do everything" on private.operation_facts as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.operation_facts to service_role;

create table private.order_links (
  token_hash bytea not null,
  order_id uuid not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  purpose text default 'track'::text not null,
  constraint order_links_pkey PRIMARY KEY (token_hash),
  constraint order_link_purpose_unknown CHECK ((purpose = ANY (ARRAY['track'::text, 'pay'::text]))),
  constraint order_links_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint order_links_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id)
);
alter table private.order_links enable row level security;
CREATE INDEX order_links_age ON private.order_links USING btree (expires_at);
CREATE INDEX order_links_order ON private.order_links USING btree (order_id);
create policy "the shop itself may do everything" on private.order_links as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, delete on private.order_links to service_role;

create table private.order_marks (
  order_id uuid not null,
  campaign integer not null,
  version_id integer not null,
  via text not null,
  link smallint,
  created_at timestamp with time zone default now() not null,
  constraint order_marks_pkey PRIMARY KEY (order_id),
  constraint order_mark_link_missing CHECK (((via = 'click'::text) = (link IS NOT NULL))),
  constraint order_mark_via_unknown CHECK ((via = ANY (ARRAY['click'::text, 'code'::text]))),
  constraint order_marks_campaign_fkey FOREIGN KEY (campaign) REFERENCES private.mail_campaigns(number),
  constraint order_marks_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint order_marks_version_id_fkey FOREIGN KEY (version_id) REFERENCES private.mail_versions(id)
);
alter table private.order_marks enable row level security;
CREATE INDEX order_marks_campaign ON private.order_marks USING btree (campaign, version_id, link);
CREATE INDEX order_marks_version ON private.order_marks USING btree (version_id);
create policy "the shop itself may do everything" on private.order_marks as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.order_marks to service_role;

create table private.outbox (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  recipient text not null,
  subject text default ''::text not null,
  text text not null,
  html text,
  headers jsonb default '{}'::jsonb not null,
  pictures text[] default '{}'::text[] not null,
  status text default 'queued'::text not null,
  attempts integer default 0 not null,
  last_error text,
  dedupe_key text,
  about_id uuid generated always as (
CASE
    WHEN (dedupe_key ~ '^(order|design):[a-z_]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(:|$)'::text) THEN (split_part(dedupe_key, ':'::text, 3))::uuid
    ELSE NULL::uuid
END) stored,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_dedupe_key UNIQUE (dedupe_key),
  constraint header_injection CHECK (((recipient !~ '[\r\n]'::text) AND (subject !~ '[\r\n]'::text))),
  constraint outbox_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'sms'::text]))),
  constraint outbox_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'stored'::text, 'failed'::text, 'parked'::text])))
);
alter table private.outbox enable row level security;
CREATE INDEX outbox_about ON private.outbox USING btree (about_id) WHERE (about_id IS NOT NULL);
CREATE INDEX outbox_newest ON private.outbox USING btree (created_at DESC);
CREATE INDEX outbox_parked ON private.outbox USING btree (created_at) WHERE (status = 'parked'::text);
CREATE TRIGGER note_parked_mail AFTER UPDATE OF status ON private.outbox FOR EACH ROW WHEN (((old.status <> 'parked'::text) AND (new.status = 'parked'::text))) EXECUTE FUNCTION private.note_staff_event('mail_parked');
create policy "the shop itself may do everything" on private.outbox as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.outbox to service_role;

create view private.payment_balances with (security_invoker=on) as
 SELECT p.id AS payment_id,
    p.order_id,
    t.charged,
    t.returned,
    (t.charged - t.returned) AS balance,
    ((t.charged - t.returned) - r.promised) AS available
   FROM ((public.payments p
     CROSS JOIN LATERAL ( SELECT (COALESCE(sum(payment_transactions.amount) FILTER (WHERE (payment_transactions.kind = 'charge'::text)), (0)::numeric))::bigint AS charged,
            (COALESCE(sum(
                CASE payment_transactions.kind
                    WHEN 'refund_reversed'::text THEN (- payment_transactions.amount)
                    ELSE payment_transactions.amount
                END) FILTER (WHERE (payment_transactions.kind <> 'charge'::text)), (0)::numeric))::bigint AS returned
           FROM public.payment_transactions
          WHERE (payment_transactions.payment_id = p.id)) t)
     CROSS JOIN LATERAL ( SELECT (COALESCE(sum(refunds.amount), (0)::numeric))::bigint AS promised
           FROM public.refunds
          WHERE ((refunds.payment_id = p.id) AND (refunds.status <> 'succeeded'::text))) r);
grant select on private.payment_balances to service_role;

create table private.picture_addresses (
  product_id uuid not null,
  address text not null,
  import_id uuid,
  row_no bigint not null,
  place integer not null,
  variant_ids uuid[] default '{}'::uuid[] not null,
  tried_by uuid,
  problem text,
  fetched_at timestamp with time zone,
  picture_id uuid,
  constraint picture_addresses_pkey PRIMARY KEY (product_id, address),
  constraint picture_address_invalid CHECK (((address ~ '^https?://'::text) AND (length(address) <= 2000))),
  constraint picture_addresses_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE SET NULL,
  constraint picture_addresses_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table private.picture_addresses enable row level security;
CREATE INDEX picture_addresses_fetched ON private.picture_addresses USING btree (import_id, product_id) WHERE (fetched_at IS NOT NULL);
CREATE INDEX picture_addresses_waiting ON private.picture_addresses USING btree (import_id, row_no, place) WHERE (fetched_at IS NULL);
create policy "the shop itself may do everything" on private.picture_addresses as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.picture_addresses to service_role;

create table private.product_drafts (
  product_id uuid not null,
  author_id uuid not null,
  form jsonb not null,
  revision integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  save jsonb,
  apply_at timestamp with time zone,
  problem text,
  constraint product_drafts_pkey PRIMARY KEY (product_id, author_id),
  constraint product_draft_save_missing CHECK (((apply_at IS NULL) OR (save IS NOT NULL))),
  constraint product_draft_too_large CHECK ((length((form)::text) <= 2000000)),
  constraint product_drafts_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint product_drafts_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table private.product_drafts enable row level security;
CREATE INDEX product_drafts_author ON private.product_drafts USING btree (author_id);
CREATE INDEX product_drafts_due ON private.product_drafts USING btree (apply_at) WHERE (apply_at IS NOT NULL);
create policy "the shop itself may do everything" on private.product_drafts as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.product_drafts to service_role;

create table private.product_gaps (
  product_id uuid not null,
  gap text not null,
  constraint product_gaps_pkey PRIMARY KEY (gap, product_id),
  constraint product_gap_unknown CHECK ((gap = ANY (ARRAY['picture'::text, 'weight'::text, 'english'::text]))),
  constraint product_gaps_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table private.product_gaps enable row level security;
CREATE INDEX product_gaps_product ON private.product_gaps USING btree (product_id);
create policy "the shop itself may do everything" on private.product_gaps as permissive for all to service_role
  using (true)
  with check (true);
grant select on private.product_gaps to service_role;

create table private.product_sold (
  product_id uuid not null,
  pieces bigint not null,
  trend double precision not null,
  shown bigint generated always as (
CASE
    WHEN (pieces < 10) THEN NULL::bigint
    WHEN (pieces < 1000) THEN ((pieces / 10) * 10)
    WHEN (pieces < 10000) THEN ((pieces / 100) * 100)
    ELSE ((pieces / 1000) * 1000)
END) stored,
  constraint product_sold_pkey PRIMARY KEY (product_id),
  constraint product_sold_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table private.product_sold enable row level security;
CREATE INDEX product_sold_trend ON private.product_sold USING btree (trend DESC, product_id) WHERE (pieces > 0);
create policy "the shop itself may do everything" on private.product_sold as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.product_sold to service_role;

create table private.promo_customer_uses (
  promotion_id uuid not null,
  customer_key text not null,
  n integer not null,
  redemption_id uuid not null,
  constraint promo_use_counted_already PRIMARY KEY (promotion_id, customer_key, n),
  constraint promo_customer_uses_n_check CHECK ((n > 0)),
  constraint promo_customer_uses_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES public.promotions(id),
  constraint promo_customer_uses_redemption_id_fkey FOREIGN KEY (redemption_id) REFERENCES public.promo_redemptions(id) ON DELETE CASCADE
);
alter table private.promo_customer_uses enable row level security;
CREATE INDEX promo_customer_uses_redemption ON private.promo_customer_uses USING btree (redemption_id);
create policy "the shop itself may do everything" on private.promo_customer_uses as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.promo_customer_uses to service_role;

create table private.promo_refusals_daily (
  promotion_id uuid not null,
  reason text not null,
  day date not null,
  n integer not null,
  constraint promo_refusals_daily_pkey PRIMARY KEY (promotion_id, day, reason),
  constraint promo_refusal_reason_invalid CHECK ((reason ~ '^promo_[a-z_]{1,40}$'::text)),
  constraint promo_refusals_daily_n_check CHECK ((n > 0)),
  constraint promo_refusals_daily_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES public.promotions(id) ON DELETE CASCADE
);
alter table private.promo_refusals_daily enable row level security;
create policy "the shop itself may do everything" on private.promo_refusals_daily as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.promo_refusals_daily to service_role;

create table private.push_subscriptions (
  id uuid default gen_random_uuid() not null,
  person_id uuid not null,
  session_id uuid,
  endpoint text not null,
  public_key bytea not null,
  secret bytea not null,
  user_agent text not null,
  created_at timestamp with time zone default now() not null,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_endpoint_taken UNIQUE (endpoint),
  constraint push_endpoint_invalid CHECK ((length(endpoint) <= 1000)),
  constraint push_public_key_invalid CHECK ((octet_length(public_key) = 65)),
  constraint push_secret_invalid CHECK ((octet_length(secret) = 16)),
  constraint push_user_agent_too_long CHECK ((length(user_agent) <= 300)),
  constraint push_subscriptions_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE SET NULL
);
alter table private.push_subscriptions enable row level security;
CREATE INDEX push_subscriptions_person ON private.push_subscriptions USING btree (person_id, created_at DESC, id);
CREATE INDEX push_subscriptions_session ON private.push_subscriptions USING btree (session_id);
create policy "the shop itself may do everything" on private.push_subscriptions as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.push_subscriptions to service_role;

create unlogged table private.rate_limits (
  key text not null,
  used integer not null,
  resets_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
alter table private.rate_limits enable row level security;
CREATE INDEX rate_limits_age ON private.rate_limits USING btree (resets_at);
create policy "the shop itself may do everything" on private.rate_limits as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.rate_limits to service_role;

create table private.recipient_facts (
  recipient_id uuid not null,
  orders integer not null,
  spent bigint not null,
  first_order_at timestamp with time zone,
  last_order_at timestamp with time zone,
  region_code text,
  categories uuid[] default '{}'::uuid[] not null,
  constraint recipient_facts_pkey PRIMARY KEY (recipient_id),
  constraint recipient_orders_invalid CHECK ((orders >= 0)),
  constraint recipient_facts_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES private.mail_recipients(id) ON DELETE CASCADE
);
alter table private.recipient_facts enable row level security;
CREATE INDEX recipient_facts_categories ON private.recipient_facts USING gin (categories);
CREATE INDEX recipient_facts_last ON private.recipient_facts USING btree (last_order_at, recipient_id);
CREATE INDEX recipient_facts_orders ON private.recipient_facts USING btree (orders);
CREATE INDEX recipient_facts_region ON private.recipient_facts USING btree (region_code text_pattern_ops) WHERE (region_code IS NOT NULL);
CREATE INDEX recipient_facts_spent ON private.recipient_facts USING btree (spent);
create policy "the shop itself may do everything" on private.recipient_facts as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.recipient_facts to service_role;

create table private.recipient_facts_queue (
  recipient_id uuid not null,
  constraint recipient_facts_queue_pkey PRIMARY KEY (recipient_id)
);
alter table private.recipient_facts_queue enable row level security;
create policy "the shop itself may do everything" on private.recipient_facts_queue as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.recipient_facts_queue to service_role;

create table private.recovered_orders (
  order_id uuid not null,
  reminded_at timestamp with time zone not null,
  constraint recovered_orders_pkey PRIMARY KEY (order_id),
  constraint recovered_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id)
);
alter table private.recovered_orders enable row level security;
create policy "the shop itself may do everything" on private.recovered_orders as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.recovered_orders to service_role;

create table private.release_assets (
  name text not null,
  seen_at timestamp with time zone default now() not null,
  stored boolean default false not null,
  constraint release_assets_pkey PRIMARY KEY (name)
);
alter table private.release_assets enable row level security;
CREATE INDEX release_assets_age ON private.release_assets USING btree (seen_at);
create policy "the shop itself may do everything" on private.release_assets as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.release_assets to service_role;

create table private.removed_pictures (
  id uuid not null,
  picture jsonb not null,
  removed_at timestamp with time zone default now() not null,
  constraint removed_pictures_pkey PRIMARY KEY (id)
);
alter table private.removed_pictures enable row level security;
CREATE INDEX removed_pictures_age ON private.removed_pictures USING btree (removed_at);
create policy "the shop itself may do everything" on private.removed_pictures as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.removed_pictures to service_role;

create table private.renamed_categories (
  category_id uuid not null,
  done_to uuid,
  renamed_at timestamp with time zone default now() not null,
  constraint renamed_categories_pkey PRIMARY KEY (category_id),
  constraint renamed_categories_category_id_fkey FOREIGN KEY (category_id) REFERENCES public.categories(id) ON DELETE CASCADE
);
alter table private.renamed_categories enable row level security;
create policy "the shop itself may do everything" on private.renamed_categories as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.renamed_categories to service_role;

create table private.resumable_uploads (
  id uuid default gen_random_uuid() not null,
  bucket_id text not null,
  name text not null,
  role text not null,
  owner_id text,
  upsert boolean not null,
  signed boolean not null,
  length bigint,
  received bigint default 0 not null,
  pieces text[] default '{}'::text[] not null,
  mime_type text not null,
  cache_control text not null,
  user_metadata jsonb,
  header text not null,
  object_id uuid,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint resumable_uploads_pkey PRIMARY KEY (id),
  constraint resumable_uploads_check CHECK (((received >= 0) AND (received <= COALESCE(length, received)))),
  constraint resumable_uploads_length_check CHECK ((length >= 0)),
  constraint resumable_uploads_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON UPDATE CASCADE ON DELETE CASCADE
);
alter table private.resumable_uploads enable row level security;
CREATE INDEX resumable_uploads_bucket ON private.resumable_uploads USING btree (bucket_id);
CREATE INDEX resumable_uploads_expiry ON private.resumable_uploads USING btree (expires_at);
create policy "the shop itself may do everything" on private.resumable_uploads as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.resumable_uploads to service_role;

create table private.return_counter (
  only_row boolean default true not null,
  last integer not null,
  constraint return_counter_pkey PRIMARY KEY (only_row),
  constraint return_counter_only_row_check CHECK (only_row)
);
alter table private.return_counter enable row level security;
create policy "the shop itself may do everything" on private.return_counter as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.return_counter to service_role;

create table private.sales_changes (
  id bigint generated always as identity not null,
  order_id uuid not null,
  repair boolean default false not null,
  at timestamp with time zone default now() not null,
  constraint sales_changes_pkey PRIMARY KEY (id)
);
alter table private.sales_changes enable row level security;
CREATE INDEX sales_changes_next ON private.sales_changes USING btree (repair, id);
create policy "the shop itself may do everything" on private.sales_changes as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.sales_changes to service_role;

create table private.sales_differences (
  day date not null,
  found_at timestamp with time zone default now() not null,
  constraint sales_differences_pkey PRIMARY KEY (day)
);
alter table private.sales_differences enable row level security;
create policy "the shop itself may do everything" on private.sales_differences as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.sales_differences to service_role;

create table private.sales_months (
  month date not null,
  constraint sales_months_pkey PRIMARY KEY (month),
  constraint sales_month_invalid CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);
alter table private.sales_months enable row level security;
create policy "the shop itself may do everything" on private.sales_months as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.sales_months to service_role;

create view private.sales_parts with (security_invoker=on) as
 SELECT k.dimension,
    k.key,
    f.order_id,
    f.day,
    ((f.orders = 1) AND (f.kind =
        CASE
            WHEN k.is_goods THEN 'goods'::text
            ELSE 'order'::text
        END)) AS counts,
    f.pieces,
    f.pieces_back,
    f.gross,
    f.discount,
    f.net,
    f.shipping,
    f.fee,
    f.back,
    f.other_back,
    f.tax,
    f.base,
    f.cost,
    f.uncosted
   FROM (public.sales_facts f
     CROSS JOIN LATERAL ( VALUES ('all'::text,''::text,false), ('province'::text,f.province,false), ('payment'::text,f.payment,false), ('customer_type'::text,f.customer_type,false), ('source'::text,f.source,false), ('product'::text,COALESCE((f.product_id)::text, ''::text),true), ('variant'::text,COALESCE((f.variant_id)::text, ''::text),true), ('category'::text,COALESCE((f.category_id)::text, ''::text),true)) k(dimension, key, is_goods))
  WHERE ((NOT k.is_goods) OR (f.kind = ANY (ARRAY['goods'::text, 'goods_back'::text])))
UNION ALL
 SELECT 'promotion'::text AS dimension,
    (p.promotion_id)::text AS key,
    f.order_id,
    f.day,
    ((f.orders = 1) AND (f.kind = 'order'::text)) AS counts,
    f.pieces,
    f.pieces_back,
    f.gross,
        CASE
            WHEN (f.kind = 'order'::text) THEN p.discount
            ELSE (0)::bigint
        END AS discount,
    f.net,
    f.shipping,
    f.fee,
    f.back,
    f.other_back,
    f.tax,
    f.base,
    f.cost,
    f.uncosted
   FROM (public.sales_facts f
     JOIN public.order_promos p ON ((p.order_id = f.order_id)));
grant select on private.sales_parts to service_role;

create table private.saved_carts (
  customer_id uuid not null,
  version uuid not null,
  applied uuid[] default '{}'::uuid[] not null,
  lines jsonb not null,
  promo_codes text[] default '{}'::text[] not null,
  active_at timestamp with time zone default now() not null,
  reminders integer default 0 not null,
  reminded_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  constraint saved_carts_pkey PRIMARY KEY (customer_id),
  constraint applied_versions_too_many CHECK ((cardinality(applied) <= 50)),
  constraint cart_reminded_too_often CHECK (((reminders >= 0) AND (reminders <= 2))),
  constraint saved_codes_too_many CHECK ((cardinality(promo_codes) <= 5)),
  constraint saved_lines_invalid CHECK (((jsonb_typeof(lines) = 'array'::text) AND ((jsonb_array_length(lines) >= 0) AND (jsonb_array_length(lines) <= 50)))),
  constraint saved_carts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.saved_carts enable row level security;
CREATE INDEX saved_carts_inactive ON private.saved_carts USING btree (active_at);
CREATE TRIGGER note_cart_activity BEFORE UPDATE ON private.saved_carts FOR EACH ROW EXECUTE FUNCTION private.note_cart_activity();
CREATE TRIGGER touch BEFORE UPDATE ON private.saved_carts FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "the shop itself may do everything" on private.saved_carts as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.saved_carts to service_role;

create table private.saved_views (
  id uuid default gen_random_uuid() not null,
  owner_id uuid,
  list text not null,
  name text not null,
  filter jsonb,
  sort text default ''::text not null,
  position integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_view_name_taken UNIQUE NULLS NOT DISTINCT (list, owner_id, name),
  constraint saved_view_list_unknown CHECK ((list = ANY (ARRAY['products'::text, 'promos'::text, 'orders'::text, 'customers'::text, 'audit'::text]))),
  constraint saved_view_name_invalid CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 60)))),
  constraint saved_view_sort_invalid CHECK ((sort ~ '^[a-z_]{0,40}$'::text)),
  constraint saved_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.saved_views enable row level security;
CREATE INDEX saved_views_owner ON private.saved_views USING btree (owner_id);
CREATE TRIGGER audit_delete AFTER DELETE ON private.saved_views REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('saved_view', 'id', '{id}', '{position,created_at,version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON private.saved_views REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('saved_view', 'id', '{id}', '{position,created_at,version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON private.saved_views REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('saved_view', 'id', '{id}', '{position,created_at,version,updated_at}');
CREATE TRIGGER limit_saved_views BEFORE INSERT OR UPDATE OF list, owner_id ON private.saved_views FOR EACH ROW EXECUTE FUNCTION private.limit_saved_views();
create policy "the shop itself may do everything" on private.saved_views as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.saved_views to service_role;

create table private.scheduled_runs (
  task text not null,
  minute bigint not null,
  constraint scheduled_runs_pkey PRIMARY KEY (task)
);
alter table private.scheduled_runs enable row level security;
create policy "the shop itself may do everything" on private.scheduled_runs as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.scheduled_runs to service_role;

create table private.searched_words (
  language text not null,
  day date not null,
  words text not null,
  times integer default 1 not null,
  constraint searched_words_pkey PRIMARY KEY (language, day, words),
  constraint searched_language_unknown CHECK ((language = ANY (ARRAY['id'::text, 'en'::text]))),
  constraint searched_words_invalid CHECK (((length(words) >= 3) AND (length(words) <= 40)))
);
alter table private.searched_words enable row level security;
create policy "the shop itself may do everything" on private.searched_words as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.searched_words to service_role;

create table private.setup_steps (
  step text not null,
  is_decided boolean default false not null,
  at timestamp with time zone default now() not null,
  constraint setup_steps_pkey PRIMARY KEY (step),
  constraint setup_step_unknown CHECK ((step = ANY (ARRAY['identity'::text, 'address'::text, 'tax'::text, 'product'::text, 'delivery'::text, 'payment'::text, 'purchase'::text])))
);
alter table private.setup_steps enable row level security;
CREATE TRIGGER audit_delete AFTER DELETE ON private.setup_steps REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('settings', 'step', '{step}', '{version,updated_at}');
CREATE TRIGGER audit_insert AFTER INSERT ON private.setup_steps REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('settings', 'step', '{step}', '{version,updated_at}');
CREATE TRIGGER audit_update AFTER UPDATE ON private.setup_steps REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_changes('settings', 'step', '{step}', '{version,updated_at}');
create policy "the shop itself may do everything" on private.setup_steps as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.setup_steps to service_role;

create table private.site_files (
  name text not null,
  bytes bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint site_files_pkey PRIMARY KEY (name),
  constraint site_file_name_invalid CHECK ((name ~ '^[0-9a-f]{64}-\d{1,4}x\d{1,4}\.(svg|png|jpg)$'::text)),
  constraint site_file_too_large CHECK (((length(bytes) >= 1) AND (length(bytes) <= 2000000)))
);
alter table private.site_files enable row level security;
create policy "the shop itself may do everything" on private.site_files as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert on private.site_files to service_role;

create table private.sold_changes (
  id bigint generated always as identity not null,
  product_id uuid not null,
  pieces integer not null,
  ordered_at timestamp with time zone not null,
  constraint sold_changes_pkey PRIMARY KEY (id)
);
alter table private.sold_changes enable row level security;
create policy "the shop itself may do everything" on private.sold_changes as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.sold_changes to service_role;

create table private.staff_events (
  id bigint generated always as identity not null,
  kind text not null,
  subject_id uuid,
  person_id uuid,
  created_at timestamp with time zone default now() not null,
  constraint staff_events_pkey PRIMARY KEY (id),
  constraint staff_event_kind_invalid CHECK (((kind ~ '^[a-z]+(_[a-z]+)*$'::text) AND (length(kind) <= 40))),
  constraint staff_events_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.staff_events enable row level security;
CREATE INDEX staff_events_person ON private.staff_events USING btree (person_id) WHERE (person_id IS NOT NULL);
create policy "the shop itself may do everything" on private.staff_events as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.staff_events to service_role;

create table private.staff_notifications (
  id bigint generated always as identity not null,
  person_id uuid not null,
  kind text not null,
  subject_id uuid,
  facts jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  constraint staff_notifications_pkey PRIMARY KEY (id),
  constraint staff_notifications_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.staff_notifications enable row level security;
CREATE INDEX staff_notifications_age ON private.staff_notifications USING btree (created_at);
CREATE INDEX staff_notifications_person ON private.staff_notifications USING btree (person_id, id);
CREATE INDEX staff_notifications_read ON private.staff_notifications USING btree (read_at) WHERE (read_at IS NOT NULL);
CREATE INDEX staff_notifications_unread ON private.staff_notifications USING btree (person_id, kind) WHERE (read_at IS NULL);
create policy "the shop itself may do everything" on private.staff_notifications as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.staff_notifications to service_role;

create table private.staff_preferences (
  person_id uuid not null,
  shortcuts boolean default true not null,
  rail_collapsed boolean default false not null,
  muted text[] default '{order_paid}'::text[] not null,
  mailed text[],
  pushed text[],
  daily_digest boolean default false not null,
  constraint staff_preferences_pkey PRIMARY KEY (person_id),
  constraint mailed_kinds_too_many CHECK ((cardinality(mailed) <= 50)),
  constraint muted_kinds_too_many CHECK ((cardinality(muted) <= 50)),
  constraint pushed_kinds_too_many CHECK ((cardinality(pushed) <= 50)),
  constraint staff_preferences_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.staff_preferences enable row level security;
create policy "the shop itself may do everything" on private.staff_preferences as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.staff_preferences to service_role;

create view private.standing_counts with (security_invoker=on) as
 SELECT c.id,
    c.stocktake_id,
    c.variant_id,
    c.round,
    c.pieces,
    c."position",
    c.movement_id,
    c.counted_by,
    c.dedupe_key,
    c.at,
    c.takes_back
   FROM (public.stocktake_counts c
     LEFT JOIN public.stocktake_counts b ON ((b.takes_back = c.id)))
  WHERE ((c.takes_back IS NULL) AND (b.id IS NULL));
grant select on private.standing_counts to service_role;

create table private.stock_alerts (
  recipient_id uuid not null,
  variant_id uuid not null,
  language text not null,
  round integer default 1 not null,
  idempotency_key text not null,
  asked_at timestamp with time zone default now() not null,
  notified_at timestamp with time zone,
  constraint stock_alerts_pkey PRIMARY KEY (recipient_id, variant_id),
  constraint stock_alert_language_unknown CHECK ((language = ANY (ARRAY['id'::text, 'en'::text]))),
  constraint stock_alert_round_invalid CHECK ((round > 0)),
  constraint stock_alerts_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255))),
  constraint stock_alerts_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES private.mail_recipients(id) ON DELETE CASCADE,
  constraint stock_alerts_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES public.product_variants(id) ON DELETE CASCADE
);
alter table private.stock_alerts enable row level security;
CREATE INDEX stock_alerts_of_variant ON private.stock_alerts USING btree (variant_id);
CREATE INDEX stock_alerts_open ON private.stock_alerts USING btree (asked_at) WHERE (notified_at IS NULL);
CREATE INDEX stock_alerts_sent ON private.stock_alerts USING btree (idempotency_key);
create policy "the shop itself may do everything" on private.stock_alerts as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.stock_alerts to service_role;

create table private.stock_crossings (
  id bigint generated always as identity not null,
  variant_id uuid not null,
  band text not null,
  at timestamp with time zone default now() not null,
  notified_at timestamp with time zone,
  constraint stock_crossings_pkey PRIMARY KEY (id),
  constraint crossing_band_unknown CHECK ((band = ANY (ARRAY['low'::text, 'out'::text]))),
  constraint stock_crossings_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES public.product_variants(id) ON DELETE CASCADE
);
alter table private.stock_crossings enable row level security;
CREATE INDEX stock_crossings_open ON private.stock_crossings USING btree (id) WHERE (notified_at IS NULL);
CREATE INDEX stock_crossings_variant ON private.stock_crossings USING btree (variant_id);
CREATE TRIGGER note_low_stock AFTER INSERT ON private.stock_crossings FOR EACH ROW WHEN ((new.band = 'low'::text)) EXECUTE FUNCTION private.note_staff_event('low_stock', 'variant_id');
CREATE TRIGGER note_sold_out AFTER INSERT ON private.stock_crossings FOR EACH ROW WHEN ((new.band = 'out'::text)) EXECUTE FUNCTION private.note_staff_event('sold_out', 'variant_id');
create policy "the shop itself may do everything" on private.stock_crossings as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.stock_crossings to service_role;

create table private.store_owner (
  is_only boolean default true not null,
  id uuid default gen_random_uuid() not null,
  place text not null,
  constraint store_owner_pkey PRIMARY KEY (is_only),
  constraint store_owner_is_only_check CHECK (is_only)
);
alter table private.store_owner enable row level security;
create policy "the shop itself may do everything" on private.store_owner as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.store_owner to service_role;

create table private.stored_files (
  key text not null,
  name text generated always as ("substring"(key, '[^/]*$'::text)) stored not null,
  stored_at timestamp with time zone default now() not null,
  constraint stored_files_pkey PRIMARY KEY (key)
);
alter table private.stored_files enable row level security;
CREATE INDEX stored_files_age ON private.stored_files USING btree (stored_at);
create policy "the shop itself may do everything" on private.stored_files as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.stored_files to service_role;

create table private.undelivered_order_mails (
  id bigint generated always as identity not null,
  order_id uuid not null,
  mail_id uuid,
  address text not null,
  subject text default ''::text not null,
  bounce text not null,
  code text default ''::text not null,
  reason text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  resolution text,
  resolved_by uuid,
  resolved_at timestamp with time zone,
  constraint undelivered_order_mails_pkey PRIMARY KEY (id),
  constraint undelivered_address_invalid CHECK (((length(address) >= 3) AND (length(address) <= 254))),
  constraint undelivered_bounce_unknown CHECK ((bounce = ANY (ARRAY['hard'::text, 'soft'::text, 'policy'::text]))),
  constraint undelivered_code_invalid CHECK ((length(code) <= 12)),
  constraint undelivered_half_resolved CHECK (((resolution IS NULL) = (resolved_at IS NULL))),
  constraint undelivered_reason_too_long CHECK ((length(reason) <= 500)),
  constraint undelivered_resolution_unknown CHECK ((resolution = ANY (ARRAY['told'::text, 'corrected'::text]))),
  constraint undelivered_subject_too_long CHECK ((length(subject) <= 300)),
  constraint undelivered_order_mails_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES private.outbox(id) ON DELETE SET NULL,
  constraint undelivered_order_mails_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint undelivered_order_mails_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES auth.users(id) ON DELETE SET NULL
);
alter table private.undelivered_order_mails enable row level security;
CREATE INDEX undelivered_mail ON private.undelivered_order_mails USING btree (mail_id) WHERE (mail_id IS NOT NULL);
CREATE UNIQUE INDEX undelivered_once ON private.undelivered_order_mails USING btree (order_id, COALESCE(mail_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE (resolution IS NULL);
CREATE INDEX undelivered_open ON private.undelivered_order_mails USING btree (id) WHERE (resolution IS NULL);
CREATE INDEX undelivered_resolver ON private.undelivered_order_mails USING btree (resolved_by) WHERE (resolved_by IS NOT NULL);
CREATE TRIGGER note_undelivered AFTER INSERT ON private.undelivered_order_mails FOR EACH ROW EXECUTE FUNCTION private.note_staff_event('order_unreachable', 'order_id');
create policy "the shop itself may do everything" on private.undelivered_order_mails as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update on private.undelivered_order_mails to service_role;

create table private.unpaid_buyers (
  order_id uuid not null,
  buyer_key text not null,
  constraint unpaid_buyers_pkey PRIMARY KEY (buyer_key, order_id),
  constraint buyer_key_invalid CHECK (((length(buyer_key) >= 1) AND (length(buyer_key) <= 400))),
  constraint unpaid_buyers_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE
);
alter table private.unpaid_buyers enable row level security;
CREATE INDEX unpaid_buyers_order ON private.unpaid_buyers USING btree (order_id);
create policy "the shop itself may do everything" on private.unpaid_buyers as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.unpaid_buyers to service_role;

create table private.vocabulary (
  word text not null,
  products integer default 0 not null,
  best uuid[] default '{}'::uuid[] not null,
  counted integer default 0 not null,
  gathered uuid[] default '{}'::uuid[] not null,
  constraint vocabulary_pkey PRIMARY KEY (word)
);
alter table private.vocabulary enable row level security;
CREATE INDEX vocabulary_similar ON private.vocabulary USING gin (word extensions.gin_trgm_ops);
create policy "the shop itself may do everything" on private.vocabulary as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on private.vocabulary to service_role;

create table auth.attempts (
  user_id uuid not null,
  kind text not null,
  misses integer default 0 not null,
  locks integer default 0 not null,
  locked_until timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  constraint attempts_pkey PRIMARY KEY (user_id, kind),
  constraint attempts_kind_check CHECK ((kind = ANY (ARRAY['code'::text, 'totp'::text, 'phone'::text, 'reauthentication'::text, 'recovery'::text]))),
  constraint attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.attempts enable row level security;
create policy "the shop itself may do everything" on auth.attempts as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on auth.attempts to service_role;

create table auth.audit_log_entries (
  id uuid default gen_random_uuid() not null,
  payload jsonb not null,
  ip_address text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  constraint audit_log_entries_pkey PRIMARY KEY (id)
);
alter table auth.audit_log_entries enable row level security;
CREATE INDEX audit_log_entries_age ON auth.audit_log_entries USING btree (created_at);
CREATE TRIGGER audit_log_entries_only_grow BEFORE UPDATE ON auth.audit_log_entries FOR EACH ROW EXECUTE FUNCTION private.refuse_change();
CREATE TRIGGER note_staff_sign_in AFTER INSERT ON auth.audit_log_entries FOR EACH ROW WHEN (((new.payload ->> 'action'::text) = ANY (ARRAY['login'::text, 'logout'::text, 'reauthenticated'::text, 'factor_verified'::text, 'factor_deleted'::text, 'recovery_codes_made'::text, 'recovery_codes_removed'::text, 'recovery_code_used'::text]))) EXECUTE FUNCTION private.note_staff_sign_in();
create policy "the shop itself may do everything" on auth.audit_log_entries as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on auth.audit_log_entries to service_role;

create table auth.flow_state (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  auth_code text,
  code_challenge_method text not null,
  code_challenge text not null,
  provider_type text not null,
  authentication_method text not null,
  auth_code_issued_at timestamp with time zone,
  provider_tokens text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint flow_state_pkey PRIMARY KEY (id),
  constraint flow_state_auth_code_key UNIQUE (auth_code),
  constraint flow_state_code_challenge_method_check CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text]))),
  constraint flow_state_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.flow_state enable row level security;
CREATE INDEX flow_state_age ON auth.flow_state USING btree (created_at);
CREATE INDEX flow_state_user ON auth.flow_state USING btree (user_id);
create policy "the shop itself may do everything" on auth.flow_state as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on auth.flow_state to service_role;

create unlogged table auth.guesses (
  kind text not null,
  subject text not null,
  origin text not null,
  misses integer not null,
  locks integer default 0 not null,
  locked_until timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  constraint guesses_pkey PRIMARY KEY (kind, subject, origin),
  constraint guesses_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'code'::text])))
);
alter table auth.guesses enable row level security;
create policy "the shop itself may do everything" on auth.guesses as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on auth.guesses to service_role;

create table auth.identities (
  id uuid default gen_random_uuid() not null,
  provider_id text not null,
  user_id uuid not null,
  identity_data jsonb default '{}'::jsonb not null,
  provider text not null,
  email text generated always as (lower((identity_data ->> 'email'::text))) stored,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint identities_pkey PRIMARY KEY (id),
  constraint identity_already_exists UNIQUE (provider_id, provider),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.identities enable row level security;
CREATE INDEX identities_user ON auth.identities USING btree (user_id);
CREATE TRIGGER identities_touch BEFORE UPDATE ON auth.identities FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "the shop itself may do everything" on auth.identities as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on auth.identities to service_role;

create table auth.known_networks (
  user_id uuid not null,
  network text not null,
  seen_at timestamp with time zone default now() not null,
  constraint known_networks_pkey PRIMARY KEY (user_id, network),
  constraint known_networks_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.known_networks enable row level security;
CREATE INDEX known_networks_age ON auth.known_networks USING btree (seen_at);
create policy "the shop itself may do everything" on auth.known_networks as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on auth.known_networks to service_role;

create table auth.mfa_amr_claims (
  id uuid default gen_random_uuid() not null,
  session_id uuid not null,
  authentication_method text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint mfa_amr_claims_pkey PRIMARY KEY (id),
  constraint mfa_amr_claims_session_id_authentication_method_key UNIQUE (session_id, authentication_method),
  constraint mfa_amr_claims_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
alter table auth.mfa_amr_claims enable row level security;
create policy "the shop itself may do everything" on auth.mfa_amr_claims as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on auth.mfa_amr_claims to service_role;

create table auth.mfa_challenges (
  id uuid default gen_random_uuid() not null,
  factor_id uuid not null,
  ip_address text not null,
  verified_at timestamp with time zone,
  code_hash text,
  created_at timestamp with time zone default now() not null,
  constraint mfa_challenges_pkey PRIMARY KEY (id),
  constraint mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE
);
alter table auth.mfa_challenges enable row level security;
CREATE INDEX mfa_challenges_factor ON auth.mfa_challenges USING btree (factor_id);
create policy "the shop itself may do everything" on auth.mfa_challenges as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on auth.mfa_challenges to service_role;

create table auth.mfa_factors (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  friendly_name text default ''::text not null,
  factor_type text not null,
  status text default 'unverified'::text not null,
  secret text,
  phone text,
  last_used_step bigint,
  last_challenged_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint mfa_factors_pkey PRIMARY KEY (id),
  constraint mfa_factor_name_conflict UNIQUE (user_id, friendly_name),
  constraint mfa_factors_factor_type_check CHECK ((factor_type = ANY (ARRAY['totp'::text, 'phone'::text, 'webauthn'::text]))),
  constraint mfa_factors_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text]))),
  constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.mfa_factors enable row level security;
CREATE TRIGGER mfa_factors_drop_recovery_codes AFTER DELETE ON auth.mfa_factors FOR EACH ROW EXECUTE FUNCTION private.drop_recovery_codes();
CREATE TRIGGER mfa_factors_lower_sessions BEFORE DELETE ON auth.mfa_factors FOR EACH ROW EXECUTE FUNCTION private.lower_sessions();
CREATE TRIGGER mfa_factors_touch BEFORE UPDATE ON auth.mfa_factors FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "the shop itself may do everything" on auth.mfa_factors as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on auth.mfa_factors to service_role;

create table auth.oauth_states (
  state_hash text not null,
  provider text not null,
  nonce text not null,
  code_verifier text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text,
  linking_user uuid,
  browser_hash text not null,
  linking_session uuid,
  created_at timestamp with time zone default now() not null,
  constraint oauth_states_pkey PRIMARY KEY (state_hash),
  constraint oauth_states_code_challenge_method_check CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text]))),
  constraint oauth_states_linking_session_fkey FOREIGN KEY (linking_session) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint oauth_states_linking_user_fkey FOREIGN KEY (linking_user) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.oauth_states enable row level security;
CREATE INDEX oauth_states_age ON auth.oauth_states USING btree (created_at);
CREATE INDEX oauth_states_session ON auth.oauth_states USING btree (linking_session);
CREATE INDEX oauth_states_user ON auth.oauth_states USING btree (linking_user);
create policy "the shop itself may do everything" on auth.oauth_states as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on auth.oauth_states to service_role;

create table auth.one_time_tokens (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  token_type text not null,
  token_hash text not null,
  code_hash text not null,
  relates_to text not null,
  flow_state_id uuid,
  expires_at timestamp with time zone not null,
  pending_password text,
  pending_data jsonb,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_token_hash_key UNIQUE (token_hash),
  constraint one_time_tokens_user_id_token_type_key UNIQUE (user_id, token_type),
  constraint one_time_tokens_token_type_check CHECK ((token_type = ANY (ARRAY['confirmation_token'::text, 'recovery_token'::text, 'email_change_token_new'::text, 'email_change_token_current'::text, 'phone_change_token'::text, 'reauthentication_token'::text]))),
  constraint one_time_tokens_flow_state_id_fkey FOREIGN KEY (flow_state_id) REFERENCES auth.flow_state(id) ON DELETE CASCADE,
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.one_time_tokens enable row level security;
CREATE INDEX one_time_tokens_address ON auth.one_time_tokens USING btree (relates_to);
CREATE INDEX one_time_tokens_expiry ON auth.one_time_tokens USING btree (expires_at);
create policy "the shop itself may do everything" on auth.one_time_tokens as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on auth.one_time_tokens to service_role;

create table auth.recovery_codes (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  code_hash text not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint recovery_codes_pkey PRIMARY KEY (id),
  constraint recovery_code_known UNIQUE (code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.recovery_codes enable row level security;
CREATE INDEX recovery_codes_user ON auth.recovery_codes USING btree (user_id);
create policy "the shop itself may do everything" on auth.recovery_codes as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on auth.recovery_codes to service_role;

create table auth.refresh_tokens (
  id bigint generated always as identity not null,
  token text not null,
  parent text,
  user_id uuid not null,
  session_id uuid not null,
  revoked boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint refresh_tokens_pkey PRIMARY KEY (id),
  constraint refresh_tokens_token_key UNIQUE (token),
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint refresh_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.refresh_tokens enable row level security;
CREATE UNIQUE INDEX refresh_tokens_live ON auth.refresh_tokens USING btree (session_id) WHERE (NOT revoked);
CREATE INDEX refresh_tokens_session ON auth.refresh_tokens USING btree (session_id, id);
CREATE INDEX refresh_tokens_user ON auth.refresh_tokens USING btree (user_id);
create policy "the shop itself may do everything" on auth.refresh_tokens as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on auth.refresh_tokens to service_role;

create table auth.sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  factor_id uuid,
  aal text default 'aal1'::text not null,
  not_after timestamp with time zone,
  refreshed_at timestamp with time zone,
  user_agent text,
  ip text,
  tag text,
  reauthenticated_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  staff_since timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text, 'aal3'::text]))),
  constraint sessions_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE SET NULL,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.sessions enable row level security;
CREATE INDEX sessions_user ON auth.sessions USING btree (user_id, created_at);
CREATE TRIGGER limit_staff_session BEFORE INSERT ON auth.sessions FOR EACH ROW EXECUTE FUNCTION private.limit_staff_session();
CREATE TRIGGER sessions_notify_close AFTER UPDATE OF not_after ON auth.sessions FOR EACH ROW WHEN ((new.not_after <= now())) EXECUTE FUNCTION private.notify_session_end();
CREATE TRIGGER sessions_notify_end AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION private.notify_session_end();
create policy "the shop itself may do everything" on auth.sessions as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on auth.sessions to service_role;

create table auth.users (
  id uuid default gen_random_uuid() not null,
  aud text default 'authenticated'::text not null,
  role text default 'authenticated'::text not null,
  email text,
  encrypted_password text,
  email_confirmed_at timestamp with time zone,
  invited_at timestamp with time zone,
  confirmation_sent_at timestamp with time zone,
  recovery_sent_at timestamp with time zone,
  email_change text,
  email_change_sent_at timestamp with time zone,
  email_change_confirm_status smallint default 0 not null,
  phone text,
  phone_confirmed_at timestamp with time zone,
  phone_change text,
  phone_change_sent_at timestamp with time zone,
  confirmed_at timestamp with time zone generated always as (LEAST(email_confirmed_at, phone_confirmed_at)) stored,
  reauthentication_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  raw_app_meta_data jsonb default '{}'::jsonb not null,
  raw_user_meta_data jsonb default '{}'::jsonb not null,
  is_super_admin boolean default false not null,
  is_sso_user boolean default false not null,
  is_anonymous boolean default false not null,
  banned_until timestamp with time zone,
  deleted_at timestamp with time zone,
  instance_id uuid default '00000000-0000-0000-0000-000000000000'::uuid,
  confirmation_token text default ''::text not null,
  recovery_token text default ''::text not null,
  email_change_token_new text default ''::text not null,
  email_change_token_current text default ''::text not null,
  phone_change_token text default ''::text not null,
  reauthentication_token text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint email_exists UNIQUE (email),
  constraint phone_exists UNIQUE (phone),
  constraint email_invalid CHECK (private.is_email(email)),
  constraint users_email_change_confirm_status_check CHECK (((email_change_confirm_status >= 0) AND (email_change_confirm_status <= 2)))
);
alter table auth.users enable row level security;
CREATE TRIGGER anonymise_orders BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.anonymise_orders();
CREATE TRIGGER anonymise_staff_discounts BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.anonymise_staff_discounts();
CREATE TRIGGER claim_guest_orders AFTER INSERT ON auth.users FOR EACH ROW WHEN (((new.email_confirmed_at IS NOT NULL) AND (NOT new.is_anonymous))) EXECUTE FUNCTION private.claim_guest_orders();
CREATE TRIGGER claim_guest_orders_on_confirmation AFTER UPDATE OF email, email_confirmed_at ON auth.users FOR EACH ROW WHEN (((new.email_confirmed_at IS NOT NULL) AND (NOT new.is_anonymous) AND ((old.email_confirmed_at IS NULL) OR (old.email IS DISTINCT FROM new.email)))) EXECUTE FUNCTION private.claim_guest_orders();
CREATE TRIGGER complete_profile AFTER UPDATE OF email_confirmed_at, phone_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.confirmed_at IS NULL) AND (new.confirmed_at IS NOT NULL) AND (NOT old.is_anonymous))) EXECUTE FUNCTION private.complete_profile();
CREATE TRIGGER create_profile AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.create_profile();
CREATE TRIGGER link_mail_recipient AFTER INSERT OR UPDATE OF email, email_confirmed_at ON auth.users FOR EACH ROW EXECUTE FUNCTION private.link_mail_recipient();
CREATE TRIGGER note_buyer AFTER INSERT ON auth.users FOR EACH ROW WHEN ((NOT new.is_anonymous)) EXECUTE FUNCTION private.note_buyer_account();
CREATE TRIGGER note_changed_buyer AFTER UPDATE OF email, email_confirmed_at, phone, is_anonymous ON auth.users FOR EACH ROW WHEN (((NOT new.is_anonymous) AND ((((new.email IS DISTINCT FROM old.email) OR (new.email_confirmed_at IS DISTINCT FROM old.email_confirmed_at)) OR (new.phone IS DISTINCT FROM old.phone)) OR (new.is_anonymous IS DISTINCT FROM old.is_anonymous)))) EXECUTE FUNCTION private.note_buyer_account();
CREATE TRIGGER purge_order_links BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.purge_order_links();
CREATE TRIGGER users_carried_over BEFORE INSERT OR UPDATE OF confirmation_token, recovery_token, email_change_token_new, email_change_token_current, phone_change_token, reauthentication_token, email_change, phone_change ON auth.users FOR EACH ROW EXECUTE FUNCTION private.carry_account();
CREATE TRIGGER users_notify_ban AFTER UPDATE OF banned_until, deleted_at ON auth.users FOR EACH ROW WHEN (((new.banned_until > now()) OR (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION private.notify_ban();
CREATE TRIGGER users_touch BEFORE UPDATE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "the shop itself may do everything" on auth.users as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on auth.users to service_role;

create table storage.buckets (
  id text not null,
  name text not null,
  owner uuid,
  owner_id text,
  public boolean default false not null,
  type text default 'STANDARD'::text not null,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint buckets_pkey PRIMARY KEY (id),
  constraint buckets_name_key UNIQUE (name),
  constraint buckets_id_check CHECK ((id ~ '^[A-Za-z0-9_!.*''() &$=@;:+,?-]{1,100}$'::text))
);
alter table storage.buckets enable row level security;
CREATE TRIGGER buckets_touch BEFORE UPDATE ON storage.buckets FOR EACH ROW EXECUTE FUNCTION private.touch();
create policy "a second factor that exists was used" on storage.buckets as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "the shop itself may do everything" on storage.buckets as permissive for all to service_role
  using (true)
  with check (true);
grant select, delete on storage.buckets to anon;
grant select, delete on storage.buckets to authenticated;
grant select, insert, update, delete on storage.buckets to service_role;
grant insert (id, name, owner, owner_id, public, type, file_size_limit, allowed_mime_types) on storage.buckets to anon;
grant update (name, owner, owner_id, public, file_size_limit, allowed_mime_types) on storage.buckets to anon;
grant insert (id, name, owner, owner_id, public, type, file_size_limit, allowed_mime_types) on storage.buckets to authenticated;
grant update (name, owner, owner_id, public, file_size_limit, allowed_mime_types) on storage.buckets to authenticated;

create table storage.objects (
  id uuid default gen_random_uuid() not null,
  bucket_id text not null,
  name text not null,
  owner uuid,
  owner_id text,
  version text default (gen_random_uuid())::text not null,
  metadata jsonb default '{}'::jsonb not null,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/'::text)) stored,
  last_accessed_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint objects_pkey PRIMARY KEY (id),
  constraint key_already_exists UNIQUE (bucket_id, name),
  constraint objects_name_check CHECK ((name <> ''::text)),
  constraint objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON UPDATE CASCADE
);
alter table storage.objects enable row level security;
CREATE INDEX objects_folder ON storage.objects USING btree (bucket_id COLLATE "C", name COLLATE "C");
CREATE UNIQUE INDEX objects_version ON storage.objects USING btree (version);
CREATE TRIGGER limit_folder BEFORE INSERT ON storage.objects FOR EACH ROW WHEN (((new.owner_id IS NOT NULL) AND (new.bucket_id = ANY (ARRAY['avatars'::text, 'payment-proofs'::text, 'return-photos'::text])))) EXECUTE FUNCTION private.limit_folder();
CREATE TRIGGER objects_touch BEFORE UPDATE ON storage.objects FOR EACH ROW EXECUTE FUNCTION private.touch();
CREATE TRIGGER require_file_owner BEFORE INSERT ON storage.objects FOR EACH ROW WHEN (((new.owner_id IS NOT NULL) AND (new.bucket_id = ANY (ARRAY['avatars'::text, 'payment-proofs'::text, 'return-photos'::text])))) EXECUTE FUNCTION private.require_file_owner();
create policy "a second factor that exists was used" on storage.objects as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "customers add pictures to their returns" on storage.objects as permissive for insert to authenticated
  with check (((bucket_id = 'return-photos'::text) AND (array_length(storage.foldername(name), 1) = 1) AND private.awaits_photos((storage.foldername(name))[1], ( SELECT auth.uid() AS uid))));
create policy "customers and staff see pictures of returns" on storage.objects as permissive for select to authenticated
  using (((bucket_id = 'return-photos'::text) AND ((owner_id = (( SELECT auth.uid() AS uid))::text) OR ( SELECT private.may('returns.read'::text) AS may))));
create policy "payers add pictures of their transfer" on storage.objects as permissive for insert to authenticated
  with check (((bucket_id = 'payment-proofs'::text) AND (array_length(storage.foldername(name), 1) = 1) AND private.awaits_proof((storage.foldername(name))[1], ( SELECT auth.uid() AS uid))));
create policy "payers and staff see pictures of transfers" on storage.objects as permissive for select to authenticated
  using (((bucket_id = 'payment-proofs'::text) AND ((owner_id = (( SELECT auth.uid() AS uid))::text) OR ( SELECT private.may('payments.read'::text) AS may))));
create policy "people add pictures of themselves" on storage.objects as permissive for insert to authenticated
  with check (((bucket_id = 'avatars'::text) AND (array_length(storage.foldername(name), 1) = 1) AND private.may_add_avatar((storage.foldername(name))[1], ( SELECT auth.uid() AS uid))));
create policy "people list pictures of themselves" on storage.objects as permissive for select to authenticated
  using (((bucket_id = 'avatars'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)));
create policy "people remove pictures of themselves" on storage.objects as permissive for delete to authenticated
  using (((bucket_id = 'avatars'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)));
create policy "people replace pictures of themselves" on storage.objects as permissive for update to authenticated
  using (((bucket_id = 'avatars'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)))
  with check (((bucket_id = 'avatars'::text) AND (array_length(storage.foldername(name), 1) = 1) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)));
create policy "staff with the right upload files to import" on storage.objects as permissive for insert to authenticated
  with check (((bucket_id = 'import-uploads'::text) AND (array_length(storage.foldername(name), 1) = 1) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) AND ( SELECT private.may('imports.run'::text) AS may)));
create policy "staff with the right upload pictures" on storage.objects as permissive for insert to authenticated
  with check (((bucket_id = 'media-uploads'::text) AND (array_length(storage.foldername(name), 1) = 1) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) AND ( SELECT private.may('media.manage'::text) AS may)));
create policy "the shop itself may do everything" on storage.objects as permissive for all to service_role
  using (true)
  with check (true);
grant select, delete on storage.objects to anon;
grant select, delete on storage.objects to authenticated;
grant select, insert, update, delete on storage.objects to service_role;
grant insert (bucket_id, name, owner, owner_id, metadata, user_metadata) on storage.objects to anon;
grant update (bucket_id, name, owner, owner_id, metadata, user_metadata) on storage.objects to anon;
grant insert (bucket_id, name, owner, owner_id, metadata, user_metadata) on storage.objects to authenticated;
grant update (bucket_id, name, owner, owner_id, metadata, user_metadata) on storage.objects to authenticated;

create unlogged table realtime.changes (
  id bigint generated always as identity not null,
  transaction xid8 default pg_current_xact_id() not null,
  relation oid not null,
  kind text not null,
  record jsonb,
  old_record jsonb,
  errors text[],
  changed_at timestamp with time zone default now() not null,
  constraint changes_pkey PRIMARY KEY (id),
  constraint changes_kind_check CHECK ((kind = ANY (ARRAY['INSERT'::text, 'UPDATE'::text, 'DELETE'::text])))
);
alter table realtime.changes enable row level security;
CREATE INDEX changes_age ON realtime.changes USING btree (changed_at);
CREATE INDEX changes_transaction ON realtime.changes USING btree (transaction, id);
create policy "the shop itself may do everything" on realtime.changes as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on realtime.changes to service_role;

create unlogged table realtime.listeners (
  node_id uuid not null,
  schema_name text not null,
  table_name text,
  constraint listeners_node_id_schema_name_table_name_key UNIQUE NULLS NOT DISTINCT (node_id, schema_name, table_name),
  constraint listeners_node_id_fkey FOREIGN KEY (node_id) REFERENCES realtime.nodes(id) ON DELETE CASCADE
);
alter table realtime.listeners enable row level security;
create policy "the shop itself may do everything" on realtime.listeners as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on realtime.listeners to service_role;

create unlogged table realtime.long_notices (
  id uuid default gen_random_uuid() not null,
  notice jsonb not null,
  inserted_at timestamp with time zone default now() not null,
  constraint long_notices_pkey PRIMARY KEY (id)
);
alter table realtime.long_notices enable row level security;
CREATE INDEX long_notices_age ON realtime.long_notices USING btree (inserted_at);
create policy "the shop itself may do everything" on realtime.long_notices as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on realtime.long_notices to service_role;

create table realtime.messages (
  id uuid default gen_random_uuid() not null,
  topic text not null,
  extension text not null,
  event text,
  payload jsonb,
  private boolean default false not null,
  inserted_at timestamp with time zone default clock_timestamp() not null,
  binary_payload bytea,
  expires_at timestamp with time zone default (now() + '3 days'::interval) not null,
  updated_at timestamp with time zone default now() not null,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_extension_check CHECK ((extension = ANY (ARRAY['broadcast'::text, 'presence'::text])))
);
alter table realtime.messages enable row level security;
CREATE INDEX messages_age ON realtime.messages USING btree (expires_at);
CREATE INDEX messages_topic ON realtime.messages USING btree (topic, inserted_at DESC);
CREATE TRIGGER deliver_message AFTER INSERT ON realtime.messages FOR EACH ROW WHEN (((new.extension = 'broadcast'::text) AND (new.event IS NOT NULL))) EXECUTE FUNCTION private.deliver_message();
create policy "a second factor that exists was used" on realtime.messages as restrictive for all to authenticated
  using (( SELECT private.has_required_aal() AS has_required_aal))
  with check (( SELECT private.has_required_aal() AS has_required_aal));
create policy "staff hear of their own notifications" on realtime.messages as permissive for select to authenticated
  using (
CASE
    WHEN ((extension = 'broadcast'::text) AND (( SELECT realtime.topic() AS topic) ~~ 'staff:%'::text)) THEN ((( SELECT realtime.topic() AS topic) = ('staff:'::text || (( SELECT auth.uid() AS uid))::text)) AND ( SELECT private.is_staff() AS is_staff))
    ELSE false
END);
create policy "the shop itself may do everything" on realtime.messages as permissive for all to service_role
  using (true)
  with check (true);
create policy "whoever may read a thing sees who has it open" on realtime.messages as permissive for select to authenticated
  using (((extension = 'presence'::text) AND ( SELECT private.may_join_desk(realtime.topic()) AS may_join_desk)));
create policy "whoever may read a thing shows that they have it open" on realtime.messages as permissive for insert to authenticated
  with check (((extension = 'presence'::text) AND ( SELECT private.may_join_desk(realtime.topic()) AS may_join_desk)));
create policy "whoever may read mails follows a campaign" on realtime.messages as permissive for select to authenticated
  using (((extension = 'broadcast'::text) AND ( SELECT private.may_follow_campaign(realtime.topic()) AS may_follow_campaign)));
create policy "whoever reads an order hears of it" on realtime.messages as permissive for select to authenticated
  using (((extension = 'broadcast'::text) AND (((( SELECT realtime.topic() AS topic) = 'orders'::text) AND ( SELECT private.may('orders.read'::text) AS may)) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE (('order:'::text || (orders.id)::text) = ( SELECT realtime.topic() AS topic)))))));
grant select, insert on realtime.messages to anon;
grant select, insert on realtime.messages to authenticated;
grant select, insert, update, delete on realtime.messages to service_role;

create unlogged table realtime.nodes (
  id uuid not null,
  seen_at timestamp with time zone default now() not null,
  constraint nodes_pkey PRIMARY KEY (id)
);
alter table realtime.nodes enable row level security;
create policy "the shop itself may do everything" on realtime.nodes as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on realtime.nodes to service_role;

create unlogged table realtime.presences (
  channel_id uuid not null,
  node_id uuid not null,
  topic text not null,
  private boolean not null,
  key text not null,
  meta jsonb not null,
  tracked_at timestamp with time zone default now() not null,
  constraint presences_pkey PRIMARY KEY (channel_id),
  constraint presences_node_id_fkey FOREIGN KEY (node_id) REFERENCES realtime.nodes(id) ON DELETE CASCADE
);
alter table realtime.presences enable row level security;
CREATE INDEX presences_node ON realtime.presences USING btree (node_id);
CREATE INDEX presences_topic ON realtime.presences USING btree (topic, private);
create policy "the shop itself may do everything" on realtime.presences as permissive for all to service_role
  using (true)
  with check (true);
grant select, insert, update, delete on realtime.presences to service_role;

create view catalogue.counts as
 SELECT category_id,
    key,
    (sum(n))::integer AS n
   FROM ( SELECT catalogue_counts.category_id,
            catalogue_counts.key,
            catalogue_counts.n
           FROM private.catalogue_counts
        UNION ALL
         SELECT catalogue_count_changes.category_id,
            catalogue_count_changes.key,
            catalogue_count_changes.n
           FROM private.catalogue_count_changes
        UNION ALL
         SELECT catalogue_places.category_id,
            key.key,
            '-1'::integer
           FROM private.catalogue_places,
            LATERAL unnest(catalogue_places.keys) key(key)
          WHERE (catalogue_places.newness < private.newness(now()))) counted
  GROUP BY category_id, key;
grant select on catalogue.counts to anon;
grant select on catalogue.counts to authenticated;
grant select on catalogue.counts to service_role;

create view catalogue.places as
 SELECT category_id,
    product_id,
    is_out,
    sales_rank,
    newness,
    price_from,
    price_to,
    price_down,
    spread,
    name_id,
    name_en,
    marks
   FROM private.catalogue_places
  WHERE (newness >= private.newness(now()));
grant select on catalogue.places to anon;
grant select on catalogue.places to authenticated;
grant select on catalogue.places to service_role;

create view catalogue.product_categories as
 SELECT c.product_id,
    c.category_id
   FROM (public.product_categories c
     JOIN catalogue.products p ON ((p.id = c.product_id)));
grant select on catalogue.product_categories to anon;
grant select on catalogue.product_categories to authenticated;
grant select on catalogue.product_categories to service_role;

create view catalogue.product_sold as
 SELECT product_id,
    shown
   FROM private.product_sold
  WHERE (shown IS NOT NULL);
grant select on catalogue.product_sold to anon;
grant select on catalogue.product_sold to authenticated;
grant select on catalogue.product_sold to service_role;

create view catalogue.products as
 SELECT id,
    slug,
    name,
    options,
    option_values,
    takes_designs AS personalisable,
    published_at,
    best_seller_rank,
    price_from,
    price_to,
    was_price,
    stock_band,
    colours,
    sizes,
    category_ids,
    (takes_designs AND print_required) AS print_required,
        CASE
            WHEN (takes_designs AND print_required) THEN NULL::uuid
            ELSE only_variant_id
        END AS only_variant_id,
    search_text,
    search
   FROM public.products
  WHERE ((status = 'published'::text) AND (published_at <= now()));
grant select on catalogue.products to anon;
grant select on catalogue.products to authenticated;
grant select on catalogue.products to service_role;

CREATE OR REPLACE FUNCTION public.stock_available(variant public.product_variants)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select available from public.stock_items
  where variant_id = variant.id
    and (private.may('stock.read') or coalesce(auth.jwt() ->> 'role', '') = 'service_role')
$function$;
-- callable by: authenticated, service_role

CREATE OR REPLACE FUNCTION private.actor_columns(actor text, OUT actor_kind text, OUT actor_id uuid, OUT actor_name text)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select split_part(coalesce(actor, 'job:database'), ':', 1), case when actor like 'person:%' then substr(actor, 8)::uuid end,
    case when actor not like 'person:%' then split_part(actor, ':', 2) end
$function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.add_counts(counts jsonb, added jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(key, n), '{}') from (
    select key, sum(value::integer) as n
    from (select * from jsonb_each_text(counts) union all select * from jsonb_each_text(added)) each
    group by key having sum(value::integer) <> 0) w
$function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.add_customer(address text, person_name text, person_language text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := gen_random_uuid();
begin
  insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data)
  values (person, address, '{"provider": "email", "providers": ["email"]}',
    jsonb_build_object('full_name', person_name, 'language', person_language))
  on conflict do nothing;
  if not found then return null; end if;
  insert into auth.identities (provider_id, user_id, identity_data, provider)
  values (person::text, person, jsonb_build_object('sub', person, 'email', address, 'email_verified', false,
    'phone_verified', false), 'email');
  return person;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.add_scheduled_jobs(jobs jsonb, present_minute bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with due as (
    insert into private.scheduled_runs as r (task, minute)
    select j.task, present_minute from jsonb_to_recordset(jobs) j (task text) order by j.task
    on conflict (task) do update set minute = excluded.minute where r.minute <> excluded.minute
    returning r.task
  )
  select graphile_worker.add_job(j.task, run_at => now(), job_key => 'scheduled:' || j.task, max_attempts => j.attempts)
  from jsonb_to_recordset(jobs) j (task text, attempts integer) join due using (task)
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.adopt_words(common integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.vocabulary where counted = 0;
  update private.vocabulary set products = counted, counted = 0, gathered = '{}',
    best = case when counted >= common then gathered else '{}' end;
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.amount_due(target uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select greatest(0, case when o.status in ('placed', 'completed') then o.total else coalesce(o.deposit, o.total) end
    - o.paid_total - (
      select coalesce(sum(case r.status when 'succeeded' then r.amount - r.overpaid else -r.overpaid end), 0)
      from public.refunds r where r.order_id = o.id))::bigint
  from public.orders o where o.id = target
$function$;
-- callable by: authenticated, service_role

CREATE OR REPLACE FUNCTION private.announce_customisation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  of_order uuid := (select order_id from public.customisations where id = changed);
begin
  perform realtime.send(jsonb_build_object('order_id', of_order, 'kind', 'customisation'), 'changed',
    'order:' || of_order, true);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.announce_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  told jsonb := jsonb_build_object('order_id', new.order_id, 'kind', new.kind);
begin
  perform realtime.publish(jsonb_build_object('topic', topic, 'event', 'changed', 'payload', told, 'private', true))
  from unnest(array['order:' || new.order_id, 'orders']) as topic;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.anonymise_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Notes of staff may name a person.
  update public.refunds set note = '', actor_id = nullif(actor_id, old.id)
    where order_id in (select id from public.orders where customer_id = old.id) or actor_id = old.id;
  update public.order_cancellations set note = '', actor_id = nullif(actor_id, old.id)
    where order_id in (select id from public.orders where customer_id = old.id) or actor_id = old.id;
  update public.order_withdrawals set actor_id = null where actor_id = old.id;
  update public.stock_movements set actor_id = null where actor_id = old.id;
  update public.returns set note = '', answer = '', tracking_number = '', courier = '' where customer_id = old.id;
  return old;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.anonymise_redemption_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.promo_customer_uses set customer_key = 'deleted:' || gen_random_uuid()
  where redemption_id = new.id;
  update public.promo_redemptions set customer_keys = '{}' where id = new.id and customer_keys <> '{}';
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.anonymise_staff_discounts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.order_staff_discounts d set reason = '' from public.order_lines l
    where l.id = d.order_line_id and l.customer_id = old.id;
  return old;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.append_automation_chunk(of_campaign integer, recipients uuid[], occasions text[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  a private.mail_automations;
  c private.mail_campaigns;
  added uuid[];
  next_chunk integer;
begin
  select o.* into a from private.mail_automations o join private.mail_campaigns t on t.automation = o.slug
  where t.number = of_campaign for update of o;
  select * into c from private.mail_campaigns where number = of_campaign for update;
  if c.status is distinct from 'sending' or not c.accepts_until > clock_timestamp() or not private.runs_automation(a.slug) then
    return null;
  end if;
  with wanted as (
    select w.recipient, w.occasion from unnest(recipients, occasions) w (recipient, occasion)
    join private.mail_recipients r on r.id = w.recipient
    where not exists (
        select from private.mail_deliveries d where d.recipient_id = w.recipient and d.campaign = of_campaign)
      and not exists (
        select from private.automation_runs q where q.automation = a.slug and q.recipient_id = w.recipient
          and q.created_at > clock_timestamp() - make_interval(days => a.quiet_days))
  ), runs as (
    insert into private.automation_runs (automation, recipient_id, occasion)
    select a.slug, w.recipient, w.occasion from wanted w
    on conflict do nothing returning recipient_id
  )
  select coalesce(array_agg(distinct recipient_id), '{}') into added from runs;
  if cardinality(added) = 0 then return 0; end if;
  select coalesce(max(k.chunk) + 1, 0) into next_chunk from private.mail_chunks k where k.campaign = of_campaign;
  insert into private.mail_chunks (campaign, chunk, size) values (of_campaign, next_chunk, cardinality(added));
  insert into private.mail_deliveries (campaign, n, recipient_id, version_id)
  select of_campaign, next_chunk * 1000 + p.place, p.id, coalesce(own.id, other.id)
  from unnest(added) with ordinality p (id, place)
  join private.mail_recipients r on r.id = p.id
  left join private.mail_versions own on own.campaign = of_campaign and own.language = r.language
  left join private.mail_versions other on other.campaign = of_campaign and other.language = c.fallback_language;
  update private.mail_campaigns set total = total + cardinality(added) where number = of_campaign;
  return cardinality(added);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.applied_migrations()
 RETURNS TABLE(name text, checksum text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select a.name, a.checksum from migrations.applied a order by a.name collate "C" $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.apply_hold()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  change integer := 0;
begin
  if tg_op = 'UPDATE' and (new.order_id, new.variant_id, new.quantity)
      is distinct from (old.order_id, old.variant_id, old.quantity) then
    raise exception 'a hold only changes its status' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and old.status = 'active' and new.status = 'allocated' then
    -- The allocated movements must cover the hold exactly, or the ledger would not add up.
    if new.quantity <> (
      select coalesce(sum(quantity), 0) from public.stock_movements m
      where m.order_id = new.order_id and m.variant_id = new.variant_id and m.kind = 'allocated'
    ) then
      raise exception 'a hold is allocated by its movements' using errcode = 'restrict_violation';
    end if;
    return null;
  end if;
  if tg_op = 'UPDATE' and old.status = 'active' then change := change - old.quantity; end if;
  if new.status = 'active' then change := change + new.quantity; end if;
  if change <> 0 then
    update public.stock_items set held = held + change, updated_at = now() where variant_id = new.variant_id;
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.apply_movement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_held boolean := new.kind = 'allocated' and exists (
    select from public.stock_holds h
    where h.order_id = new.order_id and h.variant_id = new.variant_id and h.status = 'active');
begin
  update public.stock_items set
    on_hand = on_hand + private.on_hand_change(new.kind, new.quantity),
    allocated = allocated + case new.kind
      when 'allocated' then new.quantity when 'unshipped' then new.quantity when 'released' then -new.quantity when 'shipped' then -new.quantity
      else 0 end,
    held = held - case when was_held then new.quantity else 0 end,
    updated_at = now()
  where variant_id = new.variant_id;
  if not found then
    raise exception 'no stock item' using errcode = 'foreign_key_violation', constraint = 'stock_item_missing';
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.apply_redemption()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  promotion public.promotions;
  was_claimed boolean := tg_op = 'UPDATE' and old.status = 'claimed';
  key text;
  place integer;
begin
  if tg_op = 'UPDATE' and (new.promotion_id, new.order_id, new.code, new.discount)
      is distinct from (old.promotion_id, old.order_id, old.code, old.discount) then
    raise exception 'a redemption only changes its status' using errcode = 'restrict_violation';
  end if;
  if (new.status = 'claimed') = was_claimed then return null; end if;
  if was_claimed then
    update public.promotions set used = used - 1, spent = spent - new.discount where id = new.promotion_id;
    update public.promo_codes set used = false where code = new.code and single_use;
    delete from private.promo_customer_uses where redemption_id = new.id;
    return null;
  end if;

  update public.promotions set used = used + 1, spent = spent + new.discount
  where id = new.promotion_id
    and (usage_limit is null or used < usage_limit) and (budget is null or spent + new.discount <= budget)
  returning * into promotion;
  if not found then
    select * into promotion from public.promotions where id = new.promotion_id;
    if promotion.used >= promotion.usage_limit then
      raise exception 'promotion used up' using errcode = 'check_violation', constraint = 'promo_exhausted';
    end if;
    raise exception 'budget of the promotion spent'
      using errcode = 'check_violation', constraint = 'promo_budget_spent';
  end if;
  -- The update above locks the promotion's row. Concurrent orders run one after the other, and each sees the earlier ones.
  if tg_op = 'INSERT' and promotion.first_order_only and exists (
    select from public.orders mine join public.orders o on o.id <> mine.id and o.status not in ('canceled', 'expired')
      and (o.customer_id = mine.customer_id or private.normalised_email(o.email) = private.normalised_email(mine.email))
    where mine.id = new.order_id
  ) then
    raise exception 'not a first order' using errcode = 'check_violation', constraint = 'promo_already_used';
  end if;
  if new.code <> '' then
    update public.promo_codes set used = true where code = new.code and single_use and not used;
    if not found and exists (select from public.promo_codes where code = new.code and single_use) then
      raise exception 'code used' using errcode = 'check_violation', constraint = 'promo_exhausted';
    end if;
  end if;
  foreach key in array array(select distinct unnest(new.customer_keys || ('user:' || new.customer_key))) loop
    select min(free.n) into place from generate_series(1, coalesce(promotion.per_customer_limit, (
      select count(*)::int + 1 from private.promo_customer_uses u
      where u.promotion_id = new.promotion_id and u.customer_key = key))) free (n)
    where not exists (select from private.promo_customer_uses u
      where u.promotion_id = new.promotion_id and u.customer_key = key and u.n = free.n);
    if place is null then
      raise exception 'promotion used by this customer'
        using errcode = 'check_violation', constraint = 'promo_already_used';
    end if;
    insert into private.promo_customer_uses (promotion_id, customer_key, n, redemption_id)
    values (new.promotion_id, key, place, new.id);
  end loop;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.apply_site(of_document text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document text;
  due public.site_schedule;
  shown integer;
  applied integer := 0;
begin
  if private.current_actor() is null then perform set_config('shop.actor', 'job:apply-site', true); end if;
  for document in
    select d.id from public.site_documents d
    where d.id = of_document or (of_document is null and exists (
      select from public.site_schedule s where s.document_id = d.id
        and (s.state = 'waiting' and s.starts_at <= now() or s.state = 'on' and s.ends_at <= now())))
    order by d.id for update of d
  loop
    for due in
      select * from public.site_schedule s where s.document_id = document and s.state = 'waiting' and s.starts_at <= now()
        and s.ends_at is null order by s.starts_at
    loop
      update public.site_documents set published_version = due.version where id = document;
      update public.site_schedule set state = 'over' where id = due.id;
    end loop;
    update public.site_schedule set state = case when ends_at <= now() then 'over' else 'on' end
    where document_id = document and starts_at <= now() and ends_at is not null
      and (state = 'waiting' or state = 'on' and ends_at <= now());
    shown := coalesce(
      (select s.version from public.site_schedule s where s.document_id = document and s.state = 'on'),
      (select d.published_version from public.site_documents d where d.id = document));
    delete from public.site_live where document_id = document and version is distinct from shown;
    insert into public.site_live (document_id, version, body)
    select v.document_id, v.version, v.body from public.site_versions v where v.document_id = document and v.version = shown
    on conflict (document_id) do nothing;
    applied := applied + 1;
  end loop;
  return applied;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.apply_terms()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.are_mail_tags(tags text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select coalesce(bool_and(t is not null and length(t) between 1 and 40 and t = lower(btrim(t)) and t !~ '[[:cntrl:],;]'), true)
  from unnest(tags) t
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.are_tiers(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_typeof(value) = 'array' and not exists (
    select from (
      select tier, lag(tier -> 'up_to') over (order by n) as before, n
      from jsonb_array_elements(value) with ordinality t (tier, n)
    ) tiers
    where jsonb_typeof(tier -> 'price') is distinct from 'number' or (tier ->> 'price')::numeric < 0
      or coalesce(jsonb_typeof(tier -> 'up_to'), '') not in ('number', 'null')
      or n > 1 and (jsonb_typeof(before) = 'null'
        or (tier ->> 'up_to') is not null and (tier ->> 'up_to')::numeric <= (before #>> '{}')::numeric))
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.ask_confirmation(recipient uuid, topics text[], token_hash bytea, source text, evidence jsonb DEFAULT '{}'::jsonb, moved_from uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text;
begin
  perform from private.mail_recipients where id = recipient for update;
  if not found then return 'unknown'; end if;
  -- Spellings of one mailbox wait for each other; the next statement sees what they asked.
  perform pg_advisory_xact_lock(hashtextextended(encode(r.mailbox_hash, 'hex'), 20))
  from private.mail_recipients r where r.id = recipient;
  if moved_from is null and not private.is_mail_suppressed(recipient) and not exists (
    select from unnest(topics) t where not exists (
      select from public.subscriptions s
      where s.recipient_id = recipient and s.topic = t and s.state = 'subscribed' and s.level = 'confirmed'))
  then
    return 'known';
  end if;
  if exists (
    select from private.mail_recipients r join private.mail_recipients same on same.mailbox_hash = r.mailbox_hash
    join private.mail_tokens k on k.recipient_id = same.id and k.kind = 'confirm'
    where r.id = recipient
    having count(*) filter (where k.created_at > clock_timestamp() - interval '1 day') >= 1
      or count(*) filter (where k.created_at > clock_timestamp() - interval '30 days') >= 3
      or count(*) filter (where k.created_at > clock_timestamp() - interval '90 days') >= 1 and exists (
        select from private.mail_recipients r join private.mail_suppressions x on x.email_hash = r.email_hash
        where r.id = recipient and x.reason = 'hard_bounce' and x.lifted_by is null))
  then
    return 'limited';
  end if;
  foreach wanted in array topics loop
    insert into public.subscriptions (recipient_id, topic, owner_id, state, level, source)
    select r.id, wanted, r.user_id, 'pending', 'single', ask_confirmation.source
    from private.mail_recipients r where r.id = recipient
    on conflict do nothing;
    perform private.record_mail_event(recipient, wanted, 'asked', ask_confirmation.source, evidence);
  end loop;
  insert into private.mail_tokens (hash, recipient_id, kind, topics, source, moved_from, expires_at)
  values (token_hash, recipient, 'confirm', topics, ask_confirmation.source, ask_confirmation.moved_from,
    clock_timestamp() + interval '7 days');
  return 'asked';
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.assign_account(person uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account record;
  own uuid;
  guest uuid;
begin
  select u.created_at, case when u.email_confirmed_at is not null then private.normalised_email(u.email) end as mailbox
  into account from auth.users u join public.profiles p on p.id = u.id
  where u.id = person and not u.is_anonymous and u.deleted_at is null
    and (p.role = 'CUSTOMER' or exists (select from public.orders o where o.customer_id = u.id));
  if not found then return null; end if;
  own := (select b.id from public.buyers b where b.account_id = person);
  guest := (select b.id from public.buyers b where b.mailbox = account.mailbox and b.account_id is null);
  if own is null and guest is null then
    insert into public.buyers (account_id, created_at) values (person, account.created_at) returning id into own;
  elsif own is null then
    update public.buyers set account_id = person where id = guest;
    own := guest;
  elsif guest is not null then
    perform private.join_buyers(guest, own);
  end if;
  -- Spellings of one mailbox may have two accounts: it stays with the first.
  update public.buyers b set mailbox = account.mailbox
  where b.id = own and b.mailbox is distinct from account.mailbox
    and not exists (select from public.buyers other where other.mailbox = account.mailbox);
  return own;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.assign_buyers(order_ids uuid[], account_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  own uuid;
  moved record;
  touched uuid[] := '{}';
  emptied uuid[] := '{}';
  gained uuid[] := '{}';
  n integer;
begin
  for person in select distinct customer_id from public.orders where id = any (order_ids) and customer_id is not null
  loop
    perform private.assign_account(person);
  end loop;
  foreach person in array account_ids loop
    own := private.assign_account(person);
    touched := touched || own;
    -- Orders that the account placed as a guest.
    order_ids := order_ids || array(
      select id from public.orders where customer_id = person and buyer_id is distinct from own);
  end loop;
  insert into public.buyers (mailbox, created_at)
  select k.mailbox, min(k.created_at) from private.buyer_keys(order_ids) k where k.mailbox is not null group by k.mailbox
  on conflict (mailbox) do nothing;
  insert into public.buyers (phone, created_at)
  select k.phone, min(k.created_at) from private.buyer_keys(order_ids) k where k.phone is not null group by k.phone
  on conflict (phone) where account_id is null and mailbox is null do nothing;
  for moved in
    select k.order_id, k.buyer_id as before, coalesce(k.account_buyer_id, m.id, p.id) as after
    from private.buyer_keys(order_ids) k
    left join public.buyers m on m.mailbox = k.mailbox
    left join public.buyers p on p.phone = k.phone and p.account_id is null and p.mailbox is null
    order by k.order_id
  loop
    touched := touched || moved.after || moved.before;
    continue when moved.before is not distinct from moved.after;
    update public.orders set buyer_id = moved.after where id = moved.order_id;
    if moved.before is not null then
      emptied := emptied || moved.before;
      gained := array_append(gained, moved.after);
    end if;
  end loop;
  -- A guest without an order has no row. Notes follow the last order to its new buyer, and go with an erased one.
  for n in 1 .. cardinality(emptied) loop
    continue when exists (select from public.orders where buyer_id = emptied[n])
      or not exists (select from public.buyers where id = emptied[n] and account_id is null);
    if gained[n] is null then
      delete from public.buyers where id = emptied[n];
    else
      perform private.join_buyers(emptied[n], gained[n]);
    end if;
  end loop;
  perform private.refresh_buyers(touched);
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.audit(target regclass, kind text, subject text, ignored text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  key_columns constant text[] := array(
    select a.attname from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = target and i.indisprimary order by a.attnum);
  call constant text := format('for each statement execute function private.audit_changes(%L, %L, %L, %L)',
    kind, subject, key_columns, ignored || array['version', 'updated_at']);
begin
  execute format('create trigger audit_insert after insert on %s referencing new table as added %s', target, call);
  execute format(
    'create trigger audit_update after update on %s referencing old table as removed new table as added %s', target, call);
  execute format('create trigger audit_delete after delete on %s referencing old table as removed %s', target, call);
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.audit_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.audit_entries (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, details)
  select who.actor_kind, who.actor_id, who.actor_name, 'approval.' || coalesce(new.decision, 'asked'), 'approval', new.id,
    jsonb_build_object('kind', new.kind, 'subject_id', new.subject_id, 'limit', new.limit_kind, 'amount', new.amount,
      'requested_by', new.requested_by)
  from private.actor_columns(case when new.decision = 'expired' then 'job:expire-approvals'
    else 'person:' || case when new.decision is null then new.requested_by else coalesce(new.decided_by, new.requested_by) end
    end) who;
  if new.decision is null then
    insert into private.staff_events (kind, subject_id, person_id)
    select 'approval_wanted', new.id, p.id from public.profiles p
    where p.role <> 'CUSTOMER' and p.id <> new.requested_by and private.may_all(p.id, new.permissions);
  elsif new.decision <> 'withdrawn' then
    insert into private.staff_events (kind, subject_id, person_id)
    select 'approval_decided', new.id, id from auth.users where id = new.requested_by;
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.audit_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := tg_argv[0];
  subject constant text := tg_argv[1];
  key_columns constant text[] := tg_argv[2];
  ignored constant text[] := tg_argv[3];
  actor text := private.current_actor();
  entries jsonb[];
begin
  -- The seed makes the shop that the log begins with.
  if actor = 'job:seed' then return null; end if;
  if tg_op = 'INSERT' then
    entries := array(select jsonb_build_object('row', r.value, 'changes', (
        select jsonb_object_agg(f.key, jsonb_build_array(null, f.value))
        from jsonb_each(r.value) f
        where f.key <> all (ignored) and f.value not in ('null', '""', '[]', '{}', '{"en": "", "id": ""}')))
      from (select to_jsonb(a) as value from added a) r);
  elsif tg_op = 'DELETE' then
    entries := array(select jsonb_build_object('row', r.value, 'changes', (
        select jsonb_object_agg(f.key, jsonb_build_array(f.value, null))
        from jsonb_each(r.value) f
        where f.key <> all (ignored) and f.value not in ('null', '""', '[]', '{}', '{"en": "", "id": ""}')))
      from (select to_jsonb(o) as value from removed o) r);
  else
    entries := array(
      select jsonb_build_object('row', n.value, 'changes', d.changes)
      from (select to_jsonb(a) as value, private.row_key(to_jsonb(a), key_columns) as key from added a) n
      join (select to_jsonb(r) as value, private.row_key(to_jsonb(r), key_columns) as key from removed r) o using (key)
      cross join lateral (
        select jsonb_object_agg(b.key, jsonb_build_array(b.value, e.value)) as changes
        from jsonb_each(o.value) b join jsonb_each(n.value) e using (key)
        where b.value is distinct from e.value and b.key <> all (ignored)
      ) d
      where d.changes is not null);
  end if;
  if entries = '{}' then return null; end if;
  -- A statement of another trigger, e.g. the deletion of rows that refer to a deleted one.
  if actor is null and pg_trigger_depth() > 1 then actor := 'job:database'; end if;
  if actor is null then
    raise exception 'nobody is named for a change of %', tg_table_name
      using errcode = 'restrict_violation', constraint = 'actor_missing';
  end if;
  insert into public.audit_entries (actor_kind, actor_id, actor_name, request_id, action, subject_kind, subject_id, row_key, changes)
  select who.actor_kind, who.actor_id, who.actor_name, nullif(current_setting('shop.request', true), ''),
    tg_table_name || case tg_op when 'INSERT' then '.created' when 'UPDATE' then '.changed' else '.deleted' end,
    kind, entry -> 'row' ->> subject,
    nullif(private.row_key(entry -> 'row', key_columns), entry -> 'row' ->> subject),
    coalesce(entry -> 'changes', '{}')
  from unnest(entries) entry, private.actor_columns(actor) who;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.audit_end()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  lock table public.audit_entries in share mode nowait;
  return (select max(id) from public.audit_entries);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.audit_hash(previous bytea, from_id bigint, upto_id bigint, OUT hash bytea, OUT entries integer, OUT last_at timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select sha256(coalesce(previous, '') || convert_to(coalesce(string_agg(private.audit_line(e), E'\n' order by e.id), ''), 'UTF8')),
    count(*)::integer, max(e.at)
  from public.audit_entries e where e.id > from_id and e.id <= upto_id
$function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.audit_line(e public.audit_entries)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_array(e.id, extract(epoch from e.at), e.actor_kind, e.actor_id, e.actor_name, e.request_id, e.action,
    e.subject_kind, e.subject_id, e.order_id, e.row_key, e.changes, e.details)::text
$function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.audit_promo_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  actor constant text := private.current_actor();
begin
  if actor = 'job:seed' then return null; end if;
  if actor is null then
    raise exception 'nobody is named for a change of promo_codes'
      using errcode = 'restrict_violation', constraint = 'actor_missing';
  end if;
  insert into public.audit_entries (actor_kind, actor_id, actor_name, request_id, action, subject_kind, subject_id, row_key, changes)
  select who.actor_kind, who.actor_id, who.actor_name, nullif(current_setting('shop.request', true), ''),
    case tg_op when 'INSERT' then 'promo_codes.created' when 'UPDATE' then 'promo_codes.changed' else 'promo_codes.deleted' end,
    'promotion', coalesce(new.promotion_id, old.promotion_id)::text, coalesce(new.id, old.id)::text,
    case tg_op
      when 'UPDATE' then jsonb_strip_nulls(jsonb_build_object(
        'code', jsonb_build_array(new.code, new.code), 'active', jsonb_build_array(old.active, new.active)))
      else jsonb_build_object('code', jsonb_build_array(old.code, new.code)) end
  from private.actor_columns(actor) who;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.audit_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request public.refund_requests;
begin
  if tg_table_name = 'refund_approvals' then
    select * into request from public.refund_requests where id = new.request_id;
    insert into public.audit_entries (actor_id, action, order_id, subject_kind, subject_id, details)
    values (new.person_id, 'refund.approved', request.order_id, 'refund_request', request.id, jsonb_build_object('amount', request.amount,
      -- True: the amount is above the limit and nobody else may approve it.
      'alone', coalesce(request.amount > private.limit_of(new.person_id, 'refund'), false)
        and private.refund_approvals_needed(request.id) = 1));
  elsif tg_op = 'INSERT' then
    insert into public.audit_entries (actor_id, action, order_id, subject_kind, subject_id, details)
    values (new.requested_by, 'refund.asked', new.order_id, 'refund_request', new.id, jsonb_build_object('amount', new.amount, 'act', new.act));
  elsif new.status <> old.status then
    insert into public.audit_entries (actor_id, action, order_id, subject_kind, subject_id, details)
    values (new.decided_by, 'refund.' || new.status, new.order_id, 'refund_request', new.id, jsonb_build_object('amount', new.amount));
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.audit_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.audit_entries (actor_kind, actor_id, actor_name, request_id, action, subject_kind, subject_id, changes)
  select who.actor_kind, who.actor_id, who.actor_name, nullif(current_setting('shop.request', true), ''),
    'role.changed', 'person', new.id::text,
    jsonb_strip_nulls(jsonb_build_object(
      'role', case when old.role <> new.role then jsonb_build_array(old.role, new.role) end,
      'staff_role', case when old.staff_role <> new.staff_role then jsonb_build_array(old.staff_role, new.staff_role) end))
  from private.actor_columns(private.current_actor()) who;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.automation_due(of_automation text, later_than timestamp with time zone, up_to timestamp with time zone, most integer)
 RETURNS TABLE(recipient_id uuid, occasion text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct on (o.recipient_id) o.recipient_id, o.occasion
  from private.automation_occasions(of_automation, later_than, up_to) o
  join private.mail_automations a on a.slug = of_automation
  join private.mail_campaigns t on t.id = a.template
  join public.subscriptions s on s.recipient_id = o.recipient_id and s.topic = t.topic and s.state = 'subscribed'
  where not exists (
      select from private.automation_runs d where d.automation = of_automation and d.recipient_id = o.recipient_id
        and (d.occasion = o.occasion or d.created_at > up_to - make_interval(days => a.quiet_days)))
  order by o.recipient_id, o.due_at desc limit most
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.automation_occasions(of_automation text, later_than timestamp with time zone, up_to timestamp with time zone)
 RETURNS TABLE(recipient_id uuid, occasion text, due_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  wait constant interval := make_interval(
    days => (select a.after_days from private.mail_automations a where a.slug = of_automation));
begin
  if of_automation = 'welcome' then
    return query
      select e.recipient_id, 'news'::text, e.created_at from private.mail_choice_events e
      where e.topic = 'news' and e.action in ('confirmed', 'wanted') and e.created_at > later_than and e.created_at <= up_to
        -- An undone stop, and a list that was imported, are no first subscription.
        and not exists (
          select from private.mail_choice_events b where b.recipient_id = e.recipient_id and b.id < e.id
            and b.topic = 'news' and b.action in ('confirmed', 'wanted', 'imported'));
  elsif of_automation = 'win_back' then
    return query
      select r.id, o.id::text, s.delivered_at + wait from public.shipments s
      join public.orders o on o.id = s.order_id
      join private.mail_recipients r on r.email = lower(o.email)
      where s.status = 'delivered' and s.delivered_at > later_than - wait and s.delivered_at <= up_to - wait
        and o.status in ('placed', 'completed') and o.fulfilment_status = 'delivered'
        and not exists (
          select from public.shipments l where l.order_id = o.id and l.status = 'delivered' and l.id <> s.id
            and (l.delivered_at, l.id) > (s.delivered_at, s.id))
        and not exists (
          select from public.orders n
          where private.normalised_email(n.email) = private.normalised_email(o.email) and n.created_at > o.created_at
            and n.supplement_of is null
            and n.status in ('awaiting_payment', 'placed', 'completed'));
  end if;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.average_cost()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pieces integer;
  on_hand_before integer;
  before bigint;
begin
  select product_id into new.product_id from public.product_variants where id = new.variant_id;
  select on_hand into on_hand_before from public.stock_items where variant_id = new.variant_id for no key update;
  if new.movement_id is null then return new; end if;
  select quantity into pieces from public.stock_movements
  where id = new.movement_id and variant_id = new.variant_id and kind = 'received';
  if not found then
    raise exception 'no received pieces' using errcode = 'check_violation', constraint = 'cost_without_receipt';
  end if;
  on_hand_before := greatest(on_hand_before - pieces, 0);
  before := coalesce(private.cost_of(new.variant_id), new.unit_cost);
  new.cost := round((before::numeric * on_hand_before + new.unit_cost::numeric * pieces) / (on_hand_before + pieces));
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.await_large_answer()
 RETURNS boolean
 LANGUAGE plpgsql
 PARALLEL RESTRICTED
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
begin
  perform pg_advisory_xact_lock(20940, pg_backend_pid() % 2);
  return true;
exception when lock_not_available then
  raise sqlstate 'PGRST' using
    message = '{"code": "too_many_large_answers", "message": "Too many large answers are being made", "hint": "Ask again in a moment, or for less"}',
    detail = '{"status": 429, "headers": {"Retry-After": "2"}}';
end $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION private.awaits_photos(request text, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.returns r
    where r.id::text = request and r.customer_id = person and r.status = 'requested'
  )
$function$;
-- callable by: authenticated

CREATE OR REPLACE FUNCTION private.awaits_proof(payment text, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.payments p where p.id::text = payment and p.customer_id = person
      and p.provider = 'transfer' and p.status in ('created', 'pending')
  )
$function$;
-- callable by: authenticated

CREATE OR REPLACE FUNCTION private.begin_as(claims jsonb, wanted text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_allowed boolean;
begin
  perform set_config('request.jwt.claims', claims::text, true);
  is_allowed := private.may(wanted);
  perform set_config('request.jwt.claims', '', true);
  if is_allowed then
    perform set_config('shop.actor', 'person:' || (claims ->> 'sub'), true);
    perform set_config('shop.request', coalesce(request, ''), true);
  end if;
  return is_allowed;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.begin_reprint()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  printed public.customisations;
begin
  select * into printed from public.customisations where id = new.customisation_id for no key update;
  if printed.status is null or printed.status not in ('in_production', 'done') then
    raise exception 'only what was printed is printed again' using errcode = 'check_violation',
      constraint = 'reprint_not_printed';
  end if;
  if printed.customer_id is null then
    raise exception 'its file went with the account' using errcode = 'check_violation', constraint = 'reprint_buyer_gone';
  end if;
  if printed.status = 'done' then
    update public.customisations set status = 'in_production' where id = new.customisation_id;
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.blank_mail_evidence()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.mail_choice_events set ip = null, user_agent = null
  where created_at < now() - interval '90 days' and (ip is not null or user_agent is not null);
  delete from private.mail_tokens where created_at < now() - interval '90 days';
  delete from private.mail_recipients r
  where r.created_at < now() - interval '90 days'
    and (exists (select from public.subscriptions s where s.recipient_id = r.id)
      -- An import that was undone.
      or exists (select from private.mail_choice_events e where e.recipient_id = r.id)
        and not exists (
          select from private.mail_choice_events e where e.recipient_id = r.id
            and (e.import_id is null or e.created_at >= now() - interval '90 days')))
    and not exists (select from public.subscriptions s where s.recipient_id = r.id and s.state <> 'pending')
    and not exists (select from private.mail_tokens k where k.recipient_id = r.id)
    and not exists (select from private.stock_alerts a where a.recipient_id = r.id);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.buyer_keys(order_ids uuid[])
 RETURNS TABLE(order_id uuid, buyer_id uuid, created_at timestamp with time zone, account_buyer_id uuid, mailbox text, phone text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select o.id, o.buyer_id, o.created_at, b.id,
      case when b.id is null then private.normalised_email(nullif(btrim(o.email), '')) end,
      case when b.id is null and btrim(o.email) = '' then nullif(btrim(o.phone), '') end
    from public.orders o left join public.buyers b on b.account_id = o.customer_id
    where o.id = any (order_ids);
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.cancel_mail_chunk(of_campaign integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_chunk integer;
begin
  select c.chunk into found_chunk from private.mail_chunks c
  where c.campaign = of_campaign and c.pending + c.deferred > 0 order by c.chunk limit 1 for update skip locked;
  if found_chunk is null then return false; end if;
  update private.mail_deliveries d set state = 'skipped', reason = 'cancelled', ended_at = clock_timestamp(), due_at = null
  where d.campaign = of_campaign and d.n between found_chunk * 1000 + 1 and found_chunk * 1000 + 1000
    and d.state in ('pending', 'deferred');
  return true;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.cancel_mail_count(key uuid)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) filter (where pg_cancel_backend(a.pid))::integer from pg_stat_activity a
  where a.application_name = 'count ' || cancel_mail_count.key::text and a.pid <> pg_backend_pid()
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.carry_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.confirmation_token := '';
  new.recovery_token := '';
  new.email_change_token_new := '';
  new.email_change_token_current := '';
  new.phone_change_token := '';
  new.reauthentication_token := '';
  new.email := nullif(lower(new.email), '');
  new.phone := nullif(new.phone, '');
  new.email_change := nullif(new.email_change, '');
  new.phone_change := nullif(new.phone_change, '');
  new.encrypted_password := nullif(new.encrypted_password, '');
  new.aud := coalesce(nullif(new.aud, ''), 'authenticated');
  new.role := coalesce(nullif(new.role, ''), 'authenticated');
  new.email_change_confirm_status := coalesce(new.email_change_confirm_status, 0);
  new.raw_app_meta_data := coalesce(new.raw_app_meta_data, '{}');
  new.raw_user_meta_data := coalesce(new.raw_user_meta_data, '{}');
  new.is_super_admin := coalesce(new.is_super_admin, false);
  new.is_sso_user := coalesce(new.is_sso_user, false);
  new.is_anonymous := coalesce(new.is_anonymous, false);
  new.created_at := coalesce(new.created_at, now());
  new.updated_at := coalesce(new.updated_at, now());
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.category_paths(tops uuid[])
 RETURNS TABLE(id uuid, path uuid[], shown boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive below as (
    select c.id from public.categories c where c.id = any (tops)
    union
    select c.id from below join public.categories c on c.parent_id = below.id
  ), climb as (
    select c.id, c.parent_id as next, array[c.id] as path, c.published as shown
    from below join public.categories c on c.id = below.id
    union all
    select climb.id, c.parent_id, c.id || climb.path, climb.shown and c.published
    from climb join public.categories c on c.id = climb.next where cardinality(climb.path) < 5
  )
  select distinct on (climb.id) climb.id, climb.path, climb.shown from climb order by climb.id, cardinality(climb.path) desc
$function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.changed_fields(changes jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select array(select jsonb_object_keys(changes)) $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.check_limit(limited text, largest bigint, measured bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  approval constant public.approvals := private.present_approval();
begin
  if approval.id is not null
      and (approval.decided_at = now() or approval.limit_kind = limited and measured <= approval.amount
        or limited = 'write_off' and measured <= coalesce(approval.also_written_off, 0)) then
    return;
  end if;
  if measured > largest then
    raise exception 'above the limit' using errcode = 'check_violation', constraint = limited || '_over_limit',
      detail = measured::text;
  end if;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.check_staff_discount(percent integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.check_limit('staff_discount', private.limit_of(private.current_person(), 'staff_discount'), percent)
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.check_writes()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET work_mem TO '64kB'
AS $function$
begin
  if current_setting('transaction_read_only')::boolean then
    raise exception 'the database may only be read' using errcode = 'read_only_sql_transaction';
  end if;
  perform count(filler) from (
    select repeat('x', 8000) as filler, n from generate_series(1, 1000) n order by n desc offset 0) written;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.claim_code_guesses(keys text[], limits integer[], window_seconds integer, codes text[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seconds integer;
begin
  -- Locks the counters in one order, so that two requests never deadlock.
  insert into private.rate_limits as current (key, used, resets_at)
  select k, 0, now() + make_interval(secs => window_seconds) from unnest(keys) k order by k
  on conflict (key) do update set
    used = case when current.resets_at <= now() then 0 else current.used end,
    resets_at = case when current.resets_at <= now() then excluded.resets_at else current.resets_at end;

  select max(greatest(1, ceil(extract(epoch from counter.resets_at - now()))::integer)) into seconds
  from unnest(keys, limits) as wanted (key, most)
  join private.rate_limits counter on counter.key = wanted.key
  where counter.used >= wanted.most or wanted.most < counter.used + (
    select count(*) from unnest(codes) code
    where not exists (
      select from private.rate_limits asked
      where asked.key = counter.key || ':' || code and asked.resets_at = counter.resets_at));
  if seconds is not null then return seconds; end if;

  with fresh as (
    insert into private.rate_limits as asked (key, used, resets_at)
    select counter.key || ':' || code, 1, counter.resets_at
    from private.rate_limits counter, unnest(codes) code
    where counter.key = any (keys)
    on conflict (key) do update set used = 1, resets_at = excluded.resets_at
      where asked.resets_at <> excluded.resets_at
    returning asked.key
  )
  update private.rate_limits counter
  set used = used + (select count(*) from fresh, unnest(codes) code where fresh.key = counter.key || ':' || code)
  where counter.key = any (keys);
  return 0;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.claim_guest_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claimed uuid[];
begin
  claimed := array(
    select o.id from public.orders o
    join (
      -- A key belongs to one order of an account; two guests may have used the same.
      select distinct on (p.idempotency_key) p.id from public.orders p join auth.users g on g.id = p.customer_id
      where g.is_anonymous and private.normalised_email(p.email) = private.normalised_email(new.email)
        and lower(p.email) = lower(new.email)
        and not exists (
          select from public.orders own where own.customer_id = new.id and own.idempotency_key = p.idempotency_key)
      order by p.idempotency_key, p.created_at, p.id
    ) found using (id)
    order by o.id for update of o);
  if cardinality(claimed) = 0 then return null; end if;
  update public.orders set customer_id = new.id where id = any (claimed);
  update public.order_lines set customer_id = new.id where order_id = any (claimed);
  update public.order_events set customer_id = new.id,
    actor_id = case when actor_id = customer_id then new.id else actor_id end
    where order_id = any (claimed);
  update public.payments set customer_id = new.id where order_id = any (claimed);
  update public.shipments set customer_id = new.id where order_id = any (claimed);
  update public.returns set customer_id = new.id where order_id = any (claimed);
  update public.refund_accounts a set customer_id = new.id from public.refunds r
    where r.id = a.refund_id and r.order_id = any (claimed);
  update public.customisation_messages m set customer_id = new.id from public.customisations c
    where c.id = m.customisation_id and c.order_id = any (claimed);
  update public.proof_pins n set customer_id = new.id from public.customisations c
    where c.id = n.customisation_id and c.order_id = any (claimed);
  update public.proofs p set customer_id = new.id from public.customisations c
    where c.id = p.customisation_id and c.order_id = any (claimed);
  update public.customisations set customer_id = new.id where order_id = any (claimed);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.claim_mail_chunk(of_campaign integer, claimant text, lease_ms integer)
 RETURNS TABLE(chunk integer, fence integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  found_chunk integer;
  new_fence integer;
begin
  perform set_config('synchronous_commit', 'on', true);
  select c.chunk into found_chunk from private.mail_chunks c
  where c.campaign = of_campaign
    and (c.leased_until is null or c.leased_until < clock_timestamp())
    and (c.pending > 0 or c.begun > 0 or (c.deferred > 0 and c.due_at <= clock_timestamp()))
  order by c.chunk limit 1 for update skip locked;
  if found_chunk is null then return; end if;
  update private.mail_chunks c set lease_owner = claimant, fence = c.fence + 1,
    leased_until = clock_timestamp() + make_interval(secs => lease_ms / 1000.0)
  where c.campaign = of_campaign and c.chunk = found_chunk
  returning c.fence into new_fence;
  update private.mail_deliveries d set state = 'uncertain', ended_at = clock_timestamp()
  where d.campaign = of_campaign and d.n between found_chunk * 1000 + 1 and found_chunk * 1000 + 1000
    and d.state = 'begun';
  return query select found_chunk, new_fence;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.clean_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.recipient := private.one_line(new.recipient);
  new.street := private.one_line(new.street);
  new.landmark := private.one_line(new.landmark);
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.clean_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.full_name := private.one_line(new.full_name);
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.clear_shelves()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.enqueue('fill-collections', key => 'fill-collections');
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.close_refunded_tasks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.payment_tasks set resolution = 'refunded', resolved_at = now()
    where payment_id = new.payment_id and kind = 'stock_missing' and resolution is null
      and not exists (
        select from public.refunds r where r.payment_id = new.payment_id and r.status <> 'succeeded');
  if found then
    update public.orders o set needs_review = false
      where o.id = new.order_id and o.needs_review and not exists (
        select from public.payment_tasks t where t.order_id = o.id and t.resolution is null);
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.complete_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.profiles set
    full_name = coalesce(nullif(left(new.raw_user_meta_data ->> 'full_name', 80), ''), full_name),
    language = case new.raw_user_meta_data ->> 'language' when 'en' then 'en' when 'id' then 'id' else language end
  where id = new.id;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.compute_sales(order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  facts public.sales_facts[];
  changed uuid[];
  before public.sales_rollups[];
begin
  facts := array(select f from private.sale_facts_of(order_ids) f);
  changed := array(
    select distinct d.order_id from (
      (select n.* from unnest(facts) n except all select f.* from public.sales_facts f where f.order_id = any (order_ids))
      union all
      (select f.* from public.sales_facts f where f.order_id = any (order_ids) except all select n.* from unnest(facts) n)) d);
  if cardinality(changed) = 0 then return; end if;
  before := array(select s from private.sum_sales(changed) s);
  delete from public.sales_facts where order_id = any (changed);
  insert into public.sales_facts select n.* from unnest(facts) n where n.order_id = any (changed);
  insert into public.sales_rollups as r
  select d.dimension, p.period, date_trunc(p.unit, d.starts)::date as starts, d.key,
    sum(d.sign * d.orders), sum(d.sign * d.pieces), sum(d.sign * d.pieces_back), sum(d.sign * d.gross), sum(d.sign * d.discount),
    sum(d.sign * d.net), sum(d.sign * d.shipping), sum(d.sign * d.fee), sum(d.sign * d.back), sum(d.sign * d.other_back),
    sum(d.sign * d.tax), sum(d.sign * d.base), sum(d.sign * d.cost), sum(d.sign * d.uncosted)
  from (
    select 1 as sign, n.* from private.sum_sales(changed) n
    union all
    select -1, b.* from unnest(before) b) d
  cross join (values ('d', 'day'), ('m', 'month'), ('y', 'year')) p (period, unit)
  where p.period <> 'd' or d.dimension not in ('product', 'variant')
  group by d.dimension, p.period, 3, d.key
  order by 1, 2, 3, 4
  on conflict (dimension, period, starts, key) do update set
    orders = r.orders + excluded.orders, pieces = r.pieces + excluded.pieces,
    pieces_back = r.pieces_back + excluded.pieces_back, gross = r.gross + excluded.gross,
    discount = r.discount + excluded.discount, net = r.net + excluded.net, shipping = r.shipping + excluded.shipping,
    fee = r.fee + excluded.fee, back = r.back + excluded.back, other_back = r.other_back + excluded.other_back,
    tax = r.tax + excluded.tax, base = r.base + excluded.base, cost = r.cost + excluded.cost,
    uncosted = r.uncosted + excluded.uncosted;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.confirm_subscription(token_hash bytea, evidence jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(outcome text, recipient uuid, topics text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  token private.mail_tokens;
  present jsonb;
  event bigint;
begin
  select k.recipient_id into token.recipient_id from private.mail_tokens k where k.hash = token_hash;
  perform from private.mail_recipients r where r.id = token.recipient_id for update;
  select * into token from private.mail_tokens k where k.hash = token_hash for update;
  if not found then return query select 'unknown', null::uuid, '{}'::text[]; return; end if;
  if token.used_at is not null then return query select 'used', token.recipient_id, token.topics; return; end if;
  if token.expires_at <= clock_timestamp() or exists (
    select from private.mail_recipients r join private.mail_suppressions x
      on x.email_hash = r.email_hash or x.mailbox_hash = r.mailbox_hash
    where r.id = token.recipient_id and x.lifted_by is null and x.since >= token.created_at)
  then
    return query select 'expired', token.recipient_id, token.topics; return;
  end if;
  update private.mail_tokens k set used_at = clock_timestamp() where k.hash = token_hash;
  if token.kind = 'confirm' then
    perform private.turn_mails_on(token.recipient_id, token.topics, token.source, evidence, token.created_at);
    if token.moved_from is not null then
      -- What was stopped at the old address stays stopped at the new one, which has not chosen otherwise.
      perform private.stop_mails(token.recipient_id, array(
        select s.topic from public.subscriptions s
        where s.recipient_id = token.moved_from and s.state in ('unsubscribed', 'complained') and s.topic <> all (token.topics)
          and not exists (
            select from public.subscriptions own where own.recipient_id = token.recipient_id and own.topic = s.topic)
      ), 'page', evidence);
      perform private.stop_mails(token.moved_from, token.topics, 'page', evidence);
    end if;
    return query select 'confirmed', token.recipient_id, token.topics; return;
  end if;
  -- Back to what it was, where nothing else has happened since.
  perform private.set_mail_confirmation(true);
  for present in select * from jsonb_array_elements(token.before -> 'subscriptions') loop
    if present ->> 'topic' = any (token.topics) then
      event := private.record_mail_event(token.recipient_id, present ->> 'topic', 'confirmed', 'page', evidence);
    end if;
    if present ->> 'state' is null then
      delete from public.subscriptions s
      where s.recipient_id = token.recipient_id and s.topic = present ->> 'topic' and s.state = 'unsubscribed';
    else
      update public.subscriptions s set
        state = present ->> 'state', level = present ->> 'level', source = present ->> 'source', changed_at = now()
      where s.recipient_id = token.recipient_id and s.topic = present ->> 'topic' and s.state = 'unsubscribed';
    end if;
  end loop;
  if event is null then
    event := private.record_mail_event(token.recipient_id, null, 'confirmed', 'page', evidence);
  end if;
  update private.mail_suppressions x set lifted_by = event
  where x.id = (token.before ->> 'suppression')::bigint and x.lifted_by is null;
  perform private.set_mail_confirmation(false);
  return query select 'undone', token.recipient_id, token.topics;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.confirm_subscription_by_account(recipient uuid, person uuid, topics text[], source text, evidence jsonb DEFAULT '{}'::jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from private.mail_recipients r join auth.users u on u.id = person and lower(u.email) = r.email
  where r.id = recipient and u.email_confirmed_at is not null and u.deleted_at is null and not u.is_anonymous
  for update of r;
  if not found then return false; end if;
  perform private.turn_mails_on(recipient, topics, source, evidence, clock_timestamp());
  return true;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.cost_of(variant uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select cost from public.variant_costs where variant_id = variant order by id desc limit 1 $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.count_automation_preview(of_automation text, days integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  start constant timestamptz := now() - make_interval(days => days);
begin
  if of_automation = 'left_cart' then
    return (
      select count(*) from private.saved_carts k join auth.users u on u.id = k.customer_id
      join private.mail_recipients r on r.email = lower(u.email)
      where k.active_at between start and now() - interval '1 hour'
        and jsonb_array_length(k.lines) > 0 and private.may_remind_of_cart(r.id));
  elsif of_automation = 'back_in_stock' then
    return (
      select count(*) from private.stock_alerts w join public.product_variants v on v.id = w.variant_id
      where w.asked_at > start and (w.notified_at is not null or v.stock_band <> 'out')
        and private.may_mail(w.recipient_id, 'stock'));
  end if;
  return (
    select count(*) from private.automation_due(of_automation, start, now(), null) d
    where private.may_mail(d.recipient_id, 'news'));
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.count_mail_click(of_campaign integer, of_version integer, of_link integer, is_first boolean)
 RETURNS smallint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A click that is lost in a crash is acceptable, so the response does not wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  insert into private.mail_clicks as k (campaign, version_id, link, day, clicks, people)
  select v.campaign, v.id, of_link, (now() at time zone s.time_zone)::date, 1, is_first::integer
  from private.mail_versions v cross join public.shop_settings s
  where v.id = of_version and v.campaign = of_campaign and of_link between 1 and jsonb_array_length(v.links)
  on conflict (campaign, version_id, link, day) do update set
    clicks = k.clicks + 1, people = k.people + excluded.people;
  if not found then return null; end if;
  return (select click_days from private.mail_caps);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.count_printed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  printed public.customisations;
  ordered integer;
  made integer;
begin
  select * into printed from public.customisations where id = new.customisation_id for no key update;
  if printed.status not in ('approved', 'in_production') or not exists (
    select from public.proofs where id = new.proof_id and customisation_id = printed.id and decision = 'approved'
  ) then
    raise exception 'only an approved proof is printed' using errcode = 'check_violation', constraint = 'job_not_approved';
  end if;
  ordered := private.pieces_to_print(printed.id);
  select coalesce(sum(good), 0) into made from public.production_jobs where customisation_id = printed.id;
  if made > ordered then
    raise exception 'more good pieces than ordered' using errcode = 'check_violation', constraint = 'job_too_many';
  end if;
  if printed.status = 'approved' then
    update public.customisations set status = 'in_production' where id = printed.id;
  end if;
  if made = ordered then update public.customisations set status = 'done' where id = printed.id; end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.count_sold()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counted integer;
  changed uuid[];
begin
  with taken as (
    delete from private.sold_changes where id in (
      select id from private.sold_changes order by id limit 5000 for update skip locked)
    returning product_id, pieces, ordered_at
  ),
  added as (
    insert into private.product_sold as s (product_id, pieces, trend)
    select t.product_id, sum(t.pieces), sum(t.pieces * private.sold_weight(t.ordered_at))
    from taken t join public.products p on p.id = t.product_id
    group by t.product_id order by t.product_id
    on conflict (product_id) do update set pieces = s.pieces + excluded.pieces, trend = s.trend + excluded.trend
    returning s.product_id, s.shown
  )
  select (select count(*) from taken), array(
    select a.product_id from added a left join private.product_sold before using (product_id)
    where a.shown is distinct from before.shown)
  into counted, changed;
  perform private.log_tags(changed, array(
    select distinct c.category_id from public.product_categories c where c.product_id = any (changed)));
  return counted;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.count_words(after_out boolean, after_rank integer, after_newness bigint, after_id uuid, most integer)
 RETURNS TABLE(is_out boolean, sales_rank integer, newness bigint, product_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_best constant integer := 480;
begin
  return query
  with chunk as materialized (
    select p.is_out, p.sales_rank, p.newness, p.product_id from private.catalogue_places p
    where p.category_id = private.whole_shop()
      -- Before all places where none is given: `is null or` would keep the comparison off the index.
      and (p.is_out, p.sales_rank, p.newness, p.product_id) > (coalesce(after_out, false), coalesce(after_rank, -2147483648),
        coalesce(after_newness, -9223372036854775808), coalesce(after_id, private.whole_shop()))
    order by p.is_out, p.sales_rank, p.newness, p.product_id limit most
  ), named as (
    select row_number() over (order by c.is_out, c.sales_rank, c.newness, c.product_id) as place, c.product_id as id,
      p.colours, p.sizes,
      concat_ws(' ', p.name ->> 'id', p.name ->> 'en', array_to_string(p.tags, ' '), (
        select string_agg(concat_ws(' ', k.name ->> 'id', k.name ->> 'en'), ' ') from public.categories k
        where k.id in (select unnest(b.path) from public.categories b where b.id = any (p.category_ids)))) as text
    from chunk c join public.products p on p.id = c.product_id
  ), counted as (
    insert into private.vocabulary as v (word, counted, gathered)
    select word, count(*), (array_agg(id order by place))[:max_best]
    from (
      select lexeme as word, id, place
      from named, unnest(to_tsvector('simple', lower(extensions.unaccent('extensions.unaccent', text))))
      where lexeme !~ '\d' and length(lexeme) between 2 and 40
      union all
      select '~colour:' || value, id, place from named, unnest(colours) value
      union all
      select '~size:' || value, id, place from named, unnest(sizes) value
    ) said group by word order by word
    on conflict (word) do update set counted = v.counted + excluded.counted,
      gathered = case when cardinality(v.gathered) < max_best
        then (v.gathered || excluded.gathered)[:max_best] else v.gathered end
  )
  select c.is_out, c.sales_rank, c.newness, c.product_id from chunk c
  order by c.is_out desc, c.sales_rank desc, c.newness desc, c.product_id desc limit 1;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.create_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.profiles (id, full_name, language)
  values (
    new.id,
    left(coalesce(new.raw_user_meta_data ->> 'full_name', ''), 80),
    case when new.raw_user_meta_data ->> 'language' = 'en' then 'en' else 'id' end
  )
  on conflict (id) do nothing;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.create_stock_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.stock_items (variant_id) select id from added on conflict do nothing;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.current_actor()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    nullif(current_setting('shop.actor', true), ''),
    'person:' || auth.uid(),
    case auth.jwt() ->> 'role' when 'service_role' then 'key:secret' end,
    -- A login that works without the program's roles, e.g. psql.
    case coalesce(current_setting('role', true), 'none') when 'none' then 'operator:' || session_user end)
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.current_person()
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select (private.actor_columns(private.current_actor())).actor_id $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.customer_keys(person uuid, email text, phone text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array_remove(array[
    'user:' || person, 'email:' || private.normalised_email(nullif(btrim(email), '')),
    'phone:' || nullif(regexp_replace(phone, '\D', '', 'g'), '')], null)
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.deliver_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  notice jsonb := jsonb_build_object(
    'topic', new.topic, 'event', new.event, 'payload', new.payload, 'private', new.private,
    'id', new.id, 'origin', nullif(current_setting('realtime.origin', true), ''));
begin
  if new.binary_payload is not null then
    notice := notice || jsonb_build_object('bytes', encode(new.binary_payload, 'base64'));
  end if;
  if octet_length(notice::text) < 7900 then
    perform pg_notify('realtime', notice::text);
  else
    perform pg_notify('realtime', jsonb_build_object('message', new.id, 'origin', notice -> 'origin')::text);
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.drop_asset_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('design-asset:' || sha256, 0))
  from (select distinct sha256 from removed order by sha256) hashes;
  delete from storage.objects o using (select distinct sha256 from removed) r
  where o.bucket_id = 'design-assets' and o.name in (r.sha256, r.sha256 || '.preview')
    and not exists (select from public.design_assets a where a.sha256 = r.sha256);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.drop_old_audit_entries()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seal private.audit_seals;
begin
  select * into seal from private.audit_seals
  where dropped_at is null and last_at < now() - interval '5 years' order by id limit 1 for update skip locked;
  if seal.id is null then return 0; end if;
  perform set_config('shop.drops_audit', 'yes', true);
  delete from public.audit_entries where id > seal.from_id and id <= seal.upto_id;
  perform set_config('shop.drops_audit', '', true);
  update private.audit_seals set dropped_at = now() where id = seal.id;
  insert into public.audit_entries (actor_kind, actor_name, action, subject_kind, subject_id, details)
  values ('job', 'audit', 'audit_log.dropped', 'audit_log', seal.id::text,
    jsonb_build_object('entries', seal.entries, 'last_at', seal.last_at));
  return seal.entries;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.drop_old_places(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  dropped integer;
begin
  delete from private.catalogue_places where (product_id, category_id) in (
    select o.product_id, o.category_id from private.collection_shelves s cross join lateral (
      select o.product_id, o.category_id from private.catalogue_places o
      where o.category_id = s.id and o.newness > private.oldest_newness(s.rule)
      order by o.newness, o.product_id limit most
    ) o where s.collection_id is not null and s.rule ? 'newest_days' limit most);
  get diagnostics dropped = row_count;
  return dropped;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.drop_own_kits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from storage.objects o using removed r
  where o.bucket_id = 'mockup-kits' and o.name in (r.kit_id || '.640.kit', r.kit_id || '.960.kit');
  delete from public.mockup_kits k using removed r where k.id = r.kit_id;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.drop_recovery_codes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.recovery_codes c
  where c.user_id = old.user_id and not exists (
    select from auth.mfa_factors f where f.user_id = old.user_id and f.status = 'verified');
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.end_prints_of_gone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  open_pieces integer;
  part integer;
  asked public.reprints;
begin
  open_pieces := private.pieces_to_print(new.id) - coalesce((
    select sum(j.good) from public.production_jobs j where j.customisation_id = new.id), 0)::integer;
  for asked in
    select r.* from public.reprints r left join public.shipments h on h.id = r.shipment_id
    where r.customisation_id = new.id and h.status is distinct from 'canceled' order by r.at desc, r.id
  loop
    part := least(open_pieces, asked.pieces);
    exit when part <= 0;
    update public.reprints set canceled = part where id = asked.id;
    if asked.shipment_id is null then
      insert into public.stock_movements (variant_id, kind, quantity, reason, dedupe_key)
      select l.variant_id, 'adjusted', part, 'print_canceled', 'reprint_canceled:' || asked.id
      from public.order_lines l where l.id = new.order_line_id and l.variant_id is not null;
    end if;
    open_pieces := open_pieces - part;
  end loop;
  -- Staff's reasons may name a person.
  update public.stock_movements set note = '' where note <> '' and dedupe_key in (
    select 'reprint:' || r.id from public.reprints r where r.customisation_id = new.id);
  update public.reprints set reason = '–' where customisation_id = new.id and shipment_id is null;
  update public.customisations set status = 'done' where id = new.id and status = 'in_production';
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.end_reprints()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.customisations c set status = 'done'
  where c.status = 'in_production' and c.id in (select customisation_id from public.reprints where shipment_id = new.id)
    and (select coalesce(sum(good), 0) from public.production_jobs where customisation_id = c.id) >= private.pieces_to_print(c.id);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.end_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.needs_review := exists (
    select from public.payment_tasks t where t.order_id = new.id and t.resolution is null);
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.enqueue(task text, payload json DEFAULT '{}'::json, key text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, key)
  select t.id, coalesce(enqueue.payload, '{}'), coalesce(enqueue.run_at, now()), 12, enqueue.key
  from graphile_worker._private_tasks t where t.identifier = enqueue.task
  on conflict (key) do nothing;
  if found then
    -- The same notification as graphile_worker.add_job() sends.
    perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}');
  else
    perform graphile_worker.add_job(
      enqueue.task, payload => enqueue.payload, job_key => enqueue.key, run_at => enqueue.run_at, max_attempts => 12);
  end if;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.erase_person(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account auth.users;
begin
  -- The deletion may include records of the shop, e.g. an invitation. The log names the job as actor, not the erased person.
  perform set_config('shop.actor', 'job:erasure', true);
  select * into account from auth.users where id = person for update;
  -- Messages to the person and about their orders, queued ones too. An address that was never confirmed may belong to
  -- another person.
  delete from private.outbox
  where recipient = account.email and account.email_confirmed_at is not null
    or recipient = '+' || account.phone and account.phone_confirmed_at is not null
    or dedupe_key like 'order:%' and split_part(dedupe_key, ':', 3) in (
      select id::text from public.orders where customer_id = person)
    or dedupe_key like 'design:%' and split_part(dedupe_key, ':', 3) in (
      select id::text from public.customisations where customer_id = person);
  -- Enquiries and subscriptions of the confirmed address.
  if account.email_confirmed_at is not null then
    delete from private.outbox where dedupe_key like 'enquiry:new:%' and split_part(dedupe_key, ':', 3) in (
      select id::text from public.enquiries where email = account.email);
    delete from public.enquiries where email = account.email;
    perform private.forget_mail_recipient(r.id) from private.mail_recipients r where r.email = lower(account.email);
    delete from public.staff_invitations where email = lower(account.email);
  end if;
  -- Files that staff imported or will undo.
  delete from private.import_rows r using public.imports i
  where i.id = r.import_id and i.kind = 'customers' and r.thing_key = lower(account.email);
  delete from public.staff_task_rows r using public.staff_tasks t
  where t.id = r.task_id and t.kind in ('check-customers', 'import-customers') and r.subject_id = lower(account.email);
  update public.promo_redemptions set customer_key = 'deleted:' || gen_random_uuid()
  where customer_key = person::text;
  update public.payments set client = null where customer_id = person;
  update public.refunds set actor_id = null where actor_id = person;
  update public.order_events set actor_id = null where actor_id = person;
  update public.order_events e set details = '{}' from public.orders o
  where o.id = e.order_id and o.customer_id = person and e.kind in ('remarks_changed', 'address_changed');
  update public.orders set
    email = '', phone = '', note = '', gift_message = null, gift_from = '',
    recipient = case language when 'en' then 'Deleted account' else 'Akun dihapus' end,
    -- The region stays for tax and statistics.
    address = jsonb_build_object('region_name', address -> 'region_name', 'region_code', address -> 'region_code'),
    public_token = encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex'),
    idempotency_key = id::text
  where customer_id = person;
  -- A guest's orders have no buyer any more. Orders of other guests that an account's row had are assigned again.
  perform private.assign_buyers(array(select id from public.orders where customer_id = person), '{}');
  insert into private.buyer_changes (order_id)
  select o.id from public.orders o join public.buyers b on b.id = o.buyer_id
  where b.account_id = person and o.customer_id is distinct from person;
  delete from private.buyer_changes where account_id = person;
  -- Files of a customer are deleted; a nightly job deletes their bytes. Files of staff belong to the shop, but not their
  -- pictures of themselves.
  delete from storage.objects where bucket_id = 'avatars' and owner_id = person::text;
  if private.role_of(person) = 'CUSTOMER' then
    delete from storage.objects where owner_id = person::text;
  end if;
  update storage.objects set owner = null, owner_id = null where owner_id = person::text;
  delete from private.resumable_uploads where owner_id = person::text;
  delete from auth.audit_log_entries where payload ->> 'actor_id' = person::text;
  delete from private.idempotency_keys where scope = person::text and function_name <> 'delete-account';
  -- Cascades to sessions, factors, tokens, identities, addresses, the buyer with its notes, and the profile. Orders lose their customer.
  delete from auth.users where id = person;
  insert into auth.audit_log_entries (payload)
  values (jsonb_build_object('action', 'user_deleted', 'log_type', 'team', 'traits', '{}'::jsonb));
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.expire_approvals()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with ended as (
    update public.approvals set decision = 'expired', decided_at = now()
    where id in (select id from public.approvals where decision is null and expires_at <= now() for update skip locked)
    returning 1)
  select count(*)::int from ended
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.extend_staff_session(session uuid, person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update auth.sessions s set not_after = e.ends
  from (select private.staff_session_end(staff_since) as ends from auth.sessions where id = session) e
  where s.id = session and s.user_id = person and s.staff_since is not null and s.not_after > now()
    and s.not_after < e.ends - interval '1 minute'
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.facts_of_recipients(recipients uuid[])
 RETURNS SETOF private.recipient_facts
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.id, (count(o.id) filter (where o.supplement_of is null))::integer, coalesce(sum(o.paid_total), 0)::bigint,
    min(o.placed_at), max(o.placed_at) filter (where o.supplement_of is null),
    (array_agg(o.address ->> 'region_code' order by o.placed_at desc))[1],
    array(
      select distinct up.id from public.orders b join public.order_lines l on l.order_id = b.id
      join public.product_categories k on k.product_id = l.product_id join public.categories c on c.id = k.category_id
      cross join unnest(c.path) up (id)
      where private.normalised_email(b.email) = private.normalised_email(r.email) and lower(b.email) = r.email
        and b.status in ('placed', 'completed')
      order by up.id)
  from private.mail_recipients r
  left join public.orders o on private.normalised_email(o.email) = private.normalised_email(r.email)
    and lower(o.email) = r.email and o.status in ('placed', 'completed')
  where r.id = any (recipients) group by r.id
$function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.fell_due(since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from public.products
      where status = 'published' and published_at > since and published_at <= now() and updated_at < published_at)
    or exists (select from public.collections
      where published and (published_from > since and published_from <= now() or published_to > since and published_to <= now()))
    or exists (select from public.shop_settings s
      where (since at time zone s.time_zone)::date < (now() at time zone s.time_zone)::date)
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.fill_collection_shelf(most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shelf private.collection_shelves;
  ids uuid[];
begin
  select * into shelf from private.collection_shelves
  where collection_id is null or not is_full
  order by collection_id is null, made_at limit 1 for update skip locked;
  if not found then return false; end if;
  if shelf.collection_id is null then
    delete from private.catalogue_places where (product_id, category_id) in (
      select product_id, category_id from private.catalogue_places where category_id = shelf.id
      order by newness, product_id limit most);
    if not found then delete from private.collection_shelves where id = shelf.id; end if;
    return true;
  end if;
  ids := array(select id from public.products where shelf.filled_to is null or id > shelf.filled_to order by id limit most);
  perform from public.products where id = any (ids) order by id for no key update;
  perform private.place_products(ids, shelf.id);
  update private.collection_shelves set filled_to = coalesce(ids[cardinality(ids)], filled_to),
    is_full = cardinality(ids) < most
  where id = shelf.id;
  if cardinality(ids) < most then
    update private.collection_shelves set collection_id = null where collection_id = shelf.collection_id and id <> shelf.id;
    perform private.log_anything();
  end if;
  return true;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.find_refund_done()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.provider_reference is not null and exists (
      select from public.payment_transactions t where t.payment_id = new.payment_id and t.kind = 'refund'
        and t.provider_reference = new.provider_reference) then
    new.status := 'succeeded';
    new.finished_at := now();
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.find_sales_differences(from_day date, until_day date)
 RETURNS TABLE(kind text, order_id uuid, day date, expected bigint, found bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone constant text := (select s.time_zone from public.shop_settings s);
begin
  return query
  with orders as materialized (
    select o.id, (o.placed_at at time zone zone)::date as day, o.total, o.status, o.supplement_of
    from public.orders o
    where o.placed_at >= from_day::timestamp at time zone zone and o.placed_at < (until_day + 1)::timestamp at time zone zone
      and not exists (select from private.sales_changes c where c.order_id = o.id)
  ),
  facts as materialized (
    select f.order_id, sum(f.net + f.shipping + f.fee)::bigint as sold, min(f.day) filter (where f.kind = 'order') as day,
      sum(f.back + f.other_back)::bigint as back
    from public.sales_facts f where f.order_id in (select id from orders) group by f.order_id
  ),
  money as (
    select o.id, sum(case when b.charged > 0 then greatest(0, least(
        b.returned - least(coalesce(r.overpaid, 0), b.charged - c.covered), c.covered)) else 0 end)::bigint as back,
      coalesce(sum(c.covered), 0)::bigint as covered
    from orders o left join private.payment_balances b on b.order_id = o.id
    left join lateral (
      select greatest(0, least(t.amount, o.total - coalesce((
          select sum(e.amount) from public.payment_transactions e
          where e.order_id = o.id and e.kind = 'charge' and e.id < t.id), 0)))::bigint as covered
      from public.payment_transactions t where t.payment_id = b.payment_id and t.kind = 'charge') c on true
    left join lateral (
      select sum(f.overpaid)::bigint as overpaid from public.refunds f
      where f.payment_id = b.payment_id and exists (
        select from public.payment_transactions t where t.payment_id = f.payment_id and t.kind = 'refund'
          and t.provider_reference = f.provider_reference)) r on true
    group by o.id
  )
  select 'sold', o.id, o.day, o.total, coalesce(f.sold, 0)
  from orders o left join facts f on f.order_id = o.id where f.sold is distinct from o.total or f.day is distinct from o.day
  union all
  select 'back', o.id, o.day,
    coalesce(m.back, 0) + case when o.status = 'canceled' then o.total - m.covered else 0 end, coalesce(f.back, 0)
  from orders o join money m on m.id = o.id left join facts f on f.order_id = o.id
  where coalesce(m.back, 0) + case when o.status = 'canceled' then o.total - m.covered else 0 end
    is distinct from coalesce(f.back, 0)
  union all
  -- Facts of orders that are no longer placed.
  select 'sold', f.order_id, f.day, 0, f.net
  from public.sales_facts f join public.orders o on o.id = f.order_id
  where f.day between from_day and until_day and o.placed_at is null
    and not exists (select from private.sales_changes c where c.order_id = o.id);
  return query
  select 'rollup', null::uuid, d.day, d.expected, d.found from (
    select coalesce(e.day, r.day) as day, coalesce(e.sum, 0)::bigint as expected, coalesce(r.sum, 0)::bigint as found
    from (
      select p.dimension, p.day, sum(p.net + p.shipping + p.fee + 3 * p.back + 5 * p.other_back + 7 * p.tax + 11 * p.base
        + 13 * p.cost + 17 * p.pieces + 19 * p.pieces_back) + 23 * count(distinct p.order_id || p.key) filter (where p.counts) as sum
      from private.sales_parts p
      where p.day between from_day and until_day and p.dimension not in ('product', 'variant') group by p.dimension, p.day) e
    full join (
      select u.dimension, u.starts as day, sum(u.net + u.shipping + u.fee + 3 * u.back + 5 * u.other_back + 7 * u.tax + 11 * u.base
        + 13 * u.cost + 17 * u.pieces + 19 * u.pieces_back + 23 * u.orders) as sum
      from public.sales_rollups u
      where u.period = 'd' and u.starts between from_day and until_day group by u.dimension, u.starts) r
    using (dimension, day)) d
  where d.expected <> d.found;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.finish_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.refunds set status = 'succeeded', last_error = null
  where payment_id = new.payment_id and provider_reference = new.provider_reference and status <> 'succeeded';
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.follow_buyers()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken bigint[];
begin
  if not pg_try_advisory_xact_lock(718260) then return 0; end if;
  perform set_config('shop.actor', 'job:follow-buyers', true);
  taken := array(select id from private.buyer_changes order by id limit 200);
  perform private.assign_buyers(
    array(select distinct order_id from private.buyer_changes where id = any (taken) and order_id is not null),
    array(select distinct account_id from private.buyer_changes where id = any (taken) and account_id is not null));
  delete from private.buyer_changes where id = any (taken);
  return cardinality(taken);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.follow_category_tree()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_levels constant integer := 4;
  moved uuid[];
begin
  if tg_op = 'INSERT' then
    moved := array(select id from added);
  else
    moved := array(select a.id from added a join removed r using (id)
      where (a.parent_id, a.published) is distinct from (r.parent_id, r.published));
  end if;
  if moved = '{}' then return null; end if;
  -- One level more than allowed is read: a category that has it is too deep or in a circle.
  if exists (
    select from private.category_paths(moved) where cardinality(path) <> (select count(distinct id) from unnest(path) id)
  ) then
    raise exception 'a category is below itself' using errcode = 'check_violation', constraint = 'category_cycle';
  end if;
  if exists (select from private.category_paths(moved) where cardinality(path) > max_levels) then
    raise exception 'more than % levels', max_levels using errcode = 'check_violation', constraint = 'category_too_deep';
  end if;
  update public.categories c set path = p.path, shown = p.shown
  from private.category_paths(moved) p where c.id = p.id and (c.path, c.shown) is distinct from (p.path, p.shown);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.follow_low_stock_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.product_variants v
  set stock_band = private.stock_band(i.available, coalesce(new.low_stock_at, s.low_stock_pieces))
  from public.stock_items i, public.shop_settings s
  where v.product_id = new.id and i.variant_id = v.id
    and v.stock_band <> private.stock_band(i.available, coalesce(new.low_stock_at, s.low_stock_pieces));
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.follow_money()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refresh_money(new.order_id);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.follow_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refresh_fulfilment(new.id);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.follow_personalisable()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.takes_designs := private.takes_designs(new.id, new.personalisable);
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.follow_product_gaps()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  targets uuid[];
begin
  if tg_table_name = 'products' and tg_op = 'INSERT' then
    targets := array(select id from added);
  elsif tg_table_name = 'products' then
    -- As in private.refresh_products_on_text().
    targets := array(select id from (
      select id, name ->> 'en' from added except select id, name ->> 'en' from removed) changed);
  elsif tg_op = 'INSERT' then
    targets := array(select distinct product_id from added);
  elsif tg_op = 'DELETE' then
    targets := array(select distinct product_id from removed);
  else
    targets := array(select distinct product_id from (
      select id, product_id, weight_grams, archived from added
      except select id, product_id, weight_grams, archived from removed) changed);
  end if;
  if cardinality(targets) > 0 then perform private.refresh_product_gaps(targets); end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.follow_products()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  targets uuid[];
begin
  if tg_op = 'INSERT' then
    targets := array(select id from added where status = 'published' order by 1);
  else
    targets := array(
      select id from (
        select id, status, published_at, stock_band = 'out', best_seller_rank, price_from, price_to, was_price is null, name,
          takes_designs, category_ids, colours, sizes, option_values from added
        except
        select id, status, published_at, stock_band = 'out', best_seller_rank, price_from, price_to, was_price is null, name,
          takes_designs, category_ids, colours, sizes, option_values from removed
      ) changed order by 1);
  end if;
  if targets <> '{}' then perform private.place_products(targets); end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.follow_sales()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken bigint[];
  next_month date;
begin
  if not pg_try_advisory_xact_lock(718261) then return 0; end if;
  taken := array(select id from private.sales_changes order by repair, id limit 200);
  if cardinality(taken) = 0 then
    delete from private.sales_months where month = (select max(m.month) from private.sales_months m) returning month into next_month;
    if next_month is null then return 0; end if;
    return 1 + private.queue_sales(next_month, (next_month + interval '1 month')::date - 1);
  end if;
  perform private.compute_sales(array(
    select distinct order_id from private.sales_changes where id = any (taken) order by order_id));
  delete from private.sales_changes where id = any (taken);
  return cardinality(taken);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.follow_shipment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and old.status <> new.status and (old.status, new.status) not in
    (('pending', 'shipped'), ('shipped', 'delivered'), ('pending', 'delivered'), ('pending', 'canceled')) then
    -- Staff may undo a step for ten minutes. A shipment that was prepared and sent in one step is canceled.
    if not coalesce(case
      when old.status = 'delivered' and new.status = 'shipped' then old.delivered_at
      when old.status = 'shipped' and new.status in ('pending', 'canceled') then old.shipped_at
    end > now() - interval '10 minutes', false) then
      raise exception 'a shipment only goes forward'
        using errcode = 'check_violation', constraint = 'shipment_status_step';
    end if;
    perform private.guard_returned_quantity(l.order_line_id) from public.shipment_lines l where l.shipment_id = new.id;
  end if;
  perform private.refresh_fulfilment(new.order_id);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.follow_shipment_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refresh_fulfilment(s.order_id) from public.shipments s where s.id = new.shipment_id;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.follow_stock_band()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    -- As in private.refresh_products_on_text().
    if not exists (select variant_id, available from added except select variant_id, available from removed) then
      return null;
    end if;
  end if;
  if not exists (
    select from added join public.product_variants v on v.id = added.variant_id
    join public.products p on p.id = v.product_id, public.shop_settings s
    where v.stock_band <> private.stock_band(added.available, coalesce(p.low_stock_at, s.low_stock_pieces))
  ) then
    return null;
  end if;
  with wanted as (
    select v.id, v.stock_band as was,
      private.stock_band(added.available, coalesce(p.low_stock_at, s.low_stock_pieces)) as band
    from added join public.product_variants v on v.id = added.variant_id
    join public.products p on p.id = v.product_id, public.shop_settings s
  ), changed as (
    update public.product_variants v set stock_band = wanted.band
    from wanted where v.id = wanted.id and wanted.was <> wanted.band
    returning v.id, wanted.was, wanted.band
  )
  insert into private.stock_crossings (variant_id, band)
  select id, band from changed
  where tg_op = 'UPDATE' and (was = 'in' or band = 'out');
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.follow_templates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.products p set takes_designs = private.takes_designs(p.id, p.personalisable)
  where p.id in (select product_id from changed) and p.takes_designs <> private.takes_designs(p.id, p.personalisable);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.follow_unpaid_buyers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into private.unpaid_buyers (order_id, buyer_key)
    select distinct new.id, key from unnest(private.customer_keys(new.customer_id, new.email, new.phone)) key;
  else
    delete from private.unpaid_buyers where order_id = new.id;
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.follow_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refresh_fulfilment(new.order_id);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.forget_mail_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with gone as (
    delete from private.mail_codes where campaign = new.campaign and n = new.n returning code_id
  )
  update public.promo_codes c set active = false from gone
  where c.id = gone.code_id and new.state in ('pending', 'deferred');
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.forget_mail_recipient(recipient uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.mail_suppressions (email_hash, mailbox_hash, reason)
  select r.email_hash, r.mailbox_hash, 'erased' from private.mail_recipients r where r.id = recipient
  on conflict do nothing;
  -- Mails that wait for their turn in an import, and the files that staff imported or will undo.
  delete from private.outbox o using private.mail_recipients r
  where r.id = forget_mail_recipient.recipient and o.recipient = r.email and o.dedupe_key like 'import:%';
  delete from private.import_rows w using public.imports i, private.mail_recipients r
  where i.id = w.import_id and i.kind = 'subscribers' and r.id = forget_mail_recipient.recipient and w.thing_key = r.email;
  delete from public.staff_task_rows w using public.staff_tasks t, private.mail_recipients r
  where t.id = w.task_id and t.kind in ('check-subscribers', 'import-subscribers') and r.id = forget_mail_recipient.recipient and w.subject_id = r.email;
  delete from private.mail_recipients where id = recipient;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.forget_mockups()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.product_mockups where image_id = new.id;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.forget_supplements()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.design_supplements set state = 'withdrawn', proof = null
  where customisation_id = new.id and state = 'waiting';
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.forget_undelivered()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.undelivered_order_mails where order_id = new.id;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.freeze_mail_chunks(of_campaign integer, chosen uuid[], reached uuid, is_last boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c private.mail_campaigns;
  part text;
  found_ones constant integer := cardinality(chosen);
  next_chunk integer;
  is_too_large boolean;
begin
  perform set_config('shop.actor', 'job:send-campaigns', true);
  select * into c from private.mail_campaigns where number = of_campaign and status = 'freezing' for update skip locked;
  if not found then return null; end if;
  part := private.mail_part(of_campaign);
  select coalesce(max(chunk) + 1, 0) into next_chunk from private.mail_chunks where campaign = of_campaign;
  if found_ones > 0 then
    insert into private.mail_chunks (campaign, chunk, size)
    select of_campaign, next_chunk + nth, least(1000, found_ones - nth * 1000) from generate_series(0, (found_ones - 1) / 1000) nth;
    insert into private.mail_deliveries (campaign, n, recipient_id, version_id)
    select of_campaign, next_chunk * 1000 + p.place, p.id, coalesce(own.id, other.id)
    from unnest(chosen) with ordinality p (id, place)
    join private.mail_recipients r on r.id = p.id
    cross join lateral (
      select case when part = 'trial' then private.mail_arm(p.id, of_campaign) else coalesce(c.winner, 'a') end as arm) g
    left join private.mail_versions own on own.campaign = of_campaign and own.language = r.language and own.arm = g.arm
    left join private.mail_versions other on other.campaign = of_campaign and other.language = c.fallback_language
      and other.arm = g.arm;
    if c.holdout > 0 then
      update private.mail_deliveries d set state = 'skipped', reason = 'holdout', ended_at = clock_timestamp()
      where d.campaign = of_campaign and d.n > next_chunk * 1000
        and private.mail_bucket(d.recipient_id, of_campaign, 'holdout') < c.holdout;
    end if;
  end if;
  if part = 'trial' then
    insert into private.mail_arms as m (campaign, arm, people)
    select of_campaign, g.arm, count(p.id) from (values ('a'), ('b')) g (arm)
    left join unnest(chosen) p (id) on private.mail_arm(p.id, of_campaign) = g.arm group by g.arm
    on conflict (campaign, arm) do update set people = m.people + excluded.people;
  end if;
  is_too_large := coalesce(c.total + found_ones > c.allowed, false);
  update private.mail_campaigns set total = total + found_ones, freeze_cursor = coalesce(reached, freeze_cursor),
    tick_at = clock_timestamp(),
    status = case when is_too_large then 'paused' when is_last then 'sending' else status end,
    paused_why = case when is_too_large then 'size' end, paused_at = case when is_too_large then now() end,
    trial_frozen_at = case when is_last and part = 'trial' then clock_timestamp() else trial_frozen_at end,
    frozen_at = case when is_last and part <> 'trial' then clock_timestamp() end
  where number = of_campaign;
  return found_ones;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.guard_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.decision is not null then
      raise exception 'a request begins open' using errcode = 'check_violation', constraint = 'approval_decided';
    end if;
    return new;
  end if;
  if old.decision is not null or new.decision is null or
      -- The hash is made after this trigger.
      to_jsonb(new) - '{decision,decided_by,session_id,decided_at,reason,done_at,payload_hash}'::text[]
        <> to_jsonb(old) - '{decision,decided_by,session_id,decided_at,reason,done_at,payload_hash}'::text[] then
    raise exception 'a request is decided once' using errcode = 'check_violation', constraint = 'approval_decided';
  end if;
  if new.decision = 'expired' and old.expires_at > now() then
    raise exception 'it still waits' using errcode = 'check_violation', constraint = 'approval_not_expired';
  end if;
  if new.decision not in ('expired', 'withdrawn') and old.expires_at <= now() then
    raise exception 'too late' using errcode = 'check_violation', constraint = 'approval_expired';
  end if;
  if new.decided_by is not null then
    if not private.may_all(new.decided_by, old.permissions) then
      raise exception 'this person may not decide' using errcode = 'check_violation', constraint = 'approval_not_allowed';
    end if;
    if not private.is_fresh_session(new.session_id, new.decided_by) then
      raise exception 'no fresh proof' using errcode = 'check_violation', constraint = 'reauthentication_needed';
    end if;
  end if;
  if new.decision = 'approved' and not private.may_all(old.requested_by, old.permissions) then
    raise exception 'the requester lost the right'
      using errcode = 'check_violation', constraint = 'approval_requester_not_allowed';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_automation_template()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.automation is distinct from old.automation
    or (new.status, new.topic, new.segment_id) is distinct from (old.status, old.topic, old.segment_id)
      and exists (select from private.mail_automations a where a.template = old.id)
  then
    raise exception 'the text of an automation stays its text'
      using errcode = 'restrict_violation', constraint = 'mail_campaign_state';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_catch_all()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  leaving uuid := case when tg_table_name = 'shipping_zones' then (to_jsonb(old) ->> 'id')::uuid
    else (to_jsonb(old) ->> 'zone_id')::uuid end;
begin
  if exists (select from public.shipping_zone_regions where zone_id = leaving and region_code = '')
    and exists (select from public.shipping_rates where zone_id = leaving) then
    raise exception 'the rest of Indonesia has prices'
      using errcode = 'restrict_violation', constraint = 'catch_all_in_use';
  end if;
  return old;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_charges()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.order_lines l where l.id = new.order_line_id and (l.unit_price, l.setup_fee) <> (
      select coalesce(sum(amount) filter (where kind <> 'setup'), 0)::bigint,
        coalesce(sum(amount) filter (where kind = 'setup'), 0)::bigint
      from public.order_line_charges where order_line_id = l.id)
  ) then
    raise exception 'a line and its parts differ' using errcode = 'check_violation', constraint = 'line_charges_wrong';
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_customisation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- The account was deleted: remove the personal content.
  if new.customer_id is null and old.customer_id is not null then
    new.document := '{}';
    new.name := '';
    new.rejection_note := '';
  end if;
  if new.status = 'done' and old.status <> 'done' then
    new.pictures_until := greatest(new.pictures_until, date_trunc('second', now() + interval '12 months'));
  end if;
  if old.status <> new.status and (old.status, new.status) not in (
    ('submitted', 'approved'), ('submitted', 'in_review'), ('submitted', 'proof_sent'),
    ('in_review', 'approved'), ('in_review', 'proof_sent'), ('in_review', 'rejected'),
    ('rejected', 'submitted'), ('proof_sent', 'approved'), ('proof_sent', 'changes_requested'),
    ('changes_requested', 'proof_sent'), ('changes_requested', 'rejected'), ('changes_requested', 'submitted'),
    ('approved', 'in_production'), ('in_production', 'done'),
    -- Pieces are printed again.
    ('done', 'in_production')
  ) then
    raise exception 'a customisation cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'customisation_status_step';
  end if;
  if new.status = 'approved' and not exists (
    select from public.proofs p where p.customisation_id = new.id and p.decision = 'approved'
  ) then
    raise exception 'nothing is approved without a proof' using errcode = 'check_violation',
      constraint = 'customisation_without_proof';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_cutoffs()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.cutoffs where hour is not null) then
    raise exception 'no weekday ships' using errcode = 'check_violation', constraint = 'cutoffs_all_closed';
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_design_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if to_jsonb(new) - '{customer_id,guest_hash,template_id}'::text[]
      is distinct from to_jsonb(old) - '{customer_id,guest_hash,template_id}'::text[]
    or (new.guest_hash is not null and new.guest_hash is distinct from old.guest_hash)
    or (old.customer_id is not null and new.customer_id is distinct from old.customer_id)
    or (new.template_id is not null and new.template_id is distinct from old.template_id)
  then
    raise exception 'a version of a design never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_enquiry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (new.number, new.topic, new.name, new.email, new.phone, new.order_number, new.message)
      is distinct from (old.number, old.topic, old.name, old.email, old.phone, old.order_number, old.message) then
    raise exception 'what a visitor wrote never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_line(line uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ordered integer;
  used integer;
begin
  select quantity into ordered from public.order_lines where id = line for update;
  select coalesce(sum(l.quantity), 0) into used
    from public.shipment_lines l join public.shipments s on s.id = l.shipment_id
    where l.order_line_id = line and s.status <> 'canceled' and s.kind = 'order';
  used := used + (select coalesce(sum(quantity), 0) from public.order_withdrawals where order_line_id = line);
  if used > ordered then
    raise exception 'more sent or withdrawn than ordered'
      using errcode = 'check_violation', constraint = 'shipped_too_many';
  end if;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_lowering()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'what was promised never changes' using errcode = 'restrict_violation';
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_mail_campaign()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.status <> 'draft' then
      raise exception 'only a draft is deleted' using errcode = 'restrict_violation', constraint = 'mail_campaign_state';
    end if;
    return old;
  end if;
  if old.status <> new.status and (old.status, new.status) not in (
    ('draft', 'scheduled'), ('draft', 'freezing'), ('scheduled', 'draft'), ('scheduled', 'freezing'),
    ('scheduled', 'cancelled'), ('freezing', 'sending'), ('freezing', 'paused'), ('freezing', 'cancelled'),
    ('sending', 'freezing'), ('sending', 'paused'), ('sending', 'sent'), ('sending', 'cancelled'),
    ('paused', 'freezing'), ('paused', 'sending'), ('paused', 'cancelled'))
    and (old.automation is null or (old.status, new.status) <> ('draft', 'sending'))
    -- Staff start another attempt for recipients who may not have got the mail (private.send_mails_again).
    and ((old.status, new.status) <> ('sent', 'sending') or new.reopened = old.reopened)
  then
    raise exception 'a campaign does not go from % to %', old.status, new.status
      using errcode = 'restrict_violation', constraint = 'mail_campaign_state';
  end if;
  -- Recipients are frozen once, or after the winner for the rest of a trial.
  if old.status in ('sending', 'paused') and new.status = 'freezing' and (new.frozen_at is not null
    or new.winner is null and (old.status = 'sending' or new.trial_frozen_at is not null))
  then
    raise exception 'a campaign whose recipients are frozen freezes no more' using errcode = 'restrict_violation',
      constraint = 'mail_campaign_state';
  end if;
  if old.winner is not null and (new.winner, new.winner_why) is distinct from (old.winner, old.winner_why) then
    raise exception 'a winner is chosen once' using errcode = 'restrict_violation', constraint = 'mail_campaign_winner_once';
  end if;
  -- What was decided before the sending stays as it was.
  if old.status not in ('draft', 'scheduled') and (new.topic, new.fallback_language)
    is distinct from (old.topic, old.fallback_language)
  then
    raise exception 'a campaign under way does not change' using errcode = 'restrict_violation',
      constraint = 'mail_campaign_state';
  end if;
  if new.status = 'sent' and (new.trial_frozen_at is not null and new.frozen_at is null or exists (
    select from private.mail_chunks where campaign = old.number and pending + begun + deferred > 0))
  then
    raise exception 'a campaign ends when nobody is left' using errcode = 'restrict_violation',
      constraint = 'mail_campaign_state';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_mail_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (old.state, new.state) not in (
    ('pending', 'begun'), ('pending', 'kept'), ('pending', 'skipped'),
    ('begun', 'accepted'), ('begun', 'refused'), ('begun', 'deferred'), ('begun', 'uncertain'), ('begun', 'pending'),
    ('deferred', 'begun'), ('deferred', 'kept'), ('deferred', 'refused'), ('deferred', 'skipped'),
    -- What the process that began it reports late, an event of the mail provider, or staff who try it once more.
    ('uncertain', 'accepted'), ('uncertain', 'refused'), ('uncertain', 'deferred'), ('uncertain', 'pending'),
    ('uncertain', 'bounced'), ('uncertain', 'complained'),
    ('accepted', 'bounced'), ('accepted', 'complained'), ('bounced', 'complained'))
  then
    raise exception 'a delivery does not go from % to %', old.state, new.state
      using errcode = 'restrict_violation', constraint = 'mail_delivery_state';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_mail_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  removable text[] := '{actor_id}';
begin
  if old.created_at < now() - interval '90 days' then removable := '{actor_id,ip,user_agent}'; end if;
  if to_jsonb(new) - removable is distinct from to_jsonb(old) - removable
    or coalesce(new.actor_id, old.actor_id) is distinct from old.actor_id
    or coalesce(new.ip, old.ip) is distinct from old.ip
    or coalesce(new.user_agent, old.user_agent) is distinct from old.user_agent
  then
    raise exception 'rows of % never change', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_mail_results()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if old.status not in ('draft', 'scheduled') and (new.holdout <> old.holdout
    or new.voucher_promotion_id is not null and new.voucher_promotion_id is distinct from old.voucher_promotion_id)
  then
    raise exception 'a campaign under way does not change' using errcode = 'restrict_violation',
      constraint = 'mail_campaign_state';
  end if;
  if new.status in ('sent', 'cancelled') and old.status not in ('draft', 'scheduled', new.status)
    and new.voucher_promotion_id is not null
  then
    new.codes_cursor := 0;
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_mail_suppression()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hashes constant text[] := '{email_hash,mailbox_hash,lost_key}';
begin
  if tg_op = 'UPDATE' and private.is_mail_confirmation() and old.lifted_by is null
    and to_jsonb(new) - 'lifted_by' = to_jsonb(old) - 'lifted_by'
    and exists (select from private.mail_choice_events where id = new.lifted_by and action = 'confirmed')
  then
    return new;
  end if;
  if tg_op = 'UPDATE' and coalesce(current_setting('shop.mail_key_change', true) = 'on', false)
    and to_jsonb(new) - hashes = to_jsonb(old) - hashes
  then
    return new;
  end if;
  raise exception 'only a confirmation lifts a suppression' using errcode = 'insufficient_privilege';
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_mail_topic()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if not old.is_own then
      raise exception 'the program needs its topics' using errcode = 'restrict_violation', constraint = 'mail_topic_needed';
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and (not old.is_own or (new.slug, new.is_own) is distinct from (old.slug, old.is_own)) then
    raise exception 'the program needs its topics' using errcode = 'restrict_violation', constraint = 'mail_topic_needed';
  end if;
  -- People agreed to what it was.
  if tg_op = 'UPDATE' and new.marketing <> old.marketing and exists (
    select from public.subscriptions s where s.topic = old.slug)
  then
    raise exception 'a topic with subscribers stays what it is' using errcode = 'restrict_violation',
      constraint = 'mail_topic_agreed';
  end if;
  if tg_op = 'UPDATE' and new.archived_at is not null and old.archived_at is null and exists (
    select from private.mail_campaigns c where c.topic = old.slug and c.status not in ('sent', 'cancelled'))
  then
    raise exception 'a campaign uses the topic' using errcode = 'restrict_violation', constraint = 'mail_topic_in_use';
  end if;
  if new.is_own and new.archived_at is null and (tg_op = 'INSERT' or old.archived_at is not null) then
    perform pg_advisory_xact_lock(hashtext('mail_topics'));
    if (select count(*) from private.mail_topics t where t.is_own and t.archived_at is null) >= 5 then
      raise exception 'a shop has five topics of its own' using errcode = 'restrict_violation', constraint = 'mail_topics_full';
    end if;
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_mail_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  campaign_status text;
  campaign_automation text;
begin
  select status, automation into campaign_status, campaign_automation from private.mail_campaigns
  where number = coalesce(new.campaign, old.campaign) for share;
  if new.arm = 'b' and campaign_automation is not null then
    raise exception 'an automation has one subject' using errcode = 'restrict_violation', constraint = 'mail_version_arm';
  end if;
  -- A deleted draft takes its versions along.
  if campaign_status = 'draft' or (tg_op = 'DELETE' and campaign_status is null) then return coalesce(new, old); end if;
  if tg_op = 'UPDATE' and (
    (campaign_status = 'freezing' and old.html is null
      and to_jsonb(new) - '{html,text,products,links}'::text[] = to_jsonb(old) - '{html,text,products,links}'::text[])
    or to_jsonb(new) - 'author' = to_jsonb(old) - 'author')
  then
    return new;
  end if;
  raise exception 'what a campaign says never changes once it is sent'
    using errcode = 'restrict_violation', constraint = 'mail_version_sent';
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_moved_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select sum(moved) from public.refunds where order_id = new.order_id) <> 0 then
    raise exception 'money moved between payments is not balanced'
      using errcode = 'check_violation', constraint = 'refund_moved_wrong';
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_order_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if old.status <> new.status and (old.status, new.status) not in (
    ('draft', 'awaiting_payment'), ('draft', 'placed'), ('draft', 'canceled'),
    ('awaiting_payment', 'placed'), ('awaiting_payment', 'expired'), ('awaiting_payment', 'canceled'),
    ('expired', 'placed'), ('placed', 'completed'), ('placed', 'canceled')
  ) and not (
    -- Staff may undo the delivery for ten minutes (docs/why/orders.md).
    (old.status, new.status) = ('completed', 'placed') and old.closed_at > now() - interval '10 minutes'
  ) then
    raise exception 'an order cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'order_status_step';
  end if;
  if (new.number, new.subtotal, new.discount, new.shipping, new.request_hash) is distinct from
      (coalesce(old.number, new.number), old.subtotal, old.discount, old.shipping, old.request_hash)
    or (new.payment_fee, new.deposit) is distinct from (old.payment_fee, old.deposit) and old.paid_total <> 0 then
    raise exception 'what was agreed never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_postcodes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.shipping_zone_postcodes p
    where p.first_code < new.first_code and p.last_code between new.first_code and new.last_code
        and p.last_code < new.last_code
      or new.first_code < p.first_code and p.first_code <= new.last_code and new.last_code < p.last_code
  ) then
    raise exception 'postcode ranges cross' using errcode = 'check_violation', constraint = 'zone_postcodes_cross';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_proof()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- The account was deleted: remove the personal content.
  if new.customer_id is null and old.customer_id is not null then
    new.document := '{}';
    new.display := null;
    new.words := '{}';
    new.pieces := null;
    new.piece_displays := null;
    new.note := '';
    new.decided_ip := null;
    return new;
  end if;
  if (new.customisation_id, new.version, new.document, new.document_hash, new.display, new.display_hash, new.words,
      new.pieces, new.piece_displays, new.source, new.note, new.sent_at)
      is distinct from (old.customisation_id, old.version, old.document, old.document_hash, old.display, old.display_hash,
      old.words, old.pieces, old.piece_displays, old.source, old.note, old.sent_at)
    or (old.decision is not null and new.decision is distinct from old.decision)
  then
    raise exception 'what was shown and decided never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_proof_pin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from public.proofs p, jsonb_array_elements(p.display -> 'sides') side, jsonb_array_elements(side -> 'areas') area
    where p.id = new.proof_id and side ->> 'id' = new.side and area ->> 'id' = new.area
      and new.x between 0 and (area ->> 'w')::numeric and new.y between 0 and (area ->> 'h')::numeric
  ) then
    raise exception 'a pin is inside an area of its proof' using errcode = 'check_violation', constraint = 'pin_outside';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  captured bigint;
  promised bigint;
  delivery bigint;
begin
  -- A concurrent refund waits here and then counts this one.
  select shipping into delivery from public.orders where id = new.order_id for update;
  if not exists (select from public.payments where id = new.payment_id and order_id = new.order_id) then
    raise exception 'another order''s payment' using errcode = 'check_violation', constraint = 'refund_payment_wrong';
  end if;
  select coalesce(sum(case when kind in ('charge', 'refund_reversed') then t.amount
      when kind = 'chargeback' then -t.amount
      -- A refund without a row of ours; refunds with a row are counted below.
      when not exists (select from public.refunds r
        where r.payment_id = t.payment_id and (r.provider_reference = t.provider_reference
          or starts_with(t.provider_reference, r.provider_reference || '+'))) then -t.amount
      else 0 end), 0)
    into captured from public.payment_transactions t where t.payment_id = new.payment_id;
  select coalesce(sum(amount), 0) into promised from public.refunds
    where payment_id = new.payment_id and id <> new.id;
  if promised + new.amount > captured then
    raise exception 'more than was captured'
      using errcode = 'check_violation', constraint = 'refund_exceeds_payment';
  end if;
  if new.shipping > 0 and new.shipping + (
      select coalesce(sum(shipping), 0) from public.refunds where order_id = new.order_id and id <> new.id) > delivery then
    raise exception 'more than delivery cost'
      using errcode = 'check_violation', constraint = 'refund_exceeds_shipping';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_refund_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request public.refund_requests;
begin
  -- Of two refunds at once, the second counts the first.
  perform pg_advisory_xact_lock(hashtextextended('refunds of ' || new.person_id, 0));
  select * into request from public.refund_requests where id = new.request_id for update;
  if request.status <> 'open' then
    raise exception 'the request was decided' using errcode = 'check_violation', constraint = 'refund_request_decided';
  end if;
  if not private.may(new.person_id, 'orders.refund') then
    raise exception 'this person approves no refunds'
      using errcode = 'check_violation', constraint = 'refund_not_allowed';
  end if;
  if not private.is_fresh_session(new.session_id, new.person_id) then
    raise exception 'no fresh proof' using errcode = 'check_violation', constraint = 'reauthentication_needed';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_refund_goods()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.goods <> (select coalesce(sum(amount), 0) from public.refund_lines where refund_id = new.id) then
    raise exception 'a refund and its lines differ' using errcode = 'check_violation', constraint = 'refund_lines_wrong';
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_refund_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  line public.order_lines;
  before integer;
  share bigint;
begin
  select * into line from public.order_lines where id = new.order_line_id for update;
  select coalesce(sum(quantity), 0) into before from public.refund_lines
    where order_line_id = new.order_line_id and refund_id <> new.refund_id;
  if before + new.quantity > line.quantity
      or line.order_id <> (select order_id from public.refunds where id = new.refund_id) then
    raise exception 'a piece is given back once'
      using errcode = 'check_violation', constraint = 'refunded_too_many';
  end if;
  select sum(unit) into share from unnest(line.unit_totals) with ordinality as units (unit, n)
    where n > before and n <= before + new.quantity;
  if share <> new.amount then
    raise exception 'not what these pieces cost' using errcode = 'check_violation', constraint = 'refund_share_wrong';
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_refund_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' then
      raise exception 'a request begins open' using errcode = 'check_violation', constraint = 'refund_request_decided';
    end if;
    return new;
  end if;
  if old.status <> 'open' or (new.id, new.order_id, new.act, new.subject_id, new.input, new.amount, new.requested_by)
      is distinct from (old.id, old.order_id, old.act, old.subject_id, old.input, old.amount, old.requested_by) then
    raise exception 'a request is decided once' using errcode = 'check_violation', constraint = 'refund_request_decided';
  end if;
  if new.status = 'done' and not private.is_refund_approved(new.id) then
    raise exception 'not approved' using errcode = 'check_violation', constraint = 'refund_not_approved';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_refund_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (new.order_id, new.payment_id, new.amount, new.goods, new.shipping, new.fee, new.goodwill, new.overpaid, new.moved, new.key)
      is distinct from
      (old.order_id, old.payment_id, old.amount, old.goods, old.shipping, old.fee, old.goodwill, old.overpaid, old.moved, old.key)
  then
    raise exception 'what was promised never changes' using errcode = 'restrict_violation';
  end if;
  if old.status <> new.status and (old.status, new.status) not in (
    ('requested', 'pending'), ('requested', 'succeeded'), ('requested', 'failed'), ('pending', 'succeeded'),
    ('pending', 'failed'), ('succeeded', 'failed'), ('failed', 'requested'), ('failed', 'pending'),
    ('failed', 'succeeded')
  ) then
    raise exception 'a refund cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'refund_status_step';
  end if;
  if new.channel <> old.channel and not (new.channel = 'bank_transfer' and old.status = 'failed')
    -- Staff returned the money in person.
    and not (new.channel = 'by_hand' and old.channel = 'bank_transfer' and old.status <> 'succeeded') then
    raise exception 'only a refund that failed takes another way'
      using errcode = 'check_violation', constraint = 'refund_channel_step';
  end if;
  new.finished_at := case when new.status = 'succeeded' then coalesce(new.finished_at, now()) end;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_return_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request public.returns;
  line public.order_lines;
begin
  select * into request from public.returns where id = new.return_id;
  select * into line from public.order_lines where id = new.order_line_id for update;
  if line.order_id <> request.order_id then
    raise exception 'another order''s line' using errcode = 'check_violation', constraint = 'return_line_wrong';
  end if;
  if request.kind = 'return' and exists (select from public.customisations where order_line_id = line.id) then
    raise exception 'made for its buyer' using errcode = 'check_violation', constraint = 'personalised_not_returnable';
  end if;
  perform private.guard_returned_quantity(line.id);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_return_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if old.status <> new.status and (new.kind, old.status, new.status) not in (
    ('return', 'requested', 'approved'), ('return', 'requested', 'declined'), ('return', 'requested', 'canceled'),
    ('return', 'approved', 'in_transit'), ('return', 'approved', 'received'), ('return', 'approved', 'canceled'),
    ('return', 'in_transit', 'received'), ('return', 'received', 'refunded'), ('return', 'received', 'closed'),
    ('claim', 'requested', 'approved'), ('claim', 'requested', 'declined'), ('claim', 'requested', 'canceled'),
    ('claim', 'approved', 'resolved')
  ) then
    raise exception 'a % cannot go from % to %', new.kind, old.status, new.status
      using errcode = 'check_violation', constraint = 'return_status_step';
  end if;
  if (new.number, new.order_id, new.kind, new.reason, new.key)
      is distinct from (old.number, old.order_id, old.kind, old.reason, old.key) then
    raise exception 'what was requested never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_returned_quantity(line uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent integer;
  asked integer;
begin
  select coalesce(sum(l.quantity), 0) into sent
    from public.shipment_lines l join public.shipments s on s.id = l.shipment_id
    where l.order_line_id = line and s.status in ('shipped', 'delivered');
  select coalesce(sum(l.quantity), 0) into asked
    from public.return_lines l join public.returns r on r.id = l.return_id
    where l.order_line_id = line and r.status not in ('declined', 'canceled');
  if asked > sent then
    raise exception 'more than has left' using errcode = 'check_violation', constraint = 'returned_too_many';
  end if;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_shared_design()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if to_jsonb(new) - '{state,revoked_at}'::text[] is distinct from to_jsonb(old) - '{state,revoked_at}'::text[]
    or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
    or (old.state <> new.state and (old.state, new.state) not in (
      ('shown', 'reported'), ('reported', 'kept'), ('reported', 'removed'), ('kept', 'removed')))
  then
    raise exception 'a shared design never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_shipped()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.guard_line(new.order_line_id);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_shipping_class()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and new.slug = old.slug and new.built_in then return new; end if;
  raise exception 'the shipping class % is built in', old.slug
    using errcode = 'restrict_violation', constraint = 'shipping_class_built_in';
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_shortfall()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.amount > old.amount then
    raise exception 'a shortfall only gets smaller' using errcode = 'restrict_violation', constraint = 'shortfall_grew';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_staff_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.built_in then
      raise exception 'the role % is built in', old.id using errcode = 'restrict_violation', constraint = 'staff_role_built_in';
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and (old.built_in or new.built_in)
      and to_jsonb(new) - 'limits' <> to_jsonb(old) - 'limits' then
    raise exception 'the role % is built in', old.id using errcode = 'restrict_violation', constraint = 'staff_role_built_in';
  end if;
  if exists (select unnest(new.permissions) except select key from public.permissions) then
    raise exception 'unknown permission' using errcode = 'check_violation', constraint = 'permission_unknown';
  end if;
  if jsonb_typeof(new.limits) <> 'object' or exists (
      select from jsonb_each(new.limits) l
      where l.key not in ('refund', 'refund_day', 'write_off', 'price_cut', 'recipients', 'staff_discount')
        or l.value <> 'null' and not coalesce(l.value::text ~ '^(0|[1-9]\d{0,12})$'
          and (l.key not in ('price_cut', 'staff_discount') or length(l.value::text) < 3), false)) then
    raise exception 'not a limit' using errcode = 'check_violation', constraint = 'staff_limit_invalid';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- A `before` trigger does not see generated columns yet.
  if new.on_hand - new.allocated - new.held - new.safety + new.backorder_limit < 0
      and (new.allocated + new.held > old.allocated + old.held) then
    raise exception 'not enough stock' using errcode = 'check_violation', constraint = 'out_of_stock';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_stocktake()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if old.state in ('applied', 'dropped') and pg_trigger_depth() = 1
      or (old.state, new.state) not in (('draft', 'counting'), ('counting', 'review'), ('review', 'counting'),
        ('review', 'applied'), ('draft', 'dropped'), ('counting', 'dropped'), ('review', 'dropped'))
        and old.state <> new.state then
    raise exception 'a stocktake goes from % to no such state', old.state
      using errcode = 'check_violation', constraint = 'stocktake_state_order';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    -- The recipient goes, and leaves a suppression where that is due; or an undo takes back the row of a stop.
    if private.is_mail_confirmation() or not exists (select from private.mail_recipients where id = old.recipient_id) then
      return old;
    end if;
    raise exception 'a subscription is stopped, never deleted' using errcode = 'insufficient_privilege';
  end if;
  if private.is_mail_confirmation() then return new; end if;
  if tg_op = 'INSERT' then
    if new.state = 'subscribed' and private.is_mail_suppressed(new.recipient_id) then
      raise exception 'only a confirmation subscribes a suppressed address' using errcode = 'insufficient_privilege';
    end if;
  elsif (new.recipient_id, new.topic) is distinct from (old.recipient_id, old.topic)
    or new.state in ('pending', 'subscribed') and old.state in ('unsubscribed', 'bounced', 'complained')
    or new.state = 'subscribed' and old.state = 'pending' and private.is_mail_suppressed(new.recipient_id)
  then
    raise exception 'only a confirmation turns a stopped subscription on' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_supplement()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (new.id, new.order_id, new.customisation_id, new.order_line_id, new.follows)
      is distinct from (old.id, old.order_id, old.customisation_id, old.order_line_id, old.follows)
    or old.state <> 'waiting' and new.state <> old.state then
    raise exception 'a supplement is settled once'
      using errcode = 'check_violation', constraint = 'supplement_settled_once';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.guard_synonym_count()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('search synonyms', 0));
  if (select count(*) from public.search_synonyms) > 300 then
    raise exception 'there are 300 synonyms' using errcode = 'check_violation', constraint = 'too_many_synonyms';
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.has_required_aal()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ begin return private.standing() is not null; end $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION private.has_staff_factor(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return not exists (select from public.staff_policy p where p.second_factor_from <= now())
    or exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified');
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.hide_reported()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.shared_designs set state = 'reported' where id = new.shared_design_id and state = 'shown';
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.import_verdict(address text, address_hash bytea, mailbox bytea, topic text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select v.verdict from private.import_verdicts(jsonb_build_array(jsonb_build_object(
    'email', address, 'topic', import_verdict.topic,
    'email_hash', encode(address_hash, 'hex'), 'mailbox', encode(import_verdict.mailbox, 'hex')))) v
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.import_verdicts(asked jsonb)
 RETURNS TABLE(email text, topic text, verdict text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_key_lost constant boolean := exists (
    select from private.mail_suppressions x where x.lost_key is not null and x.lifted_by is null);
begin
  return query
  select a.email, a.topic, case
    when t.slug is null then 'mail_topic_unknown'
    when s.state = 'subscribed' and x.is_open is not true then 'known'
    when s.state = 'complained' or x.reason = 'complaint' then 'mail_complained'
    when s.state = 'bounced' or x.reason = 'hard_bounce' then 'mail_bounced'
    when s.state = 'unsubscribed' then 'mail_stopped'
    when x.reason is not null then 'mail_suppressed'
    when s.state is not null then 'known'
    when is_key_lost and r.id is null then 'mail_suppressed'
    else 'new' end
  from jsonb_to_recordset(asked) a (email text, topic text, email_hash text, mailbox text)
  left join private.mail_topics t on t.slug = a.topic and (t.marketing or t.is_own) and t.archived_at is null
  left join private.mail_recipients r on r.email = a.email
  left join public.subscriptions s on s.recipient_id = r.id and s.topic = a.topic
  left join lateral (
    select m.reason, m.lifted_by is null as is_open from private.mail_suppressions m
    where m.email_hash = decode(a.email_hash, 'hex') or m.mailbox_hash = decode(a.mailbox, 'hex')
    order by m.lifted_by is null desc, m.reason = 'complaint' desc limit 1) x on true;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.in_mail_window(window_from smallint, window_to smallint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when window_from = window_to then true
    when window_from < window_to then local.hour >= window_from and local.hour < window_to
    else local.hour >= window_from or local.hour < window_to end
  from (select extract(hour from clock_timestamp() at time zone s.time_zone) as hour from public.shop_settings s) local
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.is_asset_used(asset text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.designs where document -> 'assets' ? asset)
    or exists (select from public.design_versions where document -> 'assets' ? asset)
    or exists (
      select from public.customisations c
      where c.document -> 'assets' ? asset and (c.status <> 'done' or coalesce(c.pictures_until > now(), true)))
    or exists (
      select from public.proofs p join public.customisations c on c.id = p.customisation_id
      where p.document -> 'assets' ? asset and (c.status <> 'done' or coalesce(c.pictures_until > now(), true)))
    or exists (select from public.design_templates where document -> 'assets' ? asset)
    or exists (
      select from public.shared_designs where document -> 'assets' ? asset and revoked_at is null and state <> 'removed')
    or exists (
      select from private.design_supplements where proof -> 'document' -> 'assets' ? asset and state = 'waiting')
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.is_collection_rule(rule jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_typeof(rule) = 'object'
    and not exists (select jsonb_object_keys(rule)
      except select unnest('{category_ids,price_min,price_max,in_stock,on_sale,newest_days}'::text[]))
    and coalesce(jsonb_typeof(rule -> 'category_ids') = 'array', true)
    and not exists (
      select from jsonb_array_elements(case jsonb_typeof(rule -> 'category_ids') when 'array' then rule -> 'category_ids' else '[]' end) c
      where jsonb_typeof(c) <> 'string'
        or c #>> '{}' !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$')
    and not exists (
      select from unnest('{price_min,price_max,newest_days}'::text[]) number
      where rule ? number and not coalesce(rule ->> number ~ '^\d{1,13}$' and jsonb_typeof(rule -> number) = 'number', false))
    and coalesce((rule ->> 'newest_days')::numeric between 1 and 3650, true)
    and coalesce((rule ->> 'price_min')::numeric <= (rule ->> 'price_max')::numeric, true)
    and coalesce(jsonb_typeof(rule -> 'in_stock') = 'boolean', true)
    and coalesce(jsonb_typeof(rule -> 'on_sale') = 'boolean', true)
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.is_email(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select length(address) <= 254 and position('@' in address) <= 65
    and address ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$'
$function$;
-- callable by: authenticated, service_role

CREATE OR REPLACE FUNCTION private.is_fresh_session(session uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from auth.sessions s
    where s.id = session and s.user_id = person and s.reauthenticated_at > now() - interval '10 minutes'
      and (s.aal <> 'aal1' or not exists (
        select from auth.mfa_factors f where f.user_id = person and f.status = 'verified')));
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.is_given_up(recipient uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with soft as (
    select e.campaign, e.created_at from private.mail_events e
    where e.recipient_id = recipient and e.bounce = 'soft' and e.campaign is not null
      and not exists (
        select from private.mail_deliveries d
        where d.recipient_id = recipient and d.state = 'accepted' and d.ended_at > e.created_at)
      and not exists (
        select from public.orders o join private.mail_recipients r
          on private.normalised_email(o.email) = private.normalised_email(r.email)
        where r.id = is_given_up.recipient and o.placed_at > e.created_at)
  )
  select count(distinct campaign) >= 3 and max(created_at) >= min(created_at) + interval '7 days' from soft
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.is_gtin(code text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select code ~ '^(\d{8}|\d{12,14})$' and coalesce((
    select sum(digit::integer * case place % 2 when 1 then 3 else 1 end) % 10 = 0
    -- From the right, the check digit has place 0.
    from regexp_split_to_table(reverse(code), '') with ordinality d (digit, n), lateral (select n - 1 as place) p), false)
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.is_guest_order(of_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.unpaid_buyers k left join auth.users u on u.id = substr(k.buyer_key, 6)::uuid
    where k.order_id = of_order and k.buyer_key like 'user:%' and coalesce(u.is_anonymous, true))
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.is_limited_write_off(movement public.stock_movements)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select movement.kind = 'adjusted' and movement.quantity < 0 and (movement.order_id is null or exists (
    select from public.order_cancellations c join public.orders o on o.id = c.order_id
    where c.order_id = movement.order_id and not (c.refund and o.paid_total > 0)))
$function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.is_mail_capped(recipient uuid, of_topic text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select not a.is_below_cap from private.mail_audience a where a.recipient_id = recipient and a.topic = of_topic), false);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.is_mail_confirmation()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select coalesce(current_setting('shop.mail_confirmation', true) = 'on', false) $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.is_mail_suppressed(recipient uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((select m.is_suppressed from private.mail_silence m where m.recipient_id = recipient), false);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.is_media_used(file uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.product_images where media_id = file)
    or exists (select from private.mail_pictures where media_id = file)
    or exists (select from private.removed_pictures where picture ->> 'media_id' = file::text)
    or exists (
      select from private.dropped_media d
      join public.media m on m.id = d.media_id
      join public.product_variants v on v.product_id = d.product_id
      join public.order_lines l on l.variant_id = v.id
      where d.media_id = file and strpos(l.picture ->> 'url', m.path) > 0)
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.is_refund_approved(request uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (select count(*) from public.refund_approvals a where a.request_id = r.id)
    >= private.refund_approvals_needed(r.id)
  from public.refund_requests r where r.id = request
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.is_roster(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$ select case when jsonb_typeof(value) = 'array' then jsonb_array_length(value) between 1 and 99 else false end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.is_sold(payment_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select payment_status in ('paid', 'overcharged', 'partially_refunded', 'refunded') $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.is_staff()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(private.standing() in ('USER', 'ADMIN') and private.has_staff_factor(auth.uid()), false);
end $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION private.is_text(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_typeof(value) = 'object' and jsonb_typeof(value -> 'id') = 'string'
    and jsonb_typeof(value -> 'en') = 'string'
$function$;
-- callable by: authenticated, service_role

CREATE OR REPLACE FUNCTION private.is_within_limits(giver uuid, permissions text[], limits jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.role_of(giver) = 'ADMIN' or not exists (
    select from (values
      ('refund', '{orders.refund}'::text[]), ('refund_day', '{orders.refund}'),
      ('write_off', '{stock.adjust,stocktakes.approve}'), ('price_cut', '{prices.edit}'), ('recipients', '{mail.send}'),
      ('staff_discount', '{orders.draft}')
    ) k (kind, needs)
    cross join lateral (
      select private.limit_of(giver, k.kind) as own,
        case when limits ? k.kind then (limits ->> k.kind)::bigint else private.limit_of(null, k.kind) end as given) l
    where k.needs && permissions and l.own is not null and (l.given is null or l.given > l.own))
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.join_buyers(from_id uuid, into_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.orders set buyer_id = into_id where buyer_id = from_id;
  update public.buyer_notes set buyer_id = into_id where buyer_id = from_id;
  update public.buyers b
  set tags = array(select distinct t from unnest(b.tags || g.tags) t order by t limit 50)
  from public.buyers g where b.id = into_id and g.id = from_id and g.tags <> '{}';
  delete from public.buyers where id = from_id;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.keep_an_administrator()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Two administrators who demote each other wait for one another here.
  perform pg_advisory_xact_lock(718246);
  if not exists (
    select from public.profiles p join auth.users u on u.id = p.id
    where p.role = 'ADMIN' and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now()))
  then
    raise exception 'the last administrator' using errcode = 'restrict_violation', constraint = 'last_administrator';
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.keep_mail_chunk(of_campaign integer, of_chunk integer, claimant text, own_fence integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c private.mail_campaigns;
begin
  select * into c from private.mail_campaigns where number = of_campaign;
  perform from private.mail_chunks where campaign = of_campaign and chunk = of_chunk
    and lease_owner = claimant and fence = own_fence and leased_until > clock_timestamp() for update;
  if not found or c.status <> 'sending' then return; end if;
  update private.mail_deliveries d set
    state = case when k.may_mail then 'kept' else 'skipped' end, ended_at = clock_timestamp(), due_at = null,
    reason = case when not k.may_mail then private.why_no_mail(d.recipient_id, c.topic) end
  from (
    select o.n, coalesce(private.may_get_campaign(o.recipient_id, c.topic), false) as may_mail from private.mail_deliveries o
    where o.campaign = of_campaign and o.n between of_chunk * 1000 + 1 and of_chunk * 1000 + 1000
      and o.state in ('pending', 'deferred')
  ) k
  where d.campaign = of_campaign and d.n = k.n;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.largest_cut(prices jsonb)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select max(ceil((b.price - n.price) * 100.0 / b.price))::bigint
  from (select (p ->> 0)::uuid as id, (p ->> 1)::bigint as price from jsonb_array_elements(prices) p) n
  join public.product_variants v on v.id = n.id
  join public.products p on p.id = v.product_id and p.published_at is not null
  cross join lateral (select private.price_before_cut(n.id) as price) b
  where b.price > n.price
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.limit_addresses()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.profiles where id = new.customer_id for update;
  if (select count(*) from public.addresses where customer_id = new.customer_id) >= 20 then
    raise exception 'too many addresses' using errcode = 'check_violation', constraint = 'too_many_addresses';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.limit_folder()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  folder text := split_part(new.name, '/', 1);
  most int := case new.bucket_id when 'avatars' then 3 else 5 end;
begin
  -- Serialises uploads into one folder until their commit.
  perform pg_advisory_xact_lock(hashtextextended('folder:' || new.bucket_id || '/' || folder, 0));
  if (select count(*) from storage.objects o
      where o.bucket_id = new.bucket_id and o.name <> new.name
        and starts_with(o.name, folder || '/')) >= most then
    raise exception 'too many files in %', folder using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.limit_of(person uuid, kind text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when p.role = 'USER' and r.limits ? kind then (r.limits ->> kind)::bigint else case kind
    when 'refund' then s.refund_limit when 'refund_day' then s.refund_day_limit
    when 'write_off' then y.write_off_limit when 'price_cut' then y.price_cut_limit
    when 'recipients' then y.recipients_limit when 'staff_discount' then y.staff_discount_limit end end
  from public.shop_settings s cross join public.staff_policy y
  left join public.profiles p on p.id = person left join public.staff_roles r on r.id = p.staff_role
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.limit_pieces()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := private.max_pieces(new.variant_id);
  people_of_a_network constant integer := 5;
  asked integer;
  is_confirmed boolean;
begin
  if exists (select from public.orders o where o.id = new.order_id and o.source <> 'web') then return null; end if;
  select exists (
    select from public.orders o join auth.users u on u.id = o.customer_id
    where o.id = new.order_id and u.email_confirmed_at is not null and not u.is_anonymous) into is_confirmed;
  select coalesce(sum(quantity), 0) into asked from public.order_lines
  where order_id = new.order_id and variant_id = new.variant_id and not is_gift;
  if asked > most then
    raise exception 'too many pieces in one order' using errcode = 'check_violation', constraint = 'too_many_pieces';
  end if;
  if exists (
    select from private.unpaid_buyers mine
    join private.unpaid_buyers same on same.buyer_key = mine.buyer_key
    join public.stock_holds h on h.order_id = same.order_id and h.variant_id = new.variant_id and h.status = 'active'
    join public.order_lines l on l.order_id = h.order_id and l.variant_id = h.variant_id and not l.is_gift
    where mine.order_id = new.order_id
      -- Anybody may type any address as a guest, so guests' orders do not count for an account with a confirmed address.
      and not (is_confirmed and mine.buyer_key not like 'network:%' and private.is_guest_order(same.order_id))
    group by mine.buyer_key
    having sum(l.quantity) > most * case when mine.buyer_key like 'network:%' then people_of_a_network else 1 end
  ) then
    raise exception 'too many unpaid pieces of one person'
      using errcode = 'check_violation', constraint = 'too_many_unpaid_pieces';
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.limit_price_cuts(prices jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := private.current_person();
  largest bigint;
  cut bigint;
begin
  if person is null then return; end if;
  largest := private.limit_of(person, 'price_cut');
  if largest is null then return; end if;
  cut := private.largest_cut(prices);
  if cut is not null then perform private.check_limit('price_cut', largest, cut); end if;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.limit_recipients()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := private.current_person();
  -- A job that starts a scheduled campaign has no limit of its own.
  largest constant bigint := case when person is not null then private.limit_of(person, 'recipients') end;
begin
  if new.status = 'draft' then
    new.audience := null;
    new.allowed := null;
  elsif old.status = 'draft' then
    if new.audience is null then
      raise exception 'a campaign is sent to recipients that were counted' using errcode = 'check_violation',
        constraint = 'mail_campaign_uncounted';
    end if;
    perform private.check_limit('recipients', largest, new.audience);
    new.allowed := case when (private.present_approval()).id is null then largest
      else new.audience + new.audience / 100 end;
  else
    -- A person goes on with one that has more recipients than it was allowed.
    perform private.check_limit('recipients', largest, new.total);
    new.allowed := largest;
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.limit_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rows bigint;
begin
  -- Two that come together may not both be the last one.
  perform pg_advisory_xact_lock(hashtext(tg_table_name));
  execute format('select count(*) from %I.%I', tg_table_schema, tg_table_name) into rows;
  if rows >= tg_argv[0]::bigint then
    raise exception '% has % rows', tg_table_name, tg_argv[0]
      using errcode = 'restrict_violation', constraint = tg_table_name || '_full';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.limit_sale_prices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.limit_price_cuts(jsonb_agg(jsonb_build_array(variant_id, price))) from added;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.limit_saved_views()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Two people who share a view at once wait for one another here.
  perform pg_advisory_xact_lock(718251, hashtext(new.list || coalesce(new.owner_id::text, '')));
  if (select count(*) from private.saved_views v
      where v.list = new.list and v.owner_id is not distinct from new.owner_id and v.id <> new.id) >= 50 then
    raise exception 'too many views' using errcode = 'check_violation', constraint = 'too_many_saved_views';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.limit_staff_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(private.role_of(new.user_id), 'CUSTOMER') <> 'CUSTOMER' then
    new.staff_since := now();
    new.not_after := least(new.not_after, private.staff_session_end(now()));
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.limit_staff_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update auth.sessions set staff_since = now(), not_after = least(not_after, private.staff_session_end(now()))
  where user_id = new.id and (not_after is null or not_after > now());
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.limit_write_offs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  largest bigint;
  own bigint;
begin
  select sum(-a.quantity * private.value_of_piece(a.variant_id)), max(a.actor_id::text)::uuid into own, person
  -- The first two conditions spare orders the call: they allocate pieces in the same table.
  from added a where a.kind = 'adjusted' and a.quantity < 0 and private.is_limited_write_off(a);
  person := coalesce(person, private.current_person());
  if own is null or person is null then return null; end if;
  largest := private.limit_of(person, 'write_off');
  if largest is null then return null; end if;
  -- Serialises concurrent write-offs of the same person, so that each counts the others.
  perform pg_advisory_xact_lock(hashtextextended('write-offs of ' || person, 0));
  perform private.check_limit('write_off', largest,
    case when private.present_approval() is null
      then greatest(own, private.written_off(person, now() - interval '24 hours')) else own end);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.link_mail_recipient()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.mail_recipients r set user_id = null
  where r.user_id = new.id and (r.email is distinct from lower(new.email) or new.email_confirmed_at is null);
  update private.mail_recipients r set user_id = new.id
  where r.email = lower(new.email) and r.user_id is distinct from new.id
    and new.email_confirmed_at is not null and not new.is_anonymous;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.lock_category_tree()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(718253);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.log_anything()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.changes (tags) select null
  where not exists (select from private.changes where xid = pg_current_xact_id() and tags is null)
$function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.log_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'TRUNCATE' then
    perform private.log_anything();
  elsif exists (select from changed) then
    perform private.log_anything();
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.log_changes(target regclass, log regproc DEFAULT 'private.log_change'::regproc)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  execute format('create trigger log_insert after insert on %s referencing new table as changed
    for each statement execute function %s()', target, log);
  execute format('create trigger log_update after update on %s referencing new table as changed
    for each statement execute function %s()', target, log);
  execute format('create trigger log_delete after delete on %s referencing old table as changed
    for each statement execute function %s()', target, log);
  execute format('create trigger log_truncate after truncate on %s
    for each statement execute function %s()', target, log);
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.log_products()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
begin
  if tg_op = 'TRUNCATE' then
    perform private.log_anything();
    return null;
  end if;
  -- One more than private.log_tags() names.
  if tg_table_name = 'products' then
    ids := array(select c.id from changed c limit 251);
  else
    ids := array(select distinct c.product_id from changed c limit 251);
  end if;
  if tg_table_name = 'product_categories' then
    perform private.log_tags(ids, array(select distinct c.category_id from changed c));
  else
    perform private.log_tags(ids, array(
      select distinct c.category_id from public.product_categories c where c.product_id = any (ids)));
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.log_tags(product_ids uuid[], category_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 250;
  slugs constant text[] := array(
    select distinct k.slug from public.categories own join public.categories k on k.id = any (own.path)
    where own.id = any (category_ids) limit most + 1);
begin
  if cardinality(product_ids) > most or cardinality(slugs) > most then
    perform private.log_anything();
  elsif cardinality(product_ids) > 0 then
    insert into private.changes (tags) values (product_ids::text[] || slugs);
  end if;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.lower_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.order_lines l set lowered = l.lowered + new.goodwill
  where l.id = new.lowers_line_id and l.order_id = new.order_id
    and not exists (select from public.refund_lines r where r.order_line_id = l.id);
  if not found then
    raise exception 'the price of this line is settled'
      using errcode = 'check_violation', constraint = 'refund_lowers_settled_line';
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.lower_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.mfa_amr_claims c using auth.sessions s
  where s.factor_id = old.id and c.session_id = s.id and c.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn');
  update auth.sessions set aal = 'aal1', factor_id = null where factor_id = old.id;
  return old;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.lowest_prices(variants uuid[])
 RETURNS TABLE(variant_id uuid, before_current bigint, until_now bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  with runs as (
    select c.variant_id, c.id, c.price, c.at,
      lead(c.at) over w as until, c.price is distinct from lag(c.price) over w as is_new
    from public.price_changes c where c.variant_id = any (variants)
    window w as (partition by c.variant_id order by c.id)
  ), present as (
    select r.variant_id, max(r.id) as id from runs r where r.is_new group by r.variant_id
  )
  select p.variant_id,
    min(r.price) filter (where r.id < p.id and coalesce(r.until, now()) > began.at - interval '30 days'),
    min(r.price) filter (where coalesce(r.until, 'infinity') > now() - interval '30 days')
  from present p join runs began on began.id = p.id join runs r on r.variant_id = p.variant_id
  group by p.variant_id
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.mail_arm(recipient uuid, of_campaign integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when draw.bucket < 10 then 'a' when draw.bucket < 20 then 'b' end
  from (select private.mail_bucket(recipient, of_campaign, 'arm') as bucket) draw
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.mail_bucket(recipient uuid, of_campaign integer, draw text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select (pg_catalog.hashtextextended(recipient::text || draw, of_campaign) & 9223372036854775807) % 100 $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.mail_choices(recipient uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('email', r.email, 'language', r.language, 'topics', (
      select jsonb_agg(jsonb_build_object(
          'slug', t.slug, 'name', jsonb_build_object('id', t.name_id, 'en', t.name_en),
          'hint', jsonb_build_object('id', t.hint_id, 'en', t.hint_en), 'marketing', t.marketing,
          'isOn', not m.is_suppressed and coalesce(s.state = 'subscribed', t.default_on),
          -- Turned off before, so that turning it on needs a confirmation.
          'isStopped', m.is_suppressed or coalesce(s.state in ('unsubscribed', 'bounced', 'complained'), false),
          'isPending', coalesce(s.state = 'pending', false),
          'pausedUntil', case when t.marketing and s.state = 'subscribed' and s.paused_until > now() then s.paused_until end,
          'maxAMonth', case when t.marketing and s.state = 'subscribed' then s.max_a_month end)
        order by t.position, t.slug)
      from private.mail_topics t left join public.subscriptions s on s.recipient_id = r.id and s.topic = t.slug
      -- Not asked for by any form yet.
      where (t.slug <> 'review' or s.state in ('pending', 'subscribed'))
        and (t.archived_at is null or s.state = 'subscribed')))
    from private.mail_recipients r join private.mail_silence m on m.recipient_id = r.id where r.id = recipient);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.mail_domain_group(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select case
    when domain in ('gmail.com', 'googlemail.com') then 'gmail'
    when domain ~ '^(outlook|hotmail|live|msn)\.' then 'microsoft'
    when domain ~ '^(yahoo|ymail|rocketmail|aol)\.' then 'yahoo'
    when domain in ('icloud.com', 'me.com', 'mac.com') then 'apple'
    else 'other' end
  from (select split_part(lower(address), '@', 2) as domain) d
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.mail_part(of_campaign integer)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when c.winner is not null then 'rest'
    when exists (select from private.mail_versions v where v.campaign = c.number and v.arm = 'b') then 'trial'
    when c.recent_first then 'rest' else 'all' end
  from private.mail_campaigns c where c.number = of_campaign
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.make_guest()
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into auth.users (is_anonymous) values (true) returning id
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.mark(value text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 1::bigint << (hashtext(value) & 63) $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION private.mark_order(of_order uuid, codes text[], of_campaign integer, of_version integer, of_link integer, clicked_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.order_marks (order_id, campaign, version_id, via, link)
  select of_order, w.campaign, w.version_id, w.via, w.link
  from (
    select 1 as place, d.campaign, d.version_id, 'code' as via, null::smallint as link
    from public.promo_codes p join private.mail_codes m on m.code_id = p.id
    join private.mail_deliveries d on d.campaign = m.campaign and d.n = m.n
    where p.code = any (codes)
    union all
    select 2, v.campaign, v.id, 'click', of_link::smallint
    from private.mail_versions v cross join private.mail_caps c
    where v.id = of_version and v.campaign = of_campaign and of_link between 1 and jsonb_array_length(v.links)
      and clicked_at > now() - make_interval(days => c.click_days)
      -- Clocks of devices are not exact.
      and clicked_at < now() + interval '1 hour'
  ) w
  order by w.place, w.campaign limit 1
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.max_difference(spread smallint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select ceil(1.001 * 2::float8 ^ (spread / 8.0::float8))::bigint $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION private.max_pieces(variant uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(v.max_pieces, s.max_pieces) from public.product_variants v, public.shop_settings s where v.id = variant
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.may(wanted text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  standing constant text := private.standing();
begin
  if coalesce(standing, '') not in ('USER', 'ADMIN') or not private.has_staff_factor(auth.uid()) then return false; end if;
  return standing = 'ADMIN' or exists (
    select from public.profiles p join public.staff_roles r on r.id = p.staff_role
    where p.id = auth.uid() and wanted = any (r.permissions));
end $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION private.may(person uuid, wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select coalesce(wanted = any (private.permissions_of(person)), false) $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.may_add_avatar(folder text, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select folder = person::text
    and exists (select from auth.users u where u.id = person and not u.is_anonymous)
$function$;
-- callable by: authenticated

CREATE OR REPLACE FUNCTION private.may_all(wanted text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select not exists (select from unnest(wanted) key where not private.may(key)) $function$;
-- callable by: authenticated

CREATE OR REPLACE FUNCTION private.may_all(person uuid, wanted text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select coalesce(wanted <@ private.permissions_of(person), false) $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.may_ask_by_staff(recipient uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not private.is_mail_suppressed(may_ask_by_staff.recipient)
    and not exists (
      select from private.mail_choice_events e where e.recipient_id = may_ask_by_staff.recipient
        and (e.action = 'asked' and e.source = 'staff' or e.action in ('stopped', 'complained')))
    and not exists (
      select from public.subscriptions s where s.recipient_id = may_ask_by_staff.recipient and s.topic = 'news'
        and s.state = 'subscribed' and s.level = 'confirmed')
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.may_follow_campaign(topic text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select case when topic ~ '^campaign:[0-9a-f-]{36}$' then private.may('mail.read') else false end $function$;
-- callable by: authenticated

CREATE OR REPLACE FUNCTION private.may_get_campaign(recipient uuid, of_topic text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select a.is_subscribed and a.is_open and a.is_below_cap from private.mail_audience a
    where a.recipient_id = recipient and a.topic = of_topic), false);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.may_join_desk(topic text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when topic ~ '^desk:[a-z]+:[a-z0-9-]{1,100}$' then private.may(case split_part(topic, ':', 2)
    when 'product' then 'products.read'
    when 'order' then 'orders.read'
    when 'promotion' then 'promos.read'
    when 'shipping' then 'shipping.read'
    when 'stocktake' then 'stock.read'
    when 'customisation' then 'customisations.read' end) else false end
$function$;
-- callable by: authenticated

CREATE OR REPLACE FUNCTION private.may_mail(recipient uuid, topic text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select c.is_subscribed and not c.is_paused and not c.is_suppressed from private.mail_consents c
    where c.recipient_id = may_mail.recipient and c.topic = may_mail.topic), false);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.may_mail_address(address text, topic text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select private.may_mail(r.id, may_mail_address.topic) from private.mail_recipients r
      where r.email = lower(may_mail_address.address)),
    (select t.default_on from private.mail_topics t where t.slug = may_mail_address.topic), false)
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.may_remind_of_cart(recipient uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.may_mail(recipient, 'news') and private.may_mail(recipient, 'cart_reminder')
    and not private.is_mail_capped(recipient, 'news');
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.merge_catalogue_counts(most integer DEFAULT 50000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  merged integer;
begin
  perform pg_advisory_xact_lock(718259);
  with taken as (
    delete from private.catalogue_count_changes
    where id in (select id from private.catalogue_count_changes order by id limit most)
    returning category_id, key, n
  ), summed as (
    insert into private.catalogue_counts (category_id, key, n)
    select category_id, key, sum(n) from taken group by 1, 2 having sum(n) <> 0
    on conflict (category_id, key) do update set n = catalogue_counts.n + excluded.n
  )
  select count(*) into merged from taken;
  delete from private.catalogue_counts where n = 0;
  return merged;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.minutes_without_worker()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from private.operation_facts where fact = 'worker_seen' and seen_at > now() - interval '5 minutes'
  ) then
    return null;
  end if;
  return (
    select extract(epoch from now() - min(run_at))::int / 60 from graphile_worker.jobs
    where locked_at is null and attempts < max_attempts and run_at < now() - interval '5 minutes'
  );
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.newness(at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select -(extract(epoch from at) * 1000000)::bigint $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION private.next_order_number()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shop record;
  drawn bigint;
begin
  select order_prefix, order_start, order_numbering into shop from public.shop_settings;
  loop
    update public.order_counter set last = greatest(last + 1, shop.order_start) returning last into drawn;
    if shop.order_numbering = 'random' then
      drawn := 10000000 + floor(random() * 90000000);
    end if;
    exit when drawn < 10000000
      or not exists (select from public.orders where number = shop.order_prefix || drawn);
  end loop;
  return shop.order_prefix || drawn;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.next_return_number()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  number integer;
begin
  update private.return_counter set last = last + 1 returning last into number;
  return (select return_prefix from public.shop_settings) || number;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.normalised_email(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select case when domain in ('gmail.com', 'googlemail.com')
    then replace(local, '.', '') || '@gmail.com' else local || '@' || domain end
  from (
    select split_part(split_part(lower(btrim(address)), '@', 1), '+', 1) as local,
      split_part(lower(btrim(address)), '@', 2) as domain
  ) parts
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.note_authorization()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.status = 'authorized' then new.authorized_at := coalesce(new.authorized_at, now()); end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_automation_run(of_automation text, recipient uuid, of_occasion text, why_not text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.automation_runs (automation, recipient_id, occasion, skipped)
  values (of_automation, recipient, of_occasion, why_not) on conflict do nothing;
  return found;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.note_buyer_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.buyer_changes (account_id) values (new.id);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_buyer_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.buyer_changes (order_id) values (new.id);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_buyer_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.buyer_changes (order_id) values (new.order_id);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_cart_activity()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.version is distinct from old.version then
    new.active_at := now();
  end if;
  if new.version is distinct from old.version and old.reminded_at < now() - interval '7 days' then
    new.reminders := 0;
    new.reminded_at := null;
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_catalogue_counts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into private.catalogue_count_changes (category_id, key, n)
    select category_id, key, count(*) from added, unnest(keys) key group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into private.catalogue_count_changes (category_id, key, n)
    select category_id, key, -count(*) from removed, unnest(keys) key group by 1, 2;
  else
    insert into private.catalogue_count_changes (category_id, key, n)
    select category_id, key, sum(n) from (
      select category_id, key, 1 as n from added, unnest(keys) key
      union all
      select category_id, key, -1 from removed, unnest(keys) key
    ) changed group by 1, 2 having sum(n) <> 0;
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  present jsonb;
  former jsonb;
begin
  if not exists (
    select from realtime.listeners l join realtime.nodes n on n.id = l.node_id
    -- Ignores dead processes, so that this table does not grow for ever.
    where n.seen_at > now() - interval '5 minutes' and l.schema_name in ('*', tg_table_schema) and coalesce(l.table_name, tg_table_name) = tg_table_name
  ) then
    return null;
  end if;
  if tg_op <> 'DELETE' then present := to_jsonb(new); end if;
  if tg_op <> 'INSERT' then
    former := to_jsonb(old);
    if (select relreplident from pg_catalog.pg_class where oid = tg_relid) <> 'f' then
      former := coalesce((
        select jsonb_object_agg(a.attname, former -> a.attname::text)
        from pg_catalog.pg_index i
        join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = tg_relid and i.indisprimary), '{}');
    end if;
  end if;
  insert into realtime.changes (relation, kind, record, old_record, errors)
  values (tg_relid, tg_op, private.short_record(present), private.short_record(former),
    case when greatest(octet_length(present::text), octet_length(former::text)) > 1048576
      then array['Error 413: Payload Too Large'] end);
  perform pg_notify('realtime', jsonb_build_object('changes', pg_current_xact_id()::text)::text);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_dropped_media()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    insert into private.dropped_media (media_id, product_id)
    select distinct media_id, product_id from removed where media_id is not null
    on conflict (media_id, product_id) do update set dropped_at = now();
  else
    insert into private.dropped_media (media_id, product_id)
    select distinct r.media_id, r.product_id from removed r join added a using (id)
    where r.media_id is not null and a.media_id is distinct from r.media_id
    on conflict (media_id, product_id) do update set dropped_at = now();
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_mail_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.note_pictures(new.blocks);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_mail_progress(of_campaign integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moment constant timestamptz := clock_timestamp();
  done_now integer;
begin
  perform set_config('synchronous_commit', 'off', true);
  if exists (select from private.mail_progress where campaign = of_campaign and at > moment - interval '950 milliseconds') then
    return false;
  end if;
  select coalesce(sum(accepted + kept + refused + uncertain + bounced + complained), 0) into done_now
  from private.mail_chunks where campaign = of_campaign;
  insert into private.mail_progress as p (campaign, at, done, per_second) values (of_campaign, moment, done_now, 0)
  on conflict (campaign) do update set at = excluded.at, done = excluded.done,
    -- After a pause the measurement restarts at zero.
    per_second = case when p.at < excluded.at - interval '10 seconds' then 0 else greatest(0,
      p.per_second * 0.6 + 0.4 * (excluded.done - p.done) / extract(epoch from excluded.at - p.at)::real) end
  where p.at <= excluded.at - interval '950 milliseconds';
  return found;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.note_mail_tags()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.mail_tags (tag) select distinct unnest(a.tags) from changed a where a.tags <> '{}'
  on conflict do nothing;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_pictures(content jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.mail_pictures (media_id)
  select distinct m.id
  from jsonb_path_query(content, 'strict $.** ? (@.kind == "picture")') b
  cross join lateral substring(b ->> 'url' from '/product-images/(media/[0-9a-f-]{36})\.') as shown (path)
  join public.media m on m.path = shown.path
  on conflict do nothing
$function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_price_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
declare
  actor constant text := coalesce(private.current_actor(), 'job:database');
  lowered jsonb;
begin
  if tg_op = 'INSERT' then
    insert into public.price_changes (variant_id, price, was_price, base_price, cause, actor)
    select id, shown_price, shown_was_price, price, 'created', actor from added;
    perform private.limit_price_cuts(jsonb_agg(jsonb_build_array(id, price))) from added having count(*) > 0;
    return null;
  end if;
  select jsonb_agg(jsonb_build_array(n.id, n.price)) into lowered
  from added n join removed o using (id) where n.price < o.price;
  if lowered is not null then perform private.limit_price_cuts(lowered); end if;
  insert into public.price_changes (variant_id, price, was_price, base_price, cause, sale_id, actor)
  select n.id, n.shown_price, n.shown_was_price, n.price,
    case when o.sale_price is not distinct from n.sale_price then 'changed'
      when o.sale_price is null then 'sale_began' when n.sale_price is null then 'sale_ended' else 'sale_changed' end,
    case when n.sale_price is not null then
      (select s.sale_id from public.sale_prices s where s.variant_id = n.id and s.period @> now()) end,
    case when o.sale_price is not distinct from n.sale_price then actor else 'job:sales' end
  from added n join removed o using (id)
  where (n.price, n.shown_price, n.shown_was_price) is distinct from (o.price, o.shown_price, o.shown_was_price)
  order by n.id;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_recovered_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last timestamptz;
begin
  select sent_at into last from private.cart_reminders
    where customer_id = new.customer_id and sent_at > now() - interval '7 days' order by sent_at desc limit 1;
  if last is not null then
    insert into private.recovered_orders (order_id, reminded_at) values (new.id, last);
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_renamed_categories()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.renamed_categories (category_id)
  select a.id from added a join removed r using (id)
  where (a.name, a.parent_id) is distinct from (r.name, r.parent_id) order by a.id
  on conflict (category_id) do update set done_to = null, renamed_at = now();
  if found then perform private.enqueue('refresh-search-texts', key => 'refresh-search-texts'); end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.sales_changes (order_id) values (new.id);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_sale_of()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.sales_changes (order_id) values (new.order_id);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_sale_of_buyer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.sales_changes (order_id)
  select new.id
  union all
  (select o.id from public.orders o where o.buyer_id = new.buyer_id and o.placed_at > new.placed_at
    order by o.placed_at limit 1);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_sold_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.sold_changes (product_id, pieces, ordered_at)
  select l.product_id, l.quantity, coalesce(o.placed_at, o.created_at) from added l join public.orders o on o.id = l.order_id
  where private.is_sold(o.payment_status) and not l.is_gift and l.product_id is not null;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_sold_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.sold_changes (product_id, pieces, ordered_at)
  select l.product_id, (l.quantity - coalesce(r.pieces, 0)) * case when private.is_sold(new.payment_status) then 1 else -1 end,
    coalesce(new.placed_at, new.created_at)
  from public.order_lines l
  left join lateral (select sum(quantity)::integer as pieces from public.refund_lines where order_line_id = l.id) r on true
  where l.order_id = new.id and not l.is_gift and l.product_id is not null;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_sold_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.sold_changes (product_id, pieces, ordered_at)
  select l.product_id, -r.quantity, coalesce(o.placed_at, o.created_at)
  from added r join public.order_lines l on l.id = r.order_line_id join public.orders o on o.id = l.order_id
  where private.is_sold(o.payment_status) and not l.is_gift and l.product_id is not null;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_staff_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed jsonb := to_jsonb(new);
begin
  insert into private.staff_events (kind, subject_id, person_id)
  values (tg_argv[0], (changed ->> tg_argv[1])::uuid, (changed ->> tg_argv[2])::uuid);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_staff_sign_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  network text;
begin
  -- The log of accounts may contain rows that were copied from a hosted backend, so no value in it is validated.
  begin
    person := (new.payload ->> 'actor_id')::uuid;
    network := host(network(set_masklen(nullif(new.ip_address, '')::inet,
      case family(new.ip_address::inet) when 4 then 24 else 48 end)));
  exception when invalid_text_representation then null;
  end;
  if coalesce(private.role_of(person), 'CUSTOMER') = 'CUSTOMER' then return null; end if;
  insert into public.audit_entries (actor_id, action, subject_kind, subject_id, details)
  values (person, 'person.' || case new.payload ->> 'action' when 'login' then 'signed_in' when 'logout' then 'signed_out'
    else new.payload ->> 'action' end, 'person', person,
    jsonb_strip_nulls(jsonb_build_object('network', network)));
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.note_template_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.note_pictures(new.contents);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.notify_ban()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.publish(jsonb_build_object('ended_user', new.id));
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.notify_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.publish(jsonb_build_object('ended_user', p.id))
  from public.profiles p where p.role = 'USER' and p.staff_role = new.id;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.notify_schema_change()
 RETURNS event_trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  notify pgrst, 'reload schema';
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.notify_session_end()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.publish(jsonb_build_object('ended_session', old.id));
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.notify_staff_policy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.publish(jsonb_build_object('ended_user', p.id))
  from public.profiles p where p.role <> 'CUSTOMER' and not private.has_staff_factor(p.id);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.number_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.orders set number = private.next_order_number() where id = new.id and number is null;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.number_shipment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.orders where id = new.order_id for update;
  select coalesce(max(position), 0) + 1 into new.position from public.shipments where order_id = new.order_id;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.oldest_newness(rule jsonb)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(private.newness(now() - make_interval(days => (rule ->> 'newest_days')::integer)), 9223372036854775807)
$function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.on_hand_change(kind text, quantity integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case kind when 'received' then quantity when 'adjusted' then quantity when 'unshipped' then quantity
  when 'shipped' then -quantity else 0 end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.one_line(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select btrim(regexp_replace($1, '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]', ' ', 'g')) $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.option_values(options jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(concat_ws(chr(31), option ->> 'code', value ->> 'code',
    jsonb_build_array(place, value -> 'swatch', value -> 'label')) order by option_place, place), '{}')
  from jsonb_array_elements(case jsonb_typeof(options) when 'array' then options else '[]' end)
      with ordinality o (option, option_place),
    jsonb_array_elements(case jsonb_typeof(option -> 'values') when 'array' then option -> 'values' else '[]' end)
      with ordinality v (value, place)
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.own_new_recipient()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select u.id into new.user_id from auth.users u
  where u.email = new.email and u.email_confirmed_at is not null and not u.is_anonymous;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.own_subscriptions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.subscriptions set owner_id = new.user_id where recipient_id = new.id;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.pause_automations(reason text, on_timeline integer DEFAULT NULL::integer, silent_minutes integer DEFAULT NULL::integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paused integer;
begin
  update private.mail_automations set paused_why = reason, paused_at = clock_timestamp()
  where is_on and paused_why is null and case
    when silent_minutes is not null then tick_at < clock_timestamp() - make_interval(mins => silent_minutes)
    when on_timeline is not null then timeline <> on_timeline else true end;
  get diagnostics paused = row_count;
  return paused;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.permissions_of(person uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when p.role = 'CUSTOMER' or not private.has_staff_factor(person) then '{}'
    when p.role = 'ADMIN' then array(select key from public.permissions order by key)
    else (select r.permissions from public.staff_roles r where r.id = p.staff_role) end
  from public.profiles p join auth.users u on u.id = p.id
  where p.id = person and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.pieces_to_print(of_customisation uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select l.quantity + coalesce((
    select sum(r.pieces - r.canceled) from public.reprints r left join public.shipments h on h.id = r.shipment_id
    where r.customisation_id = c.id and h.status is distinct from 'canceled'), 0)::integer
  from public.customisations c join public.order_lines l on l.id = c.order_line_id where c.id = of_customisation
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.place_count()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own integer;
begin
  perform from public.stocktakes where id = new.stocktake_id and state = 'counting' for share;
  if not found then
    raise exception 'nobody counts now' using errcode = 'check_violation', constraint = 'stocktake_not_counting';
  end if;
  select round into new.round from public.stocktake_lines
  where stocktake_id = new.stocktake_id and variant_id = new.variant_id for no key update;
  if not found then
    raise exception 'not counted here' using errcode = 'check_violation', constraint = 'stocktake_line_missing';
  end if;
  if new.takes_back is not null and not exists (
    select from public.stocktake_counts c where c.id = new.takes_back and c.takes_back is null and c.pieces = -new.pieces
      and (c.stocktake_id, c.variant_id, c.round) = (new.stocktake_id, new.variant_id, new.round)
      and c.counted_by is not distinct from new.counted_by
  ) then
    raise exception 'another row is taken back' using errcode = 'check_violation', constraint = 'count_taken_back_wrongly';
  end if;
  -- One statement, so that both say the same moment.
  select i.on_hand, coalesce((
      select max(m.id) from public.stock_movements m
      where m.variant_id = i.variant_id and m.kind in ('received', 'shipped', 'unshipped', 'adjusted')), 0)
  into new.position, new.movement_id
  from public.stock_items i where i.variant_id = new.variant_id;
  select coalesce(sum(c.pieces), 0) into own from public.stocktake_counts c
  where c.stocktake_id = new.stocktake_id and c.variant_id = new.variant_id and c.round = new.round
    and c.counted_by is not distinct from new.counted_by;
  if own + new.pieces < 0 then
    raise exception 'fewer than no pieces' using errcode = 'check_violation', constraint = 'counted_below_zero';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.place_products(targets uuid[], only_shelf uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with wanted as materialized (
    select s.category_id, p.id as product_id, p.stock_band = 'out' as is_out,
      coalesce(p.best_seller_rank, 2147483647) as sales_rank, private.newness(p.published_at) as newness, p.price_from,
      left(p.name ->> 'id', 200) as name_id,
      left(coalesce(nullif(p.name ->> 'en', ''), p.name ->> 'id'), 200) as name_en, k.keys, p.price_to, (
        select coalesce(bit_or(private.mark(value)), 0) from (
          select 'colour:' || colour as value from unnest(p.colours) colour
          union all select 'size:' || size from unnest(p.sizes) size
          union all select flag from unnest(k.keys) flag where flag in ('sale', 'personalisable', 'in_stock')
        ) valued
      ) as marks
    from unnest(targets) as target (id)
    join public.products p on p.id = target.id and p.status = 'published' and p.published_at is not null
    cross join lateral (
      select private.whole_shop() as category_id
      union
      select unnest(c.path) from public.categories c where c.id = any (p.category_ids)
      union
      select h.id from private.collection_shelves h where h.collection_id is not null
        and (not h.rule ? 'category_ids' or exists (
          select from public.categories c, unnest(c.path) above
          where c.id = any (p.category_ids) and h.rule -> 'category_ids' ? above::text))
        and coalesce(p.price_to >= (h.rule ->> 'price_min')::bigint, true)
        and coalesce(p.price_from <= (h.rule ->> 'price_max')::bigint, true)
        and (not coalesce((h.rule ->> 'in_stock')::boolean, false) or p.stock_band <> 'out')
        and (not coalesce((h.rule ->> 'on_sale')::boolean, false) or p.was_price is not null)
        and coalesce(p.published_at > now() - make_interval(days => (h.rule ->> 'newest_days')::integer), true)
    ) s
    cross join lateral (
      select array['all'] || case when p.was_price is not null then array['sale'] else '{}' end
        || case when p.takes_designs then array['personalisable'] else '{}' end
        || case when p.stock_band <> 'out' then array['in_stock'] else '{}' end
        || array(
          select value from unnest(p.option_values) value
          where (starts_with(value, 'colour' || chr(31)) and split_part(value, chr(31), 2) = any (p.colours))
            or (starts_with(value, 'size' || chr(31)) and split_part(value, chr(31), 2) = any (p.sizes))) as keys
    ) k
    where only_shelf is null or s.category_id = only_shelf
  ), gone as (
    delete from private.catalogue_places o
    where o.product_id = any (targets) and (only_shelf is null or o.category_id = only_shelf)
      and not exists (select from wanted w where w.product_id = o.product_id and w.category_id = o.category_id)
  )
  insert into private.catalogue_places as o
    (category_id, product_id, is_out, sales_rank, newness, price_from, price_to, name_id, name_en, keys, marks)
  select category_id, product_id, is_out, sales_rank, newness, price_from, price_to, name_id, name_en, keys, marks
  from wanted order by product_id, category_id
  on conflict (product_id, category_id) do update set is_out = excluded.is_out, sales_rank = excluded.sales_rank,
    newness = excluded.newness, price_from = excluded.price_from, price_to = excluded.price_to,
    name_id = excluded.name_id, name_en = excluded.name_en, keys = excluded.keys, marks = excluded.marks
  where (o.is_out, o.sales_rank, o.newness, o.price_from, o.price_to, o.name_id, o.name_en, o.keys, o.marks)
    is distinct from (excluded.is_out, excluded.sales_rank, excluded.newness, excluded.price_from, excluded.price_to,
      excluded.name_id, excluded.name_en, excluded.keys, excluded.marks);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.present_approval()
 RETURNS public.approvals
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a from public.approvals a
  where a.id = nullif(current_setting('shop.approval', true), '')::uuid and a.decision = 'approved'
    and (a.decided_at = now() or exists (
      select from public.staff_tasks t
      where t.id = nullif(current_setting('shop.task', true), '')::uuid and t.approval_id = a.id))
$function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.press_confirmation(token_hash bytea, evidence jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  done record;
begin
  perform from private.mail_tokens k where k.hash = token_hash and k.kind = 'confirm';
  if not found then return null; end if;
  select * into done from private.confirm_subscription(token_hash, evidence);
  return jsonb_build_object('state', done.outcome, 'recipient', done.recipient, 'topics', done.topics,
    'choices', private.mail_choices(done.recipient));
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.price_before_cut(variant uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select base_price from public.price_changes
      where variant_id = variant and (at <= now() - interval '24 hours' or approval_id is not null)
      order by id desc limit 1),
    greatest(
      (select base_price from public.price_changes where variant_id = variant order by id limit 1),
      (select min(older.base_price) from public.product_variants v
        join public.product_variants other on other.product_id = v.product_id
        cross join lateral (
          select base_price from public.price_changes
          where variant_id = other.id and at <= now() - interval '24 hours' order by id desc limit 1) older
        where v.id = variant)))
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.protect(target regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  execute format('alter table %s enable row level security', target);
  execute format('revoke all on table %s from public, anon, authenticated', target);
  execute format('grant select, insert, update, delete on table %s to service_role', target);
  execute format(
    'create policy "the shop itself may do everything" on %s for all to service_role using (true) with check (true)',
    target);
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.purge_order_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.order_links where order_id in (select id from public.orders where customer_id = old.id);
  return old;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.queue_facts_of_changed_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.recipient_facts_queue (recipient_id)
  select distinct r.id from (select email from changed union select email from former) o
  join private.mail_recipients r on r.email = lower(o.email)
  on conflict do nothing;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.queue_facts_of_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.recipient_facts_queue (recipient_id)
  select distinct r.id from changed o join private.mail_recipients r on r.email = lower(o.email)
  on conflict do nothing;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.queue_facts_of_recipient()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.recipient_facts_queue (recipient_id) select a.id from added a on conflict do nothing;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.queue_figures()
 RETURNS TABLE(waiting integer, oldest_seconds integer, failed integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select count(*) filter (where attempts < max_attempts and run_at <= now())::int,
      coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now())), 0)::int,
      count(*) filter (where attempts >= max_attempts)::int
    from graphile_worker.jobs where locked_at is null;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.queue_sales(from_day date, until_day date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  queued integer;
begin
  insert into private.sales_changes (order_id, repair)
  select found.order_id, true from (
    -- One day wider at both ends, to include every time zone.
    select o.id as order_id from public.orders o
    where o.placed_at >= from_day - 1 and o.placed_at < until_day + 2
    union
    select t.order_id from public.payment_transactions t
    where t.kind <> 'charge' and t.at >= from_day - 1 and t.at < until_day + 2
    union
    select f.order_id from public.sales_facts f where f.day between from_day and until_day) found;
  get diagnostics queued = row_count;
  return queued;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.queue_supplement(supplement uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.enqueue('settle-supplement', json_build_object('supplement_id', supplement), 'supplement:' || supplement)
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.queue_supplements()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_table_name = 'customisations' then
    perform private.queue_supplement(id) from private.design_supplements
    where state = 'waiting' and customisation_id = new.id;
  elsif tg_table_name = 'refund_lines' then
    perform private.queue_supplement(id) from private.design_supplements
    where state = 'waiting' and order_line_id = new.order_line_id;
  elsif new.supplement_of is not null then
    -- Money for a withdrawn version goes back, however late it comes.
    perform private.queue_supplement(id) from private.design_supplements where order_id = new.id;
  else
    perform private.queue_supplement(s.id) from public.orders o join private.design_supplements s on s.order_id = o.id
    where o.supplement_of = new.id and s.state = 'waiting';
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.queue_unassigned_orders()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  queued integer;
begin
  insert into private.buyer_changes (order_id)
  select o.id from public.orders o where o.buyer_id is null and (o.email <> '' or o.phone <> '')
    and not exists (select from private.buyer_changes c where c.order_id = o.id);
  get diagnostics queued = row_count;
  return queued;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.raise_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.version := old.version + 1;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.rank_best_sellers()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  best constant uuid[] := array(
    select s.product_id from private.product_sold s join public.products p on p.id = s.product_id
    where s.pieces > 0 and p.status = 'published' order by s.trend desc, s.product_id limit 1000);
  changed integer;
begin
  if best = '{}' then return 0; end if;
  perform from public.products p
  where p.id = any (best) or p.best_seller_rank is not null order by p.id for no key update;
  update public.products p set best_seller_rank = array_position(best, p.id)
  where (p.id = any (best) or p.best_seller_rank is not null)
    and p.best_seller_rank is distinct from array_position(best, p.id);
  get diagnostics changed = row_count;
  return changed;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.rebuild_sales(month date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  from_day constant date := date_trunc('month', month)::date;
  until_day constant date := (from_day + interval '1 month')::date - 1;
begin
  perform pg_advisory_xact_lock(718261);
  delete from public.sales_rollups where period in ('d', 'm') and starts between from_day and until_day;
  insert into public.sales_rollups
  select p.dimension, g.period, date_trunc(g.unit, p.day)::date, p.key, count(distinct p.order_id) filter (where p.counts),
    sum(p.pieces), sum(p.pieces_back), sum(p.gross), sum(p.discount), sum(p.net), sum(p.shipping), sum(p.fee), sum(p.back),
    sum(p.other_back), sum(p.tax), sum(p.base), sum(p.cost), sum(p.uncosted)
  from private.sales_parts p cross join (values ('d', 'day'), ('m', 'month')) g (period, unit)
  where p.day between from_day and until_day and (g.period = 'm' or p.dimension not in ('product', 'variant'))
  group by p.dimension, g.period, 3, p.key;
  delete from public.sales_rollups where period = 'y' and starts = date_trunc('year', from_day)::date;
  insert into public.sales_rollups
  select dimension, 'y', date_trunc('year', from_day)::date, key, sum(orders), sum(pieces), sum(pieces_back), sum(gross),
    sum(discount), sum(net), sum(shipping), sum(fee), sum(back), sum(other_back), sum(tax), sum(base), sum(cost), sum(uncosted)
  from public.sales_rollups
  where period = 'm' and starts between date_trunc('year', from_day)::date
    and (date_trunc('year', from_day) + interval '11 months')::date
  group by dimension, key;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.record_mail_event(recipient uuid, topic text, action text, source text, evidence jsonb, until timestamp with time zone DEFAULT NULL::timestamp with time zone, max_a_month smallint DEFAULT NULL::smallint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wording_hash bytea;
  event bigint;
begin
  if evidence ->> 'wording' is not null then
    wording_hash := sha256(convert_to(evidence ->> 'wording', 'UTF8'));
    insert into private.mail_wordings (hash, text, language)
    values (wording_hash, evidence ->> 'wording', coalesce(evidence ->> 'language', 'id'))
    on conflict do nothing;
  end if;
  insert into private.mail_choice_events (
    recipient_id, topic, action, source, wording, language, pressed, until, max_a_month, campaign_id, import_id, consented_at,
    consent_source, actor_id, ip, user_agent)
  values (
    recipient, record_mail_event.topic, record_mail_event.action, record_mail_event.source, wording_hash,
    evidence ->> 'language', (evidence ->> 'pressed')::boolean, record_mail_event.until, record_mail_event.max_a_month,
    (evidence ->> 'campaign')::uuid, (evidence ->> 'import')::uuid,
    (evidence ->> 'consented_at')::timestamptz, evidence ->> 'consent_source', (evidence ->> 'actor')::uuid,
    left(evidence ->> 'ip', 64), left(evidence ->> 'user_agent', 400))
  returning id into event;
  return event;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.recount_places(wanted uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(718259);
  with counted as materialized (
    select key, count(*) as n from private.catalogue_places, unnest(keys) key where category_id = wanted group by key
  ), noted as (
    delete from private.catalogue_count_changes where category_id = wanted
  ), gone as (
    delete from private.catalogue_counts where category_id = wanted and key not in (select key from counted)
  )
  insert into private.catalogue_counts (category_id, key, n) select wanted, key, n from counted
  on conflict (category_id, key) do update set n = excluded.n
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.redirect_category(source uuid, target uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.slug_redirects set target_id = target where kind = 'category' and target_id = source;
  insert into public.slug_redirects (kind, old_slug, target_id)
  select 'category', slug, target from public.categories where id = source;
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.redirect_slug()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  of_kind text := tg_argv[0];
begin
  delete from public.slug_redirects where kind = of_kind and old_slug = new.slug and target_id = new.id;
  if exists (select from public.slug_redirects where kind = of_kind and old_slug = new.slug) then
    raise exception 'the address % leads to another %', new.slug, of_kind
      using errcode = 'unique_violation', constraint = of_kind || '_slug_redirected';
  end if;
  if tg_op = 'UPDATE' then
    insert into public.slug_redirects (kind, old_slug, target_id) values (of_kind, old.slug, new.id);
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.refresh_buyers(buyer_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.buyers b set
    name = left(coalesce(nullif(btrim(p.full_name), ''), newest.recipient, ''), 80),
    email = coalesce(u.email, p.contact_email, newest.email),
    -- The number by which a row is known stays.
    phone = case when own.account_id is null and own.mailbox is null then own.phone
      else coalesce(p.phone, '+' || nullif(u.phone, ''), newest.phone) end,
    language = coalesce(p.language, newest.language, 'id'),
    region_code = newest.region_code,
    orders = f.orders, spent = f.spent, returned = r.returned,
    first_order_at = f.first_order_at, last_order_at = f.last_order_at,
    created_at = least(b.created_at, f.since, f.first_order_at)
  from public.buyers own
  left join auth.users u on u.id = own.account_id
  left join public.profiles p on p.id = own.account_id
  left join lateral (
    select o.recipient, nullif(o.email, '') as email, nullif(o.phone, '') as phone, o.language,
      o.address ->> 'region_code' as region_code
    from public.orders o where o.buyer_id = own.id order by o.created_at desc, o.id desc limit 1) newest on true
  cross join lateral (
    select count(*) filter (where o.status in ('placed', 'completed') and o.supplement_of is null)::integer as orders,
      coalesce(sum(o.paid_total) filter (where o.status in ('placed', 'completed')), 0)::bigint as spent,
      min(coalesce(o.placed_at, o.created_at)) filter (where o.status in ('placed', 'completed') and o.supplement_of is null)
        as first_order_at,
      max(coalesce(o.placed_at, o.created_at)) filter (where o.status in ('placed', 'completed') and o.supplement_of is null)
        as last_order_at,
      min(o.created_at) as since
    from public.orders o where o.buyer_id = own.id) f
  cross join lateral (
    select coalesce(sum(r.goods), 0)::bigint as returned
    from public.refunds r join public.orders o on o.id = r.order_id
    where o.buyer_id = own.id and r.status = 'succeeded') r
  where own.id = any (buyer_ids) and b.id = own.id;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.refresh_fulfilment(target uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_over boolean;
  wanted integer;
  sent integer;
  arrived integer;
begin
  select status in ('canceled', 'expired') into is_over from public.orders where id = target for update;
  select coalesce(sum(quantity), 0) into wanted from public.order_lines where order_id = target;
  wanted := wanted - (select coalesce(sum(quantity), 0) from public.order_withdrawals where order_id = target);
  select coalesce(sum(l.quantity) filter (where s.status in ('shipped', 'delivered')), 0),
         coalesce(sum(l.quantity) filter (where s.status = 'delivered'), 0)
    into sent, arrived
    from public.shipments s join public.shipment_lines l on l.shipment_id = s.id
    where s.order_id = target and s.kind = 'order';
  update public.orders set fulfilment_status = case
    when sent = 0 and (is_over or wanted = 0) then 'canceled'
    when sent = 0 then 'unfulfilled' when arrived >= wanted then 'delivered'
    when sent >= wanted then 'fulfilled' else 'partial' end
  where id = target;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.refresh_money(target uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  charged bigint;
  returned bigint;
  kept text;
begin
  -- Lock the order first: two concurrent movements must not compute the sum without each other.
  perform from public.orders where id = target for update;
  select coalesce(sum(b.charged), 0), coalesce(sum(b.returned), 0) into charged, returned
    from private.payment_balances b where b.order_id = target;
  if returned > charged then
    raise exception 'more given back than was paid'
      using errcode = 'check_violation', constraint = 'refund_exceeds_payment';
  end if;
  select case
    when bool_or(status = 'authorized') then 'authorized'
    when bool_or(authorized_at is not null) then 'voided'
    else 'none' end
    into kept from public.payments where order_id = target;
  update public.orders set
    paid_total = charged - returned,
    refunded_total = returned,
    payment_status = case
      when charged = 0 then coalesce(kept, 'none')
      when returned >= charged then 'refunded'
      when charged - returned > total then 'overcharged'
      when charged < total then 'partially_paid'
      when charged - returned < total then 'partially_refunded'
      else 'paid' end
  where id = target;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.refresh_product_gaps(targets uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Serialises changes of one product, so that the later one reads the earlier one's rows.
  perform from public.products where id = any (targets) order by id for no key update;
  delete from private.product_gaps g where product_id = any (targets) and case gap
    when 'picture' then exists (select from public.product_images i where i.product_id = g.product_id)
    when 'weight' then not exists (select from public.product_variants v
      where v.product_id = g.product_id and not v.archived and v.weight_grams = 0)
    else (select coalesce(p.name ->> 'en', '') <> '' from public.products p where p.id = g.product_id) end;
  insert into private.product_gaps (product_id, gap)
  select p.id, 'picture' from public.products p where p.id = any (targets)
    and not exists (select from public.product_images i where i.product_id = p.id)
  union all
  select p.id, 'weight' from public.products p where p.id = any (targets) and exists (
    select from public.product_variants v where v.product_id = p.id and not v.archived and v.weight_grams = 0)
  union all
  select p.id, 'english' from public.products p where p.id = any (targets) and coalesce(p.name ->> 'en', '') = ''
  on conflict do nothing;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.refresh_products(targets uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.products p set
    price_from = d.price_from, price_to = d.price_to, was_price = d.was_price, stock_band = d.stock_band,
    colours = d.colours, sizes = d.sizes, category_ids = d.category_ids, variant_count = d.variant_count,
    only_variant_id = d.only_variant_id, search_text = d.search_text
  from (
    select target.id, coalesce(v.price_from, 0) as price_from, coalesce(v.price_to, 0) as price_to, v.was_price,
      coalesce(v.stock_band, 'out') as stock_band, coalesce(v.colours, '{}') as colours, coalesce(v.sizes, '{}') as sizes,
      array(select category_id from public.product_categories where product_id = target.id order by 1) as category_ids,
      coalesce(v.n, 0)::integer as variant_count, case when v.n = 1 then v.first_id end as only_variant_id,
      lower(extensions.unaccent('extensions.unaccent', concat_ws(' ',
        named.name ->> 'id', named.name ->> 'en', array_to_string(named.tags, ' '), c.names, v.skus))) as search_text
    from unnest(targets) as target (id)
    join public.products named on named.id = target.id
    left join lateral (
      select min(paid.price) as price_from, max(paid.price) as price_to,
        (array_agg(paid.was_price order by shown_price, position))[1] as was_price,
        case when bool_or(stock_band = 'in') then 'in' when bool_or(stock_band = 'low') then 'low' else 'out' end
          as stock_band,
        array_agg(distinct options ->> 'colour') filter (where options ? 'colour') as colours,
        array_agg(distinct options ->> 'size') filter (where options ? 'size') as sizes,
        count(*) as n, (array_agg(id order by position))[1] as first_id, string_agg(sku, ' ') as skus
      from public.product_variants
      cross join lateral (
        select case when is_printed then private.with_print(shown_price, named.print_amount, named.print_points)
            else shown_price end as price,
          case when is_printed then private.with_print(shown_was_price, named.print_amount, named.print_points)
            else shown_was_price end as was_price
        from (select named.takes_designs and named.print_required as is_printed) named_print
      ) paid
      where product_id = target.id and not archived
    ) v on true
    left join lateral (
      select string_agg(concat_ws(' ', name ->> 'id', name ->> 'en'), ' ') as names
      from public.categories where id in (
        select unnest(c.path) from public.product_categories k join public.categories c on c.id = k.category_id
        where k.product_id = target.id)
    ) c on true
  ) d
  where p.id = d.id and (p.price_from, p.price_to, p.was_price, p.stock_band, p.colours, p.sizes, p.category_ids,
      p.variant_count, p.only_variant_id, p.search_text)
    is distinct from (d.price_from, d.price_to, d.was_price, d.stock_band, d.colours, d.sizes, d.category_ids,
      d.variant_count, d.only_variant_id, d.search_text);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.refresh_products_of_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  targets uuid[];
begin
  if tg_op = 'INSERT' then
    targets := array(select distinct product_id from added order by 1);
  elsif tg_op = 'DELETE' then
    targets := array(select distinct product_id from removed order by 1);
  else
    targets := array(select product_id from removed union select product_id from added order by 1);
  end if;
  if targets <> '{}' then perform private.refresh_products(targets); end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.refresh_products_on_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  targets constant uuid[] := array(
    select id from (
      select id, name, tags, takes_designs, print_required, print_amount, print_points from added
      except select id, name, tags, takes_designs, print_required, print_amount, print_points from removed
    ) changed order by 1);
begin
  if targets <> '{}' then perform private.refresh_products(targets); end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.refresh_recipient_facts(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due uuid[];
begin
  -- Committed before they are read: an order that changes from here on queues its recipient again.
  with taken as (
    delete from private.recipient_facts_queue q where q.recipient_id in (
      select w.recipient_id from private.recipient_facts_queue w limit most for update skip locked)
    returning q.recipient_id
  )
  select coalesce(array_agg(recipient_id), '{}') into due from taken;
  insert into private.recipient_facts as f select * from private.facts_of_recipients(due)
  on conflict (recipient_id) do update set orders = excluded.orders, spent = excluded.spent,
    first_order_at = excluded.first_order_at, last_order_at = excluded.last_order_at, region_code = excluded.region_code,
    categories = excluded.categories;
  return cardinality(due);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.refresh_sessions(shown text[], children text[])
 RETURNS TABLE(token text, refreshed json)
 LANGUAGE plpgsql
 SET search_path TO ''
 SET lock_timeout TO '5s'
AS $function$
begin
  return query
  with asked as (
    select a.token, a.child from unnest(shown, children) as a (token, child)
  ),
  -- `skip locked` keeps two of these statements from waiting for each other.
  live as (
    select a.token, a.child, s.id, s.user_id
    from asked a
    join auth.refresh_tokens t on t.token = a.token
    join auth.sessions s on s.id = t.session_id
    join auth.users u on u.id = s.user_id
    where not t.revoked and (s.not_after is null or s.not_after > now())
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
    for update of s skip locked for key share of u skip locked
  ),
  -- Checks the token again: another transaction may have used it before this one locked the session.
  used as (
    update auth.refresh_tokens t set revoked = true, updated_at = now()
    from live l where t.token = l.token and not t.revoked
    returning l.token, l.child, l.id, l.user_id
  ),
  added as (
    insert into auth.refresh_tokens (token, parent, user_id, session_id)
    select used.child, used.token, used.user_id, used.id from used
  ),
  touched as (
    update auth.sessions s set refreshed_at = now(), updated_at = now()
    from used where s.id = used.id
    returning used.token, used.user_id, s.id, s.aal, s.not_after
  )
  select touched.token, json_build_object(
    'session', json_build_object('id', touched.id, 'user_id', touched.user_id, 'aal', touched.aal,
      'not_after', touched.not_after),
    'user', row_to_json(u),
    'amr', (
      select coalesce(json_agg(json_build_object('method', a.authentication_method,
          'timestamp', extract(epoch from a.updated_at)::int) order by a.updated_at desc, a.authentication_method), '[]')
      from auth.mfa_amr_claims a where a.session_id = touched.id),
    'identities', (
      select coalesce(json_agg(row_to_json(i) order by i.created_at, i.id), '[]')
      from auth.identities i where i.user_id = touched.user_id),
    'factors', (
      select coalesce(json_agg(to_jsonb(f) - 'secret' order by f.created_at, f.id), '[]')
      from auth.mfa_factors f where f.user_id = touched.user_id))
  from touched join auth.users u on u.id = touched.user_id;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.refresh_stock_bands()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.product_variants v set stock_band = private.stock_band(s.available, new.low_stock_pieces)
  from public.stock_items s, public.products p
  where s.variant_id = v.id and p.id = v.product_id and p.low_stock_at is null
    and v.stock_band <> private.stock_band(s.available, new.low_stock_pieces);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.refund_approvals_needed(request uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when exists (
    select from public.refund_approvals a
    where a.request_id = r.id and r.amount <= coalesce(private.refund_limit_of(a.person_id), r.amount))
    -- Nobody approved yet: the shop's limit for one refund says what to expect.
    or not exists (select from public.refund_approvals a where a.request_id = r.id) and (
      r.amount <= coalesce((select s.refund_limit from public.shop_settings s), r.amount)
      or private.refund_limit_of(r.requested_by) is null) then 1 else 2 end
  from public.refund_requests r where r.id = request
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.refund_limit_of(person uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when (
    select count(*) from public.profiles p where p.role <> 'CUSTOMER' and private.may(p.id, 'orders.refund')) > 1
  then least(l.refund, l.refund_day - least(l.refund_day, (
    select coalesce(sum(r.amount), 0) from public.refund_approvals a join public.refund_requests r on r.id = a.request_id
    where a.person_id = person and a.approved_at > now() - interval '24 hours' and r.status = 'done'
      and (select count(*) from public.refund_approvals other where other.request_id = r.id) = 1))) end
  from (select private.limit_of(person, 'refund') as refund, private.limit_of(person, 'refund_day') as refund_day) l
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'rows of % never change', tg_table_name using errcode = 'restrict_violation';
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.refuse_derived()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'this follows the ledgers' using errcode = 'restrict_violation', constraint = 'order_derived';
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.refuse_large_answer()
 RETURNS boolean
 LANGUAGE plpgsql
 PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  raise sqlstate 'PGRST' using
    message = '{"code": "answer_too_large", "message": "The answer is larger than one answer may be", "hint": "Ask for fewer rows with limit and offset, for fewer columns with select, or for embedded resources with a limit of their own"}',
    detail = '{"status": 400, "headers": {}}';
end $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION private.release_code_guesses(keys text[], codes text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from private.rate_limits where key = any (keys) order by key for update;
  with released as (
    update private.rate_limits asked set used = 0
    from private.rate_limits counter, unnest(codes) code
    where counter.key = any (keys) and asked.key = counter.key || ':' || code
      and asked.resets_at = counter.resets_at and asked.used = 1
    returning counter.key
  )
  update private.rate_limits counter
  set used = used - (select count(*) from released where released.key = counter.key)
  where counter.key = any (keys);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.remove_staff_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.staff_notifications where person_id = new.id;
  delete from private.staff_events where person_id = new.id;
  delete from private.push_subscriptions where person_id = new.id;
  update private.staff_preferences set muted = '{}', daily_digest = false where person_id = new.id;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.repair_stock(targets uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  repaired integer;
begin
  -- Movements and holds wait here, so that the sums below are complete.
  perform from public.stock_items where variant_id = any (targets) order by variant_id for update;
  with proven as (
    select i.variant_id, v.product_id, i.on_hand as on_hand_before, i.allocated as allocated_before, i.held as held_before,
      coalesce(m.on_hand, 0)::integer as on_hand, coalesce(m.allocated, 0)::integer as allocated,
      coalesce(h.held, 0)::integer as held
    from public.stock_items i
    join public.product_variants v on v.id = i.variant_id
    left join lateral (
      select sum(private.on_hand_change(kind, quantity)) as on_hand,
        sum(case kind when 'allocated' then quantity when 'unshipped' then quantity when 'released' then -quantity
          when 'shipped' then -quantity else 0 end) as allocated
      from public.stock_movements where variant_id = i.variant_id) m on true
    left join lateral (
      select sum(quantity) as held from public.stock_holds where variant_id = i.variant_id and status = 'active') h on true
    where i.variant_id = any (targets)
  ), changed as (
    update public.stock_items i set on_hand = p.on_hand, allocated = p.allocated, held = p.held, updated_at = now()
    from proven p
    where i.variant_id = p.variant_id
      and (p.on_hand_before, p.allocated_before, p.held_before) is distinct from (p.on_hand, p.allocated, p.held)
    returning p.*
  ), noted as (
    insert into public.audit_entries (actor_kind, actor_id, actor_name, request_id, action, subject_kind, subject_id,
      row_key, changes)
    select who.actor_kind, who.actor_id, who.actor_name,
      nullif(current_setting('shop.request', true), ''), 'stock.repaired', 'product', product_id::text, variant_id::text,
      jsonb_strip_nulls(jsonb_build_object(
        'on_hand', case when on_hand_before <> on_hand then jsonb_build_array(on_hand_before, on_hand) end,
        'allocated', case when allocated_before <> allocated then jsonb_build_array(allocated_before, allocated) end,
        'held', case when held_before <> held then jsonb_build_array(held_before, held) end))
    from changed, private.actor_columns(private.current_actor()) who
    returning 1
  )
  select count(*) into repaired from noted;
  return repaired;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.requeue_sales()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.sales_months (month)
  select m::date from (select min(f.day) as first, max(f.day) as last from public.sales_facts f) d
  cross join generate_series(date_trunc('month', d.first), date_trunc('month', d.last), interval '1 month') m
  on conflict do nothing;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.require_file_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from auth.users u
  where u.id = case when new.owner_id ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then new.owner_id::uuid end
    and u.deleted_at is null
  for key share;
  if not found then
    raise exception 'the owner of this file has no account' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.require_refund_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.orders o where o.id = new.order_id and o.customer_id = new.actor_id
      and (private.role_of(new.actor_id) = 'CUSTOMER' or not private.may(new.actor_id, 'orders.cancel') and exists (
        select from public.order_cancellations c where c.order_id in (o.id, o.supplement_of) and c.actor_id = new.actor_id))
  ) then
    return null;
  end if;
  if not exists (select from public.refund_requests r join public.orders o on o.id = new.order_id
      where r.id = new.request_id and r.order_id in (o.id, o.supplement_of) and r.status = 'done') then
    raise exception 'nobody approved this refund'
      using errcode = 'check_violation', constraint = 'refund_not_approved';
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.require_second_factor(guarded regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  execute format(
    'create policy "a second factor that exists was used" on %s as restrictive to authenticated
       using ((select private.has_required_aal())) with check ((select private.has_required_aal()))',
    guarded);
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.reserve_mails(limit_name text, wanted integer, OUT granted integer, OUT wait_ms double precision)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  l private.mail_limits;
  moment constant timestamptz := clock_timestamp();
  quarter constant bigint := floor(extract(epoch from moment) * 4)::bigint + 1;
  today constant date := (moment at time zone (select time_zone from public.shop_settings))::date;
  pace numeric;
  spread numeric;
begin
  -- A lost reservation is only a slower second.
  perform set_config('synchronous_commit', 'off', true);
  select * into l from private.mail_limits where name = limit_name for update;
  pace := case when l.slowed_at < moment - interval '1 minute'
    then least(l.per_second, l.now_per_second * 1.1) else l.now_per_second end;
  if l.day is distinct from today then l.day := today; l.used_today := 0; end if;
  if l.reserved_quarter <> quarter then l.reserved_quarter := quarter; l.reserved := 0; end if;
  wait_ms := (quarter / 4.0 - extract(epoch from moment)) * 1000;
  -- The share of a quarter, so that every four of them sum to the pace; a little less, because clocks are read twice.
  spread := least(pace * 0.965, l.per_hour / 3600.0);
  granted := floor(spread * (quarter + 1) / 4) - floor(spread * quarter / 4);
  granted := greatest(0, least(wanted, granted - l.reserved));
  if l.per_day is not null then granted := greatest(0, least(granted, l.per_day - l.used_today)); end if;
  -- Nothing more today: asked again in a minute.
  if l.used_today >= l.per_day then wait_ms := 60000; end if;
  update private.mail_limits set reserved_quarter = quarter, reserved = l.reserved + granted,
    now_per_second = pace, slowed_at = case when pace > now_per_second and pace < per_second then moment
      when pace >= per_second then null else slowed_at end,
    day = l.day, used_today = l.used_today + granted
  where name = limit_name;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.retire_mail_codes(of_campaign integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place integer;
begin
  select codes_cursor into place from private.mail_campaigns
  where number = of_campaign and codes_cursor is not null for update skip locked;
  -- A cancelled campaign may still have mails on the wire.
  if place is null or exists (
    select from private.mail_chunks where campaign = of_campaign and chunk = place and pending + begun + deferred > 0)
  then
    return false;
  end if;
  perform set_config('shop.actor', 'job:send-campaigns', true);
  update public.promo_codes c set active = false
  from private.mail_codes m join private.mail_deliveries d on d.campaign = m.campaign and d.n = m.n
  where m.campaign = of_campaign and m.n between place * 1000 + 1 and place * 1000 + 1000
    and d.state in ('skipped', 'refused') and c.id = m.code_id and c.active;
  update private.mail_campaigns set codes_cursor = (
    select place + 1 from private.mail_chunks where campaign = of_campaign and chunk = place + 1)
  where number = of_campaign;
  return true;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.role_of(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select role from public.profiles where id = person $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.row_key(value jsonb, key_columns text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select string_agg(value ->> name, ':' order by place) from unnest(key_columns) with ordinality k (name, place) $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.runs_automation(of_automation text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select a.is_on and a.paused_why is null and not exists (
      select from private.mail_campaigns c where c.automation = a.slug and c.status = 'paused')
    from private.mail_automations a where a.slug = of_automation), false)
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.sale_facts_of(order_ids uuid[])
 RETURNS SETOF public.sales_facts
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone constant text := (select s.time_zone from public.shop_settings s);
begin
  return query
  with placed as materialized (
    select o.id, o.placed_at, o.total, o.shipping, o.payment_fee, o.shipping_tax, o.payment_fee_tax, o.paid_total, o.source,
      o.supplement_of is not null as is_supplement,
      case when o.status = 'canceled' then coalesce(o.closed_at, o.placed_at) end as canceled_at,
      coalesce("left"(o.address ->> 'region_code', 2), known.province, '') as province,
      -- A deposit and a balance by different methods count under neither of them.
      coalesce((
        select case when count(distinct p.provider || ':' || p.method) > 1 then 'deposit:several' end
        from public.payments p join public.payment_transactions t on t.payment_id = p.id and t.kind = 'charge'
        where p.order_id = o.id and p.part <> 'whole'), (
        select p.provider || ':' || p.method from public.payments p
        left join public.payment_transactions t on t.payment_id = p.id and t.kind = 'charge'
        where p.order_id = o.id order by t.id nulls last, p.created_at desc limit 1), '') as payment,
      case
        when o.buyer_id is null then coalesce(known.customer_type, '')
        when exists (
          select from public.orders e where e.buyer_id = o.buyer_id and e.placed_at is not null and e.supplement_of is null
            and (e.placed_at, e.id) < (o.placed_at, o.id)) then 'returning'
        else 'new'
      end as customer_type
    from public.orders o
    left join public.sales_facts known on known.order_id = o.id and known.kind = 'order'
    where o.id = any (order_ids) and o.placed_at is not null
  ),
  lines as materialized (
    select l.*, f.order_id is not null as is_known,
      coalesce(l.product_id, f.product_id) as sold_product, coalesce(l.variant_id, f.variant_id) as sold_variant,
      case when f.order_id is not null then f.category_id else (
        select c.category_id from public.product_categories c join public.categories k on k.id = c.category_id
        where c.product_id = l.product_id order by k.position, k.id limit 1) end as sold_category,
      -- A supplement for a design has no variant: its pieces were sold before.
      case when o.is_supplement and coalesce(l.variant_id, f.variant_id) is null then 0 else l.quantity end as sold_pieces,
      case when f.order_id is not null then case when f.uncosted = 0 and f.pieces > 0 then f.cost / f.pieces end
        else (select k.cost from public.variant_costs k where k.variant_id = l.variant_id and k.valid_from <= o.placed_at
          order by k.id desc limit 1) end as unit_cost
    from placed o join public.order_lines l on l.order_id = o.id
    left join public.sales_facts f on f.order_id = l.order_id and f.kind = 'goods' and f.line_id = l.id
  ),
  charges as materialized (
    select t.order_id, t.payment_id, t.amount,
      greatest(0, least(t.amount, o.total - sum(t.amount) over before))::bigint as covered
    from placed o join public.payment_transactions t on t.order_id = o.id
    where t.kind = 'charge'
    window before as (partition by t.order_id order by t.id rows between unbounded preceding and 1 preceding)
  ),
  movements as (
    select t.id, t.order_id, t.at, r.id as refund_id, r.goods, r.shipping as refunded_shipping, c.covered,
      c.amount - c.covered as excess,
      sum(case t.kind when 'refund_reversed' then -t.amount else t.amount end) over so_far as returned,
      sum(coalesce(r.overpaid, 0)) over so_far as overpaid, t.payment_id
    from placed o join public.payment_transactions t on t.order_id = o.id and t.kind <> 'charge'
    join charges c on c.payment_id = t.payment_id
    left join lateral (
      select r.id, r.goods, r.shipping, r.overpaid from public.refunds r
      where t.kind = 'refund' and r.payment_id = t.payment_id and r.provider_reference = t.provider_reference
      order by r.id limit 1) r on true
    window so_far as (partition by t.payment_id order by t.id)
  ),
  returns as materialized (
    select m.id, m.order_id, m.at, m.refund_id, coalesce(m.goods, 0) as goods, coalesce(m.refunded_shipping, 0) as refunded_shipping,
      (m.upto - coalesce(lag(m.upto) over (partition by m.payment_id order by m.id), 0))::bigint as amount
    from (
      select *, greatest(0, least(returned - least(overpaid, excess), covered)) as upto from movements) m
  ),
  -- Pieces that refunds name, each with the PPN of its share.
  refunded as materialized (
    select r.refund_id, l.id as line_id, r.quantity, r.amount,
      case when l.total = 0 then 0 else round(l.tax_included::numeric * sum(r.amount) over so_far / l.total)
        - round(l.tax_included::numeric * (sum(r.amount) over so_far - r.amount) / l.total) end::bigint as tax
    from lines l join public.refund_lines r on r.order_line_id = l.id join public.refunds f on f.id = r.refund_id
    window so_far as (partition by l.id order by f.created_at, f.id)
  ),
  -- A canceled order that retains no money: pieces that no refund names.
  unnamed as (
    select l.id as line_id, l.order_id, l.quantity - coalesce(r.pieces, 0) as quantity,
      l.total - l.lowered - coalesce(r.amount, 0) as amount, l.tax_included - coalesce(r.tax, 0) as tax,
      greatest(o.canceled_at, (select max(m.at) from returns m where m.order_id = o.id)) as at
    from placed o join lines l on l.order_id = o.id
    left join (
      select d.line_id, sum(d.quantity)::integer as pieces, sum(d.amount)::bigint as amount, sum(d.tax)::bigint as tax
      from refunded d group by d.line_id) r on r.line_id = l.id
    where o.canceled_at is not null and o.paid_total = 0 and l.quantity > coalesce(r.pieces, 0)
  ),
  unpaid as (
    select o.id as order_id, o.canceled_at as at, o.total - coalesce(sum(c.covered), 0)::bigint as amount,
      case when coalesce(sum(c.covered), 0) = 0 then o.shipping_tax + o.payment_fee_tax else 0 end as tax
    from placed o left join charges c on c.order_id = o.id
    where o.canceled_at is not null
    group by o.id, o.canceled_at, o.total, o.shipping_tax, o.payment_fee_tax
  ),
  goods_back as (
    select r.id as transaction_id, r.at, d.line_id, d.quantity, d.amount, d.tax
    from returns r join refunded d on d.refund_id = r.refund_id
    union all
    select -1, u.at, u.line_id, u.quantity, u.amount, u.tax from unnamed u
  ),
  order_back as (
    select r.order_id, r.id as transaction_id, r.at, r.amount - r.goods as amount,
      case when o.shipping = 0 then 0
        else round(o.shipping_tax::numeric * r.refunded_shipping / o.shipping) end::bigint as tax
    from returns r join placed o on o.id = r.order_id
    union all
    select u.order_id, 0, u.at, u.amount, u.tax from unpaid u
    union all
    select u.order_id, -1, u.at, -sum(u.amount)::bigint, 0 from unnamed u group by u.order_id, u.at
  ),
  facts as (
    select l.order_id, 'goods' as kind, l.id as line_id, null::bigint as transaction_id, o.placed_at as at, l.sold_product,
      l.sold_variant, l.sold_category, l.sold_pieces as pieces, 0 as pieces_back, l.total + l.discount as gross, l.discount,
      l.total as net, 0::bigint as shipping, 0::bigint as fee, 0::bigint as back, 0::bigint as other_back, l.tax_included as tax,
      case when l.unit_cost is null then 0 else l.total - l.tax_included end as base,
      coalesce(l.unit_cost * l.sold_pieces, 0) as cost,
      case when l.unit_cost is null then l.sold_pieces else 0 end as uncosted
    from lines l join placed o on o.id = l.order_id
    union all
    select o.id, 'order', null, null, o.placed_at, null, null, null, 0, 0, 0, 0, 0, o.shipping, o.payment_fee, 0, 0,
      o.shipping_tax + o.payment_fee_tax, 0, 0, 0
    from placed o
    union all
    select l.order_id, 'goods_back', l.id, g.transaction_id, g.at, l.sold_product, l.sold_variant, l.sold_category, 0,
      least(g.quantity, l.sold_pieces), 0, 0, 0, 0, 0, g.amount, 0, -g.tax,
      case when l.unit_cost is null then 0 else g.tax - g.amount end,
      -coalesce(l.unit_cost * least(g.quantity, l.sold_pieces), 0),
      case when l.unit_cost is null then -least(g.quantity, l.sold_pieces) else 0 end
    from goods_back g join lines l on l.id = g.line_id
    union all
    select b.order_id, 'order_back', null, b.transaction_id, b.at, null, null, null, 0, 0, 0, 0, 0, 0, 0, 0, b.amount, -b.tax,
      0, 0, 0
    from order_back b where b.amount <> 0 or b.tax <> 0
  )
  select f.order_id, f.kind, f.line_id, f.transaction_id, f.at, (f.at at time zone zone)::date, f.sold_product, f.sold_variant,
    f.sold_category, o.province, o.payment, o.customer_type, o.source, case when o.is_supplement then 0 else 1 end::smallint,
    f.pieces, f.pieces_back, f.gross, f.discount, f.net, f.shipping, f.fee, f.back, f.other_back, f.tax, f.base, f.cost, f.uncosted
  from facts f join placed o on o.id = f.order_id;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.sale_price(kind text, value bigint, base bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when price > 0 and price < base then price end
  from (select case kind
    when 'percent' then (base * (100 - value) + 50) / 100 when 'amount' then base - value else value end as price) p
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.save_mail_choices(recipient uuid, form jsonb, evidence jsonb, asks boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  turned_off text[];
  turned_on text[];
  stopped text[];
  one text;
  present public.subscriptions;
  days integer := (form #>> '{fewer,days}')::integer;
  monthly boolean := (form #>> '{fewer,monthly}')::boolean;
begin
  perform from private.mail_recipients where id = recipient for update;
  if not found then return null; end if;
  select array_agg(c.slug) filter (where c."isOn"), array_agg(c.slug) filter (where not c."isOn" and not c."isStopped"),
    array_agg(c.slug) filter (where not c."isOn" and c."isStopped")
  into turned_off, turned_on, stopped
  from jsonb_to_recordset(private.mail_choices(recipient) -> 'topics') as c (slug text, "isOn" boolean, "isStopped" boolean)
  where coalesce((form -> 'topics' ->> c.slug)::boolean, case when (form ->> 'others_off')::boolean then false end) <> c."isOn";
  if stopped is not null and not asks then return jsonb_build_object('stopped', stopped); end if;
  if turned_off is not null then perform private.stop_mails(recipient, turned_off, 'page', evidence); end if;
  foreach one in array coalesce(turned_on, '{}') loop
    perform private.subscribe(recipient, one, 'confirmed', 'page', evidence);
  end loop;
  update private.mail_recipients r set language = form ->> 'language'
  where r.id = recipient and r.language <> form ->> 'language';
  if monthly is not null then
    -- The pause and the limit that the page shows: of the first topic that has any.
    select s.* into present from public.subscriptions s join private.mail_topics t on t.slug = s.topic
    where s.recipient_id = recipient and s.state = 'subscribed' and t.marketing
    order by s.paused_until > now() is true or s.max_a_month is not null desc, t.position, t.slug limit 1;
    if days is not null or monthly <> coalesce(present.max_a_month = 1, false) then
      perform private.tune_mails(recipient, case
          when days is null then case when present.paused_until > now() then present.paused_until end
          when days > 0 then now() + make_interval(days => days) end,
        case when monthly then 1::smallint end, 'page', evidence);
    end if;
  end if;
  return jsonb_build_object('stopped', coalesce(stopped, '{}'), 'choices', private.mail_choices(recipient));
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.seal_audit(last_id bigint, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before private.audit_seals;
  upto bigint;
  found record;
begin
  lock table private.audit_seals in share row exclusive mode;
  select * into before from private.audit_seals order by id desc limit 1;
  select max(id) into upto from (
    select id from public.audit_entries where id > coalesce(before.upto_id, 0) and id <= last_id order by id limit most) e;
  if upto is null then return 0; end if;
  found := private.audit_hash(before.hash, coalesce(before.upto_id, 0), upto);
  insert into private.audit_seals (from_id, upto_id, entries, hash, last_at)
  values (coalesce(before.upto_id, 0), upto, found.entries, found.hash, found.last_at);
  return found.entries;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.send_mails_again(of_campaign integer, numbers integer[], person uuid, own_timeline integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c private.mail_campaigns;
  tried integer;
begin
  select * into c from private.mail_campaigns where number = of_campaign for update;
  if c.status not in ('sending', 'paused', 'sent') then
    raise exception 'a campaign that is % tries nobody again', c.status using errcode = 'restrict_violation',
      constraint = 'mail_campaign_state';
  end if;
  update private.mail_deliveries d set state = 'pending', ended_at = null, reason = null, again_by = person, again_at = now()
  where d.campaign = of_campaign and d.n = any (numbers) and d.state = 'uncertain' and d.again_at is null
    and d.recipient_id is not null;
  get diagnostics tried = row_count;
  if tried > 0 and c.status = 'sent' then
    update private.mail_campaigns set status = 'sending', ended_at = null, reopened = reopened + 1, tick_at = clock_timestamp(),
      timeline = own_timeline, policy_refusals = 0
    where number = of_campaign;
  end if;
  return tried;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.set_mail_confirmation(is_on boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$ begin perform set_config('shop.mail_confirmation', case when is_on then 'on' else '' end, true); end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.set_redirect(of_kind text, slug_before text, target uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  actor constant text := private.current_actor();
  before constant uuid := (select target_id from public.slug_redirects where kind = of_kind and old_slug = slug_before);
begin
  if actor is null then
    raise exception 'nobody is named for a change of slug_redirects'
      using errcode = 'restrict_violation', constraint = 'actor_missing';
  end if;
  if slug_before !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or length(slug_before) > 100 then
    raise exception 'no address: %', slug_before using errcode = 'check_violation', constraint = 'slug_invalid';
  end if;
  if before is not distinct from target then return; end if;
  if target is null then
    delete from public.slug_redirects where kind = of_kind and old_slug = slug_before;
  else
    -- Serialises with a transaction that takes the address for its own product or category.
    perform from public.products where of_kind = 'product' and id = target for key share;
    perform from public.categories where of_kind = 'category' and id = target for key share;
    perform from public.collections where of_kind = 'collection' and id = target for key share;
    insert into public.slug_redirects (kind, old_slug, target_id) values (of_kind, slug_before, target)
    on conflict (kind, old_slug) do update set target_id = excluded.target_id;
    if exists (select from public.products where of_kind = 'product' and slug = slug_before)
      or exists (select from public.categories where of_kind = 'category' and slug = slug_before)
      or exists (select from public.collections where of_kind = 'collection' and slug = slug_before)
    then
      raise exception 'the address % is in use', slug_before
        using errcode = 'unique_violation', constraint = 'slug_in_use';
    end if;
  end if;
  insert into public.audit_entries (actor_kind, actor_id, actor_name, request_id, action, subject_kind, subject_id, row_key, changes)
  select named.actor_kind, named.actor_id, named.actor_name, nullif(current_setting('shop.request', true), ''),
    'slug_redirects.' || case when before is null then 'created' when target is null then 'deleted' else 'changed' end,
    of_kind, coalesce(target, before)::text, slug_before,
    jsonb_build_object('old_slug', jsonb_build_array(
      case when before is not null then slug_before end, case when target is not null then slug_before end))
  from private.actor_columns(actor) named;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.shelve_collection()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.collection_shelves set collection_id = null
  where collection_id = new.id and (new.kind = 'manual' or not is_full);
  if new.kind = 'rule' then
    insert into private.collection_shelves (collection_id, rule) values (new.id, new.rule);
  end if;
  perform private.enqueue('fill-collections', key => 'fill-collections');
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.short_record(record jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when octet_length(record::text) <= 1048576 then record
    else (select jsonb_object_agg(key, value) from jsonb_each(record) where octet_length(value::text) <= 64) end;
$function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.slow_mails(limit_name text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.mail_limits set now_per_second = greatest(0.1, now_per_second / 2), slowed_at = clock_timestamp()
  where name = limit_name and (slowed_at is null or slowed_at < clock_timestamp() - interval '10 seconds')
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.sold_weight(ordered_at timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select power(2, extract(epoch from ordered_at - timestamptz '2026-01-01 00:00Z')::double precision / 2592000) $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.spread_of(price_from bigint, price_to bigint)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case when price_to > price_from then 1 + floor(8 * ln((price_to - price_from)::float8) / ln(2::float8)) else 0 end::smallint $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.staff_session_end(since timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select least(since + make_interval(hours => session_hours), now() + make_interval(mins => idle_minutes))
  from public.staff_policy
$function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.standing()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  is_id constant text := '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$';
  person uuid;
  standing text;
begin
  if claims is null or not claims ?| array['sub', 'session_id'] then return 'VISITOR'; end if;
  -- The `sub` of a merchant's own token need not be a uuid.
  if claims ->> 'sub' ~ is_id then person := (claims ->> 'sub')::uuid; end if;
  if not claims ? 'session_id' then
    select case
        when u.deleted_at is not null or u.banned_until > now() then null
        when claims ->> 'aal' is distinct from 'aal2' and exists (
          select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') then null
        else coalesce(p.role, 'VISITOR') end
    into standing
    from auth.users u left join public.profiles p on p.id = u.id where u.id = person;
    return case when found then standing else 'VISITOR' end;
  end if;
  if claims ->> 'session_id' !~ is_id then return null; end if;
  select coalesce(p.role, 'VISITOR') into standing
  from auth.sessions s join auth.users u on u.id = s.user_id left join public.profiles p on p.id = u.id
  where s.id = (claims ->> 'session_id')::uuid and s.user_id = person
    and (s.not_after is null or s.not_after > now())
    and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
    -- A session that was lowered since the token was signed counts as lowered; one that was raised does not count as
    -- raised.
    and ((claims ->> 'aal' = 'aal2' and s.aal <> 'aal1') or not exists (
      select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'));
  return standing;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.step_mail_chunk(of_campaign integer, of_chunk integer, claimant text, own_fence integer, lease_ms integer, ended jsonb, wanted integer[], sender_domain text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c private.mail_campaigns;
  is_leased boolean;
  is_open boolean;
  put_off integer := 0;
  put_back integer := 0;
  -- Of the warm-up; null without one.
  taken integer;
  is_used_up boolean;
  begun jsonb := '[]';
  skipped jsonb := '[]';
begin
  perform set_config('synchronous_commit', 'on', true);
  -- Claims and steps of one chunk wait for each other here.
  select leased_until > clock_timestamp() and lease_owner = claimant and fence = own_fence into is_leased
  from private.mail_chunks where campaign = of_campaign and chunk = of_chunk for update;
  if ended @> '[{"state": "pending"}]' or ended @> '[{"state": "deferred"}]' then
    -- The campaign must not end before these rows are written.
    perform from private.mail_campaigns where number = of_campaign for share;
  end if;
  select * into c from private.mail_campaigns where number = of_campaign;
  if jsonb_array_length(ended) > 0 then
    update private.mail_deliveries d set
      -- An ended campaign retries no delivery, and a retry by staff is made once.
      state = case when e.state = 'deferred' and (c.status in ('sent', 'cancelled') or d.again_at is not null)
        then 'refused' else e.state end,
      ended_at = case when e.state in ('accepted', 'refused', 'uncertain') or d.again_at is not null and e.state = 'deferred'
        then clock_timestamp() end,
      reason = e.reason,
      due_at = case when e.state = 'deferred' and c.status not in ('sent', 'cancelled') and d.again_at is null
        then clock_timestamp() + make_interval(secs => e.retry_ms / 1000.0) end
    from jsonb_to_recordset(ended) e (n integer, fence integer, attempts smallint, state text, reason text, retry_ms double precision)
    where d.campaign = of_campaign and d.n = e.n and d.fence = e.fence and d.attempts = e.attempts
      and d.state in ('begun', 'uncertain') and d.state <> e.state
      and not (c.status = 'sent' and e.state = 'pending');
    select count(*) filter (where e ->> 'state' = 'deferred'), count(*) filter (where e ->> 'state' = 'pending')
    into put_off, put_back from jsonb_array_elements(ended) e;
    update private.mail_chunks set due_at = (
      select min(d.due_at) from private.mail_deliveries d
      where d.campaign = of_campaign and d.n between of_chunk * 1000 + 1 and of_chunk * 1000 + 1000 and d.state = 'deferred')
    where campaign = of_campaign and chunk = of_chunk and put_off > 0;
  end if;
  if is_leased is not true then
    return jsonb_build_object('leased', false, 'status', c.status, 'begun', begun, 'skipped', skipped);
  end if;
  update private.mail_chunks set leased_until = clock_timestamp() + make_interval(secs => lease_ms / 1000.0)
  where campaign = of_campaign and chunk = of_chunk;
  is_open := c.status = 'sending' and private.in_mail_window(c.window_from, c.window_to);
  if is_open and cardinality(wanted) > 0 or put_off + put_back > 0 then
    taken := private.take_warmup(sender_domain, case when is_open then cardinality(wanted) else 0 end, put_off, put_back);
  end if;
  is_used_up := coalesce(is_open and taken < cardinality(wanted), false);
  if is_used_up then wanted := wanted[1:taken]; end if;
  if is_open and cardinality(wanted) > 0 then
    with started as (
      update private.mail_deliveries d set state = 'begun', begun_at = clock_timestamp(), ended_at = null, due_at = null,
        fence = own_fence, attempts = d.attempts + 1
      from private.mail_recipients r
      where d.campaign = of_campaign and d.n = any (wanted) and d.state in ('pending', 'deferred')
        and r.id = d.recipient_id and private.may_get_campaign(d.recipient_id, c.topic)
      returning d.n, d.attempts, d.version_id, r.id, r.email, r.name, r.language
    )
    select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('code', case when c.voucher_promotion_id is not null then (
      select p.code from private.mail_codes m join public.promo_codes p on p.id = m.code_id
      where m.campaign = of_campaign and m.n = s.n) end)), '[]')
    into begun from started s;
    if jsonb_array_length(begun) < cardinality(wanted) then
      with stopped as (
        update private.mail_deliveries d set state = 'skipped', ended_at = clock_timestamp(), due_at = null,
          reason = private.why_no_mail(d.recipient_id, c.topic)
        where d.campaign = of_campaign and d.n = any (wanted) and d.state in ('pending', 'deferred')
          and (d.recipient_id is null or not private.may_get_campaign(d.recipient_id, c.topic))
        returning d.n
      )
      select coalesce(jsonb_agg(s.n), '[]') into skipped from stopped s;
    end if;
  end if;
  -- Recipients skipped for lack of consent do not use the warm-up quota.
  taken := taken - jsonb_array_length(begun);
  if taken > 0 then
    update private.mail_warmups w set begun = w.begun - taken where w.domain = sender_domain;
  end if;
  return jsonb_build_object('leased', true, 'begun', begun, 'skipped', skipped, 'status', case when c.status <> 'sending' then c.status
    when not is_open then 'closed' when is_used_up then 'warm_up' else c.status end);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.stock_band(pieces integer, low_pieces integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case when pieces <= 0 then 'out' when pieces <= low_pieces then 'low' else 'in' end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.stocktake_figures(stocktake uuid, wanted uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(variant_id uuid, round integer, is_excluded boolean, booked integer, counted integer, "position" integer, counters integer, has_moved boolean, needs_recount boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select l.variant_id, l.round, l.is_excluded, l.booked, c.counted, c.position, coalesce(c.counters, 0),
    coalesce(c.has_moved, false),
    coalesce(not l.is_excluded and (c.has_moved or l.round = 1 and abs(c.counted - c.position) > s.recount_over), false)
  from public.stocktakes s join public.stocktake_lines l on l.stocktake_id = s.id
  left join (
    select k.variant_id, k.round, sum(k.pieces)::integer as counted,
      (array_agg(k.position order by k.id desc))[1] as position,
      count(distinct k.counted_by)::integer as counters, min(k.movement_id) <> max(k.movement_id) as has_moved
    from private.standing_counts k
    where k.stocktake_id = stocktake and (wanted is null or k.variant_id = any (wanted))
    group by k.variant_id, k.round
  ) c on c.variant_id = l.variant_id and c.round = l.round
  where s.id = stocktake and (wanted is null or l.variant_id = any (wanted))
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.stop_mails(recipient uuid, topics text[], source text, evidence jsonb DEFAULT '{}'::jsonb, undo_hash bytea DEFAULT NULL::bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_everything constant boolean := topics is null;
  stopping private.mail_topics;
  present public.subscriptions;
  previous jsonb := '[]';
  were_on text[] := '{}';
  suppression bigint;
begin
  perform from private.mail_recipients where id = recipient for update;
  if not found then return false; end if;
  for stopping in select t.* from private.mail_topics t where is_everything or t.slug = any (topics) order by t.slug loop
    select * into present from public.subscriptions s where s.recipient_id = recipient and s.topic = stopping.slug;
    continue when present.state in ('unsubscribed', 'complained');
    previous := previous || jsonb_build_object(
      'topic', stopping.slug, 'state', present.state, 'level', present.level, 'source', present.source);
    insert into public.subscriptions as s (recipient_id, topic, owner_id, state, level, source)
    select r.id, stopping.slug, r.user_id, 'unsubscribed', 'single', stop_mails.source
    from private.mail_recipients r where r.id = recipient
    on conflict on constraint subscriptions_pkey do update set state = 'unsubscribed', changed_at = now();
    continue when present.state is null and not stopping.default_on;
    were_on := were_on || stopping.slug;
    perform private.record_mail_event(recipient, stopping.slug, 'stopped', stop_mails.source, evidence);
  end loop;
  if is_everything then
    insert into private.mail_suppressions (email_hash, reason)
    select r.email_hash, case stop_mails.source when 'staff' then 'staff' else 'stopped_all' end
    from private.mail_recipients r where r.id = recipient
    on conflict do nothing returning id into suppression;
    if suppression is not null then
      perform private.record_mail_event(recipient, null, 'stopped', stop_mails.source, evidence);
    end if;
  end if;
  update private.mail_tokens k set expires_at = clock_timestamp()
  where k.recipient_id = recipient and k.used_at is null and k.expires_at > clock_timestamp()
    and (is_everything or k.topics && stop_mails.topics);
  if were_on = '{}' and suppression is null then return false; end if;
  if undo_hash is not null then
    insert into private.mail_tokens (hash, recipient_id, kind, topics, source, before, expires_at)
    values (undo_hash, recipient, 'undo', were_on, 'page', jsonb_build_object('subscriptions', previous, 'suppression', suppression),
      clock_timestamp() + interval '1 day');
  end if;
  return true;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.subscribe(recipient uuid, topic text, level text, source text, evidence jsonb DEFAULT '{}'::jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present public.subscriptions;
begin
  perform from private.mail_recipients where id = recipient for update;
  if not found then return 'unknown'; end if;
  select * into present from public.subscriptions s where s.recipient_id = recipient and s.topic = subscribe.topic;
  if present.state in ('unsubscribed', 'bounced', 'complained') or private.is_mail_suppressed(recipient)
    -- A list of another program may be older than what the person has said since.
    or subscribe.level = 'imported' and exists (
      select from private.mail_recipients r join private.mail_suppressions x
        on x.email_hash = r.email_hash or x.mailbox_hash = r.mailbox_hash
      where r.id = recipient)
  then
    return 'stopped';
  end if;
  if present.state = 'subscribed' and (present.level = 'confirmed' or subscribe.level <> 'confirmed') then return 'known'; end if;
  insert into public.subscriptions as s (recipient_id, topic, owner_id, state, level, source)
  select r.id, subscribe.topic, r.user_id, 'subscribed', subscribe.level, subscribe.source
  from private.mail_recipients r where r.id = recipient
  on conflict on constraint subscriptions_pkey do update set
    state = 'subscribed', level = excluded.level, source = excluded.source, changed_at = now();
  perform private.record_mail_event(
    recipient, subscribe.topic, case subscribe.level when 'imported' then 'imported' else 'wanted' end, subscribe.source, evidence);
  return 'subscribed';
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.subscribe_imported(asked jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subscribed bigint;
begin
  -- A concurrent unsubscription waits for this lock, or has committed and is visible to the next statement.
  perform from private.mail_recipients r
  where r.id = any (array(select a.recipient from jsonb_to_recordset(asked) a (recipient uuid))) order by r.id for update;
  with wanted as materialized (
    select r.id, a.topic, a.evidence, r.user_id
    from jsonb_to_recordset(asked) a (recipient uuid, topic text, evidence jsonb)
    join private.mail_recipients r on r.id = a.recipient
    where not exists (select from private.mail_suppressions x where x.email_hash = r.email_hash)
      and not exists (select from private.mail_suppressions x where x.mailbox_hash = r.mailbox_hash)
  ), added as (
    insert into public.subscriptions as s (recipient_id, topic, owner_id, state, level, source)
    select w.id, w.topic, w.user_id, 'subscribed', 'imported', 'import' from wanted w
    on conflict on constraint subscriptions_pkey do nothing
    returning s.recipient_id, s.topic
  )
  insert into private.mail_choice_events (
    recipient_id, topic, action, source, language, import_id, consented_at, consent_source, actor_id)
  select w.id, w.topic, 'imported', 'import', w.evidence ->> 'language', (w.evidence ->> 'import')::uuid,
    (w.evidence ->> 'consented_at')::timestamptz, w.evidence ->> 'consent_source', (w.evidence ->> 'actor')::uuid
  from added join wanted w on w.id = added.recipient_id and w.topic = added.topic;
  get diagnostics subscribed = row_count;
  return subscribed;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.sum_sales(order_ids uuid[])
 RETURNS SETOF public.sales_rollups
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select p.dimension, 'd', p.day, p.key, count(distinct p.order_id) filter (where p.counts), sum(p.pieces)::bigint,
    sum(p.pieces_back)::bigint, sum(p.gross)::bigint, sum(p.discount)::bigint, sum(p.net)::bigint, sum(p.shipping)::bigint,
    sum(p.fee)::bigint, sum(p.back)::bigint, sum(p.other_back)::bigint, sum(p.tax)::bigint, sum(p.base)::bigint,
    sum(p.cost)::bigint, sum(p.uncosted)::bigint
  from private.sales_parts p where p.order_id = any (order_ids)
  group by p.dimension, p.day, p.key;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.suppress_mails(recipient uuid, reason text, source text, evidence jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if reason not in ('complaint', 'hard_bounce') then
    raise exception 'suppress_mails() knows no %', reason using errcode = 'invalid_parameter_value';
  end if;
  perform from private.mail_recipients where id = recipient for update;
  if not found then return; end if;
  insert into private.mail_suppressions (email_hash, mailbox_hash, reason)
  select r.email_hash, case suppress_mails.reason when 'complaint' then r.mailbox_hash end, suppress_mails.reason
  from private.mail_recipients r where r.id = recipient
  on conflict do nothing;
  if not found and not exists (
    select from public.subscriptions s where s.recipient_id = recipient and s.state in ('pending', 'subscribed'))
  then
    return;
  end if;
  perform private.record_mail_event(
    recipient, null, case reason when 'complaint' then 'complained' else 'bounced' end, source, evidence);
  if reason = 'complaint' then
    insert into public.subscriptions as s (recipient_id, topic, owner_id, state, level, source)
    select r.id, t.slug, r.user_id, 'complained', 'single', suppress_mails.source
    from private.mail_recipients r cross join private.mail_topics t where r.id = recipient
    on conflict on constraint subscriptions_pkey do update set state = 'complained', changed_at = now()
    where s.state <> 'complained';
  else
    update public.subscriptions s set state = 'bounced', changed_at = now()
    where s.recipient_id = recipient and s.state in ('pending', 'subscribed');
  end if;
  update private.mail_tokens k set expires_at = clock_timestamp()
  where k.recipient_id = recipient and k.used_at is null and k.expires_at > clock_timestamp();
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.suppress_unknown_recipient()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.mail_suppressions where lost_key is not null and lifted_by is null) then
    insert into private.mail_suppressions (email_hash, reason) select a.email_hash, 'key_lost' from added a
    on conflict do nothing;
  end if;
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.switch_automation(of_automation text, on_now boolean, on_timeline integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from private.mail_automations where slug = of_automation for update;
  update private.mail_campaigns set status = 'cancelled', paused_why = null, paused_at = null, paused_detail = null,
    waits_for = null, waits_since = null, ended_at = clock_timestamp()
  where automation = of_automation and status in ('sending', 'paused');
  update private.mail_automations set is_on = on_now, paused_why = null, paused_at = null,
    on_since = case when on_now then clock_timestamp() else on_since end,
    tick_at = case when on_now then clock_timestamp() else tick_at end, timeline = on_timeline
  where slug = of_automation;
  if on_now and of_automation = 'back_in_stock' then
    with missed as (
      update private.stock_alerts w set notified_at = clock_timestamp()
      from public.product_variants v
      where w.notified_at is null and v.id = w.variant_id and v.stock_band <> 'out'
      returning w.recipient_id, w.variant_id, w.asked_at
    )
    insert into private.automation_runs (automation, recipient_id, occasion, skipped)
    select of_automation, m.recipient_id, m.variant_id || ':' || extract(epoch from m.asked_at), 'missed' from missed m on conflict do nothing;
  end if;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.sync_sale_prices()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  -- One at a time, so that a later one never undoes what an earlier one saw.
  perform pg_advisory_xact_lock(718247);
  update public.product_variants v set sale_price = wanted.price
  from (
    select known.id, s.price
    from (
      select id from public.product_variants where sale_price is not null
      union select variant_id from public.sale_prices where period @> now()
    ) known
    left join public.sale_prices s on s.variant_id = known.id and s.period @> now()
  ) wanted
  where v.id = wanted.id and v.sale_price is distinct from wanted.price;
  get diagnostics changed = row_count;
  return changed;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.take_warmup(of_domain text, wanted integer, put_off integer, put_back integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  w private.mail_warmups;
  today constant date := (clock_timestamp() at time zone (select time_zone from public.shop_settings))::date;
  granted integer;
begin
  if of_domain is null or not exists (select from private.warmup_today(of_domain)) then return null; end if;
  insert into private.mail_warmups (domain, day) values (of_domain, today) on conflict do nothing;
  select * into w from private.mail_warmups where domain = of_domain for update;
  if w.day < today then
    w.step := private.warmup_step(w, today);
    w.day := today;
    w.begun := 0;
    w.deferred := 0;
  end if;
  w.begun := greatest(0, w.begun - put_back);
  granted := greatest(0, least(wanted, private.warmup_amount(w.step) - w.begun));
  update private.mail_warmups set step = w.step, day = w.day, begun = w.begun + granted, deferred = w.deferred + put_off
  where domain = of_domain;
  return granted;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.takes_designs(product uuid, ticked boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select ticked and exists (select from public.design_templates where product_id = product and published) $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.tally_mail_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    update private.mail_chunks c set pending = c.pending + s.rows
    from (select a.campaign, (a.n - 1) / 1000 as chunk, count(*)::int as rows from added a group by 1, 2) s
    where c.campaign = s.campaign and c.chunk = s.chunk;
    return null;
  end if;
  with d as (
    select a.campaign, (a.n - 1) / 1000 as chunk, a.state, a.reason, 1 as one from added a
    union all
    select r.campaign, (r.n - 1) / 1000, r.state, r.reason, -1 from removed r
  ), why as (
    select w.campaign, w.chunk, jsonb_object_agg(w.reason, w.n) as reasons
    from (
      select d.campaign, d.chunk, d.state || ':' || coalesce(d.reason, '') as reason, sum(d.one) as n from d
      where d.state in ('deferred', 'refused', 'skipped') group by 1, 2, 3
    ) w group by 1, 2
  ), s as (
    select d.campaign, d.chunk,
      coalesce(sum(d.one) filter (where d.state = 'pending'), 0) as pending,
      coalesce(sum(d.one) filter (where d.state = 'begun'), 0) as begun,
      coalesce(sum(d.one) filter (where d.state = 'accepted'), 0) as accepted,
      coalesce(sum(d.one) filter (where d.state = 'kept'), 0) as kept,
      coalesce(sum(d.one) filter (where d.state = 'refused'), 0) as refused,
      coalesce(sum(d.one) filter (where d.state = 'deferred'), 0) as deferred,
      coalesce(sum(d.one) filter (where d.state = 'uncertain'), 0) as uncertain,
      coalesce(sum(d.one) filter (where d.state = 'skipped'), 0) as skipped,
      coalesce(sum(d.one) filter (where d.state = 'bounced'), 0) as bounced,
      coalesce(sum(d.one) filter (where d.state = 'complained'), 0) as complained
    from d group by 1, 2
  )
  update private.mail_chunks c set
    pending = c.pending + s.pending, begun = c.begun + s.begun, accepted = c.accepted + s.accepted,
    kept = c.kept + s.kept, refused = c.refused + s.refused, deferred = c.deferred + s.deferred,
    uncertain = c.uncertain + s.uncertain, skipped = c.skipped + s.skipped, bounced = c.bounced + s.bounced,
    complained = c.complained + s.complained,
    reasons = case when why.reasons is null then c.reasons else private.add_counts(c.reasons, why.reasons) end
  from s left join why on why.campaign = s.campaign and why.chunk = s.chunk
  where c.campaign = s.campaign and c.chunk = s.chunk
    -- An erasure changes no state, so it does not lock the chunk of a sender.
    and (s.pending, s.begun, s.accepted, s.kept, s.refused, s.deferred, s.uncertain, s.skipped, s.bounced, s.complained)
      <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  return null;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.tax_included(amount bigint, of_class text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select div(2 * amount * r.part + r.whole, 2 * r.whole)::bigint
    from public.shop_settings s cross join lateral (
      select (t.rate_basis_points * t.base_numerator)::numeric as part,
        (10000 * t.base_denominator + t.rate_basis_points * t.base_numerator)::numeric as whole
      from public.tax_rates t
      where t.class = of_class and t.valid_from <= (now() at time zone s.time_zone)::date
      order by t.valid_from desc limit 1
    ) r where s.charges_ppn and amount > 0), 0)
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.tax_payment_fee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.payment_fee_tax := private.tax_included(new.payment_fee, 'shipping');
  new.tax_included := new.tax_included - old.payment_fee_tax + new.payment_fee_tax;
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.touch()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.tune_mails(recipient uuid, paused_until timestamp with time zone, max_a_month smallint, source text, evidence jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present public.subscriptions;
begin
  perform from private.mail_recipients where id = recipient for update;
  for present in
    select s.* from public.subscriptions s join private.mail_topics t on t.slug = s.topic
    where s.recipient_id = recipient and s.state = 'subscribed' and t.marketing
  loop
    if present.paused_until is distinct from tune_mails.paused_until then
      perform private.record_mail_event(
        recipient, present.topic, 'paused', tune_mails.source, evidence, until => tune_mails.paused_until);
    end if;
    if present.max_a_month is distinct from tune_mails.max_a_month then
      perform private.record_mail_event(
        recipient, present.topic, 'limited', tune_mails.source, evidence, max_a_month => tune_mails.max_a_month);
    end if;
    update public.subscriptions s set
      paused_until = tune_mails.paused_until, max_a_month = tune_mails.max_a_month
    where s.recipient_id = recipient and s.topic = present.topic
      and (s.paused_until, s.max_a_month) is distinct from (tune_mails.paused_until, tune_mails.max_a_month);
  end loop;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.turn_mails_on(recipient uuid, topics text[], source text, evidence jsonb, asked_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text;
  event bigint;
begin
  perform private.set_mail_confirmation(true);
  foreach wanted in array topics loop
    event := private.record_mail_event(recipient, wanted, 'confirmed', source, evidence);
    insert into public.subscriptions as s (recipient_id, topic, owner_id, state, level, source)
    select r.id, wanted, r.user_id, 'subscribed', 'confirmed', turn_mails_on.source
    from private.mail_recipients r where r.id = recipient
    on conflict on constraint subscriptions_pkey do update set
      state = 'subscribed', level = 'confirmed', source = excluded.source, paused_until = null, changed_at = now();
  end loop;
  update private.mail_suppressions x set lifted_by = event
  from private.mail_recipients r
  where r.id = recipient and x.lifted_by is null and x.since < asked_at and event is not null
    and (x.email_hash = r.email_hash or x.mailbox_hash = r.mailbox_hash);
  perform private.set_mail_confirmation(false);
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.undo_mail_import(address text, topics text[], import uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  added private.mail_choice_events;
begin
  select r.id into person from private.mail_recipients r where r.email = address for update;
  if not found then return 'undone'; end if;
  select * into added from private.mail_choice_events e
  where e.recipient_id = person and e.import_id = import and e.topic = any (topics) order by e.id limit 1;
  if not found or exists (
    select from private.mail_choice_events e
    where e.recipient_id = person and e.id > added.id and e.import_id is distinct from import)
  then
    return 'changed_since';
  end if;
  perform private.set_mail_confirmation(true);
  delete from public.subscriptions s
  where s.recipient_id = person and s.topic = any (topics) and s.source = 'import' and s.state in ('pending', 'subscribed');
  perform private.set_mail_confirmation(false);
  update private.mail_tokens k set expires_at = clock_timestamp()
  where k.recipient_id = person and k.kind = 'confirm' and k.source = 'import' and k.used_at is null
    and k.topics && undo_mail_import.topics and k.expires_at > clock_timestamp();
  delete from private.outbox o where o.dedupe_key = 'import:' || import || ':' || person and o.status = 'queued';
  return 'undone';
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.unit_totals(goods bigint, setup_fee bigint, quantity integer)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select array_agg(goods / quantity + case when n <= goods % quantity then 1 else 0 end
    + case when n = quantity then setup_fee else 0 end order by n)
  from generate_series(1, quantity) n
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.value_of_piece(variant uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(
    (select price from public.product_variants where id = variant),
    (select max(base_price) from public.price_changes where variant_id = variant and at > now() - interval '30 days'),
    (select base_price from public.price_changes where variant_id = variant and at <= now() - interval '30 days'
      order by id desc limit 1),
    (select max(cost) from public.variant_costs where variant_id = variant and valid_from > now() - interval '30 days'),
    (select cost from public.variant_costs where variant_id = variant and valid_from <= now() - interval '30 days'
      order by id desc limit 1))
$function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.value_of_pieces(counts jsonb)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum((c ->> 1)::bigint * private.value_of_piece((c ->> 0)::uuid)), 0)::bigint
  from jsonb_array_elements(counts) c
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.verify_audit(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seal private.audit_seals;
  before bytea;
  is_whole boolean;
  broken integer := 0;
begin
  for seal in
    select * from private.audit_seals where dropped_at is null order by verified_at nulls first, id limit most
  loop
    select s.hash into before from private.audit_seals s where s.id < seal.id and s.upto_id = seal.from_id
      order by s.id desc limit 1;
    is_whole := (before is not null or seal.from_id = 0)
      and (private.audit_hash(before, seal.from_id, seal.upto_id)).hash = seal.hash;
    update private.audit_seals s set verified_at = clock_timestamp(),
      broken_at = case when is_whole then null else coalesce(s.broken_at, now()) end
    where s.id = seal.id;
    if not is_whole then broken := broken + 1; end if;
  end loop;
  return broken;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.warmup_amount(step integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select ('{500,1000,2000,5000,10000,20000,40000,80000}'::integer[])[step + 1] $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.warmup_step(w private.mail_warmups, today date)
 RETURNS smallint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when w.day < today and w.step < 7 and w.begun * 2 >= private.warmup_amount(w.step)
      and w.deferred * 20 <= w.begun and (
        select count(*) from private.mail_events e
        where e.kind = 'complained' and e.created_at >= w.day::timestamp at time zone (select time_zone from public.shop_settings)
      ) * 1000 <= w.begun
    then w.step + 1 else w.step end::smallint
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.warmup_today(of_domain text, OUT step smallint, OUT most integer, OUT begun integer)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.step, private.warmup_amount(t.step), case when w.day = t.today then w.begun else 0 end
  from private.mail_caps c
  cross join (select (clock_timestamp() at time zone s.time_zone)::date as today from public.shop_settings s) d
  left join private.mail_warmups w on w.domain = of_domain
  cross join lateral (
    select d.today, case when w.domain is null then 0::smallint else private.warmup_step(w, d.today) end as step) t
  where c.warms_up and of_domain <> '' and (w.domain is null or w.started_at > clock_timestamp() - interval '30 days')
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.whole_shop()
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select '00000000-0000-0000-0000-000000000000'::uuid $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION private.why_no_mail(recipient uuid, of_topic text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when recipient is null then 'erased' when private.is_mail_suppressed(recipient) then 'suppressed'
    when private.may_mail(recipient, of_topic) then 'capped' else 'stopped' end
$function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.with_print(price bigint, amount bigint, points integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select price + amount + (price * points + 5000) / 10000 $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION private.withdraw_sales_without_right()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  withdrawn uuid[];
begin
  update public.sales set is_right_checked = true
  where state = 'scheduled' and not is_right_checked and starts_at <= now() + interval '1 minute'
    and private.may(scheduled_by, 'prices.edit');
  withdrawn := array(
    select id from public.sales
    where state = 'scheduled' and not is_right_checked and starts_at <= now() + interval '1 minute'
    order by id for update);
  if cardinality(withdrawn) = 0 then return 0; end if;
  delete from public.sale_prices where sale_id = any (withdrawn);
  update public.sales set state = 'draft', is_right_checked = true where id = any (withdrawn);
  return cardinality(withdrawn);
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.written_off(person uuid, since timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(-m.quantity * private.value_of_piece(m.variant_id)), 0)::bigint
  from public.stock_movements m
  where m.actor_id = person and m.at > since and m.kind = 'adjusted' and m.quantity < 0 and m.approval_id is null
    and private.is_limited_write_off(m)
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION private.wrong_recipient_facts(after_id uuid, most integer)
 RETURNS TABLE(recipient_id uuid, is_wrong boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with page as (
    select r.id from private.mail_recipients r where after_id is null or r.id > after_id order by r.id limit most
  )
  select p.id, not exists (select from private.recipient_facts_queue q where q.recipient_id = p.id)
    and f is distinct from t
  from page p
  left join private.recipient_facts f on f.recipient_id = p.id
  left join private.facts_of_recipients(array(select id from page)) t on t.recipient_id = p.id
  order by p.id
$function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION auth.jwt()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION auth.role()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select coalesce(auth.jwt() ->> 'role', current_user::text) $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION auth.uid()
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select nullif(auth.jwt() ->> 'sub', '')::uuid $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION storage.allow_any_operation(expected_operations text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from unnest(expected_operations) o where storage.allow_only_operation(o))
$function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION storage.allow_only_operation(expected_operation text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select storage.operation() in (expected_operation, 'storage.' || expected_operation)
$function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION storage.extension(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select substring(storage.filename(name) from '\.([^.]*)$') $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION storage.filename(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)] $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION storage.foldername(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1] $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION storage.operation()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select nullif(current_setting('storage.operation', true), '') $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text DEFAULT 'ROW'::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object('schema', table_schema, 'table', table_name, 'operation', operation,
      'record', to_jsonb(new), 'old_record', to_jsonb(old)),
    event_name, topic_name, true);
end $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION realtime.disable_changes(target regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  execute format('alter publication supabase_realtime drop table %s', target);
  perform realtime.install_changes();
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION realtime.enable_changes(target regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  execute format('alter publication supabase_realtime add table %s', target);
  perform realtime.install_changes();
end $function$;
-- callable by: its owner

CREATE OR REPLACE FUNCTION realtime.install_changes()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
  target regclass;
begin
  perform pg_advisory_xact_lock(7182432);
  for target in
    select format('%I.%I', p.schemaname, p.tablename)::regclass from pg_catalog.pg_publication_tables p
    where p.pubname = 'supabase_realtime'
      and p.schemaname not in ('auth', 'extensions', 'graphile_worker', 'migrations', 'private', 'realtime', 'storage')
      and not exists (
        select from pg_catalog.pg_trigger t
        where t.tgrelid = format('%I.%I', p.schemaname, p.tablename)::regclass and t.tgname = 'realtime_changes')
  loop
    execute format(
      'create trigger realtime_changes after insert or update or delete on %s for each row execute function private.note_change()',
      target);
  end loop;
  for target in
    select t.tgrelid::regclass from pg_catalog.pg_trigger t
    join pg_catalog.pg_class c on c.oid = t.tgrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where t.tgname = 'realtime_changes' and t.tgparentid = 0 and not exists (
      select from pg_catalog.pg_publication_tables p
      where p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname)
  loop
    execute format('drop trigger realtime_changes on %s', target);
  end loop;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION realtime.publish(message jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stored uuid;
begin
  if octet_length(message::text) < 7900 then
    perform pg_notify('realtime', message::text);
  else
    insert into realtime.long_notices (notice) values (message) returning id into stored;
    perform pg_notify('realtime', jsonb_build_object('stored', stored)::text);
  end if;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION realtime.remove_node(node uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform realtime.untrack(p.channel_id) from realtime.presences p where p.node_id = node;
  delete from realtime.nodes where id = node;
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select realtime.store_message(topic, event, payload, null, private) $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION realtime.send_binary(payload bytea, event text, topic text, private boolean DEFAULT true)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select realtime.store_message(topic, event, null, payload, private) $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION realtime.store_message(topic text, event text, payload jsonb, bytes bytea, private boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  former text := coalesce(current_setting('realtime.topic', true), '');
  new_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', store_message.topic, true);
  begin
    insert into realtime.messages (id, topic, extension, event, payload, binary_payload, private)
    values (new_id, store_message.topic, 'broadcast', store_message.event,
      case when jsonb_typeof(store_message.payload) = 'object'
        then jsonb_build_object('id', new_id) || store_message.payload else store_message.payload end,
      store_message.bytes, store_message.private);
  exception when insufficient_privilege then
    raise warning 'realtime: % may not send to %', current_user, store_message.topic;
  end;
  perform set_config('realtime.topic', former, true);
end $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION realtime.topic()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select nullif(current_setting('realtime.topic', true), '') $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION realtime.track(node uuid, channel uuid, topic text, private boolean, key text, meta jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  former realtime.presences;
begin
  select * into former from realtime.presences p where p.channel_id = track.channel for update;
  insert into realtime.presences (channel_id, node_id, topic, private, key, meta)
  values (track.channel, track.node, track.topic, track.private, track.key, track.meta)
  on conflict (channel_id) do update set meta = excluded.meta, tracked_at = now();
  perform realtime.publish(jsonb_build_object(
    'topic', track.topic, 'private', track.private, 'presence', jsonb_build_object(
      'joins', jsonb_build_object(track.key, jsonb_build_object('metas', jsonb_build_array(
        case when former.channel_id is null then track.meta
          else track.meta || jsonb_build_object('phx_ref_prev', former.meta -> 'phx_ref') end))),
      'leaves', case when former.channel_id is null then '{}'
        else jsonb_build_object(former.key, jsonb_build_object('metas', jsonb_build_array(former.meta))) end)));
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION realtime.untrack(channel uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone realtime.presences;
begin
  delete from realtime.presences p where p.channel_id = untrack.channel returning * into gone;
  if gone.channel_id is null then return; end if;
  perform realtime.publish(jsonb_build_object(
    'topic', gone.topic, 'private', gone.private, 'presence', jsonb_build_object(
      'joins', '{}'::jsonb,
      'leaves', jsonb_build_object(gone.key, jsonb_build_object('metas', jsonb_build_array(gone.meta))))));
end $function$;
-- callable by: service_role

CREATE OR REPLACE FUNCTION catalogue.best_of_word(wanted text)
 RETURNS TABLE(product_id uuid, place bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 480
 SET search_path TO ''
AS $function$
  select b.id, b.place from private.vocabulary v, unnest(v.best) with ordinality b (id, place) where v.word = wanted
$function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION catalogue.collection_members(wanted uuid)
 RETURNS TABLE(product_id uuid, place integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select p.id, m.position
  from public.collections c join public.collection_products m on m.collection_id = c.id
  join catalogue.products p on p.id = m.product_id
  where c.id = wanted and c.kind = 'manual'
$function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION catalogue.collection_shelf(wanted uuid)
 RETURNS TABLE(shelf_id uuid, oldest bigint, total integer, is_filling boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select s.id, private.oldest_newness(s.rule), (
      coalesce((select n from catalogue.counts where category_id = s.id and key = 'all'), 0)
      - (select count(*) from private.catalogue_places o
        where s.rule ? 'newest_days' and o.category_id = s.id and o.newness > private.oldest_newness(s.rule)))::integer,
    exists (select from private.collection_shelves where collection_id = wanted and not is_full)
  from private.collection_shelves s where s.collection_id = wanted order by s.is_full desc, s.made_at desc limit 1
$function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION catalogue.expand_search(words text[])
 RETURNS tsquery
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parts text[] := '{}';
  many integer := cardinality(words);
  at integer := 1;
  taken integer;
  phrase text;
  meant text;
begin
  while at <= many loop
    taken := least(3, many - at + 1);
    loop
      phrase := array_to_string(words[at : at + taken - 1], ' ');
      select string_agg('(' || replace(m.words, ' ', ':* & ') || ':*)', ' | ') into meant
      from (
        select distinct m.words from public.search_synonyms s cross join lateral regexp_split_to_table(s.means, ', ') m (words)
        where s.word = phrase
          or at + taken - 1 = many and length(phrase) >= 3 and left(s.word, length(phrase)) = phrase
        order by m.words limit 20
      ) m;
      exit when meant is not null or taken = 1;
      taken := taken - 1;
    end loop;
    parts := parts || ('(' || concat_ws(' | ', '(' || replace(phrase, ' ', ':* & ') || ':*)', meant) || ')');
    at := at + taken;
  end loop;
  return to_tsquery('pg_catalog.simple', array_to_string(parts, ' & '));
end $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION catalogue.nearest_products(typed text, many integer)
 RETURNS TABLE(id uuid, place bigint)
 LANGUAGE plpgsql
 STABLE ROWS 4
 SET search_path TO ''
 SET "pg_trgm.word_similarity_threshold" TO '0.45'
 SET enable_seqscan TO 'off'
AS $function$
declare
  threshold text;
  found_ids uuid[];
begin
  -- Whatever is below a threshold comes after everything above it, so the first threshold with enough rows decides.
  -- The last one finds every row that shares a trigram.
  foreach threshold in array '{0.45, 0.3, 0.15, 0.001}'::text[] loop
    perform set_config('pg_trgm.word_similarity_threshold', threshold, true);
    found_ids := array(
      select p.id from catalogue.products p
      where p.search_text operator(extensions.%>) typed and p.stock_band <> 'out'
      order by extensions.word_similarity(typed, p.search_text) desc, p.id limit many);
    exit when cardinality(found_ids) >= many;
  end loop;
  return query
    select f.id, f.place from unnest(found_ids) with ordinality f (id, place)
    union all
    (select p.id, many + row_number() over (order by p.id) from catalogue.products p
     where p.stock_band <> 'out' and p.id <> all (found_ids)
     order by p.id limit many - cardinality(found_ids));
end $function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION catalogue.read_words(words text[], corrects boolean)
 RETURNS TABLE(word text, products bigint, is_whole boolean, commonest text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 8
 SET search_path TO ''
 SET "pg_trgm.similarity_threshold" TO '0.2'
AS $function$
  select read.word, coalesce(known.products, 0), coalesce(known.is_whole, false), known.commonest
  from unnest(words) with ordinality w (typed, place)
  cross join lateral (
    select coalesce(case when corrects and length(typed) >= 4 and typed !~ '\d' and not exists (
        select from private.vocabulary v
        where v.products > 0 and v.word >= typed and v.word < typed || chr(1114111)) then (
      select v.word from private.vocabulary v where v.products > 0 and v.word < '~' and v.word operator(extensions.%) typed
      order by extensions.similarity(v.word, typed) desc, v.products desc, v.word limit 1
    ) end, typed) as word
  ) read
  cross join lateral (
    select sum(v.products) as products, count(*) = 1 and min(v.word) = read.word as is_whole,
      (array_agg(v.word order by v.products desc, v.word))[1] as commonest
    from (
      select v.word, v.products from private.vocabulary v
      where v.products > 0 and v.word >= read.word and v.word < read.word || chr(1114111) limit 2000
    ) v
  ) known
  order by w.place
$function$;
-- callable by: anon, authenticated, service_role

CREATE OR REPLACE FUNCTION catalogue.search_products(prefixes tsquery, typed text)
 RETURNS TABLE(id uuid, name jsonb, option_values text[], personalisable boolean, published_at timestamp with time zone, best_seller_rank integer, price_from bigint, price_to bigint, was_price bigint, stock_band text, colours text[], sizes text[], category_ids uuid[], is_exact boolean, closeness real)
 LANGUAGE sql
 STABLE ROWS 100
 SET search_path TO ''
 SET "pg_trgm.word_similarity_threshold" TO '0.45'
 SET enable_seqscan TO 'off'
AS $function$
  select p.id, p.name, p.option_values, p.personalisable, p.published_at, p.best_seller_rank,
    p.price_from, p.price_to, p.was_price, p.stock_band, p.colours, p.sizes, p.category_ids,
    p.search @@ prefixes, extensions.word_similarity(typed, p.search_text)
  from catalogue.products p
  where p.search @@ prefixes or p.search_text operator(extensions.%>) typed
$function$;
-- callable by: anon, authenticated, service_role
