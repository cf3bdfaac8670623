import { closeSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { behind, openNumber, writeAll } from "./disk-calls.server.ts";
import { shared } from "./disk-folder.server.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString();

test.each([
  [0, "satuduatiga"],
  [4, "duatiga"],
  [5, "uatiga"],
  [11, ""],
])("after a partial write of %i bytes the next write begins behind them", (taken, rest) => {
  expect(text(behind([bytes("satu"), bytes("dua"), bytes("tiga")], taken))).toBe(rest);
});

test("chunks are written in order, empty ones too", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-calls-"));
  const file = await openNumber(path.join(folder, "x"), "wx", 0o640);
  await writeAll(file, [bytes("satu"), bytes(""), bytes("dua")]);
  await writeAll(file, []);
  await writeAll(file, [bytes("tiga")]);
  closeSync(file);
  expect(await readFile(path.join(folder, "x"), "utf8")).toBe("satuduatiga");
  await rm(folder, { recursive: true });
});

test("calls during a sync share the next sync", async () => {
  const ends: (() => void)[] = [];
  const sync = shared(() => new Promise<void>((resolve) => ends.push(resolve)));
  const done: string[] = [];
  const ask = (name: string) => sync().then(() => done.push(name));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const all = [ask("first"), ask("second"), ask("third")];
  expect(ends.length).toBe(1);
  ends[0]?.();
  await turn();
  expect(done).toEqual(["first"]);
  expect(ends.length).toBe(2);
  all.push(ask("fourth"));
  ends[1]?.();
  await turn();
  expect(done).toEqual(["first", "second", "third"]);
  ends[2]?.();
  await Promise.all(all);
  expect(done.at(-1)).toBe("fourth");
});

test("a failed sync rejects its callers, and the next one still runs", async () => {
  let count = 0;
  const sync = shared(async () => {
    if (++count === 1) throw new Error("EIO");
  });
  const [first, second] = await Promise.allSettled([sync(), sync()]);
  expect([first?.status, second?.status]).toEqual(["rejected", "fulfilled"]);
});
