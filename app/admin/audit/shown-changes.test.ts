import { expect, test } from "vitest";
import { auditWords } from "#app/admin/audit/messages/audit.ts";
import type { AuditEntry } from "#shop/staff/audit-entry.ts";
import { clipDifference, shownChanges } from "./shown-changes.ts";

const texts = { ...auditWords("id"), nameOf: () => undefined };
const entryOf = (action: string, changes: AuditEntry["changes"]): AuditEntry => ({
  id: 1,
  at: "2026-11-23T10:00:00Z",
  actor: { kind: "job", id: null, name: "uji" },
  action,
  subject: { kind: "product", id: "p1", name: null, is_deleted: false },
  row_key: null,
  variant: null,
  task: null,
  changes,
  details: {},
  order: null,
  request_id: null,
});
const shown = (changes: AuditEntry["changes"], action = "products.changed") =>
  shownChanges(entryOf(action, changes), texts, { language: "id", zone: "Asia/Jakarta" }).map(
    ({ label, before, after }) => [label, before, after],
  );

test("values are shown as people write them", () => {
  expect(
    shown({
      price: [92_000, 99_000],
      published: [false, true],
      status: ["draft", "published"],
      published_at: [null, "2026-11-23T03:05:00+00:00"],
      tags: [["batik"], ["batik", "hadiah"]],
      brand: ["Kaca", ""],
    }),
  ).toEqual([
    ["Harga", "Rp92.000", "Rp99.000"],
    ["Tampil", "Tidak", "Ya"],
    ["Status", "Konsep", "Tampil"],
    ["Tampil sejak", "", "23 Nov 2026, 10.05 WIB"],
    ["Label", "batik", "batik, hadiah"],
    ["Merek", "Kaca", ""],
  ]);
});

test("of a text in two languages only the changed one is shown", () => {
  expect(
    shown({
      name: [
        { id: "Gelas", en: "Mug" },
        { id: "Gelas", en: "Glass" },
      ],
    }),
  ).toEqual([["Nama (Inggris)", "Mug", "Glass"]]);
});

test("options read as names with their values, and unknown columns and shapes as they are", () => {
  const values = ["Hitam", "Putih"].map((label) => ({ code: "x", label: { id: label, en: "" } }));
  expect(
    shown({
      options: [[], [{ code: "colour", name: { id: "Warna", en: "Colour" }, values }]],
      entah: [null, { a: [1, true] }],
    }),
  ).toEqual([
    ["Pilihan", "", "Warna: Hitam, Putih"],
    ["entah", "", "a: 1, Ya"],
  ]);
});

test("a new or deleted row has one side, without its ids", () => {
  const row = { id: [null, "v1"], product_id: [null, "p1"], sku: [null, "GLS"] } as const;
  expect(shown(row, "product_variants.created")).toEqual([["SKU", null, "GLS"]]);
  expect(shown({ sku: ["GLS", null] }, "product_variants.deleted")).toEqual([["SKU", "GLS", null]]);
});

test("of long texts the part that differs is shown, with what stands around it", () => {
  const long = "kata ".repeat(200);
  const clipped = clipDifference(`${long}lama ${long}`, `${long}baru ${long}`, texts);
  expect(clipped.before).toContain("lama");
  expect(clipped.after).toContain("baru");
  expect(clipped.after.length).toBeLessThan(200);
  expect(clipped.after).toMatch(/^… 960 huruf sama …/);
  // Without anything in common nothing is left out.
  const other = "x".repeat(500);
  expect(clipDifference(long, other, texts)).toEqual({ before: long, after: other });
});
