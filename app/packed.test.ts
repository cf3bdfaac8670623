import { expect, test } from "vitest";
import { type Packed, pack, unpack } from "./packed.ts";

test("a thing is written once, and only its text travels", () => {
  const product = {
    name: "Mug “Ngopi”",
    price: 65_000,
    pictures: [{ url: "/a" }],
    was_price: null,
  };
  const packed = pack(product);
  expect(pack(product)).toBe(packed);
  expect(unpack(packed)).toBe(product);
  expect(Object.keys(packed)).toEqual(["json"]);
});

test("what arrives is read once and then stays the same object", () => {
  const sent: Packed<{ name: string }> = { ...pack({ name: "Mug" }) };
  const read = unpack(sent);
  expect(read).toEqual({ name: "Mug" });
  expect(unpack(sent)).toBe(read);
});
