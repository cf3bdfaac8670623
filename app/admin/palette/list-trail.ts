/** Where a person was in this tab, by the position of the history: enough to go back to a list as it was left. */
interface Trail {
  /** The address of each position. */
  readonly addresses: Readonly<Record<number, string>>;
  /** Of each list, the addresses of the rows that it showed last, in order. */
  readonly rows: Readonly<Record<string, readonly string[]>>;
}

/** Positions that are remembered. */
const maxPositions = 50;
const key = "office-trail";
/** Lists whose things have pages of their own. */
const lists = /\/admin\/(?:Orders|Products|PromoCodes)$/;
const thing = /^(.*\/admin\/(?:Orders|Products|PromoCodes))\/[0-9a-f-]{36}(?:\/|$)/;

/** The list that a page of a thing belongs to, e.g. `/admin/Orders`; undefined for other pages. */
export function listOf(pathname: string): string | undefined {
  return thing.exec(pathname)?.[1];
}

/** Remembers the address of the present position. */
export function rememberAddress(address: string): void {
  const { addresses, rows } = read();
  const at = position();
  const kept = Object.entries(addresses).filter(([index]) => {
    const distance = at - Number(index);
    // What was ahead belongs to a way that was left.
    return distance > 0 && distance < maxPositions;
  });
  write({ addresses: { ...Object.fromEntries(kept), [at]: address }, rows });
}

/** Remembers the rows that a list shows, before the person leaves it. */
export function rememberRows(): void {
  if (!lists.test(location.pathname)) return;
  const links = document.querySelectorAll<HTMLAnchorElement>("main tbody tr a[href]");
  const found = [...links]
    .map((link) => link.pathname)
    .filter((pathname) => listOf(pathname) === location.pathname);
  const trail = read();
  write({ ...trail, rows: { ...trail.rows, [location.pathname]: [...new Set(found)] } });
}

/**
 * The way back from a thing to its list: steps through the history, which keeps filter, page and scroll, or the address of
 * the list when the person did not come from it.
 */
export function wayBack(pathname: string): number | string | undefined {
  const list = listOf(pathname);
  if (!list) return undefined;
  const { addresses } = read();
  const at = position();
  for (let index = at - 1; index > at - maxPositions && index >= 0; index--) {
    if (addresses[index]?.split("?")[0] === list) return index - at;
  }
  return list;
}

/**
 * The next or previous thing of the list that the person came from.
 * @param step 1 or -1
 * @returns null at the end of the list, undefined when they did not come from it
 */
export function neighbourOf(pathname: string, step: 1 | -1): string | null | undefined {
  const list = listOf(pathname);
  if (!list) return undefined;
  const rows = read().rows[list] ?? [];
  const at = rows.findIndex((row) => pathname === row || pathname.startsWith(`${row}/`));
  return at < 0 ? undefined : (rows[at + step] ?? null);
}

/** React Router numbers the entries of the history. */
function position(): number {
  const state: unknown = history.state;
  const index =
    typeof state === "object" && state !== null && "idx" in state ? Number(state.idx) : 0;
  return Number.isSafeInteger(index) ? index : 0;
}

const nothing: Trail = { addresses: {}, rows: {} };

/** Storage may be blocked, full or from another release: then there is no trail, and the keys lead to the plain list. */
function read(): Trail {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return typeof stored === "object" &&
      stored !== null &&
      "addresses" in stored &&
      "rows" in stored
      ? (stored as Trail)
      : nothing;
  } catch {
    return nothing;
  }
}

function write(trail: Trail): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(trail));
  } catch {
    // Without storage nothing is remembered.
  }
}
