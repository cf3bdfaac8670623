/*
 * The shop of business-rules.md in plain values: stock, allocations, payments. Written from the rules; it shares no
 * code with the product. Whole rupiah, pieces.
 */

export interface Stock {
  onHand: number;
  allocated: number;
  held: number;
}

export interface Promotion {
  readonly limit: number;
  readonly perCustomer: number;
  used: number;
  spent: number;
  /** Uses by customer. */
  readonly by: Record<string, number>;
}

export interface Line {
  readonly variant: string;
  readonly quantity: number;
  readonly total: number;
  /** The part of `total` that is paid once for its design. */
  readonly setup: number;
  refunded: number;
  withdrawn: number;
  /** Good pieces of each count, by key; null where nothing is printed to order. */
  readonly jobs: Record<string, number> | null;
}

export interface Attempt {
  readonly method: string;
  readonly amount: number;
  readonly fee: number;
  status: "created" | "pending" | "settled" | "declined" | "canceled" | "expired";
  /** The provider's id is stored. */
  opened: boolean;
  charged: boolean;
  /** The receipt that staff recorded; only for methods without a provider's ledger. */
  receipt: number | null;
  bank: Bank | null;
  /** Amounts that the money ledger booked as chargebacks, by dispute. */
  readonly debited: Record<string, number>;
  /** Amounts of it that were reversed. */
  readonly won: Record<string, number>;
  /** Staff tasks about banks, oldest first. */
  readonly tasks: BankTask[];
  /** Recent events of its bank that the shop has handled, in their order as texts. */
  reported: string[];
}

export interface Bank {
  status: "open" | "processing" | "succeeded" | "declined" | "canceled";
  /** By the refund's key. */
  readonly refunds: Record<string, number>;
  /** By name. */
  readonly disputes: Record<string, { readonly amount: number; won: boolean }>;
}

export interface BankTask {
  /** The total of the banks' chargebacks. */
  amount: number;
  isOpen: boolean;
  /** Amounts that the ledger could not book, by dispute or by the refund's key. */
  readonly shortfall: Record<string, number>;
}

export interface Refund {
  readonly attempt: number;
  readonly amount: number;
  /** The part of it for which there are no goods. */
  readonly overpaid: number;
  readonly channel: "original" | "bank_transfer";
  status: "requested" | "pending" | "succeeded" | "failed";
  /** Number of requests to the bank. */
  tries: number;
  /** The bank's number of the refund is stored. */
  referenced: boolean;
  /** The amount of it that the money ledger booked. */
  booked: number;
}

export interface Shipment {
  status: "pending" | "shipped" | "delivered" | "canceled";
  /** Pieces by line. */
  readonly pieces: number[];
}

export interface Return {
  readonly kind: "return" | "claim";
  status:
    | "requested"
    | "approved"
    | "declined"
    | "in_transit"
    | "received"
    | "refunded"
    | "resolved"
    | "closed"
    | "canceled";
  resolution: "refund" | "replacement" | "both" | null;
  /** Pieces by line. */
  readonly asked: readonly number[];
  /** Counted when they came: fit to sell again, or not. */
  resellable: number[] | null;
  damaged: number[] | null;
}

export interface Order {
  readonly customer: string;
  status: "awaiting_payment" | "placed" | "completed" | "expired" | "canceled";
  /** Price of goods after discounts, and of delivery. */
  readonly base: number;
  readonly shipping: number;
  fee: number;
  /** The part of the fee that refunds have included. */
  feeBack: number;
  paid: number;
  back: number;
  /** Its payment deadline and the grace after it are over. */
  due: boolean;
  packed: boolean;
  readonly discount: number;
  promo: "none" | "claimed" | "released";
  readonly lines: Line[];
  readonly attempts: Attempt[];
  /** By key. */
  readonly refunds: Record<string, Refund>;
  /** By tracking number. */
  readonly shipments: Record<string, Shipment>;
  /** The refunded part of the delivery price. */
  shippingBack: number;
  /** By key. */
  readonly returns: Record<string, Return>;
  /** Replacements besides the ordered pieces; in their order. */
  readonly replacements: Shipment[];
}

export interface World {
  readonly stock: Record<string, Stock>;
  readonly promotion: Promotion;
  /** The bank refunds no disputed money. */
  readonly isStrictBank: boolean;
  /** By the buyer's key. */
  readonly orders: Record<string, Order>;
}

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
export const totalOf = (order: Order): number => order.base + order.fee;
export const isRefundable = (method: string): boolean => method === "builtin:card";
export const isCash = (attempt: Attempt): boolean => attempt.method === "cod:cash";
export const isLive = ({ status }: Attempt): boolean =>
  status === "created" || status === "pending";

/** Pieces that each customer wants of a variant, lines summed. */
export function piecesOf(lines: readonly Line[]): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { variant, quantity } of lines) {
    pieces.set(variant, (pieces.get(variant) ?? 0) + quantity);
  }
  return pieces;
}

export function stockOf(world: World, variant: string): Stock {
  const stock = world.stock[variant];
  if (!stock) throw new Error(`the model has no ${variant}`);
  return stock;
}

export const free = ({ onHand, allocated, held }: Stock): number => onHand - allocated - held;

export function hasPieces(world: World, lines: readonly Line[]): boolean {
  return [...piecesOf(lines)].every(([variant, n]) => free(stockOf(world, variant)) >= n);
}

/** Pieces of a line by their place. */
export function whereIs(order: Order, index: number): { waiting: number; sent: number } {
  const line = order.lines[index] as Line;
  const inShipments = (statuses: readonly string[]) =>
    sum(
      Object.values(order.shipments)
        .filter(({ status }) => statuses.includes(status))
        .map(({ pieces }) => pieces[index] ?? 0),
    );
  return {
    waiting: line.quantity - line.withdrawn - inShipments(["pending", "shipped", "delivered"]),
    // Earlier refunds included unshipped pieces first.
    sent: inShipments(["shipped", "delivered"]) - (line.refunded - line.withdrawn),
  };
}

/** Rule 1: derived from the shipments, never set. */
export function fulfilment(
  order: Order,
): "unfulfilled" | "partial" | "fulfilled" | "delivered" | "canceled" {
  const wanted = sum(order.lines.map(({ quantity, withdrawn }) => quantity - withdrawn));
  const pieces = (statuses: readonly string[]) =>
    sum(
      Object.values(order.shipments)
        .filter(({ status }) => statuses.includes(status))
        .flatMap((shipment) => shipment.pieces),
    );
  const sent = pieces(["shipped", "delivered"]);
  if (sent === 0) {
    const isOver = order.status === "canceled" || order.status === "expired";
    return isOver || wanted === 0 ? "canceled" : "unfulfilled";
  }
  if (pieces(["delivered"]) >= wanted) return "delivered";
  return sent >= wanted ? "fulfilled" : "partial";
}

/**
 * Rule 3: the first pieces get the rupiah that do not divide; earlier refunds had the first pieces. What was paid once goes
 * back with the last piece (docs/why/designs.md).
 */
export function priceOfPieces({ total, setup, quantity, refunded }: Line, pieces: number): number {
  const goods = total - setup;
  const price = (n: number) =>
    Math.floor(goods / quantity) +
    (n < goods % quantity ? 1 : 0) +
    (n === quantity - 1 ? setup : 0);
  return sum(Array.from({ length: pieces }, (_, n) => price(refunded + n)));
}

/** Good pieces that were printed of a line. */
export const printedOf = ({ jobs }: Line): number => sum(Object.values(jobs ?? {}));

/** Good pieces that a line needs: those that were ordered, and those of replacements that are not canceled. */
export const toPrint = ({ lines, replacements }: Order, index: number): number =>
  (lines[index]?.quantity ?? 0) +
  sum(
    replacements
      .filter(({ status }) => status !== "canceled")
      .map(({ pieces }) => pieces[index] ?? 0),
  );

/** Pieces of a line that may still leave: of what is printed, only good ones that no shipment and no sent replacement has. */
export function mayShip(order: Order, index: number): number {
  const line = order.lines[index] as Line;
  if (line.jobs === null) return line.quantity;
  const packed = [
    ...Object.values(order.shipments).filter(({ status }) => status !== "canceled"),
    ...order.replacements.filter(({ status }) => status === "shipped" || status === "delivered"),
  ];
  return printedOf(line) - sum(packed.map(({ pieces }) => pieces[index] ?? 0));
}

/** Printing has begun, so that its buyer cannot cancel any more. */
export const isPrinting = ({ lines }: Order): boolean =>
  lines.some(({ jobs }) => Object.keys(jobs ?? {}).length > 0);

/** The ledger's balance of an attempt. */
export function heldBy(order: Order, n: number): number {
  const { charged, amount = 0, debited = {}, won = {} } = order.attempts[n] ?? {};
  const given = Object.values(order.refunds).filter(({ attempt }) => attempt === n);
  const came = (charged ? amount : 0) + sum(Object.values(won));
  return came - sum(Object.values(debited)) - sum(given.map(({ booked }) => booked));
}

/** The captured amount of an attempt without completed and pending refunds. */
export function retainedBy(order: Order, n: number): number {
  const promised = Object.values(order.refunds).filter(
    ({ attempt, status }) => attempt === n && status !== "succeeded",
  );
  return heldBy(order, n) - sum(promised.map(({ amount, booked }) => amount - booked));
}

export const hasCharge = (order: Order): boolean => order.attempts.some(({ charged }) => charged);

/** Rule 1: only orders that are paid, or paid on delivery, may ship. */
export const mayLeave = (order: Order): boolean => order.status === "placed" && isCovered(order);

/** After a claim its pieces are printed again. */
export const mayPrint = (order: Order): boolean =>
  (order.status === "placed" || order.status === "completed") && isCovered(order);

function isCovered(order: Order): boolean {
  const given = sum(Object.values(order.refunds).map((refund) => refund.amount - refund.overpaid));
  const isCollected =
    !hasCharge(order) && order.attempts.some((a) => isCash(a) && a.status === "pending");
  return order.paid >= totalOf(order) - given || isCollected;
}

/** Pieces of a line that were refunded by returns or claims. */
export function returnedMoney(order: Order, n: number): number {
  return sum(
    Object.values(order.returns).map((one) => {
      const came = (one.resellable?.[n] ?? 0) + (one.damaged?.[n] ?? 0);
      if (one.status === "refunded") return came;
      const isPaidBack = one.resolution === "refund" || one.resolution === "both";
      return one.status === "resolved" && isPaidBack ? (one.asked[n] ?? 0) : 0;
    }),
  );
}

/** Shipments to be paid on delivery that one customer may have. */
export const maxUnpaidShipments = 3;

export function shipmentsToPay(world: World, customer: string): number {
  return Object.values(world.orders).filter(
    ({ customer: owner, status, attempts }) =>
      owner === customer &&
      (status === "placed" || status === "completed") &&
      attempts.some((attempt) => isCash(attempt) && attempt.status === "pending"),
  ).length;
}
