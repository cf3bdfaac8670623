import { createHmac, timingSafeEqual } from "node:crypto";

/** Maximum age of a notification in seconds, as at the well-known providers. */
const window = 300;

/** `t={unix seconds},v1={hex HMAC-SHA256 of "t.body"}` */
export function sign(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${mac(secret, seconds, Buffer.from(body))}`;
}

/** Whether one of the signatures is valid and its time within the window, before or after now. */
export function isSigned(
  secret: string,
  header: string | null,
  rawBody: Uint8Array,
  now: Date,
): boolean {
  const parts = (header ?? "").split(",").map((part) => part.trim().split("="));
  const seconds = Number(parts.find(([name]) => name === "t")?.[1]);
  if (!Number.isInteger(seconds)) return false;
  if (Math.abs(now.getTime() / 1000 - seconds) > window) return false;
  const right = Buffer.from(mac(secret, seconds, rawBody));
  return parts
    .filter(([name]) => name === "v1")
    .some(([, value = ""]) => {
      const given = Buffer.from(value);
      return given.length === right.length && timingSafeEqual(given, right);
    });
}

function mac(secret: string, seconds: number, body: Uint8Array): string {
  return createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex");
}
