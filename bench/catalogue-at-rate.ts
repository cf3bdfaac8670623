import { readFile } from "node:fs/promises";
import { type Program, startProgram } from "../tests/support/runner/program.ts";

/** Milliseconds of the questions of one name. */
export interface Latency {
  readonly asked: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/**
 * Asks questions at a fixed rate, whether or not earlier ones have been answered, each in turn. A latency counts from the
 * moment at which a question was due, so that waiting is part of it.
 */
export async function askAtRate(
  questions: Readonly<Record<string, () => Promise<unknown>>>,
  perSecond: number,
  seconds: number,
): Promise<Record<string, Latency>> {
  const names = Object.keys(questions);
  const taken = new Map<string, number[]>(names.map((name) => [name, []]));
  const running: Promise<void>[] = [];
  const began = performance.now();
  for (let number = 0; number < perSecond * seconds; number++) {
    const due = began + (number * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const name = names[number % names.length] ?? "";
    running.push(
      (async () => {
        await questions[name]?.();
        taken.get(name)?.push(performance.now() - due);
      })(),
    );
  }
  await Promise.all(running);
  const all = [...taken.values()].flat();
  return Object.fromEntries(
    [...taken, ["all", all] as const].map(([name, each]) => [name, latencyOf(each)]),
  );
}

function latencyOf(taken: readonly number[]): Latency {
  const sorted = [...taken].sort((one, other) => one - other);
  const at = (share: number) =>
    Number(
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1),
    );
  return { asked: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/**
 * Seconds until the program answers, and its memory after it has shown some pages.
 * @param dataDir where its keys are; a database knows whose it is
 * @param databaseUrl absent: a demo shop in the same folder
 */
export async function startOf(
  dataDir: string,
  databaseUrl?: string,
): Promise<{ start_seconds: number; rss_mib: number }> {
  const env = databaseUrl ? { DATABASE_URL: databaseUrl, ROLE: "web" } : { ROLE: "web" };
  // The first start makes keys and, in the demo, the shop.
  await (await startProgram({ env, dataDir })).stop();
  const began = performance.now();
  const program = await startProgram({ env, dataDir });
  try {
    const start_seconds = Number(((performance.now() - began) / 1000).toFixed(1));
    for (let page = 1; page <= 40; page++) {
      for (const path of [
        `/shop?page=${page}`,
        `/shop?sort=newest&page=${page}`,
        `/shop?q=mug+${page}`,
      ])
        await (await fetch(program.url + path)).text();
    }
    return { start_seconds, rss_mib: await residentMebibytes(program) };
  } finally {
    await program.stop();
  }
}

async function residentMebibytes({ pid }: Program): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024);
}
