/**
 * Every endpoint that changes something, by file and intent, and why it may be sent twice: a client without an answer
 * sends the same bytes again. The test beside this finds the endpoints by itself and fails for one that is missing
 * here.
 * - `key`: the request has an idempotency key; the repeat gets the first answer
 * - `state`: the request sets a state instead of a difference
 * - `once`: its link works once; a second request is refused and changes nothing
 * - `reads`: stores nothing
 * - `newest`: the repeat replaces the first, and what the first opened is closed
 */
export type Why = "key" | "state" | "once" | "reads" | "newest";

export const endpoints: Readonly<Record<string, Readonly<Record<string, Why>>>> = {
  "app/account/address/save-address-action.server.ts": {
    save: "state",
    remove: "state",
    default: "state",
  },
  "app/account/cart/move-cart.ts": { take: "state", forget: "state", keep: "state" },
  "app/account/checkout/checkout-action.server.ts": {
    quote: "reads",
    place: "key",
    settle: "state",
  },
  "app/account/customisations/customisations-action.server.ts": {
    rename: "state",
    duplicate: "key",
    remove: "state",
  },
  "app/account/customisations/order-customisation-action.server.ts": {
    approve: "state",
    change: "key",
    write: "key",
  },
  "app/account/details/save-profile-action.server.ts": { "": "state" },
  "app/account/orders/order-action.server.ts": {
    pay: "newest",
    settle: "state",
    proof: "state",
    cancel: "state",
    "ask-to-cancel": "state",
    "shipment-received": "state",
    "refund-account": "state",
    "return-sent": "state",
    "return-cancel": "state",
    received: "state",
  },
  "app/account/orders/return.tsx": { "": "key" },
  "app/account/security/security-action.server.ts": {
    "end-others": "state",
    end: "state",
    "rename-factor": "state",
  },
  "app/admin/enquiries/enquiry-action.server.ts": {
    answer: "key",
    close: "state",
    reopen: "state",
  },
  "app/admin/mails/mails.tsx": { "": "state" },
  "app/admin/orders/order-action.server.ts": {
    pack: "state",
    ship: "key",
    ready: "key",
    prepare: "key",
    delivered: "state",
    cancel: "state",
    refund: "key",
    send: "state",
    unpack: "state",
    "shipment-delivered": "state",
    "refund-retry": "state",
    "refund-transfer": "state",
    "refund-transferred": "key",
  },
  "app/admin/payments/payment-action.server.ts": {
    receive: "key",
    resolve: "state",
    "refund-approve": "state",
    "refund-decline": "state",
    "refund-retry": "state",
    "refund-transfer": "state",
    "refund-transferred": "key",
  },
  "app/admin/returns/return-action.server.ts": {
    approve: "state",
    decline: "state",
    receive: "state",
    refund: "state",
    close: "state",
    resolve: "state",
  },
  "app/admin/terms/terms-action.server.ts": {
    begin: "key",
    save: "state",
    publish: "state",
    drop: "state",
  },
  "app/storefront/api/quote.ts": { "": "reads" },
  "app/storefront/api/stock-alert.ts": { "": "key" },
  "app/storefront/cart/restore-cart.tsx": { "": "state" },
  "app/storefront/contact/send-enquiry-action.server.ts": { "": "key" },
  "app/storefront/unsubscribe/unsubscribe-action.server.ts": {
    stop: "state",
    undo: "state",
    save: "state",
    link: "state",
  },
  "server/endpoints/builtin-payment.ts": {
    "/confirm": "state",
    "/device": "state",
    "/challenge": "state",
    "": "state",
    "/dev/pay/:payment{[0-9a-f-]{36}}": "state",
  },
  "server/endpoints/first-admin.ts": { "/api/first-admin": "once" },
  "server/endpoints/unsubscribe.ts": { address: "state" },
  "server/endpoints/webhooks.ts": { "/webhooks/:provider{[a-z]+}": "key" },
  "server/http/functions.ts": {
    "quote-cart": "reads",
    "place-order": "key",
    "cancel-order": "key",
    "delete-account": "key",
    "confirm-received": "key",
  },
};
