import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

/*
 * Runs the same bench in several checkouts of this repository, alternating, so that the machine's other load affects
 * all of them: `node bench/side-by-side.ts ROUNDS "bench/rest.ts 4 1" FOLDER FOLDER…`. One JSON line for each folder,
 * with the medians of its figures and their ratio to the first folder's. Each folder needs its packages and, for
 * pages, its build.
 */

type Figures = Map<string, number[]>;

const run = promisify(execFile);
const [rounds = "3", bench = "", ...folders] = process.argv.slice(2);
const figures = new Map<string, Figures>(folders.map((folder) => [folder, new Map()]));

for (let round = 0; round < Number(rounds); round++) {
  // Rotate the order, so that no folder always runs on an idle machine.
  const order = folders.map((_, at) => folders[(at + round) % folders.length] ?? "");
  for (const folder of order) await runOnce(folder, figures.get(folder) as Figures);
}
const first = medians(folders[0] ?? "");
for (const folder of folders) {
  const own = medians(folder);
  const ratios = Object.entries(own).map(([name, figure]) => [
    name,
    Number((figure / (first[name] ?? Number.NaN)).toFixed(3)),
  ]);
  console.log(
    JSON.stringify({ folder: path.basename(folder), ...own, ratio: Object.fromEntries(ratios) }),
  );
}

async function runOnce(folder: string, into: Figures): Promise<void> {
  const { stdout } = await run(process.execPath, bench.split(" "), {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const line of stdout.split("\n").filter((text) => text.startsWith("{"))) {
    const { path: page = "", ...measured } = JSON.parse(line) as Record<string, unknown>;
    for (const [name, figure] of Object.entries(measured)) {
      if (typeof figure !== "number") continue;
      const key = `${page} ${name}`.trim();
      into.set(key, [...(into.get(key) ?? []), figure]);
    }
  }
}

function medians(folder: string): Record<string, number> {
  const all = [...(figures.get(folder) ?? [])].map(([name, list]) => {
    const sorted = list.toSorted((a, b) => a - b);
    return [name, sorted[Math.floor(sorted.length / 2)] ?? Number.NaN];
  });
  return Object.fromEntries(all);
}
