import type { Language } from "#base/language.ts";
import type { DesignDocument, Layer } from "#shop/designs/document/document.ts";
import { layersOf } from "#shop/designs/document/walk-layers.ts";
import type { RosterRow } from "#shop/designs/roster/roster.ts";

/** The words of one text layer, as staff edit them. */
export interface DesignText {
  /** Id of the layer. */
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** The text layers of a document in the order in which they are drawn. */
export function textsOf({ sides }: DesignDocument): DesignText[] {
  return sides.flatMap(({ areas }) =>
    areas.flatMap((area) =>
      [...layersOf(area)].flatMap((layer) =>
        layer.kind === "text" ? [{ id: layer.id, name: layer.name ?? "", text: layer.text }] : [],
      ),
    ),
  );
}

/** Begins the id of a value of one piece: `piece:0:name`. */
const pieceId = (piece: number, field: string) => `piece:${piece}:${field}`;

/** Of a roster: the words that all pieces bear, then those of each piece. */
export function rosterTextsOf(
  document: DesignDocument,
  pieces: readonly RosterRow[],
  language: Language,
): DesignText[] {
  const own = document.fields.filter(({ each }) => each);
  const fieldLayers = new Set(
    document.sides.flatMap(({ areas }) =>
      areas.flatMap((area) =>
        [...layersOf(area)].flatMap((layer) =>
          layer.kind === "text" && own.some(({ id }) => id === layer.field) ? [layer.id] : [],
        ),
      ),
    ),
  );
  return [
    ...textsOf(document).filter(({ id }) => !fieldLayers.has(id)),
    ...pieces.flatMap(({ values }, piece) =>
      own.map(({ id, label }) => ({
        id: pieceId(piece, id),
        name: `${piece + 1}. ${label[language]}`,
        text: values[id] ?? "",
      })),
    ),
  ];
}

/** The rows of a roster with other words, by the ids of `rosterTextsOf`. */
export function withPieceTexts(
  pieces: readonly RosterRow[],
  texts: Readonly<Record<string, string>>,
): RosterRow[] {
  return pieces.map(({ variant_id, values }, piece) => ({
    variant_id,
    values: Object.fromEntries(
      Object.entries(values).map(([field, value]) => [
        field,
        texts[pieceId(piece, field)] ?? value,
      ]),
    ),
  }));
}

/** The document with other words, by layer; unknown layers are ignored, and words are normalised as in every document. */
export function withTexts(
  document: DesignDocument,
  texts: Readonly<Record<string, string>>,
): DesignDocument {
  const change = (layer: Layer): Layer => {
    if (layer.kind === "group") return { ...layer, layers: layer.layers.map(change) };
    if (layer.kind !== "text" || !Object.hasOwn(texts, layer.id)) return layer;
    const { field: _, ...rest } = layer;
    const text = (texts[layer.id] ?? "").normalize("NFC").replaceAll("\r\n", "\n").trim();
    return { ...rest, text };
  };
  return {
    ...document,
    sides: document.sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({ ...area, layers: area.layers.map(change) })),
    })),
  };
}
