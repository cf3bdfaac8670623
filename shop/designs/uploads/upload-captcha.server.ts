import { config } from "#base/config.server.ts";
import { log } from "#base/log.server.ts";
import { asShop } from "#db/client.server.ts";
import { verifyCaptcha } from "#integrations/captcha/captcha.server.ts";
import { designOwner } from "#shop/designs/guests/design-owner.server.ts";
import type { Actor } from "#shop/kernel/access.ts";

/** Whether an upload needs a captcha: the first picture of a guest, where the shop asks for one (`AUTH_CAPTCHA`). */
export async function needsCaptcha(actor: Actor): Promise<boolean> {
  const owner = designOwner(actor);
  if (!config().auth.captcha || owner?.customer_id) return false;
  const [picture] = await asShop()`
    select id from design_assets where guest_hash = ${owner?.guest_hash ?? null} limit 1`;
  return picture === undefined;
}

/**
 * Whether an upload passes the captcha. While its service is unavailable, uploads pass: they are limited by guest and network
 * anyway.
 * @param token empty where the page solved none
 */
export async function passesUploadCaptcha(
  actor: Actor,
  token: string,
  network: string,
): Promise<boolean> {
  if (!(await needsCaptcha(actor))) return true;
  const reasons = await verifyCaptcha("design_upload", token, { ip: network });
  if (!reasons) return true;
  if (!reasons.includes("captcha-unavailable")) return false;
  log.warn("the captcha's service could not be asked; a picture is taken without it");
  return true;
}
