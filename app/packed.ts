/**
 * What a page reads of the catalogue, as one text. It is the same for every visitor until the merchant changes it, so the
 * server writes it once instead of taking it apart for each page, and a browser reads it at once (decision 0042).
 */
export interface Packed<Contents> {
  readonly json: string;
  /** Not enumerable on the server: only the text travels. */
  contents?: Contents;
}

const packs = new WeakMap<object, Packed<object>>();

/** @param contents plain JSON that nobody changes; with it goes its text */
export function pack<Contents extends object>(contents: Contents): Packed<Contents> {
  const packed = packs.get(contents) ?? { json: JSON.stringify(contents) };
  packs.set(contents, Object.defineProperty(packed, "contents", { value: contents }));
  return packed as Packed<Contents>;
}

/** Always the same object for the same pack. */
export function unpack<Contents>(packed: Packed<Contents>): Contents {
  packed.contents ??= JSON.parse(packed.json) as Contents;
  return packed.contents;
}
