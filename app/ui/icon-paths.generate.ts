import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

/*
 * Writes icon-paths.ts and the designer's icon-paths.ts from Lucide (ISC licence): only the icons that are used, each drawn
 * as one path, so that a screen carries no icon set. Add a name, then run `node app/ui/icon-paths.generate.ts`.
 */
const names = [
  "arrow-down",
  "arrow-left",
  "arrow-right",
  "arrow-up",
  "ban",
  "bell",
  "chart-column",
  "check",
  "chevron-down",
  "chevron-left",
  "chevron-right",
  "chevron-up",
  "circle-alert",
  "circle-check",
  "clock",
  "copy",
  "eye",
  "eye-off",
  "funnel",
  "history",
  "house",
  "info",
  "languages",
  "log-out",
  "mail",
  "map-pin",
  "menu",
  "message-circle",
  "minus",
  "monitor",
  "moon",
  "package",
  "package-check",
  "pen-line",
  "plus",
  "receipt-text",
  "rotate-ccw",
  "search",
  "shield",
  "shopping-basket",
  "sun",
  "tag",
  "ticket-percent",
  "trash-2",
  "triangle-alert",
  "truck",
  "undo-2",
  "user",
  "wifi-off",
  "x",
  "zoom-in",
  "zoom-out",
];

/** Only the designer needs these: every page would carry them otherwise. */
const designerNames = [
  "align-center-horizontal",
  "align-center-vertical",
  "align-end-horizontal",
  "align-end-vertical",
  "align-horizontal-space-between",
  "align-start-horizontal",
  "align-start-vertical",
  "align-vertical-space-between",
  "circle",
  "flip-horizontal-2",
  "heart",
  "hexagon",
  "image",
  "image-plus",
  "layers",
  "layout-template",
  "lock",
  "lock-open",
  "maximize",
  "redo-2",
  "shapes",
  "slash",
  "square",
  "star",
  "sticker",
  "text-align-center",
  "text-align-end",
  "text-align-start",
  "type",
  "zoom-out",
];

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string } | undefined>>;
  readonly aliases: Readonly<Record<string, { readonly parent: string } | undefined>>;
}

const file = createRequire(import.meta.url).resolve("@iconify-json/lucide/icons.json");
const lucide: IconSet = JSON.parse(readFileSync(file, "utf8"));

write("icon-paths.ts", "iconPaths", names);
write("../designer/icon-paths.ts", "designerIconPaths", designerNames);

function write(name: string, constant: string, icons: readonly string[]): void {
  const lines = icons.map((icon) => `  "${icon}": "${shapeOf(icon)}",`);
  writeFileSync(
    new URL(name, import.meta.url),
    `// Written by ${name.includes("/") ? "app/ui/" : ""}icon-paths.generate.ts from Lucide (ISC licence).\nexport const ${constant} = {\n${lines.join("\n")}\n} as const;\n`,
  );
}

function shapeOf(name: string): string {
  const body = lucide.icons[lucide.aliases[name]?.parent ?? name]?.body;
  if (!body) throw new Error(`Lucide has no icon ${name}`);
  const shapes = [...body.matchAll(/<(path|circle|ellipse|rect|line|polyline)\b([^>]*?)\/?>/g)];
  return shapes.map(([, tag = "", rest = ""]) => pathOf(tag, rest)).join("");
}

function pathOf(tag: string, rest: string): string {
  const attributes = Object.fromEntries(
    [...rest.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const at = (name: string) => Number(attributes[name] ?? 0);
  if (tag === "path") return absoluteStart(attributes.d ?? "");
  if (tag === "line") return `M${at("x1")} ${at("y1")}L${at("x2")} ${at("y2")}`;
  if (tag === "polyline") return `M${attributes.points}`;
  if (tag === "rect") {
    const [x, y, w, h, r] = [at("x"), at("y"), at("width"), at("height"), at("rx")];
    const corner = (dx: number, dy: number) => (r ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : "");
    return `M${x + r} ${y}h${w - 2 * r}${corner(r, r)}v${h - 2 * r}${corner(-r, r)}h${2 * r - w}${corner(-r, -r)}v${2 * r - h}${corner(r, -r)}z`;
  }
  const rx = at("r") || at("rx");
  const ry = at("r") || at("ry");
  return `M${at("cx") - rx} ${at("cy")}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
}

/** Make the start absolute: in a joined path a relative one starts at the previous path's end. */
function absoluteStart(path: string): string {
  return path.replace(
    /^m\s*(-?[\d.]+)[\s,]*(-?[\d.]+)\s*(?=([-\d.])?)/,
    (_, x, y, implicitLine) => `M${x} ${y}${implicitLine ? "l" : ""}`,
  );
}
