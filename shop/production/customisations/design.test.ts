import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hashOfDocument } from "#shop/designs/document/hash-document.server.ts";
import { type Design, readDesign } from "./design.ts";

const design: Design = {
  version: 1,
  sides: [
    {
      id: "front",
      width: 80,
      height: 80,
      ground: "#ffffff",
      elements: [
        {
          kind: "text",
          text: "Rani",
          x: 40,
          y: 40,
          size: 12,
          font: "sans",
          colour: "#14183a",
          rotation: 0,
        },
      ],
    },
  ],
};

test("a design is parsed as it was serialised", () => {
  expect(readDesign(JSON.parse(JSON.stringify(design)))).toEqual(design);
});

test.each([
  ["another version", { ...design, version: 2 }],
  ["no side", { ...design, sides: [] }],
  ["a colour that is none", { ...design, sides: [{ ...design.sides[0], ground: "url(#x)" }] }],
  ["something else", "design"],
  ["nothing", null],
])("%s is no design", (_, document) => {
  expect(readDesign(document)).toBeNull();
});

test("reading any stored value never throws", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => void readDesign(value)));
});

test("a fingerprint does not depend on the order of members, but on every value", () => {
  const turned = { sides: design.sides, version: 1 } as Design;
  expect(hashOfDocument(turned)).toBe(hashOfDocument(design));
  const [side] = design.sides;
  const wider = { ...design, sides: [{ ...side, width: 81 }] } as Design;
  expect(hashOfDocument(wider)).not.toBe(hashOfDocument(design));
});
