/** Icons of one set, as icon services and our own endpoint hand them out. */
export interface IconData {
  readonly prefix: string;
  readonly icons: Readonly<Record<string, IconShape>>;
}

export interface IconShape {
  /** What stands inside `<svg>`. */
  readonly body: string;
  readonly width: number;
  readonly height: number;
}

const namePattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const maxBodyLength = 20_000;
const shapes =
  "path|g|circle|ellipse|rect|line|polyline|polygon|defs|mask|clipPath|linearGradient|radialGradient|stop|animate|animateTransform";
/** A body is drawn into the page: shapes only, and nothing in them that runs, loads or leads anywhere. */
const foreignTag = new RegExp(`<(?!/?(?:${shapes})[\\s/>])`);
const dangerous = /\son\w+\s*=|javascript:|data:|href|url\((?!\s*["']?#)|&#|style\s*=/i;

export function isIconName(text: string): boolean {
  return text.length <= 60 && namePattern.test(text);
}

/**
 * The icons of an answer that can be shown.
 * @param prefix the set that was asked for
 * @returns undefined when it is no answer to that question at all
 */
export function readIconData(answer: unknown, prefix: string): IconData | undefined {
  if (!isRecord(answer) || answer.prefix !== prefix || !isRecord(answer.icons)) return undefined;
  const size = (value: unknown, whole: unknown) =>
    [value, whole].find((given) => typeof given === "number" && given > 0 && given <= 4096) as
      | number
      | undefined;
  const icons: Record<string, IconShape> = {};
  for (const [name, icon] of Object.entries(answer.icons)) {
    if (!isIconName(name) || !isRecord(icon) || typeof icon.body !== "string") return undefined;
    const { body } = icon;
    if (body.length > maxBodyLength || foreignTag.test(body) || dangerous.test(body)) {
      return undefined;
    }
    const width = size(icon.width, answer.width) ?? 16;
    const height = size(icon.height, answer.height) ?? 16;
    icons[name] = { body, width, height };
  }
  return { prefix, icons };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
