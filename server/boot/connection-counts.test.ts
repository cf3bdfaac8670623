import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { connectionsOf, setUps } from "./connection-counts.ts";

const root = path.join(import.meta.dirname, "..", "..");
const read = (name: string) => readFileSync(path.join(root, name), "utf8");
/** Default of PostgreSQL's superuser_reserved_connections. */
const reserved = 3;

test("the connections of each documented set-up are below its documented max_connections", () => {
  const limits = {
    "one process": found("db/embedded.server.ts", /max_connections: "(\d+)"/),
    "systemd, two webs and a worker": found("docs/deploy.md", /set max_connections = (\d+);/),
    "Docker Compose, two webs and a worker": found("compose.yaml", /max_connections=(\d+)/),
  };
  const text = read("docs/operations.md");
  for (const [name, processes] of Object.entries(setUps)) {
    const sums = [connectionsOf(processes, false), connectionsOf(processes, true)];
    const row = new RegExp(`\\| ${name} +\\|[^|]*\\| (\\d+) +\\| (\\d+) +\\| (\\d+)`).exec(text);
    const [together, pooled, limit = 0] = row?.slice(1).map(Number) ?? [];
    expect([name, together, pooled]).toEqual([name, ...sums]);
    expect(limit - reserved).toBeGreaterThanOrEqual(sums[0] ?? 0);
    if (name in limits) expect(limits[name as keyof typeof limits]).toBe(limit);
  }
});

function found(file: string, pattern: RegExp): number {
  return Number(pattern.exec(read(file))?.[1]);
}
