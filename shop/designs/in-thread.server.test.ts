import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  documentOf,
  drawSample,
  sampleDocument,
  sampleSpec,
  specOf,
} from "#tests/support/builders/designs.ts";
import { displayText } from "./draw/display-list.ts";
import { drawInThread } from "./in-thread.server.ts";

const words = (id: string, text: string, more: object = {}) => ({
  id,
  kind: "text",
  text,
  font: "poppins-600",
  size: 40,
  colour: "#000000",
  x: 40,
  y: 40,
  w: 60,
  h: 60,
  fit: "wrap",
  min: 0.1,
  ...more,
});

test("the thread draws the same design without blocking the event loop", async () => {
  const layers = [words("a", "ab ".repeat(160)), words("b", "cd ".repeat(160))];
  const design = { document: documentOf(sampleDocument(layers)), spec: specOf(sampleSpec()) };
  // Starts the thread.
  await drawInThread("readDocument", {});
  let isDrawn = false;
  const drawing = drawInThread("drawDesign", design).finally(() => {
    isDrawn = true;
  });
  let turns = 0;
  for (; !isDrawn; turns++) await setImmediate();
  expect(turns).toBeGreaterThan(100);
  expect(displayText((await drawing).list)).toBe(displayText((await drawSample({ layers })).list));
});

test("a design with too many letters or layers is not drawn", async () => {
  const check = (layers: object[], area: object = {}) =>
    drawInThread("checkDesign", {
      document: documentOf(sampleDocument(layers)),
      spec: specOf(sampleSpec(area)),
    });
  const many = Array.from({ length: 6 }, (_, at) => words(`t${at}`, "a".repeat(450)));
  expect(await check(many)).toMatchObject({
    list: null,
    findings: [
      { code: "too_many_letters", layer: "t4", severity: "blocks" },
      { code: "too_many_letters", layer: "t5", severity: "blocks" },
    ],
  });
  expect(await check(many.slice(0, 3), { maxLayers: 2 })).toMatchObject({
    list: null,
    findings: [{ code: "too_many_layers", severity: "blocks" }],
  });
  const hidden = many.map((layer) => ({ ...layer, hidden: true }));
  const { findings } = await check(hidden);
  expect(findings.map(({ code }) => code)).not.toContain("too_many_letters");
});
