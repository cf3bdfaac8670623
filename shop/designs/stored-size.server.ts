import { violatedConstraint } from "#db/client.server.ts";

const sizes = /^design(_version|_template)?_(document|display|piece_displays)_invalid$/;

/** Whether the database refused a design because of its stored size, which defaults and number formats make larger than its JSON. */
export function exceedsStoredSize(error: unknown): boolean {
  return sizes.test(violatedConstraint(error) ?? "");
}
