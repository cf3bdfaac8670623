import { jsonBody } from "./bodies.ts";
import { type Actor, type FuzzRequest, keyHeaders } from "./request.ts";
import {
  escaped,
  type FuzzRandom,
  oddly,
  oddValue,
  often,
  some,
  uuid,
  validValue,
  word,
} from "./values.ts";

/** Fields and values with a meaning in them. A function makes a new value. */
const fields: Readonly<
  Record<string, readonly (string | boolean | ((random: FuzzRandom) => unknown))[]>
> = {
  email: [(r) => validValue(r, "email", 0.1), "customer@etalase.test", "nobody@fuzz.test"],
  new_email: [(r) => validValue(r, "email", 0.1)],
  phone: [(r) => validValue(r, "phone", 0.1), "+6281234567890"],
  password: [
    "kertas-karbon-7",
    "etalase-demo-2026",
    "12345678",
    (r) => word(r, 16),
    (r) => word(r, 80),
  ],
  current_password: ["kertas-karbon-7"],
  data: [(r) => validValue(r, "json"), (r) => ({ full_name: word(r) })],
  user_metadata: [(r) => validValue(r, "json")],
  app_metadata: [(r) => validValue(r, "json"), (r) => ({ role: word(r) })],
  type: [
    "signup",
    "recovery",
    "email",
    "sms",
    "invite",
    "magiclink",
    "email_change",
    "phone_change",
  ],
  token: ["123456", "000000", (r) => word(r, 56)],
  token_hash: [(r) => word(r, 56), (r) => `pkce_${word(r, 56)}`],
  refresh_token: [(r) => word(r, 12), (r) => word(r, 43)],
  auth_code: [uuid],
  code_verifier: [(r) => word(r, 43), (r) => word(r, 128)],
  code_challenge: [(r) => word(r, 43), (r) => word(r, 42), (r) => word(r, 129)],
  code_challenge_method: ["s256", "plain", "S256"],
  provider: ["google", "oidc", "github", "email"],
  id_token: [(r) => `${word(r)}.${word(r)}.${word(r)}`],
  access_token: [(r) => word(r, 20)],
  nonce: ["123456", (r) => word(r, 20)],
  link_identity: [true, false],
  create_user: [true, false],
  channel: ["sms", "whatsapp"],
  factor_type: ["totp", "phone", "webauthn"],
  friendly_name: [(r) => word(r), ""],
  issuer: [(r) => word(r), "https://accounts.google.com"],
  client_id: [(r) => word(r)],
  challenge_id: [uuid],
  code: ["123456", "000000"],
  ban_duration: ["none", "1h", "1s", "99999999h", "-1h"],
  email_confirm: [true, false],
  phone_confirm: [true, false],
  password_hash: ["$2b$04$abcdefghijklmnopqrstuuKJ8vVRY8b1n1y9o3A1R0lXqf5yC1cGy"],
  id: [uuid],
  role: ["authenticated", "service_role"],
  should_soft_delete: [true, false],
  redirect_to: ["http://localhost/Auth", "//evil.test", "javascript:alert(1)", "/Auth"],
  gotrue_meta_security: [(r) => ({ captcha_token: word(r) })],
};

const person = ["email", "phone", "password", "data", "channel"];
const proof = ["code_challenge", "code_challenge_method", "gotrue_meta_security"];

/** The fields of each operation; `:user` and `:id` are replaced by an account of the run or any id. */
const operations: readonly (readonly [method: string, path: string, fields: readonly string[]])[] =
  [
    ["POST", "/signup", [...person, ...proof]],
    ["POST", "/token?grant_type=password", ["email", "phone", "password", ...proof]],
    ["POST", "/token?grant_type=refresh_token", ["refresh_token"]],
    ["POST", "/token?grant_type=pkce", ["auth_code", "code_verifier"]],
    [
      "POST",
      "/token?grant_type=id_token",
      ["provider", "id_token", "nonce", "access_token", "issuer", "client_id", "link_identity"],
    ],
    ["POST", "/token?grant_type=web3", ["provider", "token"]],
    ["POST", "/otp", ["email", "phone", "create_user", "data", "channel", ...proof]],
    ["POST", "/magiclink", ["email", "data", ...proof]],
    ["POST", "/verify", ["type", "token", "token_hash", "email", "phone", "redirect_to"]],
    ["GET", "/verify", ["token", "type", "redirect_to"]],
    ["POST", "/recover", ["email", ...proof]],
    ["POST", "/resend", ["type", "email", "phone"]],
    ["POST", "/logout?scope=local", []],
    ["POST", "/logout?scope=others", []],
    ["GET", "/user", []],
    ["PUT", "/user", ["email", "phone", "password", "current_password", "nonce", "data", ...proof]],
    ["GET", "/reauthenticate", []],
    ["POST", "/factors", ["factor_type", "friendly_name", "issuer", "phone"]],
    ["POST", "/factors/:id/challenge", ["channel"]],
    ["POST", "/factors/:id/verify", ["challenge_id", "code"]],
    ["DELETE", "/factors/:id", []],
    ["GET", "/factors/recovery-codes", []],
    ["POST", "/factors/recovery-codes", ["friendly_name"]],
    ["POST", "/factors/recovery-codes/verify", ["code"]],
    ["POST", "/factors/recovery-codes/regenerate", []],
    ["DELETE", "/factors/recovery-codes", []],
    ["DELETE", "/user/identities/:id", []],
    ["GET", "/user/identities/authorize", ["provider", "redirect_to"]],
    ["GET", "/admin/users?page=1&per_page=3", []],
    ["GET", "/admin/users", ["type", "token"]],
    [
      "POST",
      "/admin/users",
      [
        "email",
        "phone",
        "password",
        "user_metadata",
        "app_metadata",
        "email_confirm",
        "phone_confirm",
        "ban_duration",
        "password_hash",
        "id",
        "role",
      ],
    ],
    ["GET", "/admin/users/:user", []],
    [
      "PUT",
      "/admin/users/:id",
      [
        "email",
        "phone",
        "password",
        "user_metadata",
        "app_metadata",
        "ban_duration",
        "password_hash",
      ],
    ],
    ["PUT", "/admin/users/:user", ["user_metadata", "app_metadata"]],
    ["DELETE", "/admin/users/:id", ["should_soft_delete"]],
    ["GET", "/admin/users/:user/factors", []],
    ["PUT", "/admin/users/:user/factors/:id", ["friendly_name", "phone"]],
    ["DELETE", "/admin/users/:user/factors/:id", []],
    [
      "POST",
      "/admin/generate_link",
      ["type", "email", "new_email", "password", "data", "redirect_to"],
    ],
    ["POST", "/invite", ["email", "data"]],
    ["GET", "/authorize", ["provider", "redirect_to", ...proof]],
    ["GET", "/callback", ["code", "token"]],
    ["POST", "/callback", ["code", "token"]],
    ["GET", "/settings", []],
    ["GET", "/health", []],
    ["GET", "/.well-known/jwks.json", []],
    ["GET", "/nowhere", []],
  ];

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** A request to an auth endpoint, with the fields that the operation reads and mostly valid values. */
export function authRequest(
  random: FuzzRandom,
  actor: Actor,
  userIds: readonly string[],
): FuzzRequest {
  const [method, template, names] = random.pick(operations);
  const read = oddly(random, 0.15) ? some(random, Object.keys(fields), 6) : some(random, names, 5);
  const given: Record<string, unknown> = {};
  for (const name of read) {
    const words = fields[name] ?? [];
    const choice = oddly(random, 0.3) || words.length === 0 ? oddValue : random.pick(words);
    given[name] = typeof choice === "function" ? choice(random) : choice;
  }
  // The first request uses the token up, on purpose.
  if (template.includes("refresh_token") && often(random, 0.5))
    given.refresh_token = actor.refreshToken;
  const path = template
    .replace(":user", () => random.pick([...userIds, uuid(random)]))
    .replace(":id", () => (oddly(random, 0.3) ? escaped(String(oddValue(random))) : uuid(random)));
  const isQuery = method === "GET";
  const query = isQuery
    ? Object.entries(given).map(([name, value]) => `${name}=${escaped(String(value))}`)
    : [];
  const separator = path.includes("?") ? "&" : "?";
  const sent = isQuery ? undefined : jsonBody(random, given);
  const headers: Record<string, string> = { ...keyHeaders(actor) };
  if (often(random, 0.5)) headers["X-Supabase-Api-Version"] = "2024-01-01";
  if (often(random, 0.1)) headers.redirect_to = random.pick(["//evil.test", "http://localhost/x"]);
  if (sent) headers["Content-Type"] = sent.type;
  return {
    endpoint: "auth",
    method: oddly(random, 0.06) ? random.pick(methods) : method,
    path: `/auth/v1${path}${query.length > 0 ? separator + query.join("&") : ""}`,
    headers,
    ...(sent ? { body: sent.body } : {}),
  };
}
