import type { ReadContext } from "./plan/plan-read.ts";
import type { Preferences } from "./query/preferences.ts";
import type { QueryParams } from "./query/query-params.ts";
import type { Types } from "./sql/cast-sql.ts";

/** A request whose address, headers and caller are understood. */
export interface RestRequest extends ReadContext {
  readonly method: string;
  /** Within the endpoint: `/orders`, `/rpc/search`. */
  readonly path: string;
  readonly schema: string;
  /** A header named the schema, so the answer names it too. */
  readonly isSchemaNamed: boolean;
  readonly isAnonymous: boolean;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  /** The query string as it came. */
  readonly search: string;
  readonly params: QueryParams;
  readonly preferences: Preferences;
  /** Of the request's `Range`, which only GET has. */
  readonly range: string | undefined;
  readonly types: Types;
  /** Whether the client has hung up. */
  readonly isGone: () => boolean;
  /** Reads the body; not more often than once. */
  readonly bytes: () => Promise<Uint8Array>;
}
