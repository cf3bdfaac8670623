/** Fields of one form. A megabyte holds 250,000 fields, and parsing them blocks the event loop for 0.4 seconds. */
export const maxFields = 10_000;

/**
 * Reads a posted form, URL-encoded or multipart. The caller limits the bytes.
 * @throws TypeError when the body is no form, has more than `maxFields` fields, or was cut off
 */
export async function parseForm(posted: Request | Response): Promise<FormData> {
  const type = posted.headers.get("content-type") ?? "";
  const bytes = new Uint8Array(await posted.arrayBuffer());
  // Each part of a multipart body but the first begins with a line break and two hyphens.
  const separator = /^multipart\//i.test(type) ? "\r\n--" : "&";
  if (!hasAtMost(maxFields, Buffer.from(bytes.buffer), separator)) {
    throw new TypeError("The form has too many fields");
  }
  return new Response(bytes, { headers: { "Content-Type": type } }).formData();
}

function hasAtMost(limit: number, bytes: Buffer, separator: string): boolean {
  let count = 0;
  for (let at = bytes.indexOf(separator); at >= 0; at = bytes.indexOf(separator, at + 1)) {
    if (++count > limit) return false;
  }
  return true;
}
