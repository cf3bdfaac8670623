import { data } from "react-router";
import { parseForm } from "#base/parse-form.ts";

/** The form that was posted. @throws a 400 answer when the body is none, which no page of ours sends */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await parseForm(request);
  } catch {
    throw badRequest();
  }
}

/** The object that was posted as JSON. @throws a 400 answer when the body is none, which no page of ours sends */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => undefined);
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw badRequest();
  return { ...body };
}

/** A response to throw for a malformed request. */
export function badRequest() {
  return data({ code: "invalid_input" }, { status: 400 });
}
