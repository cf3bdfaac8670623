/** What a hosted project's gateway says about a key, beside what the endpoint behind it would say. */
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

/** @returns nothing for codes that do not speak of a key */
export function keyHint(code: string): { message?: string; hint?: string } {
  return Object.hasOwn(hints, code) ? { ...hints[code] } : {};
}
