import type { Operator } from "#shop/filters/filter.ts";
import type { OrderField } from "#shop/orders/order-fields.ts";
import type { ProductField, ProductSort } from "#shop/products/product-fields.ts";
import type { PromotionField } from "#shop/promotion-editor/promotion-fields.ts";
import type { AuditField } from "#shop/staff/audit-filter.ts";

type Texts = Readonly<Record<string, string>>;
type Choices = Readonly<Record<string, Texts>>;

/** Filters, orders and saved views of the lists of the back office. */
export const en = {
  bar: "Filters",
  add: "Add a filter",
  remove: (filter: string) => `Remove the filter: ${filter}`,
  clear: "Clear all",
  apply: "Apply",
  cancel: "Cancel",
  yes: "yes",
  no: "no",
  joins: { and: "and", or: "or" },
  join: "Combine",
  joinChoices: { and: "and: all must match", or: "or: this or the last filter" },
  condition: "Condition",
  value: "Value",
  operators: {
    is: "equals",
    starts: "starts with",
    any: "one of",
    none: "not",
    gte: "at least",
    lte: "at most",
    from: "from",
    until: "until",
  } satisfies Record<Operator, string>,
  terms: {
    is: (field: string, value: string) => `${field} = ${value}`,
    starts: (field: string, value: string) => `${field} starts with ${value}`,
    any: (field: string, value: string) => `${field}: ${value}`,
    none: (field: string, value: string) => `${field} is not ${value}`,
    gte: (field: string, value: string) => `${field} ≥ ${value}`,
    lte: (field: string, value: string) => `${field} ≤ ${value}`,
    from: (field: string, value: string) => `${field} from ${value}`,
    until: (field: string, value: string) => `${field} until ${value}`,
  } satisfies Record<Operator, (field: string, value: string) => string>,
  amountHint: "Rupiah, e.g. 150.000 or 1,5 jt (million)",
  problemTitle: "This filter cannot be used",
  problemText: "No rows are shown, so that the list is never wider than you meant.",
  problems: {
    filter_unreadable: "The filter in this address cannot be read. Clear it and build it again.",
    filter_too_deep: "The filter is nested too deeply: at most three levels.",
    filter_too_long: "The filter is too long: at most 20 conditions.",
    field_unknown: "This list has no such field.",
    operator_unknown: "This field has no such condition.",
    value_invalid: "This value is not valid. Check it and enter it again.",
    filter_too_wide: "The filter is too wide: it takes more than 5 seconds.",
  },
  narrow: (field: string) => `Narrow it by ${field}.`,
  inField: (field: string, problem: string) => `${field}: ${problem}`,
  sort: "Order",
  views: {
    save: "Save view",
    name: "Name of the view",
    share: "Share with all staff",
    submit: "Save",
    manage: "Manage view",
    rename: "Rename",
    replace: "Use the present filter and order",
    remove: "Delete view",
    shared: "shared",
    broken: "needs repair",
    brokenText:
      "This view uses a filter that no longer exists. Build the filter again and save it.",
    problems: {
      view_name_taken: "There is a view of this name already.",
      view_name_invalid: "Enter a name of at most 60 letters.",
      too_many_saved_views: "This list has 50 views. Delete one that is not used.",
      view_not_found: "This view was deleted.",
      not_permitted: "You are not allowed to do this.",
      filter_invalid: "This filter cannot be saved.",
    },
  },
  lists: {
    products: {
      fields: {
        status: "Status",
        category: "Category",
        price: "Price from",
        stock: "Stock of a variant",
        band: "Availability",
        missing: "Missing",
        brand: "Brand",
        created: "Created",
        updated: "Changed",
      } satisfies Record<ProductField, string> as Texts,
      choices: {
        status: {
          published: "Published",
          draft: "Draft",
          scheduled: "Scheduled",
          archived: "Archived",
        },
        band: { in: "in stock", low: "low", out: "sold out" },
        missing: { picture: "picture", weight: "weight", english: "English text" },
      } as Choices,
      sorts: {
        newest: "Newest",
        updated: "Last changed",
        name: "Name",
        price: "Lowest price",
        price_down: "Highest price",
      } satisfies Record<ProductSort, string> as Texts,
    },
    promos: {
      fields: {
        state: "Status",
        type: "Kind",
        used: "Uses",
        ends: "Ends",
        created: "Created",
      } satisfies Record<PromotionField, string> as Texts,
      choices: {
        state: {
          active: "Active",
          scheduled: "Scheduled",
          exhausted: "Used up",
          ended: "Ended",
          off: "Off",
          archived: "Archived",
        },
        type: {
          percent: "percent",
          fixed: "rupiah off",
          free_shipping: "free delivery",
          fixed_shipping: "fixed delivery price",
          buy_x_get_y: "buy some, get some",
          gift: "gift",
        },
      } as Choices,
      sorts: { newest: "Newest" } as Texts,
    },
    orders: {
      fields: {
        stage: "Stage",
        payment: "Payment",
        total: "Total",
        created: "Created",
      } satisfies Record<OrderField, string> as Texts,
      choices: {
        stage: {
          awaiting_payment: "awaiting payment",
          processing: "processing",
          shipped: "shipped",
          done: "done",
          canceled: "canceled",
        },
        payment: {
          none: "unpaid",
          authorized: "authorised",
          partially_paid: "paid in part",
          paid: "paid",
          overcharged: "overpaid",
          partially_refunded: "refunded in part",
          refunded: "refunded",
          voided: "voided",
        },
      } as Choices,
      sorts: { newest: "Newest" } as Texts,
    },
    audit: {
      fields: {
        by: "By",
        kind: "Kind",
        subject: "Code of a thing",
        action: "Action",
        changed: "Changed field",
        at: "Time",
      } satisfies Record<AuditField, string> as Texts,
      choices: {} as Choices,
      sorts: { newest: "Newest" } as Texts,
    },
  },
};
