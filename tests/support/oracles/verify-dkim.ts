import { createHash, createPublicKey, createVerify } from "node:crypto";

/**
 * Verifies a DKIM signature as a receiver does (RFC 6376, `relaxed/relaxed`), written from the standard as a second opinion.
 * @param publicKey base64 of SPKI, from the published record
 * @returns the signed headers in lower case, or why it is not valid
 */
export function verifyDkim(message: Buffer, publicKey: string): readonly string[] | string {
  const source = message.toString("latin1");
  const end = source.indexOf("\r\n\r\n");
  const fields = source.slice(0, end).split(/\r\n(?![ \t])/);
  const at = fields.findIndex((field) => /^dkim-signature:/i.test(field));
  const signature = fields[at];
  if (signature === undefined) return "no signature";
  const tags = new Map(
    signature
      .slice(signature.indexOf(":") + 1)
      .split(";")
      .map((tag) => {
        const [name = "", ...value] = tag.split("=");
        return [name.trim(), value.join("=").replaceAll(/\s+/g, "")] as const;
      }),
  );
  if (tags.get("c") !== "relaxed/relaxed" || tags.get("a") !== "rsa-sha256") return "other methods";
  const body = createHash("sha256").update(relaxedBody(source.slice(end + 4)), "latin1");
  if (body.digest("base64") !== tags.get("bh")) return "the body was changed";

  const names = (tags.get("h") ?? "").toLowerCase().split(":");
  const left = fields.filter((_, place) => place !== at);
  const signed: string[] = [];
  for (const name of names) {
    // The last one of a name counts first.
    const place = left.findLastIndex((field) => field.toLowerCase().startsWith(`${name}:`));
    const [field] = place < 0 ? [] : left.splice(place, 1);
    if (field !== undefined) signed.push(relaxedHeader(field));
  }
  const own = relaxedHeader(signature.replace(/(;\s*b=)[^;]*/, "$1"));
  const verify = createVerify("RSA-SHA256").update(
    [...signed, own].join("\r\n"),
    "latin1" as never,
  );
  const key = createPublicKey({
    key: Buffer.from(publicKey, "base64"),
    type: "spki",
    format: "der",
  });
  return verify.verify(key, tags.get("b") ?? "", "base64") ? names : "the headers were changed";
}

function relaxedHeader(field: string): string {
  const colon = field.indexOf(":");
  const value = field
    .slice(colon + 1)
    .replaceAll(/\r\n/g, "")
    .replaceAll(/[ \t]+/g, " ")
    .trim();
  return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
}

function relaxedBody(body: string): string {
  const lines = body.split("\r\n").map((line) => line.replaceAll(/[ \t]+/g, " ").trimEnd());
  const text = lines.join("\r\n").replace(/(\r\n)+$/, "");
  return text === "" ? "" : `${text}\r\n`;
}
