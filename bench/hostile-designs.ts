import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Agent } from "node:http";
import { parseArgs } from "node:util";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram } from "#tests/support/runner/program.ts";
import { type Answered, ask, openLoop, summaryOf } from "./open-loop.ts";

/*
 * Measures the response times of public pages while designs are drawn: without load, and with `hostile` and `honest` designs in
 * flight, each from its own network. `mebibytes` is the memory size that the program assumes.
 *
 *   node bench/hostile-designs.ts [--hostile=50] [--honest=50] [--seconds=15] [--rate=20] [--mebibytes=512]
 *
 * Prints one JSON line for each phase, with times in milliseconds. Goal: p95 of pages below 100 ms under load.
 */

const { values } = parseArgs({
  options: {
    hostile: { type: "string", default: "50" },
    honest: { type: "string", default: "50" },
    seconds: { type: "string", default: "15" },
    rate: { type: "string", default: "20" },
    mebibytes: { type: "string", default: "0" },
  },
});
const phaseMs = Number(values.seconds) * 1_000;
const pages = ["/", "/Shop", "/item/mug-ngopi-dulu", "/Shop?q=mug"];
const agent = new Agent({ keepAlive: true, maxSockets: 300 });
const program = await startProgram({
  env: { LOG_LEVEL: "error", TRUSTED_PROXIES: "127.0.0.1,::1" },
  ...(Number(values.mebibytes) > 0 ? { memory: Number(values.mebibytes) * 2 ** 20 } : {}),
});

type Layers = readonly object[];
const place = { x: 60, y: 44, w: 90, h: 40 };
const words = (font: string, nth: number, text: string, more: object = {}) => ({
  id: `t${nth}`,
  kind: "text",
  text,
  font,
  size: 12,
  colour: "#14183a",
  ...place,
  ...more,
});
const hundred = (make: (nth: number) => object) =>
  Array.from({ length: 100 }, (_, nth) => make(nth));

/** Small requests that take long to draw or to check. */
const attacks: readonly ((font: string) => Layers)[] = [
  (font) => hundred((nth) => words(font, nth, "a".repeat(500))),
  (font) => hundred((nth) => words(font, nth, "abcdefghijklmnopqrst", { size: 90 })),
  (font) =>
    [0, 1, 2, 3].map((nth) =>
      words(font, nth, "ab ".repeat(166), { fit: "wrap", min: 0.1, size: 2_000 }),
    ),
];
const honest = (font: string): Layers => [
  words(font, 0, `Rani ${Math.floor(Math.random() * 1e6)}`, { fit: "shrink", min: 3 }),
  { id: "s", kind: "shape", shape: "heart", fill: "#cc0033", ...place, x: 150, w: 20, h: 20 },
];

try {
  openConnections(await databaseAddress(program.dataDir), { max: 2 });
  const [mug] = await asSeed()<{ product_id: string; variant_id: string; document: Document }[]>`
    select p.id as product_id, v.id as variant_id, t.document
    from products p join product_variants v on v.product_id = p.id join design_templates t on t.product_id = p.id
    where p.slug = 'mug-nama-anda' order by v.position, t.position limit 1`;
  if (!mug) throw new Error("the demo shop has no mug");
  await openLoop(Number(values.rate), 3_000, openPage);
  print("quiet", summaryOf(await openLoop(Number(values.rate), phaseMs, openPage)));
  const quietMib = await residentMib();
  const control = new AbortController();
  const sent = { hostile: [] as Answered[], honest: [] as Answered[] };
  const senders = [
    ...flight("hostile", Number(values.hostile), (nth) => attacks[nth % attacks.length] ?? honest),
    ...flight("honest", Number(values.honest), () => honest),
  ];
  const loaded = await openLoop(Number(values.rate), phaseMs, openPage);
  control.abort();
  await Promise.all(senders);
  print("loaded", summaryOf(loaded));
  print("hostile designs", summaryOf(sent.hostile));
  print("honest designs", summaryOf(sent.honest));
  print("memory", { peak_mib: { quiet: quietMib, loaded: await residentMib() } });

  /** Each sender has one design in flight and posts the next one after the response. */
  function flight(
    kind: "hostile" | "honest",
    count: number,
    layersOf: (nth: number) => (font: string) => Layers,
  ): Promise<void>[] {
    return Array.from({ length: count }, async (_, nth) => {
      for (let turn = 0; !control.signal.aborted; turn++) {
        const begun = performance.now();
        const status = await postDesign(
          `198.51.${kind === "honest" ? 1 : 2}.${nth}`,
          layersOf(nth + turn),
        );
        sent[kind].push({ ms: performance.now() - begun, status });
        if (status >= 400) await new Promise((resolve) => setTimeout(resolve, 100));
      }
    });
  }

  function postDesign(network: string, layersOf: (font: string) => Layers): Promise<number> {
    const { document, variant_id, product_id } = mug as NonNullable<typeof mug>;
    const [font = ""] = Object.keys(document.fonts);
    const sides = document.sides.map((side, at) => ({
      ...side,
      areas: side.areas.map((area, nth) => ({
        ...area,
        layers: at === 0 && nth === 0 ? layersOf(font) : [],
      })),
    }));
    const drawn = { ...document, fields: [], sides };
    const isDraft = Math.random() < 0.3;
    const body = isDraft
      ? { product_id, name: "Mug", rev: 0, document: drawn }
      : { id: randomUUID(), variant_id, document: drawn };
    const path = isDraft ? `/api/saved-designs/${randomUUID()}` : "/api/designs";
    return ask(agent, `${program.url}${path}`, {
      body: JSON.stringify(body),
      headers: {
        "content-type": "application/json",
        origin: program.url,
        "x-forwarded-for": network,
      },
    });
  }
} finally {
  agent.destroy();
  await closeConnections();
  await program.stop();
  await removeFolder(program.dataDir);
}

interface Document {
  readonly fonts: Readonly<Record<string, string>>;
  readonly sides: readonly { readonly areas: readonly object[] }[];
}

function openPage(nth: number): Promise<number> {
  return ask(agent, `${program.url}${pages[nth % pages.length]}`);
}

async function residentMib(): Promise<number> {
  const status = await readFile(`/proc/${program.pid}/status`, "utf8");
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
}

function print(phase: string, facts: object): void {
  console.log(JSON.stringify({ phase, ...facts }));
}
