import { createHash } from "node:crypto";
import type { Design } from "./design.ts";

/** SHA-256 in hex of what a design says, however its members are ordered. */
export function fingerprintOf(design: Design): string {
  return createHash("sha256").update(canonical(design)).digest("hex");
}

/** JSON with the members of each object in the order of their names (RFC 8785 for what a design can hold). */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(",")}}`;
}
