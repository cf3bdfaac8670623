import { storedState } from "#app/browser/stored-state.ts";
import type { CartLine } from "#shop/orders/cart/cart.ts";
import { normaliseCode } from "#shop/promotions/promotion.ts";

/*
 * The cart is stored on the device, so that it needs no sign-in. Prices and stock are never stored: they come from
 * the server. The limits repeat shop/orders/cart/cart.ts, which would add its schemas to the bundle.
 */
const maxPieces = 99;
const maxLines = 50;
const maxCodes = 5;

export interface ChosenRegion {
  readonly code: string;
  readonly label: string;
  /** Missing in carts that an earlier version stored. */
  readonly postal_code?: string;
}

export interface CartContents {
  readonly lines: readonly CartLine[];
  readonly promo_codes: readonly string[];
}

/** The account's cart at the last sync of this device. */
export interface AccountCart extends CartContents {
  /** The account's id. */
  readonly owner: string;
  /** Null: the account had no cart. */
  readonly version: string | null;
  /** A change that was sent and has no response yet. */
  readonly sent: {
    readonly version: string;
    readonly lines: CartLine[];
    readonly promo_codes: string[];
  } | null;
}

interface Cart extends CartContents {
  /** Null: no sync with an account so far. */
  readonly account: AccountCart | null;
  /** What was searched last on this device. */
  readonly region: ChosenRegion | null;
  /** Of the main address of who is signed in; not stored. */
  readonly home: ChosenRegion | null;
  add: (line: CartLine) => void;
  /**
   * Puts the lines of an approved design or a list of names into the cart. The same lines are replaced and not added up, so
   * a repeated call changes nothing.
   * @param replaced the design whose lines are removed; null: none
   */
  place: (lines: readonly CartLine[], replaced: string | null) => void;
  setQuantity: (line: CartLine, quantity: number) => void;
  remove: (line: CartLine) => void;
  /** Undoes a removal: the line returns to its position. */
  putBack: (line: CartLine, index: number) => void;
  /** Adds the lines of another cart. */
  merge: (lines: readonly CartLine[]) => void;
  clear: () => void;
  addCode: (code: string) => void;
  removeCode: (code: string) => void;
  chooseRegion: (region: ChosenRegion | null) => void;
}

export const useCart = storedState<Cart>(
  "cart",
  (set) => ({
    lines: [],
    promo_codes: [],
    account: null,
    region: null,
    home: null,
    add: (line) => set(({ lines }) => ({ lines: joined(lines, [line]) })),
    place: (placed, replaced) =>
      set(({ lines }) => ({
        lines: joined(
          lines.filter(
            (other) =>
              (replaced === null || other.design_id !== replaced) &&
              !placed.some((line) => isSame(line, other)),
          ),
          placed,
        ),
      })),
    setQuantity: (line, quantity) =>
      set(({ lines }) => ({
        lines: lines.map((other) =>
          isSame(other, line) ? { ...other, quantity: pieces(quantity) } : other,
        ),
      })),
    remove: (line) =>
      set(({ lines }) => ({ lines: lines.filter((other) => !isSame(other, line)) })),
    putBack: (line, index) =>
      set(({ lines }) => ({
        lines: lines.some((other) => isSame(other, line)) ? lines : lines.toSpliced(index, 0, line),
      })),
    merge: (more) => set(({ lines }) => ({ lines: joined(lines, more) })),
    clear: () => set({ lines: [], promo_codes: [] }),
    addCode: (code) =>
      set(({ promo_codes }) => ({
        promo_codes: [...new Set([...promo_codes, normaliseCode(code)])].slice(0, maxCodes),
      })),
    removeCode: (code) =>
      set(({ promo_codes }) => ({ promo_codes: promo_codes.filter((other) => other !== code) })),
    chooseRegion: (region) => set({ region }),
  }),
  {
    version: 1,
    pick: ["lines", "promo_codes", "account", "region"],
    read: (stored) => ({
      lines: joined([], list(stored.lines).filter(isLine)),
      promo_codes: list(stored.promo_codes)
        .filter((code) => typeof code === "string" && code.length <= 40)
        .slice(0, maxCodes) as string[],
      account: isAccount(stored.account) ? stored.account : null,
      region: isRegion(stored.region) ? stored.region : null,
    }),
  },
);

/** Reads the cart from local storage again, because another tab may have changed it. */
export function rereadCart(): void {
  void useCart.persist.rehydrate();
}

export function countPieces(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

export function isSame(one: CartLine, other: CartLine): boolean {
  return one.variant_id === other.variant_id && one.design_id === other.design_id;
}

/** The same thing twice is one line. */
export function joined(lines: readonly CartLine[], more: readonly CartLine[]): readonly CartLine[] {
  const all = [...lines];
  for (const line of more) {
    const index = all.findIndex((other) => isSame(other, line));
    const found = all[index];
    if (found) all[index] = { ...found, quantity: pieces(found.quantity + line.quantity) };
    else if (all.length < maxLines) all.push({ ...line, quantity: pieces(line.quantity) });
  }
  return all;
}

function pieces(quantity: number): number {
  return Math.min(Math.max(Math.trunc(quantity) || 1, 1), maxPieces);
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isLine(value: unknown): value is CartLine {
  const line = value as Partial<CartLine> | null;
  return (
    typeof line?.variant_id === "string" &&
    Number.isSafeInteger(line.quantity) &&
    (line.design_id === undefined || typeof line.design_id === "string")
  );
}

function isAccount(value: unknown): value is AccountCart {
  const account = value as Partial<AccountCart> | null;
  return (
    typeof account?.owner === "string" &&
    list(account.lines).every(isLine) &&
    Array.isArray(account.promo_codes)
  );
}

function isRegion(value: unknown): value is ChosenRegion {
  const region = value as Partial<ChosenRegion> | null;
  return typeof region?.code === "string" && typeof region.label === "string";
}
