import { createHash } from "node:crypto";
import type { Design } from "./design.ts";

/** SHA-256 of a design in hexadecimal, independent of the order of its members. */
export function fingerprintOf(design: Design): string {
  return createHash("sha256").update(canonical(design)).digest("hex");
}

/** JSON with sorted members (RFC 8785 for the values that a design can hold). */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(",")}}`;
}
