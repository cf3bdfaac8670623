import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import svgpath from "svgpath";
import { clipGroups } from "./groups.ts";

/*
 * Writes lucide.ts: the clip art of `groups.ts` from Lucide (ISC licence) as strokes in a box of 24 by 24, with absolute lines
 * and cubic curves only. Add a name there, then run `node shop/designs/clips/write-clips.ts`. Art that was released never
 * changes: a new drawing gets a new revision.
 */

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string } | undefined>>;
  readonly aliases: Readonly<Record<string, { readonly parent: string } | undefined>>;
}

const file = createRequire(import.meta.url).resolve("@iconify-json/lucide/icons.json");
const lucide: IconSet = JSON.parse(readFileSync(file, "utf8"));

const lines = clipGroups
  .flatMap(({ clips }) => clips)
  .map((name) => `  "${name}@1":\n    "${pathOfIcon(name)}",`);
writeFileSync(
  new URL("lucide.ts", import.meta.url),
  `// Written by write-clips.ts from Lucide (ISC licence): strokes in a box of 24 by 24.\nexport const lucidePaths = {\n${lines.join("\n")}\n} as const;\n`,
);

function pathOfIcon(name: string): string {
  const body = lucide.icons[lucide.aliases[name]?.parent ?? name]?.body;
  if (!body) throw new Error(`Lucide has no icon ${name}`);
  const shapes = [...body.matchAll(/<(path|circle|ellipse|rect|line|polyline)\b([^>]*?)\/?>/g)];
  return shapes.map(([, tag = "", rest = ""]) => plain(pathOf(tag, rest))).join("");
}

/** Absolute M, L, Q, C and Z with two decimals. */
function plain(path: string): string {
  const at = (value: number) => Math.round(value * 100) / 100;
  const parts: string[] = [];
  svgpath(path)
    .abs()
    .unshort()
    .unarc()
    .iterate(([op, ...numbers], _, x, y) => {
      const [letter, ends] = straight(op.toUpperCase(), numbers, x, y);
      if (!"MLQCZ".includes(letter)) throw new Error(`${path} has ${letter}`);
      parts.push(letter + ends.map(at).join(" "));
    });
  return parts.join("");
}

/** H and V as lines. */
function straight(op: string, numbers: number[], x: number, y: number): [string, number[]] {
  if (op === "H") return ["L", [numbers[0] ?? x, y]];
  if (op === "V") return ["L", [x, numbers[0] ?? y]];
  return [op, numbers];
}

function pathOf(tag: string, rest: string): string {
  const attributes = Object.fromEntries(
    [...rest.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const at = (name: string) => Number(attributes[name] ?? 0);
  if (tag === "path") return attributes.d ?? "";
  if (tag === "line") return `M${at("x1")} ${at("y1")}L${at("x2")} ${at("y2")}`;
  if (tag === "polyline") return `M${attributes.points}`;
  if (tag === "rect") {
    const [x, y, w, h, r] = [at("x"), at("y"), at("width"), at("height"), at("rx")];
    const corner = (dx: number, dy: number) => (r ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : "");
    return `M${x + r} ${y}h${w - 2 * r}${corner(r, r)}v${h - 2 * r}${corner(-r, r)}h${2 * r - w}${corner(-r, -r)}v${2 * r - h}${corner(r, -r)}z`;
  }
  const [rx, ry] = [at("r") || at("rx"), at("r") || at("ry")];
  return `M${at("cx") - rx} ${at("cy")}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}
