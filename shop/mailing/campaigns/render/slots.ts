import { oneVisibleLine, withoutHidden } from "#integrations/mail/hidden-characters.ts";

/*
 * A rendered mail is the same for everybody but for a few slots. The marks are private-use characters, which the renderer
 * removes from what people typed, so that no text can make a slot.
 */

const open = "\uE000";
const close = "\uE001";

export type SlotName = "name" | "stop" | "choose" | "code";
/** What a slot holds for one recipient; a name, or the code of a voucher, may be missing. */
export type SlotValues = Readonly<Record<"stop" | "choose", string>> &
  Readonly<Record<"name" | "code", string | undefined>>;

/** A text in pieces: fixed text, or a slot with what stands there when the recipient has no value. */
export type Piece = string | { readonly slot: SlotName; readonly fallback: string };

/** A mark that `splitSlots` reads. */
export function slotMark(slot: SlotName, fallback = ""): string {
  return `${open}${slot}:${fallback}${close}`;
}

/** Text of a person without characters that could be read as a slot, or that no reader sees. */
export function withoutMarks(text: string): string {
  return withoutHidden(text).replaceAll(/[\uE000\uE001]/g, "");
}

/** A name as a mail shows it: on one line, and no slot. */
export function plainLine(text: string): string {
  return oneVisibleLine(withoutMarks(text));
}

/** Writes the slots of typed text, `{name}` or `{name|fallback}`, as marks. */
export function markNames(text: string): string {
  return withoutMarks(text).replaceAll(/\{name(?:\|([^{}|]*))?\}/g, (_, fallback: string = "") =>
    slotMark("name", fallback.trim()),
  );
}

export function splitSlots(text: string): readonly Piece[] {
  return text.split(/(\uE000[^\uE001]*\uE001)/).flatMap((part): readonly Piece[] => {
    if (!part.startsWith(open)) return part === "" ? [] : [part];
    const [slot = "", fallback = ""] = part.slice(1, -1).split(/:(.*)/s);
    return [{ slot: slot as SlotName, fallback }];
  });
}

/** @param encode for HTML; fallbacks are escaped already */
export function fillSlots(
  pieces: readonly Piece[],
  values: SlotValues,
  encode: (text: string) => string = (text) => text,
): string {
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return piece;
      const value = values[piece.slot];
      return value ? encode(value) : piece.fallback;
    })
    .join("");
}
