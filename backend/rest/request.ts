import type { ReadContext } from "./plan/plan-read.ts";
import type { Preferences } from "./query/preferences.ts";
import type { QueryParams } from "./query/query-params.ts";
import type { Types } from "./sql/cast-sql.ts";

/** A request with parsed address, headers and caller. */
export interface RestRequest extends ReadContext {
  readonly method: string;
  /** Path within the API: `/orders`, `/rpc/search`. */
  readonly path: string;
  readonly schema: string;
  /** A header named the schema, so the answer names it too. */
  readonly isSchemaNamed: boolean;
  readonly isAnonymous: boolean;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  /** The unparsed query string. */
  readonly search: string;
  readonly params: QueryParams;
  readonly preferences: Preferences;
  /** The request's `Range`, for GET only. */
  readonly range: string | undefined;
  readonly types: Types;
  /** Whether the client has disconnected. */
  readonly isGone: () => boolean;
  /** Reads the body; call it at most once. */
  readonly bytes: () => Promise<Uint8Array>;
}
