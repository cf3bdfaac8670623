import { violatedConstraint } from "#db/client.server.ts";

const sizes = /^design(_version|_template)?_(document|display|piece_displays)_invalid$/;

/** Whether the database refused a design for its stored size. Defaults and number formats make it larger than the request's JSON. */
export function exceedsStoredSize(error: unknown): boolean {
  return sizes.test(violatedConstraint(error) ?? "");
}
