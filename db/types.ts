// The rows of schema public as the driver gives them. Written by `node db/generate-schema.ts`, never by hand.

export interface AddressesRow {
  id: string;
  customer_id: string;
  label: string;
  recipient: string;
  phone: string;
  region_code: string;
  postal_code: string;
  street: string;
  landmark: string;
  is_default: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface ApprovalsRow {
  id: string;
  kind: string;
  subject_id: string;
  limit_kind: string;
  amount: number;
  also_written_off: number | null;
  permissions: string[];
  payload: unknown;
  payload_hash: string;
  shown: unknown;
  requested_by: string;
  requested_at: Date;
  expires_at: Date;
  decision: string | null;
  decided_by: string | null;
  session_id: string | null;
  decided_at: Date | null;
  reason: string;
  done_at: Date | null;
}

export interface AuditEntriesRow {
  id: number;
  at: Date;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string | null;
  request_id: string | null;
  action: string;
  subject_kind: string;
  subject_id: string | null;
  order_id: string | null;
  row_key: string | null;
  changes: unknown;
  details: unknown;
  fields: string[];
}

export interface BankAccountsRow {
  id: string;
  bank: string;
  number: string;
  holder: string;
  position: number;
  enabled: boolean;
}

export interface BuyerNotesRow {
  id: string;
  buyer_id: string;
  author_id: string | null;
  text: string;
  pinned: boolean;
  retracted_at: Date | null;
  at: Date;
}

export interface BuyersRow {
  id: string;
  account_id: string | null;
  mailbox: string | null;
  name: string;
  email: string | null;
  phone: string | null;
  language: string;
  tags: string[];
  orders: number;
  spent: number;
  returned: number;
  first_order_at: Date | null;
  last_order_at: Date | null;
  region_code: string | null;
  version: number;
  created_at: Date;
}

export interface CategoriesRow {
  id: string;
  slug: string;
  name: unknown;
  description: unknown;
  parent_id: string | null;
  position: number;
  published: boolean;
  seo: unknown;
  picture_id: string | null;
  version: number;
  path: string[];
  shown: boolean;
}

export interface CollectionProductsRow {
  collection_id: string;
  product_id: string;
  position: number;
}

export interface CollectionsRow {
  id: string;
  slug: string;
  name: unknown;
  description: unknown;
  kind: string;
  rule: unknown;
  sort: string;
  published: boolean;
  published_from: Date | null;
  published_to: Date | null;
  seo: unknown;
  created_at: Date;
  version: number;
}

export interface CouriersRow {
  code: string;
  name: string;
  tracking_url: string;
  version: number;
}

export interface CustomerGroupMembersRow {
  group_id: string;
  customer_id: string;
}

export interface CustomerGroupsRow {
  id: string;
  name: string;
}

export interface CustomisationClaimsRow {
  customisation_id: string;
  person_id: string;
  at: Date;
}

export interface CustomisationMessagesRow {
  id: string;
  customisation_id: string;
  customer_id: string;
  from_shop: boolean;
  text: string;
  at: Date;
  pin_id: string | null;
}

export interface CustomisationsRow {
  id: string;
  order_id: string;
  order_line_id: string;
  customer_id: string | null;
  design_id: string | null;
  version_id: string | null;
  name: string;
  document: unknown;
  spec: unknown;
  process: string | null;
  rights_wording: string | null;
  rights_at: Date | null;
  status: string;
  rejection: string | null;
  rejection_note: string;
  pictures_until: Date | null;
  revisions_included: number;
  created_at: Date;
  updated_at: Date;
}

export interface CutoffsRow {
  weekday: number;
  hour: number | null;
}

export interface DesignAssetsRow {
  id: string;
  customer_id: string | null;
  guest_hash: string | null;
  of_shop: boolean;
  sha256: string;
  kind: string;
  width: number;
  height: number;
  bytes: number;
  name: string;
  created_at: Date;
}

export interface DesignReportsRow {
  id: string;
  shared_design_id: string;
  reason: string;
  note: string;
  created_at: Date;
  decision: string | null;
  decided_at: Date | null;
  decided_by: string | null;
}

export interface DesignTemplatesRow {
  id: string;
  product_id: string;
  name: unknown;
  document: unknown;
  published: boolean;
  position: number;
  version: number;
}

export interface DesignVersionsRow {
  id: string;
  customer_id: string | null;
  guest_hash: string | null;
  product_id: string;
  spec_id: string;
  template_id: string | null;
  document: unknown;
  document_hash: string;
  display: unknown;
  display_hash: string;
  summary: unknown;
  words: string[];
  rights_wording: string | null;
  rights_at: Date | null;
  pieces: unknown;
  piece_displays: unknown;
  created_at: Date;
}

export interface DesignsRow {
  id: string;
  customer_id: string | null;
  guest_hash: string | null;
  product_id: string | null;
  variant_id: string | null;
  name: string;
  document: unknown;
  display: unknown;
  rev: number;
  created_at: Date;
  updated_at: Date;
}

export interface EnquiriesRow {
  id: string;
  number: number;
  status: string;
  topic: string;
  name: string;
  email: string;
  phone: string | null;
  order_number: string | null;
  message: string;
  language: string;
  idempotency_key: string;
  request_hash: string;
  created_at: Date;
  updated_at: Date;
}

export interface EnquiryAnswersRow {
  id: string;
  enquiry_id: string;
  author_id: string | null;
  text: string;
  created_at: Date;
}

export interface ImportsRow {
  id: string;
  kind: string;
  permission: string;
  name: string;
  version: string;
  bytes: number;
  encoding: string;
  delimiter: string;
  headers: string[];
  head_rows: number;
  sample: unknown;
  mapping: unknown;
  unknown_categories: string;
  counts: unknown;
  problem: string | null;
  problem_row: number | null;
  check_task: string | null;
  run_task: string | null;
  created_by: string | null;
  created_at: Date;
}

export interface MediaRow {
  id: string;
  path: string;
  sha256: string;
  original_name: string;
  kind: string;
  width: number;
  height: number;
  bytes: number;
  colour: string;
  thumbhash: string;
  uploaded_by: string | null;
  created_at: Date;
}

export interface MockupKitsRow {
  id: string;
  faces_x: string;
  faces_y: string;
  created_at: Date;
}

export interface OrderCancellationsRow {
  id: number;
  order_id: string;
  reason: string;
  restock: boolean;
  refund: boolean;
  notify: boolean;
  note: string;
  actor_id: string | null;
  at: Date;
}

export interface OrderCounterRow {
  only_row: boolean;
  last: number;
}

export interface OrderDraftsRow {
  id: string;
  state: string;
  content: unknown;
  revision: number;
  source: string;
  buyer: string;
  customer_id: string | null;
  order_id: string | null;
  replaces: string | null;
  created_by: string | null;
  updated_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface OrderEventsRow {
  id: number;
  order_id: string;
  customer_id: string | null;
  kind: string;
  details: unknown;
  internal: boolean;
  actor_id: string | null;
  at: Date;
}

export interface OrderLineChargesRow {
  order_line_id: string;
  position: number;
  kind: string;
  label: unknown;
  count: number;
  amount: number;
}

export interface OrderLineDiscountsRow {
  order_line_id: string;
  promotion_id: string;
  amount: number;
}

export interface OrderLinesRow {
  id: string;
  order_id: string;
  customer_id: string | null;
  position: number;
  variant_id: string | null;
  product_id: string | null;
  product_slug: string | null;
  sku: string;
  name: string;
  options: string;
  picture: unknown;
  quantity: number;
  unit_price: number;
  setup_fee: number;
  was_price: number | null;
  discount: number;
  total: number;
  tax_included: number;
  weight_grams: number;
  is_gift: boolean;
  tax_class: string;
  tax_rate_basis_points: number;
  tax_base: number;
  lowered: number;
  unit_totals: number[];
}

export interface OrderPromosRow {
  order_id: string;
  promotion_id: string;
  code: string;
  name: string;
  discount: number;
}

export interface OrderStaffDiscountsRow {
  order_line_id: string;
  amount: number;
  reason: string;
  actor_id: string | null;
  at: Date;
}

export interface OrderWithdrawalsRow {
  id: number;
  order_id: string;
  order_line_id: string;
  quantity: number;
  actor_id: string | null;
  at: Date;
}

export interface OrdersRow {
  id: string;
  number: string | null;
  customer_id: string | null;
  status: string;
  payment_status: string;
  fulfilment_status: string;
  language: string;
  email: string;
  recipient: string;
  phone: string;
  address: unknown;
  subtotal: number;
  discount: number;
  shipping: number;
  shipping_discount: number;
  tax_included: number;
  total: number;
  paid_total: number;
  refunded_total: number;
  shipping_method_id: string | null;
  shipping_name: string;
  courier: string;
  service: string;
  earliest: Date;
  latest: Date;
  weight_grams: number;
  terms_version: string;
  public_token: string;
  idempotency_key: string;
  request_hash: string;
  note: string;
  gift_message: string | null;
  gift_from: string;
  created_at: Date;
  placed_at: Date | null;
  expires_at: Date | null;
  packed_at: Date | null;
  closed_at: Date | null;
  needs_review: boolean;
  payment_fee: number;
  shipping_quote: unknown;
  payment_limits: unknown;
  shipping_tax: number;
  payment_fee_tax: number;
  pay_before: Date | null;
  updated_at: Date;
  supplement_of: string | null;
  source: string;
  buyer_id: string | null;
  deposit: number | null;
}

export interface PaymentNotificationsRow {
  id: number;
  provider: string;
  event_id: string;
  body: unknown;
  received_at: Date;
  processed_at: Date | null;
  payment_id: string | null;
}

export interface PaymentReceiptsRow {
  payment_id: string;
  amount: number;
  actor_id: string | null;
  note: string;
  at: Date;
}

export interface PaymentShortfallsRow {
  payment_id: string;
  provider_reference: string;
  kind: string;
  task_id: string;
  amount: number;
  created_at: Date;
  updated_at: Date;
}

export interface PaymentTasksRow {
  id: string;
  order_id: string;
  payment_id: string;
  kind: string;
  details: unknown;
  resolution: string | null;
  resolved_by: string | null;
  resolved_at: Date | null;
  created_at: Date;
}

export interface PaymentTransactionsRow {
  id: number;
  payment_id: string;
  order_id: string;
  kind: string;
  amount: number;
  provider_reference: string;
  at: Date;
}

export interface PaymentsRow {
  id: string;
  order_id: string;
  customer_id: string | null;
  provider: string;
  method: string;
  kind: string;
  status: string;
  amount: number;
  currency: string;
  mode: string;
  provider_payment_id: string | null;
  client: unknown;
  decline_code: string | null;
  expires_at: Date;
  fee: number;
  part: string;
  proof_at: Date | null;
  authorized_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface PermissionsRow {
  key: string;
}

export interface PriceChangesRow {
  id: number;
  variant_id: string;
  price: number;
  was_price: number | null;
  base_price: number;
  cause: string;
  sale_id: string | null;
  actor: string;
  at: Date;
  approval_id: string | null;
}

export interface PrintProfilesRow {
  process: string;
  name: string;
  icc: string;
  sha256: string;
  saved_at: Date;
}

export interface PrintSpecsRow {
  id: string;
  product_id: string;
  revision: number;
  spec: unknown;
  created_at: Date;
}

export interface ProductCategoriesRow {
  product_id: string;
  category_id: string;
}

export interface ProductImagesRow {
  id: string;
  product_id: string;
  path: string;
  alt: unknown;
  colour: string;
  thumbhash: string | null;
  width: number;
  height: number;
  position: number;
  variant_ids: string[];
  media_id: string | null;
  focal_x: number;
  focal_y: number;
  is_decorative: boolean;
  version: number;
}

export interface ProductMockupsRow {
  id: string;
  product_id: string;
  image_id: string;
  side: string;
  area: string;
  corners: string[];
  bend: unknown;
  shading: string;
  kit_id: string;
  created_at: Date;
}

export interface ProductVariantsRow {
  id: string;
  product_id: string;
  sku: string;
  options: unknown;
  price: number;
  was_price: number | null;
  sale_price: number | null;
  shown_price: number;
  shown_was_price: number | null;
  weight_grams: number;
  length_mm: number;
  width_mm: number;
  height_mm: number;
  position: number;
  archived: boolean;
  stock_band: string;
  barcode: string | null;
  version: number;
  max_pieces: number | null;
  min_pieces: number;
}

export interface ProductionJobsRow {
  id: string;
  customisation_id: string;
  proof_id: string;
  good: number;
  spoiled: number;
  reason: string;
  actor_id: string | null;
  at: Date;
}

export interface ProductsRow {
  id: string;
  slug: string;
  name: unknown;
  summary: unknown;
  description: unknown;
  sections: unknown;
  options: unknown;
  tags: string[];
  personalisable: boolean;
  status: string;
  published_at: Date | null;
  best_seller_rank: number | null;
  created_at: Date;
  updated_at: Date;
  price_from: number;
  price_to: number;
  was_price: number | null;
  stock_band: string;
  colours: string[];
  sizes: string[];
  category_ids: string[];
  variant_count: number;
  only_variant_id: string | null;
  takes_designs: boolean;
  print_required: boolean;
  print_amount: number;
  print_points: number;
  search_text: string;
  search: string | null;
  option_values: string[];
  tax_class: string;
  shipping_class: string;
  brand: string;
  seo: unknown;
  version: number;
  low_stock_at: number | null;
}

export interface ProfilesRow {
  id: string;
  role: string;
  staff_role: string;
  full_name: string;
  phone: string | null;
  language: string;
  contact_email: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface PromoBatchesRow {
  id: string;
  promotion_id: string;
  prefix: string;
  length: number;
  count: number;
  made: number;
  note: string;
  state: string;
  revoked_at: Date | null;
  created_by: string | null;
  created_at: Date;
}

export interface PromoCodesRow {
  id: string;
  code: string;
  promotion_id: string;
  active: boolean;
  single_use: boolean;
  used: boolean;
  batch: string | null;
  created_at: Date;
}

export interface PromoRedemptionsRow {
  id: string;
  promotion_id: string;
  code: string;
  order_id: string;
  customer_key: string;
  discount: number;
  status: string;
  customer_keys: string[];
  created_at: Date;
}

export interface PromotionCategoriesRow {
  promotion_id: string;
  category_id: string;
  use: string;
}

export interface PromotionsRow {
  id: string;
  name: unknown;
  class: string;
  type: string;
  value: number;
  max_discount: number | null;
  min_subtotal: number;
  first_order_only: boolean;
  starts_at: Date | null;
  ends_at: Date | null;
  enabled: boolean;
  usage_limit: number | null;
  per_customer_limit: number | null;
  used: number;
  automatic: boolean;
  priority: number;
  allocation: string;
  combines_with: string[];
  min_quantity: number;
  product_ids: string[];
  excluded_product_ids: string[];
  exclude_sale_items: boolean;
  group_ids: string[];
  emails: string[];
  region_codes: string[];
  payment_methods: string[];
  buy_quantity: number | null;
  get_quantity: number | null;
  reward_product_ids: string[];
  gift_variant_id: string | null;
  budget: number | null;
  spent: number;
  archived_at: Date | null;
  created_by: string | null;
  created_at: Date;
  version: number;
  search: string | null;
  is_shown: boolean;
}

export interface ProofPinsRow {
  id: string;
  customisation_id: string;
  proof_id: string;
  customer_id: string;
  number: number;
  from_shop: boolean;
  side: string;
  area: string;
  x: string;
  y: string;
  at: Date;
  settled_at: Date | null;
}

export interface ProofsRow {
  id: string;
  customisation_id: string;
  customer_id: string | null;
  version: number;
  document: unknown;
  document_hash: string;
  display: unknown;
  display_hash: string | null;
  words: string[];
  pieces: unknown;
  piece_displays: unknown;
  source: string;
  note: string;
  rights_wording: string | null;
  rights_at: Date | null;
  sent_at: Date;
  decision: string | null;
  decided_at: Date | null;
  decided_by: string | null;
  decided_ip: string | null;
  decided_wording: string | null;
  reminders: number;
}

export interface RefundAccountsRow {
  refund_id: string;
  customer_id: string | null;
  bank: string;
  account_number: string;
  holder: string;
  given_at: Date;
}

export interface RefundApprovalsRow {
  request_id: string;
  person_id: string;
  session_id: string;
  approved_at: Date;
}

export interface RefundLinesRow {
  refund_id: string;
  order_line_id: string;
  quantity: number;
  amount: number;
}

export interface RefundRequestsRow {
  id: string;
  order_id: string;
  act: string;
  subject_id: string;
  input: unknown;
  amount: number;
  status: string;
  requested_by: string;
  requested_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  answer: string;
}

export interface RefundsRow {
  id: string;
  order_id: string;
  payment_id: string;
  amount: number;
  reason: string;
  status: string;
  actor_id: string | null;
  key: string;
  channel: string;
  goods: number;
  shipping: number;
  fee: number;
  goodwill: number;
  overpaid: number;
  moved: number;
  note: string;
  notify: boolean;
  provider_reference: string | null;
  tries: number;
  last_error: string | null;
  finished_at: Date | null;
  request_id: string | null;
  created_at: Date;
  updated_at: Date;
  lowers_line_id: string | null;
}

export interface RegionsRow {
  code: string;
  name: string;
  level: number;
  postal_code: string | null;
  full_name: string | null;
  search: string | null;
}

export interface ReprintsRow {
  id: string;
  customisation_id: string;
  pieces: number;
  reason: string;
  actor_id: string | null;
  at: Date;
  shipment_id: string | null;
  canceled: number;
}

export interface ReturnLinesRow {
  return_id: string;
  order_line_id: string;
  quantity: number;
  resellable: number | null;
  damaged: number | null;
}

export interface ReturnsRow {
  id: string;
  number: string;
  order_id: string;
  customer_id: string | null;
  kind: string;
  status: string;
  reason: string;
  note: string;
  wish: string | null;
  answer: string;
  resolution: string | null;
  courier: string;
  tracking_number: string;
  key: string;
  created_at: Date;
  updated_at: Date;
}

export interface SalePricesRow {
  sale_id: string;
  variant_id: string;
  price: number;
  base_price: number;
  period: string;
}

export interface SalesRow {
  id: string;
  name: string;
  kind: string;
  value: number;
  product_ids: string[];
  category_ids: string[];
  starts_at: Date;
  ends_at: Date;
  state: string;
  created_by: string | null;
  created_at: Date;
  version: number;
  scheduled_by: string | null;
  is_right_checked: boolean;
}

export interface SalesFactsRow {
  order_id: string;
  kind: string;
  line_id: string | null;
  transaction_id: number | null;
  at: Date;
  day: Date;
  product_id: string | null;
  variant_id: string | null;
  category_id: string | null;
  province: string;
  payment: string;
  customer_type: string;
  source: string;
  orders: number;
  pieces: number;
  pieces_back: number;
  gross: number;
  discount: number;
  net: number;
  shipping: number;
  fee: number;
  back: number;
  other_back: number;
  tax: number;
  base: number;
  cost: number;
  uncosted: number;
}

export interface SalesRollupsRow {
  dimension: string;
  period: string;
  starts: Date;
  key: string;
  orders: number;
  pieces: number;
  pieces_back: number;
  gross: number;
  discount: number;
  net: number;
  shipping: number;
  fee: number;
  back: number;
  other_back: number;
  tax: number;
  base: number;
  cost: number;
  uncosted: number;
}

export interface SearchSynonymsRow {
  id: string;
  language: string;
  word: string;
  means: string;
  version: number;
}

export interface SharedDesignsRow {
  id: string;
  customer_id: string;
  design_id: string;
  product_id: string;
  variant_id: string | null;
  token_hash: string;
  name: string;
  document: unknown;
  display: unknown;
  with_pictures: boolean;
  state: string;
  created_at: Date;
  revoked_at: Date | null;
}

export interface ShipmentLinesRow {
  shipment_id: string;
  order_line_id: string;
  quantity: number;
}

export interface ShipmentsRow {
  id: string;
  order_id: string;
  customer_id: string | null;
  status: string;
  courier: string;
  service: string;
  tracking_number: string | null;
  shipped_at: Date | null;
  delivered_at: Date | null;
  kind: string;
  position: number;
  canceled_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface ShippingClassesRow {
  slug: string;
  name: unknown;
  position: number;
  built_in: boolean;
  version: number;
}

export interface ShippingMethodClassesRow {
  method_id: string;
  class: string;
}

export interface ShippingMethodExcludedCategoriesRow {
  method_id: string;
  category_id: string;
}

export interface ShippingMethodsRow {
  id: string;
  name: unknown;
  courier: string;
  service: string;
  position: number;
  enabled: boolean;
  min_weight_grams: number;
  max_weight_grams: number;
  max_subtotal: number | null;
  volumetric_divisor: number;
  source: string;
  fallback: string;
  min_subtotal: number | null;
  excluded_product_ids: string[];
  payment_methods: string[];
  step_grams: number;
  version: number;
}

export interface ShippingRatesRow {
  method_id: string;
  zone_id: string;
  first_kg: number;
  next_kg: number;
  min_days: number;
  max_days: number;
  free_from: number | null;
  max_subsidy: number | null;
  pricing: string;
  flat_price: number;
  percent: number;
  tiers: unknown;
  version: number;
}

export interface ShippingZonePostcodesRow {
  zone_id: string;
  first_code: string;
  last_code: string;
}

export interface ShippingZoneRegionsRow {
  zone_id: string;
  region_code: string;
}

export interface ShippingZonesRow {
  id: string;
  name: unknown;
  position: number;
  cash_on_delivery: boolean;
  serviceable: boolean;
  version: number;
}

export interface ShopClosuresRow {
  id: string;
  from_day: Date;
  to_day: Date;
  text: unknown;
  version: number;
}

export interface ShopSettingsRow {
  only_row: boolean;
  name: string;
  legal_name: string;
  street: string;
  city: string;
  email: string;
  whatsapp: string;
  hours: unknown;
  time_zone: string;
  charges_ppn: boolean;
  npwp: string;
  terms_version: string;
  order_prefix: string;
  order_start: number;
  order_numbering: string;
  payment_minutes: number;
  instructions_minutes: number;
  hold_grace_minutes: number;
  guest_checkout: boolean;
  low_stock_pieces: number;
  low_stock_mails: boolean;
  max_pieces: number;
  scarce_pieces: number;
  scarce_payment_minutes: number;
  scarce_transfers: boolean;
  cod_fee: number;
  cod_min: number;
  cod_max: number;
  observes_national_holidays: boolean;
  default_weight_grams: number;
  origin_region_code: string;
  return_prefix: string;
  return_days: number;
  claim_days: number;
  transit_days: number;
  return_postage: string;
  refund_limit: number | null;
  refund_day_limit: number | null;
  home_texts: unknown;
  version: number;
}

export interface SiteDocumentsRow {
  kind: string;
  key: string;
  id: string;
  draft: unknown;
  revision: number;
  drafted_by: string | null;
  drafted_at: Date | null;
  newest_version: number;
  published_version: number | null;
}

export interface SiteLiveRow {
  document_id: string;
  version: number;
  body: unknown;
  since: Date;
}

export interface SiteScheduleRow {
  id: string;
  document_id: string;
  version: number;
  starts_at: Date;
  ends_at: Date | null;
  state: string;
}

export interface SiteSlugsRow {
  slug: string;
  document_id: string;
  is_current: boolean;
}

export interface SiteVersionsRow {
  document_id: string;
  version: number;
  body: unknown;
  note: string;
  author_id: string | null;
  created_at: Date;
}

export interface SlugRedirectsRow {
  kind: string;
  old_slug: string;
  target_id: string;
  product_id: string | null;
  category_id: string | null;
  created_at: Date;
  collection_id: string | null;
}

export interface StaffInvitationsRow {
  id: string;
  token_hash: string;
  email: string;
  role: string;
  staff_role: string | null;
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
}

export interface StaffPolicyRow {
  only_row: boolean;
  second_factor_from: Date | null;
  write_off_limit: number | null;
  price_cut_limit: number | null;
  staff_discount_limit: number | null;
  recipients_limit: number | null;
  factor_reset_alone: boolean;
  session_hours: number | null;
  idle_minutes: number | null;
}

export interface StaffRolesRow {
  id: string;
  name: string;
  permissions: string[];
  limits: unknown;
  built_in: boolean;
  version: number;
}

export interface StaffTaskRowsRow {
  task_id: string;
  row_no: number;
  subject_id: string | null;
  outcome: string;
  code: string | null;
  field: string | null;
  value_given: string | null;
  before: unknown;
  after: unknown;
}

export interface StaffTasksRow {
  id: string;
  kind: string;
  mode: string;
  of_task: string | null;
  title: string;
  input: unknown;
  permission: string;
  state: string;
  total: number | null;
  done: number;
  failed: number;
  cursor: unknown;
  started_by: string | null;
  cancel_asked: boolean;
  can_retry: boolean;
  undo_until: Date | null;
  result_path: string | null;
  error: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  approval_id: string | null;
}

export interface StockHoldsRow {
  order_id: string;
  variant_id: string;
  quantity: number;
  status: string;
  created_at: Date;
}

export interface StockItemsRow {
  variant_id: string;
  on_hand: number;
  allocated: number;
  held: number;
  safety: number;
  backorder_limit: number;
  available: number | null;
  updated_at: Date;
}

export interface StockMovementsRow {
  id: number;
  variant_id: string;
  kind: string;
  quantity: number;
  reason: string | null;
  note: string;
  order_id: string | null;
  dedupe_key: string | null;
  actor_id: string | null;
  at: Date;
  approval_id: string | null;
}

export interface StocktakeCountsRow {
  id: number;
  stocktake_id: string;
  variant_id: string;
  round: number;
  pieces: number;
  position: number;
  movement_id: number;
  counted_by: string | null;
  dedupe_key: string;
  at: Date;
  takes_back: number | null;
}

export interface StocktakeLinesRow {
  stocktake_id: string;
  variant_id: string;
  round: number;
  is_excluded: boolean;
  booked: number | null;
}

export interface StocktakesRow {
  id: string;
  name: string;
  state: string;
  scope: string;
  category_id: string | null;
  query: string;
  is_blind: boolean;
  recount_over: number | null;
  created_by: string | null;
  created_at: Date;
  closed_at: Date | null;
  closed_by: string | null;
  version: number;
}

export interface SubscriptionsRow {
  recipient_id: string;
  topic: string;
  owner_id: string | null;
  state: string;
  level: string;
  source: string;
  paused_until: Date | null;
  max_a_month: number | null;
  changed_at: Date;
}

export interface TaxRatesRow {
  class: string;
  valid_from: Date;
  rate_basis_points: number;
  base_numerator: number;
  base_denominator: number;
}

export interface TermsDraftsRow {
  id: string;
  version: string;
  in_force_from: Date | null;
  texts: unknown;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

export interface TermsPublishersRow {
  version: string;
  actor_id: string | null;
}

export interface TermsVersionsRow {
  version: string;
  in_force_from: Date;
  sections: unknown;
  published_at: Date | null;
}

export interface VariantCostsRow {
  id: number;
  product_id: string;
  variant_id: string;
  valid_from: Date;
  cost: number;
  movement_id: number | null;
  unit_cost: number | null;
  actor_id: string | null;
}

export interface VariantSpecsRow {
  variant_id: string;
  spec_id: string;
  cut_from_id: string | null;
}

export interface Tables {
  addresses: AddressesRow;
  approvals: ApprovalsRow;
  audit_entries: AuditEntriesRow;
  bank_accounts: BankAccountsRow;
  buyer_notes: BuyerNotesRow;
  buyers: BuyersRow;
  categories: CategoriesRow;
  collection_products: CollectionProductsRow;
  collections: CollectionsRow;
  couriers: CouriersRow;
  customer_group_members: CustomerGroupMembersRow;
  customer_groups: CustomerGroupsRow;
  customisation_claims: CustomisationClaimsRow;
  customisation_messages: CustomisationMessagesRow;
  customisations: CustomisationsRow;
  cutoffs: CutoffsRow;
  design_assets: DesignAssetsRow;
  design_reports: DesignReportsRow;
  design_templates: DesignTemplatesRow;
  design_versions: DesignVersionsRow;
  designs: DesignsRow;
  enquiries: EnquiriesRow;
  enquiry_answers: EnquiryAnswersRow;
  imports: ImportsRow;
  media: MediaRow;
  mockup_kits: MockupKitsRow;
  order_cancellations: OrderCancellationsRow;
  order_counter: OrderCounterRow;
  order_drafts: OrderDraftsRow;
  order_events: OrderEventsRow;
  order_line_charges: OrderLineChargesRow;
  order_line_discounts: OrderLineDiscountsRow;
  order_lines: OrderLinesRow;
  order_promos: OrderPromosRow;
  order_staff_discounts: OrderStaffDiscountsRow;
  order_withdrawals: OrderWithdrawalsRow;
  orders: OrdersRow;
  payment_notifications: PaymentNotificationsRow;
  payment_receipts: PaymentReceiptsRow;
  payment_shortfalls: PaymentShortfallsRow;
  payment_tasks: PaymentTasksRow;
  payment_transactions: PaymentTransactionsRow;
  payments: PaymentsRow;
  permissions: PermissionsRow;
  price_changes: PriceChangesRow;
  print_profiles: PrintProfilesRow;
  print_specs: PrintSpecsRow;
  product_categories: ProductCategoriesRow;
  product_images: ProductImagesRow;
  product_mockups: ProductMockupsRow;
  product_variants: ProductVariantsRow;
  production_jobs: ProductionJobsRow;
  products: ProductsRow;
  profiles: ProfilesRow;
  promo_batches: PromoBatchesRow;
  promo_codes: PromoCodesRow;
  promo_redemptions: PromoRedemptionsRow;
  promotion_categories: PromotionCategoriesRow;
  promotions: PromotionsRow;
  proof_pins: ProofPinsRow;
  proofs: ProofsRow;
  refund_accounts: RefundAccountsRow;
  refund_approvals: RefundApprovalsRow;
  refund_lines: RefundLinesRow;
  refund_requests: RefundRequestsRow;
  refunds: RefundsRow;
  regions: RegionsRow;
  reprints: ReprintsRow;
  return_lines: ReturnLinesRow;
  returns: ReturnsRow;
  sale_prices: SalePricesRow;
  sales: SalesRow;
  sales_facts: SalesFactsRow;
  sales_rollups: SalesRollupsRow;
  search_synonyms: SearchSynonymsRow;
  shared_designs: SharedDesignsRow;
  shipment_lines: ShipmentLinesRow;
  shipments: ShipmentsRow;
  shipping_classes: ShippingClassesRow;
  shipping_method_classes: ShippingMethodClassesRow;
  shipping_method_excluded_categories: ShippingMethodExcludedCategoriesRow;
  shipping_methods: ShippingMethodsRow;
  shipping_rates: ShippingRatesRow;
  shipping_zone_postcodes: ShippingZonePostcodesRow;
  shipping_zone_regions: ShippingZoneRegionsRow;
  shipping_zones: ShippingZonesRow;
  shop_closures: ShopClosuresRow;
  shop_settings: ShopSettingsRow;
  site_documents: SiteDocumentsRow;
  site_live: SiteLiveRow;
  site_schedule: SiteScheduleRow;
  site_slugs: SiteSlugsRow;
  site_versions: SiteVersionsRow;
  slug_redirects: SlugRedirectsRow;
  staff_invitations: StaffInvitationsRow;
  staff_policy: StaffPolicyRow;
  staff_roles: StaffRolesRow;
  staff_task_rows: StaffTaskRowsRow;
  staff_tasks: StaffTasksRow;
  stock_holds: StockHoldsRow;
  stock_items: StockItemsRow;
  stock_movements: StockMovementsRow;
  stocktake_counts: StocktakeCountsRow;
  stocktake_lines: StocktakeLinesRow;
  stocktakes: StocktakesRow;
  subscriptions: SubscriptionsRow;
  tax_rates: TaxRatesRow;
  terms_drafts: TermsDraftsRow;
  terms_publishers: TermsPublishersRow;
  terms_versions: TermsVersionsRow;
  variant_costs: VariantCostsRow;
  variant_specs: VariantSpecsRow;
}
