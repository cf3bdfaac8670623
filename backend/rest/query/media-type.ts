import { unknownMediaType } from "../errors.ts";

export type PlanOption = "analyze" | "verbose" | "settings" | "buffers" | "wal";

/** The format of the answer. `strip` omits keys whose value is null. */
export type MediaType =
  | { readonly kind: "json" }
  | { readonly kind: "object"; readonly strip: boolean }
  | { readonly kind: "array-stripped" }
  | { readonly kind: "csv" }
  | { readonly kind: "geojson" }
  | { readonly kind: "openapi" }
  | { readonly kind: "binary" }
  | { readonly kind: "text" }
  | { readonly kind: "xml" }
  | {
      readonly kind: "plan";
      readonly of: Exclude<MediaType, { kind: "plan" }>;
      readonly format: "json" | "text";
      readonly options: readonly PlanOption[];
    };

const planOptions: readonly PlanOption[] = ["analyze", "verbose", "settings", "buffers", "wal"];

/**
 * Chooses the media type.
 * @param offers whether the endpoint offers a type
 * @throws RestError PGRST107 when it offers none of the requested types
 */
export function negotiate(
  accept: string | undefined,
  offers: (type: MediaType) => boolean,
): MediaType {
  const asked = splitAccept(accept ?? "*/*");
  for (const text of asked) {
    const type = parseMediaType(text);
    if (type && offers(type)) return type;
  }
  throw unknownMediaType(asked);
}

/** Sorted by `q`; equals stay in order. */
function splitAccept(header: string): string[] {
  const parts = header.match(/(?:[^,"]|"[^"]*")+/g) ?? [];
  return parts
    .map((part) => {
      const quality = /; *q=([0-9.]+)/i.exec(part)?.[1];
      return {
        text: part.replace(/; *q=[0-9.]+/i, "").trim(),
        weight: quality === undefined ? 1 : Number(quality),
      };
    })
    .filter(({ text }) => text !== "")
    .sort((a, b) => b.weight - a.weight)
    .map(({ text }) => text);
}

function parseMediaType(text: string): MediaType | undefined {
  const [name = "", ...rest] = text.match(/(?:[^;"]|"[^"]*")+/g) ?? [];
  const parameters = new Map(
    rest.map((part) => {
      const [key = "", ...value] = part.trim().split("=");
      return [key.toLowerCase(), value.join("=").replace(/^"(.*)"$/, "$1")] as const;
    }),
  );
  const strip = parameters.get("nulls") === "stripped";
  switch (name.trim().toLowerCase()) {
    case "*/*":
    case "application/*":
    case "application/json":
      return { kind: "json" };
    case "application/vnd.pgrst.object":
    case "application/vnd.pgrst.object+json":
      return { kind: "object", strip };
    case "application/vnd.pgrst.array":
    case "application/vnd.pgrst.array+json":
      return strip ? { kind: "array-stripped" } : { kind: "json" };
    case "text/csv":
      return { kind: "csv" };
    case "application/geo+json":
      return { kind: "geojson" };
    case "application/openapi+json":
      return { kind: "openapi" };
    case "application/octet-stream":
      return { kind: "binary" };
    case "text/plain":
      return { kind: "text" };
    case "text/xml":
      return { kind: "xml" };
    case "application/vnd.pgrst.plan":
    case "application/vnd.pgrst.plan+text":
      return plan("text", parameters);
    case "application/vnd.pgrst.plan+json":
      return plan("json", parameters);
    default:
      return undefined;
  }
}

function plan(format: "json" | "text", parameters: ReadonlyMap<string, string>) {
  const of = parseMediaType(parameters.get("for") ?? "application/json");
  if (!of || of.kind === "plan") return undefined;
  const asked = (parameters.get("options") ?? "").split("|");
  return {
    kind: "plan",
    of,
    format,
    options: planOptions.filter((option) => asked.includes(option)),
  } as const;
}

/** The value of `Content-Type`. */
export function contentTypeOf(type: MediaType): string {
  const mime = mimeOf(type);
  return type.kind === "binary" ? mime : `${mime}; charset=utf-8`;
}

function mimeOf(type: MediaType): string {
  switch (type.kind) {
    case "json":
      return "application/json";
    case "object":
      return `application/vnd.pgrst.object+json${type.strip ? ";nulls=stripped" : ""}`;
    case "array-stripped":
      return "application/vnd.pgrst.array+json;nulls=stripped";
    case "csv":
      return "text/csv";
    case "geojson":
      return "application/geo+json";
    case "openapi":
      return "application/openapi+json";
    case "binary":
      return "application/octet-stream";
    case "text":
      return "text/plain";
    case "xml":
      return "text/xml";
    case "plan": {
      const options = type.options.length > 0 ? `; options=${type.options.join("|")}` : "";
      return `application/vnd.pgrst.plan+${type.format}; for="${mimeOf(type.of)}"${options}`;
    }
  }
}
