/** Icons of one set, in the format of icon services and of our own endpoint. */
export interface IconData {
  readonly prefix: string;
  readonly icons: Readonly<Record<string, IconShape>>;
}

export interface IconShape {
  /** The content of `<svg>`. */
  readonly body: string;
  readonly width: number;
  readonly height: number;
}

const namePattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const maxBodyLength = 20_000;
const shapes =
  "path|g|circle|ellipse|rect|line|polyline|polygon|defs|mask|clipPath|linearGradient|radialGradient|stop|animate|animateTransform";
/** The body is inserted into the page, so it may hold shapes only: no scripts, references or links. */
const foreignTag = new RegExp(`<(?!/?(?:${shapes})[\\s/>])`);
const dangerous = /\son\w+\s*=|javascript:|data:|href|url\((?!\s*["']?#)|&#|style\s*=/i;

export function isIconName(text: string): boolean {
  return text.length <= 60 && namePattern.test(text);
}

/**
 * The displayable icons of an icon service's response.
 * @param prefix the requested set
 * @returns undefined when the response is not for this set
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
