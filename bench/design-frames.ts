import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { openPostgres } from "#db/driver.server.ts";
import { fontCatalogue } from "#shop/designs/fonts/catalogue.ts";
import { findBrowser } from "#tests/support/browser/browser-binary.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram } from "#tests/support/runner/program.ts";
import { board, fabricPage, konvaPage, pieces } from "./library-boards.ts";

/*
 * Frames while a photograph is dragged over a board of 60 layers, 3 of them photographs, on a processor slowed down four
 * times: the designer, and pages with Fabric.js and Konva that show the same board, in turns in one run; one JSON line.
 * `node bench/design-frames.ts [rounds=3] [trace file]`. npm fetches the two libraries into a temporary folder.
 * `fps` is the median, `longest_ms` the longest frame of all rounds. The trace is of the designer's last drag.
 */

const rounds = Number(process.argv[2] ?? 3);
const traceFile = process.argv[3];
const slowdown = 4;
const dragMs = 3_000;
const held = pieces[57];

const folder = await mkdtemp(path.join(tmpdir(), "etalase-frames-"));
const program = await startProgram({
  env: { SEED: "demo", ALLOW_DEMO_DATA: "1", LOG_LEVEL: "error" },
});
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? "",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const photos = await Promise.all([11, 47, 163].map(makePhotograph));
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const address = await storeBoard(page, photos);
  const [fabric, konva] = [await fabricPage(folder, photos), await konvaPage(folder, photos)];
  const pages = {
    designer: () => openDesigner(page, address),
    fabric: () => openLibrary(page, fabric),
    konva: () => openLibrary(page, konva),
  };
  const found: Record<string, number[][]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, open] of Object.entries(pages)) {
      const at = await open();
      const isTraced = traceFile && name === "designer" && round === rounds - 1;
      if (isTraced) await browser.startTracing(page, { path: traceFile });
      const frames = await drag(page, at);
      if (isTraced) await browser.stopTracing();
      found[name] ??= [];
      found[name].push(frames);
    }
  }
  console.log(
    JSON.stringify({
      layers: pieces.length,
      slowdown,
      rounds,
      ...Object.fromEntries(Object.entries(found).map(([name, runs]) => [name, figures(runs)])),
    }),
  );
} finally {
  await browser.close();
  await program.stop();
  await removeFolder(program.dataDir);
  await rm(folder, { recursive: true, force: true });
}

function figures(runs: readonly (readonly number[])[]) {
  const all = runs.flat().toSorted((a, b) => a - b);
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;
  return {
    frames: all.length,
    fps: Number((1000 / at(0.5)).toFixed(1)),
    p95_ms: Number(at(0.95).toFixed(1)),
    longest_ms: Number(at(1).toFixed(1)),
  };
}

/** Drags in circles by the browser's own pointer. @returns milliseconds between two frames */
async function drag(page: Page, [x, y]: readonly [number, number]): Promise<number[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const move = (type: string, angle: number, isDown: boolean) =>
    devtools.send("Input.dispatchMouseEvent", {
      type: type as "mouseMoved",
      x: x + 90 * Math.sin(angle),
      y: y + 60 * (1 - Math.cos(angle)),
      button: "left",
      buttons: isDown ? 1 : 0,
      clickCount: type === "mouseMoved" ? 0 : 1,
    });
  await move("mouseMoved", 0, false);
  await move("mousePressed", 0, true);
  await moveFor(300, move);
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    let before = performance.now();
    const count = (now: number) => {
      frames.push(now - before);
      before = now;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  await moveFor(dragMs, move);
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  await move("mouseReleased", 0, false);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await devtools.detach();
  return frames.slice(1);
}

async function moveFor(
  milliseconds: number,
  move: (type: string, angle: number, isDown: boolean) => Promise<unknown>,
): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < milliseconds) {
    await move("mouseMoved", ((performance.now() - began) / 900) * Math.PI, true);
  }
}

async function makePhotograph(seed: number): Promise<Buffer> {
  const [width, height] = [3000, 2250];
  const noise = Buffer.alloc(300 * 225 * 3);
  for (let i = 0; i < noise.length; i++) noise[i] = (i * seed + ((i * i) % 251)) % 256;
  return sharp(noise, { raw: { width: 300, height: 225, channels: 3 } })
    .resize(width, height)
    .jpeg()
    .toBuffer();
}

async function signIn(page: Page): Promise<void> {
  const form = await (await page.request.get(`${program.url}/Auth`)).text();
  const apikey = /name="publishable-key" content="([^"]+)"/.exec(form)?.[1] ?? "";
  const name = /name="session-cookie" content="([^"]+)"/.exec(form)?.[1] ?? "";
  const answer = await page.request.post(`${program.url}/auth/v1/token?grant_type=password`, {
    headers: { apikey },
    data: { email: "customer@etalase.test", password: "etalase-demo-2026" },
  });
  const value = `base64-${Buffer.from(await answer.text()).toString("base64url")}`;
  await page.context().addCookies([{ name, value, url: program.url, sameSite: "Lax" }]);
}

/** Saves the board as a design of the demo customer. @returns the address of the designer with it */
async function storeBoard(page: Page, photos: readonly Buffer[]): Promise<string> {
  await signIn(page);
  const hashes: string[] = [];
  const assets: Record<string, { w: number; h: number }> = {};
  for (const photo of photos) {
    const answer = await page.request.post(`${program.url}/api/design-assets?name=foto.jpg`, {
      headers: { "content-type": "image/jpeg", origin: program.url },
      data: photo,
    });
    const { asset } = await answer.json();
    assets[asset.sha256] = { w: asset.width, h: asset.height };
    hashes.push(asset.sha256);
  }
  const [printed] = await printedShirt();
  if (!printed) throw new Error("the demo shop prints no shirts");
  const { product, slug, spec, sides, w } = printed;
  const [side, ...others] = sides;
  const layers = pieces.map(({ kind, x, y, size, photo }, n) => {
    const box = { id: `l${n}`, x: x * w, y: y * w + 40, w: size * w, h: size * w * 0.75 };
    if (kind === "photo") return { ...box, kind: "image", asset: hashes[photo ?? 0] };
    return kind === "text"
      ? {
          ...box,
          kind,
          text: `Kata ${n}`,
          font: "poppins-600",
          size: 9,
          colour: "#2b39a6",
          fit: "shrink",
          min: 2,
        }
      : { ...box, kind: "shape", shape: "rect", corner: 3, fill: "#e8a33d" };
  });
  const drawn = (one: Side, isFirst: boolean) => ({
    id: one.id,
    areas: one.areas.map(({ id }, n) => ({ id, layers: isFirst && n === 0 ? layers : [] })),
  });
  const font = fontCatalogue.find(({ id }) => id === "poppins-600");
  const document = {
    v: 2,
    spec,
    fonts: { "poppins-600": font?.sha256 },
    assets,
    fields: [],
    sides: side ? [drawn(side, true), ...others.map((one) => drawn(one, false))] : [],
  };
  const id = crypto.randomUUID();
  const saved = await page.request.put(`${program.url}/api/saved-designs/${id}`, {
    headers: { origin: program.url },
    data: { product_id: product, name: "Papan 60 lapisan", rev: 0, document },
  });
  if (!saved.ok()) throw new Error(await saved.text());
  return `${program.url}/item/${slug}/Design?design=${id}`;
}

interface Side {
  readonly id: string;
  readonly areas: readonly { readonly id: string; readonly w: number }[];
}

async function printedShirt() {
  const sql = openPostgres(await databaseAddress(program.dataDir), { max: 1 });
  try {
    const rows = await sql<{ product: string; slug: string; spec: string; sides: Side[] }[]>`
      select p.id as product, p.slug, s.id as spec, s.spec -> 'sides' as sides
      from print_specs s join products p on p.id = s.product_id
      where p.slug = 'kaos-nama-tim' order by s.revision desc limit 1`;
    return rows.map((row) => ({ ...row, w: row.sides[0]?.areas[0]?.w ?? 300 }));
  } finally {
    await sql.end();
  }
}

/** @returns where the photograph lies in the window, pixels */
async function openDesigner(page: Page, address: string): Promise<[number, number]> {
  await page.goto(address);
  await page.locator("svg image").nth(2).waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  // The one in front is pressed: what lies above it may cover the middle of the held one.
  const box = await page.locator("svg image").first().boundingBox();
  if (!box) throw new Error("the board shows no photograph");
  return [box.x + box.width * 0.15, box.y + box.height * 0.15];
}

async function openLibrary(page: Page, file: string): Promise<[number, number]> {
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => "isReady" in window);
  const { x = 0, y = 0, size = 0 } = held ?? {};
  return [(x - size * 0.35) * board, (y - size * 0.25) * board];
}
