import { Hono } from "hono";
import type { Config } from "#base/config-type.ts";
import { languages } from "#base/language.ts";
import { messageOf } from "#server/boot/messages.ts";

/** RFC 9116 recommends an expiry within a year, so that abandoned files are recognised. */
const validMs = 180 * 86_400_000;

/** `/.well-known/security.txt` (RFC 9116) with the contact of `SECURITY_CONTACT`; without one, 404 with an explanation. */
export function securityContactEndpoint({ securityContact, publicUrl }: Config): Hono {
  const endpoint = new Hono();
  const path = "/.well-known/security.txt";
  endpoint.get(path, (c) => {
    c.header("Cache-Control", "public, max-age=3600");
    if (securityContact === undefined) {
      const sentences = languages.map((language) => messageOf("no_security_contact", language));
      return c.text(`${sentences.join("\n")}\n`, 404);
    }
    // Rounded to the day, so that the response is the same all day.
    const expires = `${new Date(Date.now() + validMs).toISOString().slice(0, 10)}T00:00:00Z`;
    return c.text(
      `Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: ${languages.join(", ")}\nCanonical: ${publicUrl}${path}\n`,
    );
  });
  return endpoint;
}
