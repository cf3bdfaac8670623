import { createHash, randomBytes, randomUUID } from "node:crypto";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { fontHashes } from "#tests/support/builders/designs.ts";
import { samplePhotograph } from "#tests/support/builders/golden-designs.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

interface Pair {
  readonly variant_id: string;
  readonly template_id: string;
}

async function pairOf(slug: string, colour: string, position: number): Promise<Pair> {
  const [pair] = await asSeed()<Pair[]>`
    select v.id as variant_id, t.id as template_id
    from products p join product_variants v on v.product_id = p.id join design_templates t on t.product_id = p.id
    where p.slug = ${slug} and v.options ->> 'colour' = ${colour} and t.position = ${position} limit 1`;
  if (!pair) throw new Error(`${slug} has no ${colour}`);
  return pair;
}

const mug = () => pairOf("mug-nama-anda", "krem", 1);

describe("mock-ups", () => {
  const { program } = useProgram();
  const get = (path: string) => fetch(program().url + path);

  async function versionOf({ variant_id, template_id }: Pair, values: object): Promise<string> {
    const answer = await fetch(`${program().url}/api/designs`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: program().url },
      body: JSON.stringify({ id: randomUUID(), variant_id, template_id, values }),
    });
    const { design_id } = (await answer.json()) as { design_id: string };
    return design_id;
  }

  async function pixelsOf(answer: Response) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { data, info } = await sharp(bytes)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [
      ...data.subarray(
        3 * (Math.round(y * info.height) * info.width + Math.round(x * info.width)),
        3 * (Math.round(y * info.height) * info.width + Math.round(x * info.width)) + 3,
      ),
    ];
    return { data, width: info.width, at };
  }

  test("a mug in the cart is seen from where its name is, in the colour of its variant", async () => {
    const pair = await mug();
    const id = await versionOf(pair, { name: "MMMMMMMM" });
    const address = `/design/${id}/mockup?variant=${pair.variant_id}`;
    const small = await pixelsOf(await get(address));
    expect(small.width).toBe(320);
    const large = await pixelsOf(await get(`${address}&width=960`));
    expect(large.width).toBe(960);
    // The template prints in dark ink, opposite the handle: this many pixels show the name.
    let dark = 0;
    for (let at = 0; at < small.data.length; at += 3)
      if (Math.max(...small.data.subarray(at, at + 3)) < 90) dark++;
    expect(dark).toBeGreaterThan(1_000);
    const [red = 0, , blue = 0] = small.at(0.5, 0.36);
    expect(red - blue).toBeGreaterThan(20);
    const english = await get(`/en${address}`);
    expect(Buffer.from(await english.arrayBuffer()).length).toBeGreaterThan(1_000);
  });

  test("a design on another product's variant, and one that nobody knows, are not found", async () => {
    const pair = await mug();
    const shirt = await pairOf("kaos-nama-tim", "putih", 0);
    const id = await versionOf(pair, { name: "Rani" });
    expect((await get(`/design/${id}/mockup?variant=${shirt.variant_id}`)).status).toBe(404);
    expect((await get(`/design/${id}/mockup`)).status).toBe(404);
    expect((await get(`/design/${randomUUID()}/mockup?variant=${pair.variant_id}`)).status).toBe(
      404,
    );
    expect((await get(`/design/line/${randomUUID()}/mockup?proof=1`)).status).toBe(404);
    expect((await get(`/design/line/${randomUUID()}/mockup?proof=1e99`)).status).toBe(404);
  });

  test("typed words are previewed, and what cannot be printed is refused with its code", async () => {
    const pair = await mug();
    const address = `/api/design-mockup?variant=${pair.variant_id}&template=${pair.template_id}`;
    const preview = await pixelsOf(await get(`${address}&f.name=Rani&file=.640.avif`));
    expect(preview.width).toBe(640);
    const refused = await get(`${address}&f.name=${encodeURIComponent("Rani 🎉")}`);
    expect([refused.status, await refused.json()]).toEqual([
      422,
      { error: { code: "values_refused" } },
    ]);
    expect((await get(`/api/design-mockup?variant=x&template=y`)).status).toBe(400);
  });

  test("a shared design shows each printed side on the garment that was chosen", async () => {
    const pair = await pairOf("kaos-nama-tim", "merah", 0);
    const id = await versionOf(pair, { team: "Garuda", name: "Budi", number: "7" });
    const sql = asSeed();
    const [version] = await sql<{ display: DisplayList }[]>`
      select display from design_versions where id = ${id}`;
    const sides = version?.display.sides ?? [];
    const printed = sides.flatMap(({ areas }) => areas.flatMap(({ items }) => items));
    const onAll = sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({ ...area, items: printed })),
    }));
    const display = sql.json({ ...version?.display, sides: onAll });
    const token = randomBytes(16).toString("base64url");
    await sql`
      with owner as (
        update designs set variant_id = ${pair.variant_id} where customer_id is not null and id = (
          select id from designs where customer_id is not null limit 1) returning id, customer_id
      )
      insert into shared_designs (id, customer_id, design_id, product_id, variant_id, token_hash, name, document, display, with_pictures)
      select gen_random_uuid(), o.customer_id, o.id, d.product_id, ${pair.variant_id}, ${createHash("sha256").update(token).digest("hex")},
        'Kaos Budi', d.document, ${display}, false
      from owner o, design_versions d where d.id = ${id}`;
    const page = await (await get(`/Design/${token}`)).text();
    expect(page).toContain("Merah cap / S");
    const addresses = [...page.matchAll(/src="(\/api\/shared-designs\/[^"]+)"/g)].map(
      ([, address = ""]) => address.replaceAll("&amp;", "&"),
    );
    expect(addresses).toHaveLength(2);
    const pictures = await Promise.all(addresses.map((address) => get(address).then(pixelsOf)));
    for (const { at } of pictures) {
      const [red = 0, green = 0] = at(0.5, 0.85);
      expect(red - green).toBeGreaterThan(80);
    }
    expect(pictures[0]?.data.equals(pictures[1]?.data ?? Buffer.alloc(0))).toBe(false);
    const unknown = `/api/shared-designs/${"A".repeat(22)}/mockup?side=front`;
    expect((await get(unknown)).status).toBe(404);
    expect((await get(`/api/shared-designs/${token}/mockup?side=none`)).status).toBe(404);
  });

  test("without a kit of the shop the flat picture is shown on the colour of the goods", async () => {
    await asSeed()`delete from mockup_kits where id like 'kaos-%'`;
    const pair = await pairOf("kaos-nama-tim", "merah", 0);
    const id = await versionOf(pair, { team: "Garuda", number: "7" });
    const answer = await get(`/design/${id}/mockup?variant=${pair.variant_id}`);
    expect(answer.headers.get("content-type")).toBe("image/svg+xml");
    const svg = await answer.text();
    expect(svg).toContain('fill="#b01e35"');
    expect(svg).toContain("<path");
  });
});

describe.runIf(hasBrowser)("the live mock-up of the designer", { timeout: 120_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();
  /** A guest's design with a photograph, a faint shape and words, and the mug that it is for. */
  async function keptDesign() {
    const { variant_id } = await mug();
    const post = (path: string, body: BodyInit, type: string) =>
      fetch(program().url + path, {
        method: "POST",
        headers: { "content-type": type, origin: program().url },
        body,
      }).then((answer) => answer.json());
    const bytes = await samplePhotograph(900, 600);
    const { asset } = await post(
      "/api/design-assets?name=foto.jpg",
      new Uint8Array(bytes),
      "image/jpeg",
    );
    const [spec] = await asSeed()<{ spec_id: string }[]>`
      select spec_id from variant_specs where variant_id = ${variant_id}`;
    const photo = { id: "photo", kind: "image", asset: asset.sha256, mask: "ellipse", angle: 12 };
    const bar = { id: "bar", kind: "shape", shape: "rect", fill: "#be1633", opacity: 0.5 };
    const words = { id: "words", kind: "text", text: "Ayu", font: "anton-400", colour: "#14183a" };
    const document = {
      v: 2,
      spec: spec?.spec_id,
      fields: [],
      fonts: { "anton-400": fontHashes["anton-400"] },
      assets: { [asset.sha256]: { w: asset.width, h: asset.height } },
      sides: [
        {
          id: "around",
          areas: [
            {
              id: "wrap",
              layers: [
                { ...photo, x: 100, y: 40, w: 60, h: 40 },
                { ...bar, x: 115, y: 50, w: 50, h: 20 },
                { ...words, x: 125, y: 62, w: 50, h: 30, size: 24, min: 6, fit: "shrink" },
              ],
            },
          ],
        },
      ],
    };
    const kept = await post(
      "/api/designs",
      JSON.stringify({ id: randomUUID(), variant_id, document, rights: "2026-11 id" }),
      "application/json",
    );
    if (!kept.design_id) throw new Error(JSON.stringify(kept));
    return {
      page: `${program().url}/item/mug-nama-anda/Design?version=${kept.design_id}`,
      variant_id,
      server: `/design/${kept.design_id}/mockup?variant=${variant_id}&width=640`,
    };
  }

  test("is what the server draws, in the colour of the chosen variant, and enlarges", async () => {
    const { page: address, server, variant_id } = await keptDesign();
    const { page, complaints } = await chromium.open({ width: 1280 });
    await page.goto(address);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("option", { name: /Ayu/ }).waitFor();
    await page.locator("[data-mockup=drawn]").waitFor();
    const before = await page.locator("[data-mockup]").getAttribute("src");
    await page.getByRole("combobox").first().selectOption(variant_id);
    await expect.poll(() => page.locator("[data-mockup]").getAttribute("src")).not.toBe(before);
    const difference = await page.evaluate(async (path) => {
      const pixelsOf = async (source: string) => {
        const bitmap = await createImageBitmap(await (await fetch(source)).blob());
        const context = new OffscreenCanvas(640, 640).getContext("2d");
        context?.drawImage(bitmap, 0, 0);
        return context?.getImageData(0, 0, 640, 640).data ?? new Uint8ClampedArray();
      };
      const image = document.querySelector<HTMLImageElement>("[data-mockup]");
      await image?.decode();
      const canvas = new OffscreenCanvas(640, 640).getContext("2d");
      canvas?.drawImage(image as HTMLImageElement, 0, 0);
      const mine = canvas?.getImageData(0, 0, 640, 640).data ?? new Uint8ClampedArray();
      const theirs = await pixelsOf(path);
      return (
        mine.reduce((sum, byte, at) => sum + Math.abs(byte - (theirs[at] ?? 0)), 0) / mine.length
      );
    }, server);
    console.log(`browser and server differ by ${difference.toFixed(2)} of 255`);
    expect(difference).toBeLessThanOrEqual(1.5);
    await page.getByRole("button", { name: /Lihat pada barang/ }).click();
    await page.getByRole("dialog").getByRole("img", { name: "Ilustrasi: Ayu" }).waitFor();
    expect(await faultsOf(page, "a mock-up that is enlarged", "dialog[open]")).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("is the flat picture where no worker runs, and waits for its button on a phone", async () => {
    const address = `${program().url}/item/kaos-nama-tim/Design`;
    const { page } = await chromium.open({ width: 390 });
    await page.addInitScript(() => Reflect.deleteProperty(window, "Worker"));
    await page.goto(address);
    await page.waitForSelector("html[data-alive]");
    const open = page.getByRole("button", { name: "Lihat pada barang" });
    await open.waitFor();
    expect(await page.locator("[data-mockup]").count()).toBe(0);
    await open.click();
    await page.locator("[data-mockup=flat]").waitFor();
  });
});

describe.runIf(hasBrowser)("the shop's own photograph", { timeout: 120_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();

  longProof(
    "is marked by keyboard, shows designs from then on, and is taken away again",
    async () => {
      const [mugs] = await asSeed()<{ id: string }[]>`
      select id from products where slug = 'mug-nama-anda'`;
      const pair = await pairOf("mug-nama-anda", "putih", 1);
      const query = new URLSearchParams({
        variant: pair.variant_id,
        template: pair.template_id,
        "f.name": "Rani",
        file: ".640.webp",
      });
      const seen = async () =>
        Buffer.from(
          await (await fetch(`${program().url}/api/design-mockup?${query}`)).arrayBuffer(),
        ).toString("base64");
      const before = await seen();

      const { page, complaints } = await chromium.open({ width: 1280 });
      const path = `/admin/Products/${mugs?.id}/Mockups`;
      await signIn(page, program().url, "admin@etalase.test", path);
      await page.getByText(/^Belum ada/).waitFor();
      const corner = page.getByRole("button", { name: "Kanan atas", exact: true });
      const top = Number(await page.getByLabel("Kanan atas, dari atas").inputValue());
      await corner.focus();
      await page.keyboard.press("Shift+ArrowLeft");
      await page.keyboard.press("ArrowUp");
      const left = page.getByLabel("Kanan atas, dari kiri");
      expect([
        await left.inputValue(),
        await page.getByLabel("Kanan atas, dari atas").inputValue(),
      ]).toEqual(["65", String(top - 0.5)]);
      expect(await faultsOf(page, "the photographs for designs")).toEqual([]);
      // A mug is a cylinder: its lower rim is pulled down by keys, and typed.
      await page.getByLabel("Bentuk permukaan").selectOption("cylinder");
      const rim = page.getByRole("button", { name: "Tengah tepi bawah" });
      await rim.focus();
      await page.keyboard.press("Shift+ArrowDown");
      const sag = page.getByLabel("Lengkung tepi (persen)");
      expect(Number(await sag.inputValue())).toBeGreaterThan(30);
      await sag.fill("12");
      await page.getByLabel("Sudut keliling bidang (derajat)").fill("150");
      expect(await faultsOf(page, "a cylinder on a photograph")).toEqual([]);
      await page.getByLabel("Bentuk permukaan").selectOption("mesh");
      const point = page.getByRole("button", { name: "Titik baris 2 kolom 2" });
      const box = await point.boundingBox();
      if (!box) throw new Error("no point");
      await page.mouse.move(box.x + 16, box.y + 16);
      await page.mouse.down();
      await page.mouse.move(box.x + 16, box.y + 36, { steps: 4 });
      await page.mouse.up();
      await page.getByText("Tulis tempat titik dalam persen").click();
      expect(
        Number(await page.getByLabel("Titik baris 2 kolom 2, dari atas").inputValue()),
      ).toBeGreaterThan(38);
      expect(await faultsOf(page, "a mesh on a photograph")).toEqual([]);
      await page.getByLabel("Bentuk permukaan").selectOption("cylinder");
      await left.fill("10");
      await page.getByRole("button", { name: "Pakai foto ini" }).click();
      await page.getByText(/^Sudutnya bersilangan/).waitFor();
      expect(await left.inputValue()).toBe("10");
      await left.fill("62");
      await page.getByRole("button", { name: "Pakai foto ini" }).click();
      await page.getByText(/^Foto dipakai/).waitFor();

      expect(await asSeed()`select bend from product_mockups`).toEqual([
        { bend: { kind: "cylinder", span: 150, sag: 0.12 } },
      ]);
      const after = await seen();
      expect(after).not.toBe(before);
      const files =
        await asSeed()`select name from storage.objects where name like 'foto-%' order by name`;
      expect(files).toHaveLength(2);
      await page.getByRole("button", { name: "Berhenti pakai" }).click();
      await page.getByText("Foto tidak dipakai lagi.").waitFor();
      expect(await seen()).toBe(before);
      expect(await asSeed()`select from storage.objects where name like 'foto-%'`).toHaveLength(0);
      expect(await asSeed()`select from mockup_kits where id like 'foto-%'`).toHaveLength(0);
      expect(complaints).toEqual([]);
    },
  );
});
