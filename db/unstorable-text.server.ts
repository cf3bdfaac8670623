import { refusalDetail, sqlState } from "./client.server.ts";

/** The SQLSTATEs of U+0000 in a text and in a JSON value. */
const states = ["22021", "22P05"];
/** The SQLSTATE of a malformed value, e.g. a JSON value with half of a surrogate pair. */
const malformed = "22P02";

/** Whether the database refused a value because of U+0000 or half of a surrogate pair, which PostgreSQL cannot store. */
export function isUnstorableText(error: unknown): boolean {
  const state = sqlState(error) ?? "";
  if (state === malformed) return /surrogate/.test(refusalDetail(error) ?? "");
  return states.includes(state);
}
