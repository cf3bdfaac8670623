import { createHash } from "node:crypto";

/** What is approved of a roster: SHA-256 over what each piece prints, in order. */
export function hashOfPieces(pieces: readonly { readonly hash: string }[]): string {
  return createHash("sha256")
    .update(pieces.map(({ hash }) => hash).join("\n"))
    .digest("hex");
}
