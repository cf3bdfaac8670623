import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "#tests/support/runner/database.ts";

const database = testDatabase();
const run = promisify(execFile);

/** Compiles only when the types say what the API does: each expected error is one the API would answer with. */
const page = `
import { createClient } from "@supabase/supabase-js";
import type { Database } from "./database.ts";

const client = createClient<Database>("http://localhost:3000", "key");

export async function orders(): Promise<{ id: string; total: number }[]> {
  const { data, error } = await client.from("orders").select("id, total, order_lines(quantity)").eq("status", "placed");
  if (error) throw error;
  const pieces: number = data[0]?.order_lines[0]?.quantity ?? 0;
  return data.map(({ id, total }) => ({ id, total: total * pieces }));
}

export async function rename(id: string): Promise<void> {
  await client.from("profiles").update({ full_name: "Rani" }).eq("id", id);
  // @ts-expect-error people may not change their role
  await client.from("profiles").update({ role: "ADMIN" }).eq("id", id);
  // @ts-expect-error there is no such table
  await client.from("ordres").select();
  const { data } = await client.from("orders").select("request_hash").single();
  // @ts-expect-error people may not read the column
  const hash: string = data?.request_hash;
  void hash;
}
`;

test("npm run types writes a Database type that supabase-js compiles against, with the grants of a role", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-types-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  const env = { ...process.env, DATABASE_URL: database.url() };
  const file = path.join(folder, "database.ts");
  await run(process.execPath, ["server/commands/types.ts", file], { env });
  await writeFile(path.join(folder, "page.ts"), page);
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  const compile = path.resolve("node_modules/typescript-compiler/bin/tsc");
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext"];
  const words = [...options, "--allowImportingTsExtensions", "--types", "node", "page.ts"];
  const compiling = run(process.execPath, [compile, ...words], { cwd: folder });
  // The compiler's findings are on its output.
  const found = await compiling.catch((error: Error & { stdout: string }) => error);
  expect([found instanceof Error ? found.message : "", found.stdout]).toEqual(["", ""]);

  const text = await readFile(file, "utf8");
  expect(text).not.toContain("request_hash");
  await run(process.execPath, ["server/commands/types.ts", file, "service_role"], { env });
  expect(await readFile(file, "utf8")).toContain("request_hash");
}, 120_000);
