import { readFile } from "node:fs/promises";
import type { Sql } from "#db/client.server.ts";
import { childrenOf } from "../tests/support/runner/embedded-postgres.ts";

/** The first process of a PostgreSQL on this machine; all others are its children. */
export async function postmasterBehind(sql: Sql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const parent = (await fieldsOf(row?.pid ?? 0))[1];
  if (parent === undefined) throw new Error("PostgreSQL runs on another machine");
  return Number(parent);
}

/** Processor time of all processes of a PostgreSQL so far, in milliseconds, including ended ones. Linux only. */
export async function postgresMilliseconds(postmaster: number): Promise<number> {
  const children = await childrenOf(postmaster);
  const times = await Promise.all([
    ticksOf(postmaster, ["own", "ended"]),
    ...children.map((pid) => ticksOf(pid, ["own"])),
  ]);
  // A tick is a hundredth of a second.
  return times.reduce((sum, ticks) => sum + ticks, 0) * 10;
}

/** User and system time, of the process itself and of its children that ended. */
async function ticksOf(pid: number, whose: readonly ("own" | "ended")[]): Promise<number> {
  const fields = (await fieldsOf(pid)).map(Number);
  const at = { own: 11, ended: 13 };
  return whose.reduce((sum, one) => sum + (fields[at[one]] ?? 0) + (fields[at[one] + 1] ?? 0), 0);
}

/**
 * The fields from the state on: the process name before it is in brackets and may contain spaces. Empty when the
 * process has ended.
 */
async function fieldsOf(pid: number): Promise<string[]> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
