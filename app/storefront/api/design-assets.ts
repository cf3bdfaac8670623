import { currentActor } from "#app/access.server.ts";
import { networkContext, signInMethodsContext } from "#app/context.ts";
import { readUpload, uploadRefusal } from "#app/upload-body.server.ts";
import { takeUpload } from "#shop/designs/uploads/take-upload.server.ts";
import { needsCaptcha, passesUploadCaptcha } from "#shop/designs/uploads/upload-captcha.server.ts";
import type { Route } from "./+types/design-assets";
import { whoDesigns } from "./guest.server.ts";

/** Which captcha the next upload needs, before a large file is sent: `captcha` is null where it needs none. */
export async function loader({ context }: Route.LoaderArgs) {
  const isNeeded = await needsCaptcha(currentActor(context));
  const site_key = context.get(signInMethodsContext).captcha?.siteKey ?? null;
  return Response.json({ captcha: isNeeded ? { site_key } : null });
}

/**
 * Takes a picture for a design: the file is the body, its name the parameter `name`, the solution of a captcha the header
 * `x-captcha-token`. 403 where that is needed and wrong, 413 and 422 for a file that becomes no
 * picture, 429 for too many requests, 409 for an account that has as many as it may, 503 while too many wait.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const network = context.get(networkContext);
  const token = request.headers.get("x-captcha-token") ?? "";
  if (!(await passesUploadCaptcha(currentActor(context), token, network))) {
    return uploadRefusal("captcha_failed");
  }
  const bytes = await readUpload(request);
  if (!bytes) return uploadRefusal("picture_too_many_bytes");
  const name = new URL(request.url).searchParams.get("name") ?? "";
  const who = await whoDesigns(request, context);
  if (!who) return uploadRefusal("too_many_requests");
  const taken = await takeUpload(who.actor, bytes, name, network);
  return taken.ok
    ? Response.json({ asset: taken.value }, { headers: who.headers })
    : uploadRefusal(taken.problem);
}
