import { sqlState } from "./client.server.ts";

/** The SQLSTATEs of a text and of a JSON value that contain U+0000. */
const states = ["22021", "22P05"];

/** Whether the database refused a value because it contains U+0000, which PostgreSQL cannot store. */
export function isUnstorableText(error: unknown): boolean {
  return states.includes(sqlState(error) ?? "");
}
