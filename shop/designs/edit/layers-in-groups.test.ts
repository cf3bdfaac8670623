import { expect, test } from "vitest";
import type { DesignDocument, GroupLayer, TextLayer } from "#shop/designs/document/document.ts";
import {
  emptySlot,
  fillSlot,
  shownSlots,
  slotsOf,
  withPhotos,
  withView,
} from "#shop/designs/document/photo-slots.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { resizeDocument } from "#shop/designs/document/resize-document.ts";
import { drawDocument } from "#shop/designs/draw/draw-document.ts";
import { fillTemplate } from "#shop/designs/fill-template.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { preflight } from "#shop/designs/print/preflight.ts";
import { drawRoster } from "#shop/designs/roster/draw-roster.server.ts";
import { rosterTemplateOf } from "#shop/designs/roster/roster-template.ts";
import { documentOf, sampleDocument, sampleSpec, specOf } from "#tests/support/builders/designs.ts";
import { changeLayer, groupOf, layerOf, removeLayer } from "./edit-layers.ts";
import { ungroupLayer } from "./group-layers.ts";
import { repairedBy, repairLayer } from "./repair-layer.ts";
import { fieldOf, samplesOf, withField, withoutField, withRoom } from "./template-fields.ts";

/* What a template asks for works in a group as it does beside it: a slot and a text, each two groups deep. */

const fonts = await loadFonts();
const spec = specOf(sampleSpec());
const photo = { sha256: "c".repeat(64), width: 3000, height: 2000 };
const known = new Map([[photo.sha256, photo]]);
const values = { photo: photo.sha256, name: "Budi Wijaya" };

const label = { id: "Isian", en: "Field" };
const fields = [
  { id: "photo", label, max: 1, rule: "photo", required: true },
  { id: "name", label, max: 20, rule: "name", required: true, each: true },
];
const slot = {
  id: "frame",
  kind: "slot",
  field: "photo",
  mask: "ellipse",
  x: 20,
  y: 12,
  w: 30,
  h: 20,
};
const text = {
  id: "words",
  kind: "text",
  field: "name",
  text: "Rani",
  font: "pacifico-400",
  x: 20,
  y: 30,
  w: 36,
  h: 10,
  size: 7,
  fit: "shrink",
  min: 3,
  colour: "#14183a",
};
const inner = {
  id: "inner",
  kind: "group",
  x: 22,
  y: 22,
  w: 40,
  h: 38,
  angle: 90,
  layers: [slot, text],
};
const outer = { id: "outer", kind: "group", x: 50, y: 40, w: 44, h: 44, angle: -30, flip: "x" };
const grouped = (own: { outer?: object; inner?: object } = {}) =>
  documentOf(
    sampleDocument([{ ...outer, layers: [{ ...inner, ...own.inner }], ...own.outer }], { fields }),
  );
const template = grouped();
/** The same layers in no group, where they are drawn alike. */
const apart = ungroupLayer(ungroupLayer(template, "outer"), "inner");

const itemsOf = (document: DesignDocument) =>
  drawDocument({ document, spec, fonts }).list.sides[0]?.areas[0]?.items ?? [];
const numbersOf = (document: DesignDocument) =>
  (JSON.stringify(itemsOf(document)).match(/-?[0-9]+(\.[0-9]+)?/g) ?? []).map(Number);

test("a photograph and words are printed in a group where they are without it", () => {
  const fill = (document: DesignDocument) => fillTemplate({ document, spec }, values, fonts, known);
  const [inGroup, alone] = [fill(template), fill(apart)];
  expect([inGroup.problems, inGroup.remarks]).toEqual([[], []]);
  expect(readDocument(inGroup.document)).toMatchObject({ ok: true, value: inGroup.document });
  expect(itemsOf(inGroup.document)).toMatchObject([
    { kind: "picture", layer: "frame", pixels: [3000, 2000], crop: [0, 0, 3000, 2000] },
    { kind: "path", layer: "words", text: "Budi Wijaya" },
  ]);
  const [printed, expected] = [numbersOf(inGroup.document), numbersOf(alone.document)];
  expect(printed.length).toBe(expected.length);
  for (const [index, number] of printed.entries())
    expect(Math.abs(number - (expected[index] ?? Number.NaN))).toBeLessThan(0.01);
});

test("what is missing in a group is named by its field, and nothing is asked for what is hidden", () => {
  const fill = (typed: Record<string, string>) =>
    fillTemplate({ document: template, spec }, typed, fonts, known).problems;
  expect(fill({ ...values, photo: "" })).toEqual([{ field: "photo", code: "slot_empty" }]);
  expect(fill({ ...values, name: "" })).toEqual([{ field: "name", code: "field_missing" }]);
  expect(shownSlots(template)).toEqual(slotsOf(template));
  for (const hidden of [
    grouped({ outer: { hidden: true } }),
    grouped({ inner: { hidden: true } }),
  ]) {
    expect(slotsOf(hidden)).toHaveLength(1);
    expect(shownSlots(hidden)).toEqual([]);
    const drawing = drawDocument({ document: hidden, spec, fonts });
    const codes = preflight({ document: hidden, spec, drawing }).map(({ code }) => code);
    expect(codes).not.toContain("slot_empty");
  }
});

test("on the board a slot of a group is filled, placed and emptied where it lies", () => {
  const listed = { ...template, assets: { [photo.sha256]: { w: 3000, h: 2000 } } };
  const filled = changeLayer(listed, "frame", (layer) =>
    layer.kind === "slot" ? fillSlot(layer, photo) : layer,
  );
  expect(itemsOf(filled)).toEqual(itemsOf(withPhotos(template, new Map([["photo", photo]]))));
  const closer = changeLayer(filled, "frame", (layer) =>
    layer.kind === "image" ? withView(layer, { zoom: 2 }) : layer,
  );
  expect(itemsOf(closer)[0]).toMatchObject({ crop: [750, 500, 1500, 1000] });
  expect(changeLayer(closer, "frame", emptySlot)).toEqual(listed);
  expect(layerOf(closer, "nothing")).toBeUndefined();
  expect(changeLayer(closer, "nothing", emptySlot)).toBe(closer);
});

test("staff make a field of a text in a group, with room in the group, and change what a slot asks", () => {
  const own = withoutField(template, "words");
  expect(own.fields.map(({ id }) => id)).toEqual(["photo"]);
  const plain = changeLayer(own, "words", (layer) => ({ ...layer, fit: "none" }) as TextLayer);
  const [area] = spec.sides[0]?.areas ?? [];
  const around = groupOf(plain, "words");
  if (!area || !around) throw new Error("the text lies in a group");
  expect(around.id).toBe("inner");
  const roomy = changeLayer(plain, "words", (layer) =>
    withRoom(layer as TextLayer, around.w, area),
  );
  expect(layerOf(roomy, "words")).toMatchObject({ fit: "shrink", w: 36 });
  const field = { id: "nick", label, max: 9, rule: "name", required: false } as const;
  const made = withField(roomy, "words", field);
  expect(readDocument(made).ok).toBe(true);
  expect(fieldOf(made, layerOf(made, "words") as TextLayer)).toEqual(field);
  expect(samplesOf(made)).toEqual({ nick: "Rani", photo: "photograph" });
  const asked = made.fields.find(({ id }) => id === "photo");
  if (!asked) throw new Error("the slot has a question");
  const optional = withField(made, "frame", { ...asked, required: false });
  expect(optional.fields.find(({ id }) => id === "photo")?.required).toBe(false);
  expect((layerOf(optional, "inner") as GroupLayer).layers).toHaveLength(2);
});

test("a removed layer leaves its group, and the last one takes its groups along", () => {
  const one = removeLayer(template, "frame");
  expect(readDocument({ ...one, fields: one.fields.slice(1) }).ok).toBe(true);
  expect((layerOf(one, "inner") as GroupLayer).layers.map(({ id }) => id)).toEqual(["words"]);
  expect(removeLayer(one, "words").sides[0]?.areas[0]?.layers).toEqual([]);
});

test("repairs change a layer in its group, and move it with its group", () => {
  const dull = { ...photo, width: 240, height: 160 };
  const findings = (document: DesignDocument) =>
    preflight({
      document,
      spec,
      drawing: drawDocument({ document, spec, fonts }),
      values: { photo: dull.sha256, name: "Rani" },
    });
  const mend = (document: DesignDocument, code: string) => {
    const finding = findings(document).find((one) => one.code === code);
    const id = finding && repairedBy(document, finding);
    if (!finding?.repair || id === undefined) throw new Error(`there is no repair of ${code}`);
    const repair = finding.repair;
    const mended = changeLayer(document, id, (layer) => repairLayer(layer, repair) ?? layer);
    expect(findings(mended).filter((one) => one.code === code)).toEqual([]);
    return mended;
  };
  const blurred = withPhotos(template, new Map([["photo", dull]]));
  const sharp = mend(blurred, "dpi_below_target");
  expect(layerOf(sharp, "outer")).toMatchObject({ x: 50, y: 40, w: 44, h: 44 });
  const moved = mend(
    changeLayer(blurred, "outer", (layer) => ({ ...layer, x: 92 })),
    "outside_trim",
  );
  expect(layerOf(moved, "words")).toEqual(layerOf(blurred, "words"));
  const scale = { kind: "scale", factor: 0.5 } as const;
  expect(repairedBy(template, { layer: "words", repair: scale })).toBeUndefined();
  expect(repairedBy(template, { layer: "outer", repair: scale })).toBe("outer");
});

test("names of a team are drawn in a group, and the group fits goods of another size", async () => {
  const filled = withPhotos(template, new Map([["photo", photo]]));
  const roster = rosterTemplateOf(filled);
  if (!roster) throw new Error("it takes names");
  const variant_id = "3f0c9a4e-5b1d-4c7e-9a63-2d8e7f1b6c05";
  const rows = ["Ani", "Budi"].map((name) => ({ variant_id, values: { name } }));
  const drawn = await drawRoster({ document: roster, spec }, { values: {}, rows });
  if (!drawn.ok) throw new Error(JSON.stringify(drawn.problem));
  expect(drawn.value.displays.map(({ sides }) => sides[0]?.areas[0]?.items)).toMatchObject(
    ["Ani", "Budi"].map((name) => [{ kind: "picture", layer: "frame" }, { text: name }]),
  );
  const larger = specOf(sampleSpec({ w: 200, h: 160 }));
  const resized = resizeDocument(template, spec, {
    id: variant_id.replace("3f", "4f"),
    spec: larger,
  });
  const [frame] = slotsOf(resized);
  expect(frame).toMatchObject({ w: 60, h: 40 });
  const both = fillTemplate({ document: resized, spec: larger }, values, fonts, known);
  expect(both.problems).toEqual([]);
});
