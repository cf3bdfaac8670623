import { expect, test } from "vitest";
import type { DesignDocument, TextLayer } from "#shop/designs/document/document.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { presetSpec } from "#shop/designs/print-setup/presets.ts";
import { changeLayer, removeLayer } from "./edit-layers.ts";
import {
  fieldOf,
  freeFieldId,
  ofPieces,
  samplesOf,
  withField,
  withoutField,
  withRoom,
  withUsedFields,
} from "./template-fields.ts";

const area = presetSpec("mug").sides[0]?.areas[0];
const made = readDocument({
  v: 2,
  spec: crypto.randomUUID(),
  fonts: { "anton-400": "a".repeat(64) },
  assets: {},
  sides: [
    {
      id: "side-1",
      areas: [
        {
          id: "area-1",
          layers: ["Rani", "Budi"].map((text, index) => ({
            id: `text-${index}`,
            kind: "text",
            text,
            font: "anton-400",
            size: 20,
            x: 60,
            y: 40,
            w: 30,
            h: 20,
            colour: "#000000",
          })),
        },
      ],
    },
  ],
});
if (!made.ok || !area) throw new Error("the document is well formed");
const document: DesignDocument = made.value;
const textIn = (of: DesignDocument, index: number) =>
  of.sides[0]?.areas[0]?.layers[index] as TextLayer;
const label = { id: "Nama", en: "Name" };

test("a text becomes a field, gets room for longer words, and its own words again", () => {
  const id = freeFieldId(document);
  const field = { id, label, max: 20, rule: "name", required: true } as const;
  const filled = withField(
    changeLayer(document, "text-0", (layer) => withRoom(layer as TextLayer, area.w, area)),
    "text-0",
    field,
  );
  expect(readDocument(filled).ok).toBe(true);
  expect(fieldOf(filled, textIn(filled, 0))).toEqual(field);
  expect(samplesOf(filled)).toEqual({ [id]: "Rani" });
  // As wide as the nearer edge leaves on both sides, less a fifth.
  expect(textIn(filled, 0)).toMatchObject({ fit: "shrink", w: 96, min: area.minText });
  expect(freeFieldId(filled)).not.toBe(id);
  expect(withField(filled, "text-0", { ...field, max: 5 }).fields).toEqual([{ ...field, max: 5 }]);
  const own = withoutField(filled, "text-0");
  expect(own.fields).toEqual([]);
  expect(textIn(own, 0).field).toBeUndefined();
});

test("a field is of all pieces or of each, and back, as a document may store it", () => {
  const field = { id: "nama", label, max: 20, rule: "name", required: true } as const;
  const each = ofPieces(field, true);
  expect(each).toEqual({ ...field, each: true });
  expect(readDocument(withField(document, "text-0", each)).ok).toBe(true);
  expect(ofPieces(each, false)).toStrictEqual(field);
});

test("two texts may share a field, and a field without a text is left out", () => {
  const field = { id: "nama", label, max: 20, rule: "name", required: true } as const;
  const both = withField(withField(document, "text-0", field), "text-1", field);
  expect(both.fields).toHaveLength(1);
  const one = withUsedFields(removeLayer(both, "text-0"));
  expect(one.fields).toHaveLength(1);
  expect(withUsedFields(removeLayer(one, "text-1")).fields).toEqual([]);
});
