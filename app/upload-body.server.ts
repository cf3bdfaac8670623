import { maxUploadBytes } from "#shop/designs/uploads/design-upload.ts";

const statuses: Readonly<Record<string, number>> = {
  captcha_failed: 403,
  not_permitted: 403,
  picture_too_many_bytes: 413,
  too_many_requests: 429,
  too_many_pictures: 409,
  guest_not_found: 409,
  busy: 503,
};

/** What the page of an upload is told where it becomes no picture; 422 but where `statuses` says more. */
export function uploadRefusal(code: string): Response {
  const headers = code === "busy" ? { "retry-after": "5" } : undefined;
  return Response.json(
    { error: { code } },
    { status: statuses[code] ?? 422, ...(headers && { headers }) },
  );
}

/** @returns undefined as soon as the body is longer than an upload may be */
export async function readUpload(request: Request): Promise<Uint8Array | undefined> {
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
