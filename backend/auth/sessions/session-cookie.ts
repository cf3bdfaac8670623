/** The session cookie in the exact format of @supabase/ssr 0.12, so that the browser's client shares it. */
const chunkLength = 3180;
const maxAgeSeconds = 400 * 24 * 60 * 60;
const prefix = "base64-";
const maxChunks = 20;

/** `sb-{first label of the host}-auth-token`, the name that supabase-js derives from its address. */
export function sessionCookieName(publicUrl: string): string {
  return `sb-${new URL(publicUrl).hostname.split(".")[0]}-auth-token`;
}

export interface SessionCookie {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The cookies that the browser has now: a single one, or chunks. */
  readonly names: readonly string[];
}

/** @returns undefined without a valid cookie */
export function readCookie(header: string | null, name: string): SessionCookie | undefined {
  const cookies = parseCookies(header);
  const whole = cookies.get(name);
  let text = whole ?? "";
  // As in the library: an empty cookie counts as none, and chunks behind a gap are left over from a longer
  // session.
  for (let index = 0; !whole && index < maxChunks; index++) {
    const chunk = cookies.get(`${name}.${index}`);
    if (!chunk) break;
    text += chunk;
  }
  if (!text) return undefined;
  try {
    const json = text.startsWith(prefix)
      ? Buffer.from(text.slice(prefix.length), "base64url").toString("utf8")
      : text;
    const session: unknown = JSON.parse(json);
    if (typeof session !== "object" || session === null) return undefined;
    const { access_token, refresh_token } = session as Record<string, unknown>;
    if (typeof access_token !== "string") return undefined;
    return {
      accessToken: access_token,
      refreshToken: typeof refresh_token === "string" ? refresh_token : "",
      names: ownNames(cookies, name),
    };
  } catch {
    return undefined;
  }
}

/**
 * `Set-Cookie` lines for a session, and for clearing surplus chunks.
 * @param session JSON
 */
export function sessionCookies(
  name: string,
  session: string,
  present: readonly string[],
  isSecure: boolean,
): string[] {
  // Only characters that need no encoding in a cookie, so the text's length is the encoded length.
  const value = prefix + Buffer.from(session).toString("base64url");
  const chunks: { name: string; value: string }[] = [];
  if (value.length <= chunkLength) chunks.push({ name, value });
  else {
    for (let start = 0; start < value.length; start += chunkLength) {
      chunks.push({
        name: `${name}.${chunks.length}`,
        value: value.slice(start, start + chunkLength),
      });
    }
  }
  const written = new Set(chunks.map((chunk) => chunk.name));
  const stale = present.filter((old) => !written.has(old));
  return [
    ...stale.map((old) => line(old, "", 0, isSecure)),
    ...chunks.map((chunk) => line(chunk.name, chunk.value, maxAgeSeconds, isSecure)),
  ];
}

function line(name: string, value: string, maxAge: number, isSecure: boolean): string {
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

function ownNames(cookies: ReadonlyMap<string, string>, name: string): string[] {
  return [...cookies.keys()].filter(
    (key) =>
      key === name || (key.startsWith(`${name}.`) && /^\d+$/.test(key.slice(name.length + 1))),
  );
}

function parseCookies(header: string | null): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? "").split(";")) {
    const equals = part.indexOf("=");
    if (equals < 1) continue;
    const name = part.slice(0, equals).trim();
    const value = part.slice(equals + 1).trim();
    // The first cookie of a name counts, as in the client's reader.
    if (!cookies.has(name)) cookies.set(name, decode(value));
  }
  return cookies;
}

function decode(value: string): string {
  try {
    return value.includes("%") ? decodeURIComponent(value) : value;
  } catch {
    return value;
  }
}
