import type { IncomingMessage } from "node:http";

/**
 * Node's own request behind a Hono context: @hono/node-server passes it as `env.incoming`.
 * @returns undefined for a request that the program makes to itself
 */
export function incomingOf(c: { readonly env: unknown }): IncomingMessage | undefined {
  return (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;
}
