/**
 * The access of each principal to each table of the client schemas. The single list: matrix.server.test.ts tries
 * every cell on a real database and fails for a table, a grant or a row that is missing here.
 */

/** `refused`: no grant. `none`: a grant, but no visible row. `public`, `own`: rows that match the predicate. */
export type Rows = "refused" | "none" | "public" | "own" | "all";
export type Principal = "anon" | "customer" | "staff" | "admin";
export type RowsByPrincipal = Readonly<Record<Principal, Rows>>;

export interface Writing {
  /** The columns that may be named; every other one is refused. */
  readonly columns: readonly string[];
  readonly rows: RowsByPrincipal;
}

export interface TableAccess {
  /** Key columns; every reader of the table may read them. */
  readonly key: readonly string[];
  readonly select: RowsByPrincipal;
  /** Columns that no reader of the table may read. */
  readonly unreadable?: readonly string[];
  readonly insert?: Writing;
  readonly update?: Writing;
  readonly delete?: RowsByPrincipal;
  /** SQL: the row is the person's, $1. */
  readonly own?: string;
  /** SQL: the row is public. */
  readonly public?: string;
}

const everybody = (rows: Rows): RowsByPrincipal => ({
  anon: rows,
  customer: rows,
  staff: rows,
  admin: rows,
});
const nobody = everybody("refused");
const signedIn = (customer: Rows, staff: Rows): RowsByPrincipal => ({
  anon: "refused",
  customer,
  staff,
  admin: staff,
});
const onlyStaff = signedIn("none", "all");
/** Rows that a member of staff started; administrators read all. */
const onlyStarted: RowsByPrincipal = { ...signedIn("none", "own"), admin: "all" };
const onlyAdmin: RowsByPrincipal = { ...signedIn("none", "none"), admin: "all" };
const ownOrStaff = signedIn("own", "all");
/** Staff have an account and addresses too, and see only their own. */
const onlyOwn = signedIn("own", "own");
const published: RowsByPrincipal = {
  anon: "public",
  customer: "public",
  staff: "all",
  admin: "all",
};

const ofCustomer = "customer_id = $1::uuid";
const ofPublishedProduct =
  "exists (select from public.products p where p.id = product_id and p.status = 'published' and p.published_at <= now())";
const ofEnabledMethod =
  "exists (select from public.shipping_methods m where m.id = method_id and m.enabled)";
const addressColumns = [
  "label",
  "recipient",
  "phone",
  "region_code",
  "postal_code",
  "street",
  "landmark",
  "is_default",
];

export const matrix: Readonly<Record<string, TableAccess>> = {
  // Collections
  "public.collections": {
    key: ["id"],
    select: published,
    public:
      "published and coalesce(published_from <= now(), true) and coalesce(published_to > now(), true)",
  },
  "public.collection_products": {
    key: ["collection_id", "product_id"],
    select: published,
    public: `exists (select from public.collections c where c.id = collection_id and c.published
      and coalesce(c.published_from <= now(), true) and coalesce(c.published_to > now(), true))
      and ${ofPublishedProduct}`,
  },

  // Prices
  "public.price_changes": { key: ["id"], select: onlyStaff },
  "public.sales": { key: ["id"], select: onlyStaff },
  "public.sale_prices": { key: ["sale_id", "variant_id"], select: onlyStaff },

  // Orders that staff make
  "public.order_drafts": { key: ["id"], select: onlyStaff },
  "public.order_staff_discounts": { key: ["order_line_id"], select: onlyStaff },

  // Stocktakes
  "public.stocktakes": { key: ["id"], select: onlyStaff },
  "public.stocktake_lines": { key: ["stocktake_id", "variant_id"], select: onlyStaff },
  "public.stocktake_counts": { key: ["id"], select: onlyStaff },

  // Visitors' messages
  "public.enquiries": {
    key: ["id"],
    select: onlyStaff,
    unreadable: ["idempotency_key", "request_hash"],
  },
  "public.enquiry_answers": { key: ["id"], select: onlyStaff },

  // The mailing list
  "public.subscriptions": {
    key: ["recipient_id", "topic"],
    select: ownOrStaff,
    own: "owner_id = $1::uuid",
  },

  // People
  "public.profiles": {
    key: ["id"],
    select: ownOrStaff,
    update: { columns: ["full_name", "phone", "language", "contact_email"], rows: onlyOwn },
    own: "id = $1::uuid",
  },
  "public.addresses": {
    key: ["id"],
    select: onlyOwn,
    insert: { columns: addressColumns, rows: onlyOwn },
    update: { columns: addressColumns, rows: onlyOwn },
    delete: onlyOwn,
    own: ofCustomer,
  },

  // The shop window
  "public.regions": { key: ["code"], select: everybody("all") },
  "public.categories": { key: ["id"], select: published, public: "published" },
  "public.products": {
    key: ["id"],
    select: published,
    public: "status = 'published' and published_at <= now()",
  },
  "public.product_categories": {
    key: ["product_id", "category_id"],
    select: published,
    public: ofPublishedProduct,
  },
  "public.product_variants": {
    key: ["id"],
    select: published,
    public: `not archived and ${ofPublishedProduct}`,
  },
  "public.product_images": { key: ["id"], select: published, public: ofPublishedProduct },
  "public.media": { key: ["id"], select: onlyAdmin },
  "public.slug_redirects": {
    key: ["kind", "old_slug"],
    select: published,
    public: `(kind = 'product' and exists (select from public.products p
      where p.id = target_id and p.status = 'published' and p.published_at <= now()))
      or (kind = 'category' and exists (select from public.categories c where c.id = target_id and c.published))
      or (kind = 'collection' and exists (select from public.collections c where c.id = target_id and c.published))`,
  },
  "public.terms_versions": { key: ["version"], select: everybody("all") },
  "public.terms_drafts": {
    key: ["id"],
    select: { anon: "refused", customer: "none", staff: "none", admin: "all" },
  },
  "public.terms_publishers": {
    key: ["version"],
    select: { anon: "refused", customer: "none", staff: "none", admin: "all" },
  },
  "public.site_documents": { key: ["id"], select: onlyAdmin },
  "public.site_versions": { key: ["document_id", "version"], select: onlyAdmin },
  "public.site_schedule": { key: ["id"], select: onlyAdmin },
  "public.site_live": { key: ["document_id"], select: everybody("all") },
  "public.site_slugs": {
    key: ["slug"],
    select: { ...everybody("public"), admin: "all" },
    public: "exists (select from public.site_live l where l.document_id = site_slugs.document_id)",
  },
  "public.shop_settings": {
    key: ["only_row"],
    select: everybody("all"),
    unreadable: ["npwp", "refund_limit", "refund_day_limit"],
  },
  "public.cutoffs": { key: ["weekday"], select: everybody("all") },
  "public.shop_closures": { key: ["id"], select: everybody("all") },
  "public.couriers": { key: ["code"], select: everybody("all") },
  "public.shipping_zones": { key: ["id"], select: everybody("all") },
  "public.shipping_zone_regions": { key: ["zone_id", "region_code"], select: everybody("all") },
  "public.shipping_zone_postcodes": { key: ["zone_id", "first_code"], select: everybody("all") },
  "public.tax_rates": { key: ["class", "valid_from"], select: everybody("all") },
  "public.shipping_methods": { key: ["id"], select: published, public: "enabled" },
  "public.shipping_classes": { key: ["slug"], select: everybody("all") },
  "public.shipping_method_classes": {
    key: ["method_id", "class"],
    select: published,
    public: ofEnabledMethod,
  },
  "public.shipping_method_excluded_categories": {
    key: ["method_id", "category_id"],
    select: published,
    public: ofEnabledMethod,
  },
  "public.shipping_rates": { key: ["method_id", "zone_id"], select: everybody("all") },

  // Orders: read here, written by use cases only
  "public.orders": {
    key: ["id"],
    select: ownOrStaff,
    unreadable: ["public_token", "idempotency_key", "request_hash", "payment_limits", "buyer_id"],
    own: ofCustomer,
  },
  // Customisations
  "public.designs": { key: ["id"], select: ownOrStaff, own: ofCustomer },
  "public.design_assets": { key: ["id"], select: ownOrStaff, own: ofCustomer },
  "public.design_versions": { key: ["id"], select: ownOrStaff, own: ofCustomer },
  "public.shared_designs": {
    key: ["id"],
    select: ownOrStaff,
    unreadable: ["token_hash"],
    own: ofCustomer,
  },
  "public.design_reports": { key: ["id"], select: onlyStaff },
  "public.mockup_kits": { key: ["id"], select: everybody("all") },
  "public.product_mockups": { key: ["id"], select: published, public: ofPublishedProduct },
  "public.print_specs": { key: ["id"], select: published, public: ofPublishedProduct },
  "public.variant_specs": {
    key: ["variant_id"],
    select: published,
    public: `exists (select from public.product_variants v where v.id = variant_id and not v.archived and ${ofPublishedProduct})`,
  },
  "public.design_templates": {
    key: ["id"],
    select: published,
    public: `published and ${ofPublishedProduct}`,
  },
  "public.production_jobs": { key: ["id"], select: onlyStaff },
  "public.reprints": { key: ["id"], select: onlyStaff },
  "public.order_line_charges": {
    key: ["order_line_id", "position"],
    select: ownOrStaff,
    own: "exists (select from public.order_lines l where l.id = order_line_id and l.customer_id = $1::uuid)",
  },
  "public.customisations": { key: ["id"], select: ownOrStaff, own: ofCustomer },
  "public.proofs": {
    key: ["id"],
    select: ownOrStaff,
    unreadable: ["decided_by", "decided_ip", "decided_wording", "reminders"],
    own: ofCustomer,
  },
  "public.customisation_messages": { key: ["id"], select: ownOrStaff, own: ofCustomer },
  "public.customisation_claims": { key: ["customisation_id"], select: onlyStaff },
  "public.proof_pins": { key: ["id"], select: ownOrStaff, own: ofCustomer },

  "public.order_lines": { key: ["id"], select: ownOrStaff, own: ofCustomer },
  "public.order_line_discounts": {
    key: ["order_line_id", "promotion_id"],
    select: ownOrStaff,
    own: "exists (select from public.order_lines l where l.id = order_line_id and l.customer_id = $1::uuid)",
  },
  "public.order_promos": {
    key: ["order_id", "promotion_id"],
    select: ownOrStaff,
    own: "exists (select from public.orders o where o.id = order_id and o.customer_id = $1::uuid)",
  },
  "public.order_events": {
    key: ["id"],
    select: ownOrStaff,
    own: `${ofCustomer} and not internal`,
  },
  "public.shipments": { key: ["id"], select: ownOrStaff, own: ofCustomer },
  "public.shipment_lines": {
    key: ["shipment_id", "order_line_id"],
    select: ownOrStaff,
    own: "exists (select from public.shipments s where s.id = shipment_id and s.customer_id = $1::uuid)",
  },
  "public.order_withdrawals": {
    key: ["id"],
    select: ownOrStaff,
    own: "exists (select from public.orders o where o.id = order_id and o.customer_id = $1::uuid)",
  },
  "public.refunds": {
    key: ["id"],
    select: ownOrStaff,
    unreadable: [
      "key",
      "lowers_line_id",
      "note",
      "notify",
      "provider_reference",
      "tries",
      "last_error",
      "actor_id",
      "request_id",
    ],
    own: "exists (select from public.orders o where o.id = order_id and o.customer_id = $1::uuid)",
  },
  "public.refund_lines": {
    key: ["refund_id", "order_line_id"],
    select: ownOrStaff,
    own: `exists (select from public.refunds r join public.orders o on o.id = r.order_id
      where r.id = refund_id and o.customer_id = $1::uuid)`,
  },
  "public.returns": { key: ["id"], select: ownOrStaff, unreadable: ["key"], own: ofCustomer },
  "public.return_lines": {
    key: ["return_id", "order_line_id"],
    select: ownOrStaff,
    own: "exists (select from public.returns r where r.id = return_id and r.customer_id = $1::uuid)",
  },
  "public.refund_accounts": { key: ["refund_id"], select: ownOrStaff, own: ofCustomer },
  "public.payments": {
    key: ["id"],
    select: ownOrStaff,
    unreadable: ["authorized_at", "client", "provider_payment_id", "mode"],
    own: ofCustomer,
  },

  // The back office
  "public.payment_transactions": { key: ["id"], select: onlyStaff },
  "public.order_cancellations": { key: ["id"], select: onlyStaff },
  "public.payment_receipts": { key: ["payment_id"], select: onlyStaff },
  "public.payment_tasks": { key: ["id"], select: onlyStaff },
  "public.payment_shortfalls": { key: ["payment_id", "provider_reference"], select: onlyStaff },
  "public.search_synonyms": { key: ["id"], select: onlyAdmin },
  "public.print_profiles": { key: ["process"], select: onlyAdmin, unreadable: ["icc"] },
  "public.bank_accounts": { key: ["id"], select: onlyStaff },
  "public.promotions": { key: ["id"], select: onlyStaff },
  "public.promo_batches": { key: ["id"], select: onlyStaff },
  "public.promo_codes": { key: ["id"], select: onlyStaff },
  "public.promotion_categories": {
    key: ["promotion_id", "use", "category_id"],
    select: onlyStaff,
  },
  "public.buyers": { key: ["id"], select: onlyStaff, unreadable: ["mailbox", "email", "phone"] },
  "public.buyer_notes": { key: ["id"], select: onlyStaff },
  "public.customer_groups": { key: ["id"], select: onlyStaff },
  "public.customer_group_members": { key: ["group_id", "customer_id"], select: onlyStaff },
  "public.promo_redemptions": { key: ["id"], select: onlyStaff },
  "public.permissions": { key: ["key"], select: onlyStaff },
  "public.staff_roles": { key: ["id"], select: onlyStaff },
  "public.staff_policy": { key: ["only_row"], select: onlyStaff },
  "public.staff_invitations": { key: ["id"], select: onlyAdmin, unreadable: ["token_hash"] },
  "public.audit_entries": { key: ["id"], select: onlyAdmin },
  "public.imports": { key: ["id"], select: onlyAdmin },
  "public.staff_tasks": { key: ["id"], select: onlyStarted, own: "started_by = $1::uuid" },
  "public.staff_task_rows": {
    key: ["task_id", "row_no"],
    select: onlyStarted,
    own: "exists (select from public.staff_tasks t where t.id = task_id and t.started_by = $1::uuid)",
  },
  "public.approvals": {
    key: ["id"],
    select: onlyStarted,
    unreadable: ["payload", "payload_hash", "session_id"],
    own: "requested_by = $1::uuid",
  },
  "public.refund_requests": { key: ["id"], select: onlyStaff },
  "public.refund_approvals": { key: ["request_id", "person_id"], select: onlyStaff },
  "public.stock_items": { key: ["variant_id"], select: onlyStaff },
  "public.variant_costs": { key: ["id"], select: onlyAdmin },
  "public.sales_facts": {
    key: ["order_id", "kind"],
    select: onlyStaff,
    unreadable: ["base", "cost", "uncosted"],
  },
  "public.sales_rollups": {
    key: ["dimension", "period", "starts", "key"],
    select: onlyStaff,
    unreadable: ["base", "cost", "uncosted"],
  },
  "public.stock_movements": { key: ["id"], select: onlyStaff },
  "public.stock_holds": { key: ["order_id", "variant_id"], select: onlyStaff },

  // Internal tables
  "public.order_counter": { key: ["only_row"], select: nobody },
  "public.payment_notifications": { key: ["id"], select: nobody },

  // Files: the merchant's policies decide; without a policy no file is reachable. No role may write a version, so no
  // row can claim another file's bytes.
  "storage.buckets": {
    key: ["id"],
    select: everybody("none"),
    insert: {
      columns: [
        "id",
        "name",
        "owner",
        "owner_id",
        "public",
        "type",
        "file_size_limit",
        "allowed_mime_types",
      ],
      rows: everybody("none"),
    },
    update: {
      columns: ["name", "owner", "owner_id", "public", "file_size_limit", "allowed_mime_types"],
      rows: everybody("none"),
    },
    delete: everybody("none"),
  },
  "storage.objects": {
    key: ["id"],
    // Pictures of transfers and returns are visible to their sender and to staff; other files to no role.
    select: { anon: "none", customer: "own", staff: "public", admin: "public" },
    own: "bucket_id in ('payment-proofs', 'return-photos') and owner_id = $1",
    public: "bucket_id in ('payment-proofs', 'return-photos')",
    insert: {
      columns: ["bucket_id", "name", "owner", "owner_id", "metadata", "user_metadata"],
      rows: everybody("none"),
    },
    update: {
      columns: ["bucket_id", "name", "owner", "owner_id", "metadata", "user_metadata"],
      rows: everybody("none"),
    },
    delete: everybody("none"),
  },
  "realtime.nodes": { key: ["id"], select: nobody },
  "realtime.presences": { key: ["channel_id"], select: nobody },
  "realtime.listeners": { key: ["node_id", "schema_name"], select: nobody },
  "realtime.changes": { key: ["id"], select: nobody },
  "realtime.long_notices": { key: ["id"], select: nobody },

  // Policies look at the topic; without one nothing is received or sent (tests/compat/realtime.test.ts).
  "realtime.messages": {
    key: ["id"],
    select: everybody("none"),
    insert: {
      columns: [
        "id",
        "topic",
        "extension",
        "event",
        "payload",
        "private",
        "inserted_at",
        "updated_at",
        "binary_payload",
        "expires_at",
      ],
      rows: everybody("none"),
    },
  },
};
