/** Pages of one thing, and the kind that `private.may_join_desk` knows. */
const kinds: Readonly<Record<string, string>> = {
  Products: "product",
  Orders: "order",
  PromoCodes: "promotion",
  Stocktakes: "stocktake",
  customisations: "customisation",
};

/** An id at the end of the address or before a part of the thing. */
const thing =
  /\/admin\/(Products|Orders|PromoCodes|Stocktakes|customisations)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/;
const shipping = /\/admin\/Shipping(\/[\w/-]*)?$/;

/** The channel of the thing that a page of the back office shows; undefined for lists and everything else. */
export function deskTopic(pathname: string): string | undefined {
  const [, area = "", id] = thing.exec(pathname) ?? [];
  if (id) return `desk:${kinds[area]}:${id}`;
  const match = shipping.exec(pathname);
  if (!match) return undefined;
  // Each page of the delivery settings is a thing of its own.
  const part = (match[1] ?? "").split("/").filter(Boolean).join("-").toLowerCase();
  return `desk:shipping:${part || "zones"}`;
}
