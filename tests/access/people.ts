import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { accountId } from "../../db/seed/accounts.server.ts";
import type { Prober } from "./probe.ts";

/** Two customers with orders, staff, an administrator and a visitor, in the demo shop. */
export async function prepareProbers(): Promise<Prober[]> {
  const sql = asSeed();
  const a = accountId("customer@etalase.test");
  const [other] = await sql<{ id: string }[]>`
    select o.customer_id as id from orders o
    where o.customer_id <> ${a} and exists (select from shipments s where s.order_id = o.id)
    order by o.id limit 1`;
  if (!other) throw new Error("the demo shop has no second customer");
  const staff = accountId("staff@etalase.test");
  const admin = accountId("admin@etalase.test");
  await addVisibleRows([a, other.id, staff, admin]);

  const person = (label: string, principal: Prober["principal"], id: string): Prober => ({
    label,
    principal,
    id,
    caller: { dbRole: "authenticated", claims: { sub: id, role: "authenticated", aal: "aal1" } },
  });
  return [
    { label: "a visitor", principal: "anon", id: admin, caller: { dbRole: "anon", claims: {} } },
    person("customer A", "customer", a),
    person("customer B", "customer", other.id),
    person("staff", "staff", staff),
    person("an administrator", "admin", admin),
  ];
}

/** Inserts one row into each table with restricted rows, so that the test detects too much and too little access. */
async function addVisibleRows(people: readonly string[]): Promise<void> {
  const sql = asSeed();
  for (const id of people) {
    await sql`
      insert into approvals (kind, subject_id, limit_kind, amount, permissions, payload, shown, requested_by)
      values ('uji', ${id}, 'write_off', 1, '{audit.read}', '{}', '{}', ${id})`;
    await sql`
      insert into addresses (customer_id, recipient, phone, region_code, postal_code, street)
      select ${id}, 'Penguji', '+6281234567890', code, '40111', 'Jl. Uji 1' from regions where level = 4 limit 1`;
  }
  await addSubscribers(people);
  await addCampaign();
  await sql`update products set slug = slug || '-baru'`;
  await sql`update categories set slug = slug || '-baru'`;
  // Two published products with all their rows become invisible: one as a draft, one scheduled for tomorrow.
  await sql`
    update products set status = 'draft' where id = (select product_id from product_images order by product_id limit 1)`;
  await sql`
    update products set published_at = now() + interval '1 day'
    where id = (select product_id from product_images order by product_id desc limit 1)`;
  await sql`update product_variants set archived = true where id = (
    select id from product_variants where not archived and product_id in (
      select id from products where status = 'published') order by id limit 1)`;
  await sql`update categories set published = false where id = (select id from categories order by id limit 1)`;
  await sql`update shipping_methods set enabled = false where id = (select id from shipping_methods order by id limit 1)`;
  await sql`
    insert into shipping_method_excluded_categories (method_id, category_id)
    select m.id, c.id from (select id from shipping_methods order by id limit 2) m,
      (select id from categories order by id limit 1) c`;
  await sql`insert into shipping_method_classes (method_id, class) select id, 'ordinary' from shipping_methods`;
  await sql`
    insert into order_events (order_id, customer_id, kind, internal)
    select distinct on (customer_id) id, customer_id, 'note', true from orders where customer_id = any(${people})`;
  await sql`
    insert into order_promos (order_id, promotion_id, code, name, discount)
    select distinct on (o.customer_id) o.id, p.id, 'UJI', 'Uji', 0 from orders o, promotions p
    where o.customer_id = any(${people}) on conflict do nothing`;
  await sql`
    insert into order_line_discounts (order_line_id, promotion_id, amount)
    select distinct on (l.customer_id) l.id, p.id, 1 from order_lines l, promotions p
    where l.customer_id = any(${people}) on conflict do nothing`;
  await sql`
    with made as (insert into customer_groups (name) values ('Uji') returning id)
    insert into customer_group_members (group_id, customer_id) select id, ${people[0] ?? null} from made`;
  await sql`select private.follow_buyers()`;
  await sql`select private.follow_sales()`;
  await sql`
    insert into buyer_notes (id, buyer_id, author_id, text)
    select gen_random_uuid(), id, ${people[0] ?? null}, 'Uji' from buyers limit 1`;
  await sql`
    insert into order_drafts (id, content, customer_id) values (gen_random_uuid(),
      '{"source": "phone", "buyer": {"name": "Uji"}}', ${people[0] ?? null})`;
  await sql`
    insert into order_staff_discounts (order_line_id, amount, reason)
    select l.id, 1, 'Uji' from order_lines l where l.customer_id = any(${people}) limit 1`;
  await sql`insert into shop_closures (from_day, to_day) values ('2026-12-28', '2026-12-30')`;
  await sql`insert into couriers (code, name) values ('KIRIM', 'Kirim')`;
  await sql`
    insert into shipping_zone_postcodes (zone_id, first_code, last_code)
    select id, '40111', '40119' from shipping_zones limit 1`;
  await sql`
    insert into imports (id, name, version, bytes, encoding, delimiter, headers)
    values (gen_random_uuid(), 'uji.csv', '0', 1, 'utf-8', ',', '{sku}')`;
  for (const id of [...people, null]) {
    await sql`
      with made as (
        insert into staff_tasks (kind, permission, started_by) values ('uji', 'products.read', ${id}) returning id
      )
      insert into staff_task_rows (task_id, row_no, outcome) select id, 1, 'done' from made`;
  }
  await sql`
    insert into promo_batches (promotion_id, count) select id, 1 from promotions limit 1`;
  await sql`
    insert into promo_redemptions (promotion_id, code, order_id, customer_key, discount)
    select p.id, 'UJI', o.id, o.customer_id::text, 0 from promotions p, orders o
    where p.enabled and o.customer_id = any(${people}) limit 1 on conflict do nothing`;
  const [payment] = await sql<
    { id: string; order_id: string }[]
  >`select id, order_id from payments limit 1`;
  if (!payment) throw new Error("the demo shop has no payment");
  await addOrderRows(people);
  await sql`insert into payment_receipts (payment_id, amount) values (${payment.id}, 1)`;
  await sql`
    with task as (
      insert into payment_tasks (order_id, payment_id, kind)
      values (${payment.order_id}, ${payment.id}, 'mismatch') returning id
    )
    insert into payment_shortfalls (payment_id, provider_reference, kind, task_id, amount)
    select ${payment.id}, 'uji', 'chargeback', id, 1 from task`;
  for (const id of people) {
    await sql`
      insert into storage.objects (bucket_id, name, owner_id) values ('payment-proofs', ${`${id}/bukti.png`}, ${id}), ('return-photos', ${`${id}/foto.png`}, ${id})`;
  }
  const admin = await provenAdmin();
  await sql`insert into audit_entries (action) values ('test.made')`;
  await sql`
    insert into staff_invitations (token_hash, email, role, staff_role, expires_at)
    values ('uji', 'uji@contoh.test', 'USER', 'reader', now() + interval '1 day')`;
  const [request] = await sql<{ id: string }[]>`
    insert into refund_requests (order_id, act, subject_id, input, amount, requested_by)
    values (${payment.order_id}, 'refund', ${payment.order_id}, '{}', 1, ${admin.id}) returning id`;
  await sql`
    insert into refund_approvals (request_id, person_id, session_id)
    values (${request?.id ?? null}, ${admin.id}, ${String(admin.claims.session_id)})`;
  await sql`
    insert into stock_holds (order_id, variant_id, quantity, status)
    select ${payment.order_id}, variant_id, 1, 'released' from stock_items limit 1`;
  await sql`
    with made as (
      insert into stocktakes (id, name, scope, state) values (gen_random_uuid(), 'Uji', 'all', 'counting') returning id),
    line as (
      insert into stocktake_lines (stocktake_id, variant_id)
      select made.id, v.id from made, (select id from product_variants limit 1) v)
    select`;
  await sql`
    insert into variant_costs (variant_id, cost) select id, 1000 from product_variants order by id limit 1`;
  await sql`
    insert into stocktake_counts (stocktake_id, variant_id, pieces, dedupe_key)
    select stocktake_id, variant_id, 1, 'test' from stocktake_lines`;
  await sql`
    with made as (
      insert into sales (id, name, kind, value, starts_at, ends_at)
      values (gen_random_uuid(), 'Uji', 'percent', 10, now(), now() + interval '1 hour') returning id)
    insert into sale_prices (sale_id, variant_id, price, base_price, period)
    select made.id, v.id, 1, 2, tstzrange(now(), now() + interval '1 hour')
    from made, (select id from product_variants limit 1) v`;
  // One of them public; with a public product and one that is not.
  await sql`
    insert into collections (id, slug, name, published)
    select gen_random_uuid(), 'uji-' || shown, '{"id": "", "en": ""}', shown from unnest(array[true, false]) shown`;
  await sql`update collections set slug = slug || '-baru'`;
  await sql`
    insert into collection_products (collection_id, product_id, position)
    select c.id, p.id, 0 from collections c, products p`;
  // The demo shop has no drafts; what belongs to them is hidden.
  await sql`update products set status = 'draft' where slug in ('mug-jakarta', 'buku-parang', 'stiker-kopi')`;
  // One way of printing of each product; templates are published in turn.
  await sql`insert into print_specs (product_id, revision, spec) select id, 99, '{}' from products`;
  await sql`
    insert into variant_specs (variant_id, spec_id)
    select v.id, s.id from product_variants v join print_specs s on s.product_id = v.product_id
    on conflict do nothing`;
  await sql`insert into mockup_kits (id, faces_x, faces_y) select 'uji-' || id, 0.5, 0.5 from product_images`;
  await sql`
    insert into product_mockups (id, product_id, image_id, side, area, corners, kit_id)
    select gen_random_uuid(), product_id, id, 'front', 'main', '{0,0,1,0,1,1,0,1}', 'uji-' || id from product_images`;
  await sql`
    insert into design_templates (product_id, name, document, published)
    select id, '{"id": "Uji", "en": ""}', '{}', row_number() over (order by id) % 2 = 0 from products`;
  for (const id of people) {
    await sql`
      with design as (
        insert into designs (customer_id, name, document) values (${id}, 'Uji', '{}') returning id
      ), shared as (
        insert into shared_designs (id, customer_id, design_id, product_id, token_hash, name, document, display)
        select gen_random_uuid(), ${id}, design.id, p.id, md5(${id}::text) || md5('uji'), 'Uji', '{}', '{}'
        from design, (select id from products order by id limit 1) p returning id
      )
      insert into design_reports (id, shared_design_id, reason) select gen_random_uuid(), id, 'other' from shared`;
    await sql`
      insert into design_assets (customer_id, sha256, kind, width, height, bytes, name)
      values (${id}, repeat('0', 64), 'png', 20, 20, 100, 'Uji')`;
    await sql`
      insert into design_versions (id, customer_id, product_id, spec_id, document, document_hash, display, display_hash, summary)
      select gen_random_uuid(), ${id}, product_id, id, '{}', repeat('0', 64), '{}', repeat('0', 64), '{}'
      from print_specs order by id limit 1`;
    await sql`
      insert into order_line_charges (order_line_id, position, kind, label, count, amount)
      select id, 0, 'piece', '{"id": "Cetak", "en": "Print"}', 1, unit_price from order_lines where customer_id = ${id} limit 1`;
    await sql`
      with made as (
        insert into customisations (order_id, order_line_id, customer_id, name, document)
        select order_id, id, ${id}, 'Uji', '{}' from order_lines l
        where not exists (select from customisations c where c.order_line_id = l.id) order by id limit 1
        returning id
      ), shown as (
        insert into proofs (customisation_id, customer_id, version, document, document_hash, display)
        select id, ${id}, 9, '{}', repeat('0', 64), '{"sides": [{"id": "front", "areas": [{"id": "main", "w": 9, "h": 9}]}]}'
        from made returning id, customisation_id
      )
      insert into customisation_messages (id, customisation_id, customer_id, from_shop, text)
      select gen_random_uuid(), id, ${id}, false, 'Uji' from made`;
    await sql`
      insert into proof_pins (id, customisation_id, proof_id, customer_id, number, from_shop, side, area, x, y)
      select gen_random_uuid(), customisation_id, id, ${id}, 1, false, 'front', 'main', 1, 1
      from proofs where customer_id = ${id} and version = 9`;
  }
  const [printed] = await sql<{ id: string; proof: string }[]>`
    update proofs set decision = 'approved', decided_at = now() where id = (
      select p.id from proofs p join customisations c on c.id = p.customisation_id
      where p.version = 9 and c.status = 'submitted' limit 1)
    returning customisation_id as id, id as proof`;
  await sql`update customisations set status = 'approved' where id = ${printed?.id ?? null}`;
  await sql`
    insert into production_jobs (id, customisation_id, proof_id, good, spoiled, reason)
    values (gen_random_uuid(), ${printed?.id ?? null}, ${printed?.proof ?? null}, 0, 1, 'Uji')`;
  await sql`
    insert into private.design_supplements (id, order_id, customisation_id, order_line_id, follows, proof)
    select gen_random_uuid(), c.order_id, c.id, c.order_line_id, ${printed?.proof ?? null}, '{}'
    from customisations c where c.id = ${printed?.id ?? null}`;
  await sql`
    insert into customisation_claims (customisation_id, person_id) values (${printed?.id ?? null}, ${admin.id})`;
  await sql`
    insert into reprints (id, customisation_id, pieces, reason)
    values (gen_random_uuid(), ${printed?.id ?? null}, 1, 'Uji')`;
  const [enquiry] = await sql<{ id: string }[]>`
    insert into enquiries (topic, name, email, message, language, idempotency_key, request_hash)
    values ('other', 'Uji', 'uji@contoh.test', 'Uji', 'id', 'uji', '') returning id`;
  await sql`
    insert into enquiry_answers (id, enquiry_id, text)
    values (gen_random_uuid(), ${enquiry?.id ?? null}, 'Uji')`;
  await sql`
    insert into print_profiles (process, name, icc) values ('offset', 'Uji', decode(repeat('00', 132), 'hex'))`;
  await sql`insert into site_documents (kind, key) values ('page', 'p-uji')`;
  await sql`
    insert into site_slugs (slug, document_id) values ('halaman-uji', 'page:p-uji'), ('tentang-uji', 'page:about')`;
  await sql`
    insert into site_schedule (id, document_id, version, starts_at)
    values (gen_random_uuid(), 'banner:main', 1, now() + interval '1 day')`;
  await sql`insert into terms_publishers (version) values ('2026-11')`;
  await sql`insert into terms_drafts (id, texts) values (gen_random_uuid(), '{"id": "", "en": ""}')`;
  await sql`
    insert into media (id, path, sha256, original_name, kind, width, height, bytes, colour, thumbhash)
    values (gen_random_uuid(), 'media/uji', repeat('0', 64), 'uji.jpg', 'jpeg', 1, 1, 1, '#ffffff', '')`;
  await sql`insert into payment_notifications (provider, event_id, body) values ('builtin', 'probe', '{}')`;
  await sql`insert into storage.buckets (id, name) values ('uji', 'uji') on conflict do nothing`;
  await sql`insert into storage.objects (bucket_id, name, version) values ('uji', 'a/b.txt', '1')`;
  await sql`insert into realtime.messages (topic, extension) values ('uji', 'broadcast')`;
  const node = "0d1b7c0e-5a3f-4c53-8b1d-3f1f6f0a7e11";
  await sql`insert into realtime.nodes (id) values (${node})`;
  await sql`
    insert into realtime.presences (channel_id, node_id, topic, private, key, meta)
    values (${node}, ${node}, 'uji', true, 'uji', '{}')`;
  await sql`insert into realtime.listeners (node_id, schema_name) values (${node}, 'uji')`;
  await sql`insert into realtime.changes (relation, kind) values (0, 'INSERT')`;
  await sql`insert into realtime.long_notices (notice) values ('{}')`;
}

/** Adds the rows that follow a paid order, once for each buyer. */
async function addOrderRows(people: readonly string[]): Promise<void> {
  const sql = asSeed();
  const paid = await sql<{ order_id: string; payment_id: string; customer_id: string }[]>`
    select distinct on (o.customer_id) o.id as order_id, p.id as payment_id, o.customer_id
    from orders o join payments p on p.order_id = o.id
    where o.customer_id = any(${people}) and o.payment_status = 'paid' and o.fulfilment_status = 'delivered' order by o.customer_id, o.id`;
  for (const { order_id, payment_id, customer_id } of paid) {
    // A piece without a cost, so that no figure of the demo shop changes.
    const [line] = await sql<{ id: string }[]>`
      insert into order_lines (order_id, customer_id, position, sku, name, quantity, unit_price, total, weight_grams)
      values (${order_id}, ${customer_id}, 50, 'UJI', 'Uji', 1, 0, 0, 0) returning id`;
    const [refund] = await sql<{ id: string }[]>`
      insert into refunds (order_id, payment_id, amount, goodwill, reason, key, channel)
      values (${order_id}, ${payment_id}, 1, 1, 'other', 'uji', 'bank_transfer') returning id`;
    const [lineId, refundId] = [line?.id ?? "", refund?.id ?? ""];
    await sql`
      insert into refund_lines (refund_id, order_line_id, quantity, amount) values (${refundId}, ${lineId}, 1, 0)`;
    await sql`
      insert into refund_accounts (refund_id, customer_id, bank, account_number, holder)
      values (${refundId}, ${customer_id}, 'BCA', '1234567890', 'Uji')`;
    await sql`
      insert into order_withdrawals (order_id, order_line_id, quantity) values (${order_id}, ${lineId}, 1)`;
    const [request] = await sql<{ id: string }[]>`
      insert into returns (order_id, customer_id, kind, reason, key)
      values (${order_id}, ${customer_id}, 'claim', 'other', 'uji-uji-uji') returning id`;
    await sql`
      insert into return_lines (return_id, order_line_id, quantity)
      select ${request?.id ?? ""}, l.order_line_id, 1 from shipment_lines l join shipments s on s.id = l.shipment_id
      where s.order_id = ${order_id} and s.status in ('shipped', 'delivered') limit 1`;
    await sql`
      insert into order_cancellations (order_id, reason, restock, refund, notify)
      values (${order_id}, 'other', true, true, true)`;
  }
}

/** A draft of a campaign with everything that hangs on one. */
async function addCampaign(): Promise<void> {
  await asSeed()`
    with campaign as (
      insert into private.mail_campaigns (id, name) values (gen_random_uuid(), 'Uji') returning number),
    chunk as (
      insert into private.mail_chunks (campaign, chunk, size) select number, 0, 1 from campaign returning campaign),
    arm as (
      insert into private.mail_arms (campaign, arm, people, orders, buyers, clickers)
      select number, 'a', 3, 2, 1, 2 from campaign)
    select from chunk`;
  await asSeed()`
    with version as (
      insert into private.mail_versions (campaign, language, links)
      select number, 'id', '["/Shop"]' from private.mail_campaigns where automation is null returning id, campaign),
    delivery as (
      insert into private.mail_deliveries (campaign, n, recipient_id, version_id)
      select v.campaign, 1, (select id from private.mail_recipients order by email limit 1), v.id from version v),
    click as (
      insert into private.mail_clicks (campaign, version_id, link, day, clicks, people)
      select campaign, id, 1, '2026-01-02', 3, 2 from version)
    insert into private.order_marks (order_id, campaign, version_id, via, link)
    select o.id, v.campaign, v.id, 'click', 1 from version v, (select id from orders order by id limit 1) o`;
  await asSeed()`
    insert into private.mail_codes (campaign, n, code_id)
    select d.campaign, d.n, c.id from private.mail_deliveries d, (select id from promo_codes order by id limit 1) c`;
}

/** A recipient with a subscription, a confirmation under way and a suppression for each. */
async function addSubscribers(people: readonly string[]): Promise<void> {
  const sql = asSeed();
  const said = sql.json({ wording: "Uji" });
  for (const id of people) {
    const [made] = await sql<{ id: string }[]>`
      insert into private.mail_recipients (email, email_hash, mailbox_hash)
      select u.email, sha256(u.email::bytea), sha256(u.email::bytea) from auth.users u where u.id = ${id} returning id`;
    const recipient = made?.id ?? "";
    await sql`select private.subscribe(${recipient}, 'news', 'confirmed', 'page', ${said})`;
    await sql`
      select private.ask_confirmation(${recipient}, '{stock}', sha256(${id}::text::bytea), 'page', ${said})`;
    await sql`select private.suppress_mails(${recipient}, 'hard_bounce', 'webhook')`;
  }
}
