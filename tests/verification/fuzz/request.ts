/** One request of a fuzz run, or one conversation over a websocket. */
export interface FuzzRequest {
  readonly endpoint: string;
  readonly method: string;
  /** Path and query, as they are sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The caller. */
export interface Actor {
  readonly name: "nobody" | "anon" | "customer" | "staff" | "service" | "forged";
  readonly apikey: string;
  /** The access token, or an invalid one. */
  readonly bearer: string;
  /** The session cookie of a browser. */
  readonly cookie: string;
  readonly refreshToken: string;
  readonly userId: string;
}

/** The headers that the official clients send. */
export function keyHeaders(actor: Actor): Record<string, string> {
  return {
    ...(actor.apikey ? { apikey: actor.apikey } : {}),
    ...(actor.bearer ? { Authorization: `Bearer ${actor.bearer}` } : {}),
  };
}
