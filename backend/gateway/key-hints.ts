/** A hosted project's gateway messages about API keys, in place of the endpoint's own. */
const hints: Readonly<Record<string, { message: string; hint: string }>> = {
  no_api_key: {
    message: "No API key found in request",
    hint: "No `apikey` request header or url param was found.",
  },
  invalid_api_key: {
    message: "Invalid API key",
    hint: "Double check your Supabase `anon` or `service_role` API key.",
  },
};

/** @returns an empty object for codes that do not concern a key */
export function keyHint(code: string): { message?: string; hint?: string } {
  return Object.hasOwn(hints, code) ? { ...hints[code] } : {};
}
