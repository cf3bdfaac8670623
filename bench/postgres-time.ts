import { readFile } from "node:fs/promises";
import { childrenOf, postmasterOf } from "../tests/crash/running-shop.ts";

/** What every process of a program's PostgreSQL has computed so far, in milliseconds, those that ended included. Linux only. */
export async function postgresMilliseconds(dataDir: string): Promise<number> {
  const postmaster = await postmasterOf(dataDir);
  const children = await childrenOf(postmaster);
  const times = await Promise.all([
    timesOf(postmaster).then(([user = 0, system = 0, ended = 0, endedSystem = 0]) =>
      [user, system, ended, endedSystem].reduce((sum, ticks) => sum + ticks, 0),
    ),
    ...children.map((pid) => timesOf(pid).then(([user = 0, system = 0]) => user + system)),
  ]);
  // A tick is a hundredth of a second.
  return times.reduce((sum, ticks) => sum + ticks, 0) * 10;
}

/** Own time as user and system, then that of children that ended, in ticks. */
async function timesOf(pid: number): Promise<number[]> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    // Behind the name in brackets, which may hold spaces.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).map(Number);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
