import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { DisplayArea } from "#shop/designs/draw/display-list.ts";
import { toPng } from "#shop/designs/draw/to-png.server.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { demoPerson, makeCustomer, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findPrintImages } from "./print-images.server.ts";

testDatabase({ demo: true, max: 8 });
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");
beforeAll(openTestProviders);

async function imagesOf(id: string): Promise<Map<string, Buffer>> {
  const found = await findPrintImages(staff, id);
  const images = new Map<string, Buffer>();
  for await (const { name, bytes } of found?.files ?? []) images.set(name, Buffer.from(bytes));
  return images;
}

test("a raster printer gets a transparent picture of each side, in true size and mirrored, and the log has who took it", async () => {
  const { id } = await orderDesign(buyer, "self", { quantity: 2 });
  const [line] = await asSeed()<{ start: string; end: string; side: string; area: DisplayArea }[]>`
    select o.number || '-' || l.position + 1 || '-' as start, '-' || l.sku || '-2x-' || left(p.display_hash, 8) as "end",
      p.display #>> '{sides,0,id}' as side,
      p.display #> '{sides,0,areas,0}' as area
    from customisations c join proofs p on p.customisation_id = c.id
    join order_lines l on l.id = c.order_line_id join orders o on o.id = c.order_id where c.id = ${id}`;
  const images = await imagesOf(id);
  expect([...images.keys()]).toEqual([`${line?.start}${line?.side}${line?.end}.png`]);
  const [png = Buffer.alloc(0)] = images.values();
  const { width, height, density, hasAlpha } = await sharp(png).metadata();
  // 228.6 × 88.9 mm at 300 dots an inch.
  expect({ width, height, density, hasAlpha }).toEqual({
    width: 2700,
    height: 1050,
    density: 300,
    hasAlpha: true,
  });
  const area = line?.area;
  if (!area?.mirror) throw new Error("mugs are printed in a mirror");
  const seen = sharp(await toPng(area, { files: new Map(), dpi: area.dpi })).flop();
  expect(await sharp(png).raw().toBuffer()).toEqual(await seen.raw().toBuffer());
  const log = await asSeed()<{ details: { file: string } }[]>`
    select details from audit_entries where action = 'customisation.downloaded' and subject_id = ${id}`;
  expect(log.map(({ details }) => details.file)).toEqual([
    `${line?.start.slice(0, -1)}${line?.end}-png.zip`,
  ]);
});

test("no picture before the approval, of vectors alone, for nobody and for people without the right", async () => {
  const waiting = await orderDesign(buyer, "proof", { name: "Sari" });
  const offset = await orderDesign(buyer, "self", { name: "Budi", process: "offset" });
  const ready = await orderDesign(buyer, "self", { name: "Wati" });
  const { person } = await makeCustomer("tanpa-hak");
  for (const [who, id] of [
    [staff, waiting.id],
    [staff, offset.id],
    [staff, "nonsense"],
    [person, ready.id],
  ] as const)
    expect(await findPrintImages(who, id)).toBeUndefined();
});
