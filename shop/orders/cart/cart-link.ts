import { maxPieces } from "./cart.ts";

/** Goods that a link offers to put into the cart. */
export interface LinkedGoods {
  readonly sku: string;
  readonly quantity: number;
}

export const maxLinkedGoods = 20;
const maxSku = 64;
const maxCharacters = 4_000;

/**
 * Parses the `items` of a cart link: `SKU:2,SKU2`. A missing quantity is 1; the same SKU twice is one entry.
 * @returns the entries, and those that are not offered because they are malformed or above the limit, as typed
 */
export function readCartLinkItems(text: string): { goods: LinkedGoods[]; ignored: string[] } {
  const goods: LinkedGoods[] = [];
  const ignored: string[] = [];
  const parts = text.slice(0, maxCharacters).split(",");
  for (const part of parts.map((typed) => typed.trim()).filter(Boolean)) {
    const [, coded = part, typed = "1"] = /^(.*):([^:]*)$/s.exec(part) ?? [];
    const sku = decoded(coded).replaceAll("\0", "").trim();
    const quantity = /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : 0;
    const index = goods.findIndex((other) => other.sku.toUpperCase() === sku.toUpperCase());
    const known = goods[index];
    if (sku === "" || sku.length > maxSku || quantity < 1) ignored.push(part.slice(0, maxSku));
    else if (known)
      goods[index] = { ...known, quantity: Math.min(known.quantity + quantity, maxPieces) };
    else if (goods.length >= maxLinkedGoods) ignored.push(part.slice(0, maxSku));
    else goods.push({ sku, quantity });
  }
  return { goods, ignored: ignored.slice(0, maxLinkedGoods) };
}

/** The query of a cart link. A SKU may contain the separators, so it is encoded by itself. */
export function cartLinkQuery(
  goods: readonly LinkedGoods[],
  code: string,
  toCheckout: boolean,
): string {
  const items = goods.map(({ sku, quantity }) => `${encodeURIComponent(sku)}:${quantity}`);
  // `,` and `:` are valid in a query, so they are not encoded and the link stays readable.
  const query = encodeURIComponent(items.join(",")).replaceAll("%2C", ",").replaceAll("%3A", ":");
  const parts = [`items=${query}`];
  if (code.trim()) parts.push(`code=${encodeURIComponent(code.trim())}`);
  if (toCheckout) parts.push("to=checkout");
  return parts.join("&");
}

function decoded(sku: string): string {
  try {
    return decodeURIComponent(sku);
  } catch {
    // A typed percent sign that begins no encoded character.
    return sku;
  }
}
