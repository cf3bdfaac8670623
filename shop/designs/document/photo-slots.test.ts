import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawDocument } from "#shop/designs/draw/draw-document.ts";
import { pasteLayers } from "#shop/designs/edit/copied-layers.ts";
import { placeLayer } from "#shop/designs/edit/drag-layer.ts";
import { withNewSlot } from "#shop/designs/edit/new-slot.ts";
import { openTemplate, withOwnWords } from "#shop/designs/edit/open-template.ts";
import { samplesOf, withUsedFields } from "#shop/designs/edit/template-fields.ts";
import { withoutPictures } from "#shop/designs/edit/without-pictures.ts";
import { fillTemplate } from "#shop/designs/fill-template.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { preflight } from "#shop/designs/print/preflight.ts";
import { documentOf, sampleDocument, sampleSpec, specOf } from "#tests/support/builders/designs.ts";
import type { DesignDocument, ImageLayer, SlotLayer } from "./document.ts";
import {
  emptySlot,
  fillSlot,
  inFrame,
  maxZoom,
  type Photograph,
  photoViewOf,
  slotsOf,
  withGreySlots,
  withPhotos,
  withView,
} from "./photo-slots.ts";
import { readDocument } from "./read-document.ts";

const fonts = await loadFonts();
const spec = specOf(sampleSpec());
const photoField = (own: object = {}) => ({
  id: "photo",
  label: { id: "Foto", en: "Photo" },
  max: 1,
  rule: "photo",
  required: true,
  ...own,
});
const slotLayer = (own: object = {}) => ({
  id: "frame",
  kind: "slot",
  field: "photo",
  x: 50,
  y: 40,
  w: 40,
  h: 20,
  ...own,
});
const templateOf = (own: object = {}, field: object = {}) =>
  documentOf(sampleDocument([slotLayer(own)], { fields: [photoField(field)] }));
const frameOf = (own: object = {}): SlotLayer => {
  const [slot] = slotsOf(templateOf(own));
  if (!slot) throw new Error("The template has no slot");
  return slot;
};
const photograph = (width: number, height: number): Photograph => ({
  sha256: "c".repeat(64),
  width,
  height,
});
function filled(slot: SlotLayer, photo: Photograph): ImageLayer {
  const layer = fillSlot(slot, photo);
  if (layer.kind !== "image") throw new Error("The slot is not filled");
  return layer;
}

describe("a photograph in its slot", () => {
  test("fills the frame and is cropped around its middle, or is visible whole", () => {
    expect(filled(frameOf(), photograph(3000, 3000))).toMatchObject({
      x: 50,
      y: 40,
      w: 40,
      h: 20,
      crop: { x: 0, y: 0.25, w: 1, h: 0.5 },
    });
    expect(filled(frameOf(), photograph(4000, 1000)).crop).toEqual({ x: 0.25, y: 0, w: 0.5, h: 1 });
    expect(filled(frameOf({ fit: "contain" }), photograph(1000, 1000))).toMatchObject({
      x: 50,
      y: 40,
      w: 20,
      h: 20,
      crop: { x: 0, y: 0, w: 1, h: 1 },
    });
  });

  /** How many times as wide as high a square of the photograph is printed. */
  const distortion = ({ crop, w, h }: ImageLayer, { width, height }: Photograph) =>
    w / (crop.w * width) / (h / (crop.h * height));

  test("is never distorted, leaves its frame or its file, whatever is moved, enlarged and resized", () => {
    const side = fc.integer({ min: 400, max: 6_000 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        ...[side, side, fc.integer({ min: 10, max: 90 }), fc.integer({ min: 10, max: 90 })],
        ...[share, share, fc.double({ min: 1, max: maxZoom, noNaN: true })],
        fc.integer({ min: 10, max: 90 }),
        (width, height, w, h, x, y, zoom, wider) => {
          const photo = photograph(width, height);
          const slot = frameOf({ w, h });
          const moved = withView(filled(slot, photo), { x, y, zoom });
          const resized = placeLayer(moved, { ...moved, w: wider, h });
          if (resized.kind !== "image") throw new Error("It is no picture any more");
          for (const layer of [moved, resized]) {
            const { crop } = layer;
            // Crops have three decimals.
            const fine = 0.001 / Math.min(crop.w, crop.h);
            expect(Math.abs(distortion(layer, photo) - 1)).toBeLessThan(4 * fine);
            expect(crop.x + crop.w).toBeLessThanOrEqual(1.000_5);
            expect(crop.y + crop.h).toBeLessThanOrEqual(1.000_5);
          }
          expect([moved.w, moved.h, resized.w]).toEqual([w, h, wider]);
        },
      ),
      { numRuns: 200, seed: 187 },
    );
  });

  test("says which part of it is seen", () => {
    const layer = filled(frameOf(), photograph(3000, 3000));
    expect(photoViewOf(layer)).toEqual({ x: 0.5, y: 0.5, zoom: 1 });
    const view = photoViewOf(withView(layer, { x: 0.2, y: 0.9, zoom: 2 }));
    expect(view.x).toBeCloseTo(0.2, 2);
    expect(view.y).toBeCloseTo(0.9, 2);
    expect(view.zoom).toBeCloseTo(2, 2);
  });

  test("gives the frame back as it was, and another one takes its place", () => {
    for (const fit of ["cover", "contain"]) {
      const slot = frameOf({ fit, mask: "round", corner: 3, angle: 30, name: "Bingkai" });
      const first = filled(slot, photograph(900, 300));
      expect(emptySlot(first)).toEqual(slot);
      expect(fillSlot(first, photograph(300, 900))).toEqual(filled(slot, photograph(300, 900)));
    }
  });

  test("follows its frame where it is resized or fitted otherwise", () => {
    const layer = filled(frameOf({ fit: "contain" }), photograph(1000, 1000));
    const larger = placeLayer(layer, { ...layer, w: 40, h: 40 });
    expect(emptySlot(larger)).toMatchObject({ w: 80, h: 40 });
    const { slot } = layer;
    if (!slot) throw new Error("It fills no slot");
    expect(inFrame(layer, { ...slot, fit: "cover" })).toMatchObject({
      w: 40,
      h: 20,
      crop: { x: 0, y: 0.25, w: 1, h: 0.5 },
    });
  });
});

describe("a template with a photo slot", () => {
  const photo = photograph(3000, 2000);
  const known = new Map([[photo.sha256, photo]]);
  const fill = (template: DesignDocument, value: string, photos = known) =>
    fillTemplate({ document: template, spec }, { photo: value }, fonts, photos);

  test("is printed with the photograph, at the pixels of its master", () => {
    const { document, drawing, problems, remarks } = fill(templateOf(), photo.sha256);
    expect({ problems, remarks }).toEqual({ problems: [], remarks: [] });
    expect(readDocument(document)).toMatchObject({ ok: true, value: document });
    expect(document).toMatchObject({
      fields: [],
      assets: { [photo.sha256]: { w: 3000, h: 2000 } },
    });
    expect(drawing.list.sides[0]?.areas[0]?.items).toMatchObject([
      { kind: "picture", pixels: [3000, 2000], crop: [0, 250, 3000, 1500], layer: "frame" },
    ]);
  });

  test("asks for the photograph that it needs, and for a sharper one", () => {
    expect(fill(templateOf(), "").problems).toEqual([{ field: "photo", code: "slot_empty" }]);
    expect(fill(templateOf({}, { required: false }), "").problems).toEqual([
      { field: null, code: "design_empty" },
    ]);
    expect(fill(templateOf(), photo.sha256, new Map()).problems).toContainEqual({
      field: "photo",
      code: "picture_not_found",
    });
    const small = { ...photo, width: 120, height: 80 };
    const dull = { ...photo, width: 320, height: 210 };
    const fillWith = (one: Photograph) =>
      fill(templateOf(), one.sha256, new Map([[one.sha256, one]]));
    expect(fillWith(small).problems).toEqual([
      { field: "photo", code: "dpi_below_floor", dpi: 76 },
    ]);
    expect(fillWith(dull).remarks).toEqual([
      { field: "photo", code: "dpi_below_target", dpi: 203 },
    ]);
  });

  test("can be published with an open slot, and is drawn grey where nobody prints it", () => {
    const document = templateOf({ mask: "ellipse" });
    const values = samplesOf(document);
    const check = (own: object) =>
      preflight({
        document,
        spec,
        drawing: drawDocument({ document, spec, fonts }),
        ...own,
      }).map(({ code }) => code);
    expect(check({ values })).toEqual([]);
    expect(check({})).toEqual(["slot_empty"]);
    const grey = withGreySlots(document).sides[0]?.areas[0]?.layers;
    expect(grey).toMatchObject([{ kind: "shape", shape: "ellipse", w: 40, h: 20 }]);
  });

  test("stays open in the designer until somebody chooses a photograph, and forgets it where others copy the design", () => {
    const opened = openTemplate(templateOf());
    expect(opened.fields).toMatchObject([{ rule: "photo", required: true }]);
    const chosen = withPhotos(opened, new Map([["photo", photo]]));
    expect(readDocument(chosen)).toMatchObject({ ok: true, value: chosen });
    const drawing = drawDocument({ document: chosen, spec, fonts });
    expect(preflight({ document: chosen, spec, drawing })).toEqual([]);
    expect(slotsOf(withoutPictures(chosen, new Set()))).toEqual(slotsOf(opened));
    expect(slotsOf(withoutPictures(chosen, new Set([photo.sha256])))).toEqual([]);
    const plain = withOwnWords(chosen);
    expect(readDocument(plain).ok).toBe(true);
    expect(plain.sides[0]?.areas[0]?.layers[0]).not.toHaveProperty("slot");
    expect(withOwnWords(opened).sides[0]?.areas[0]?.layers).toEqual([]);
  });

  test("gets slots by the tool, keeps their questions while a slot names them, and pastes none elsewhere", () => {
    const empty = documentOf(sampleDocument([]));
    const area = spec.sides[0]?.areas[0];
    if (!area) throw new Error("The specification has no area");
    const place = { side: "front", area: "main" };
    const label = { id: "Foto Anda", en: "Your photo" };
    const { document, id } = withNewSlot(empty, place, area, label);
    expect(readDocument(document)).toMatchObject({ ok: true, value: document });
    expect(withUsedFields(document).fields).toHaveLength(1);
    const layers = document.sides[0]?.areas[0]?.layers ?? [];
    expect(layers).toMatchObject([{ id, kind: "slot" }]);
    expect(withUsedFields({ ...document, sides: empty.sides }).fields).toEqual([]);
    const copied = JSON.stringify({ layers, assets: {} });
    expect(pasteLayers(empty, place, copied)).toBeUndefined();
    expect(pasteLayers(document, place, copied)?.ids).toHaveLength(1);
  });

  test.each([
    ["a slot without its question", { fields: [] }, {}],
    ["a slot that asks for words", { fields: [photoField({ rule: "name" })] }, {}],
    ["an unknown way of fitting", {}, { fit: "stretch" }],
  ])("%s is refused", (_, members, own) => {
    const input = sampleDocument([slotLayer(own)], { fields: [photoField()], ...members });
    expect(readDocument(input).ok).toBe(false);
  });
});
