import { encode, wrap } from "nodemailer/lib/qp";
import type { Piece } from "#shop/mailing/campaigns/render/slots.ts";

/** A soft line break follows each piece, so that what stands next to it never makes a line too long. */
const maxLine = 75;
const softBreak = "=\r\n";

/** Text as quoted-printable (RFC 2045) that may stand before and after other encoded text. */
export function encodeText(text: string): string {
  return `${wrap(encode(text.replaceAll(/\r?\n/g, "\r\n")), maxLine)}${softBreak}`;
}

/** The pieces of a rendered mail, encoded once for all recipients; slots are encoded when they are filled. */
export function encodePieces(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece) =>
    typeof piece === "string"
      ? encodeText(piece)
      : { slot: piece.slot, fallback: piece.fallback === "" ? "" : encodeText(piece.fallback) },
  );
}
