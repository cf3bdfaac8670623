import { currentActor } from "#app/access.server.ts";
import { networkContext, signInMethodsContext } from "#app/context.ts";
import { maxUploadBytes } from "#shop/designs/uploads/design-upload.ts";
import { takeUpload } from "#shop/designs/uploads/take-upload.server.ts";
import { needsCaptcha, passesUploadCaptcha } from "#shop/designs/uploads/upload-captcha.server.ts";
import type { Route } from "./+types/design-assets";
import { whoDesigns } from "./guest.server.ts";

const statuses: Readonly<Record<string, number>> = {
  captcha_failed: 403,
  picture_too_many_bytes: 413,
  too_many_requests: 429,
  too_many_pictures: 409,
  guest_not_found: 409,
  busy: 503,
};

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
    return refusal("captcha_failed");
  }
  const bytes = await readBody(request);
  if (!bytes) return refusal("picture_too_many_bytes");
  const name = new URL(request.url).searchParams.get("name") ?? "";
  const who = await whoDesigns(request, context);
  if (!who) return refusal("too_many_requests");
  const taken = await takeUpload(who.actor, bytes, name, network);
  return taken.ok
    ? Response.json({ asset: taken.value }, { headers: who.headers })
    : refusal(taken.problem);
}

function refusal(code: string): Response {
  const headers = code === "busy" ? { "retry-after": "5" } : undefined;
  return Response.json(
    { error: { code } },
    { status: statuses[code] ?? 422, ...(headers && { headers }) },
  );
}

/** @returns undefined as soon as the body is longer than an upload may be */
async function readBody(request: Request): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > maxUploadBytes) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > maxUploadBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
