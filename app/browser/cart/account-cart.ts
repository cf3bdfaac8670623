import type { CartAnswer, CartSync } from "#shop/mailing/cart-reminders/saved-cart.ts";
import type { CartLine } from "#shop/orders/cart/cart.ts";
import { type AccountCart, type CartContents, isSame, joined, useCart } from "./cart-store.ts";

const none: CartContents = { lines: [], promo_codes: [] };

/** Whether the device's cart equals the account's cart and no change is unacknowledged. */
export function isSynced({
  account,
  ...mine
}: CartContents & { readonly account: AccountCart | null }): boolean {
  return account !== null && account.sent === null && textOf(account) === textOf(mine);
}

const textOf = ({ lines, promo_codes }: CartContents) =>
  JSON.stringify([
    lines.map(({ variant_id, design_id, quantity }) => [variant_id, design_id ?? "", quantity]),
    promo_codes,
  ]);

/** The next request. A change without a response is repeated unmodified, because its version is the idempotency key. */
export function nextSync(): CartSync {
  const { account, lines, promo_codes } = useCart.getState();
  if (!account) return { owner: null, seen: null };
  const { owner, version: seen } = account;
  if (isSynced({ account, lines, promo_codes })) return { owner, seen };
  const change = account.sent ?? {
    version: crypto.randomUUID(),
    lines: [...lines],
    promo_codes: [...promo_codes],
  };
  // Stored before the request, so that another page can repeat it if the response is lost.
  useCart.setState({ account: { ...account, sent: change } });
  return { owner, seen, change };
}

/** Applies the server's response to the device's cart. @param change the change that was sent */
export function applyAnswer(
  { owner, cart, applied }: CartAnswer,
  change: CartSync["change"],
): void {
  useCart.setState(({ account, lines, promo_codes }) => {
    if (!cart) return change ? { account: { owner, ...change, sent: null } } : {};
    const isOwn = account?.owner === owner;
    const base = isOwn ? (applied && change ? change : account) : none;
    const mine = { lines, promo_codes };
    // After a change of accounts, only changes since the last sync move to the new account.
    const carried = account && !isOwn ? mergeCarts(account, mine, none) : mine;
    return { ...mergeCarts(base, carried, cart), account: { owner, ...cart, sent: null } };
  });
}

/**
 * Three-way merge of two carts.
 * @param base the common ancestor @param mine this device's cart @param theirs the account's cart
 */
export function mergeCarts(
  base: CartContents,
  mine: CartContents,
  theirs: CartContents,
): CartContents {
  const piecesIn = ({ lines }: CartContents, line: CartLine) =>
    lines.find((other) => isSame(other, line))?.quantity ?? 0;
  const lines = theirs.lines.flatMap((line) => {
    const [before, here] = [piecesIn(base, line), piecesIn(mine, line)];
    if (before > 0 && here === 0) return [];
    const quantity = Math.max(1, line.quantity + here - before);
    return [{ ...line, quantity }];
  });
  const more = mine.lines.flatMap((line) => {
    if (piecesIn(theirs, line) > 0) return [];
    const quantity = line.quantity - piecesIn(base, line);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
  const codes = [
    ...theirs.promo_codes.filter(
      (code) => !base.promo_codes.includes(code) || mine.promo_codes.includes(code),
    ),
    ...mine.promo_codes.filter((code) => !base.promo_codes.includes(code)),
  ];
  return { lines: joined(lines, more), promo_codes: [...new Set(codes)].slice(0, 5) };
}
