import { crc32 } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { demoPerson, makeCustomer, openTestProviders } from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { bundlePrints } from "./print-bundle.server.ts";

testDatabase({ demo: true, max: 8 });
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");
beforeAll(openTestProviders);

/** The files of an archive by the names of its directory, each compared with its checksum. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  expect(archive.toString("latin1", end, end + 4)).toBe("PK\x05\x06");
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [checksum, size] = [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 24)];
    const [named, place] = [archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)];
    const start = place + 30 + archive.readUInt16LE(place + 26);
    const bytes = archive.subarray(start, start + size);
    expect(crc32(bytes)).toBe(checksum);
    files.set(archive.toString("utf8", at + 46, at + 46 + named), bytes);
    at += 46 + named;
  }
  expect(at).toBe(end);
  return files;
}

test("several prints are one archive: a file and a ticket each, and a list that names what is not approved or not paid", async () => {
  const ready = [
    await orderDesign(buyer, "self"),
    await orderDesign(buyer, "self", { name: "Budi" }),
  ];
  const waiting = await orderDesign(buyer, "proof", { name: "Sari" });
  const unpaid = await orderDesign(buyer, "self", { name: "Wati", isPaid: false });
  const ids = [...ready, waiting, unpaid].map(({ id }) => id);
  const pieces = bundlePrints(staff, [...ids, ids[0] ?? "", crypto.randomUUID(), "x"], "id");
  const chunks: Uint8Array[] = [];
  for await (const piece of pieces ?? []) chunks.push(piece);
  const files = unzip(Buffer.concat(chunks));
  const names = [...files.keys()];
  expect(names.filter((name) => /^[^/]+\.pdf$/.test(name))).toHaveLength(2);
  expect(names.filter((name) => /^tiket\/.+\.pdf$/.test(name))).toHaveLength(2);
  // Mugs are printed by raster printers.
  expect(names.filter((name) => /^png\/.+\.png$/.test(name))).toHaveLength(2);
  for (const [name, bytes] of files)
    if (name.endsWith(".pdf")) expect(bytes.toString("latin1", 0, 5)).toBe("%PDF-");
  const list = files.get("daftar.csv")?.toString().trim().split("\r\n") ?? [];
  expect(list).toHaveLength(5);
  expect(list.filter((line) => line.endsWith("belum disetujui"))).toEqual([
    expect.stringContaining("Sari"),
  ]);
  expect(list.filter((line) => line.endsWith("belum lunas"))).toEqual([
    expect.stringContaining("Wati"),
  ]);
});

test("people without the right get no archive", async () => {
  const { person } = await makeCustomer("tanpa-hak");

  expect(bundlePrints(person, [crypto.randomUUID()], "id")).toBeUndefined();
  expect(bundlePrints(staff, ["nonsense"], "id")).toBeUndefined();
});
