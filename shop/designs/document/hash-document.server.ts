import { createHash } from "node:crypto";

/** SHA-256 of a document in hexadecimal, independent of the order of its members (RFC 8785 for what documents hold). */
export function hashOfDocument(document: unknown): string {
  return createHash("sha256").update(canonical(document)).digest("hex");
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(",")}}`;
}
