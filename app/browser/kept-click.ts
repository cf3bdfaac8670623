/** The last click on a campaign's mail, as long as an order counts as brought by it. Then the device forgets it. */
export interface KeptClick {
  /** As in `?k=`. */
  readonly k: string;
  /** ISO 8601. */
  readonly at: string;
  /** For which it is kept. */
  readonly days: number;
  /** Links that the device counted meanwhile, so that it counts each once. */
  readonly counted: readonly string[];
}

const storageKey = "mail-click";
const dayMs = 86_400_000;

export function keptClick(): KeptClick | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    if (isClick(kept) && Date.parse(kept.at) + kept.days * dayMs > Date.now()) return kept;
    localStorage.removeItem(storageKey);
  } catch {
    // Storage that is blocked or holds another program's text: no click is known.
  }
  return undefined;
}

/** @throws where the browser stores nothing */
export function keepClick(click: KeptClick): void {
  localStorage.setItem(storageKey, JSON.stringify(click));
}

function isClick(value: unknown): value is KeptClick {
  const { k, at, days, counted } = (value ?? {}) as Partial<Record<keyof KeptClick, unknown>>;
  return (
    typeof k === "string" &&
    typeof at === "string" &&
    typeof days === "number" &&
    Array.isArray(counted) &&
    counted.every((link) => typeof link === "string")
  );
}
