import fc from "fast-check";
import { expect, test } from "vitest";
import { crc16, qrisText, virtualAccount, virtualAccountBanks } from "./instructions.ts";

/** Reads fields of tag, length, value. */
function fields(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4));
    found.set(text.slice(at, at + 2), text.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return found;
}

test("the checksum is the one that EMVCo's example has", () => {
  expect(crc16("123456789")).toBe("29B1");
});

test("a QRIS text holds its amount in rupiah and ends in its checksum", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.stringMatching(/^[0-9a-f]{24}$/),
      (amount, id) => {
        const text = qrisText(`bp_${id}`, amount);
        const read = fields(text);
        expect(read.get("54")).toBe(String(amount));
        expect(read.get("53")).toBe("360");
        expect(read.get("63")).toBe(crc16(text.slice(0, -4)));
      },
    ),
  );
});

test("a virtual account number has sixteen digits, the bank's first, and is stable for its payment", () => {
  const numbers = virtualAccountBanks.map((bank) => virtualAccount(bank, "bp_1"));
  for (const number of numbers) expect(number).toMatch(/^\d{16}$/);
  expect(new Set(numbers).size).toBe(virtualAccountBanks.length);
  expect(virtualAccount("bca", "bp_1")).toBe(numbers[virtualAccountBanks.indexOf("bca")]);
  expect(virtualAccount("bca", "bp_2")).not.toBe(virtualAccount("bca", "bp_1"));
});
