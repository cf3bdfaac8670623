import { declarationsIn, type MailElement, type MailMarkup } from "./mail-markup.ts";

/** Colours of a place in a mail; both `#RRGGBB`. */
interface Look {
  readonly ink: string;
  readonly ground: string;
  /** Pixels. */
  readonly size: number;
  readonly weight: number;
}

const start: Look = { ink: "#000000", ground: "#FFFFFF", size: 16, weight: 400 };

/**
 * Texts of a mail that are too faint (WCAG 2.2, 1.4.3), in the light look that every program shows and in the designed dark one.
 * A class without a dark rule keeps its light colour, which this finds.
 */
export function faintTexts({ root, elements }: MailMarkup): string[] {
  const style = elements.find(({ tag }) => tag === "style")?.children[0];
  const dark = darkRules(typeof style === "string" ? style : "");
  const faint: string[] = [];
  for (const [name, rules] of [["light", new Map()] as const, ["dark", dark] as const]) {
    visit(root, start, rules, (text, { ink, ground, size, weight }) => {
      const isLarge = size >= 24 || (size >= 18.66 && weight >= 700);
      const ratio = contrast(ink, ground);
      if (ratio < (isLarge ? 3 : 4.5)) {
        faint.push(`${name}: ${ink} on ${ground} is ${ratio.toFixed(2)}: ${text.slice(0, 40)}`);
      }
    });
  }
  return faint;
}

function darkRules(style: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const [, rules = ""] =
    /@media \(prefers-color-scheme:dark\)\{((?:\.[a-z-]+\{[^}]*\})*)\}/.exec(style) ?? [];
  return new Map(
    [...rules.matchAll(/\.([a-z-]+)\{([^}]*)\}/g)].map(
      ([, name = "", body = ""]) => [name, declarationsIn(body)] as const,
    ),
  );
}

function visit(
  element: MailElement,
  inherited: Look,
  rules: ReadonlyMap<string, ReadonlyMap<string, string>>,
  onText: (text: string, look: Look) => void,
): void {
  const { tag, attributes } = element;
  if (tag === "head") return;
  const own = declarationsIn(attributes.style ?? "");
  if (own.get("display") === "none") return;
  const look = {
    ink: own.get("color") ?? inherited.ink,
    ground: groundOf(own) ?? attributes.bgcolor ?? inherited.ground,
    size: Number(/(\d+)px\//.exec(own.get("font") ?? "")?.[1] ?? inherited.size),
    weight: Number(
      /^(\d+) /.exec(own.get("font") ?? "")?.[1] ??
        own.get("font-weight") ??
        (tag === "strong" ? 700 : inherited.weight),
    ),
  };
  for (const name of (attributes.class ?? "").split(" ")) {
    const rule = rules.get(name);
    if (!rule) continue;
    look.ink = rule.get("color") ?? look.ink;
    look.ground = groundOf(rule) ?? look.ground;
  }
  for (const child of element.children) {
    if (typeof child !== "string") visit(child, look, rules, onText);
    else if (child.trim() !== "") onText(child.trim(), look);
  }
}

function groundOf(declared: ReadonlyMap<string, string>): string | undefined {
  return declared.get("background") ?? declared.get("background-color");
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [, ...parts] = /^#([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})$/i.exec(colour) ?? [];
  if (parts.length !== 3) throw new Error(`${colour} is no colour of a mail`);
  const [r = 0, g = 0, b = 0] = parts.map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
