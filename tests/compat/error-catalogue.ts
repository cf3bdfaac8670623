import type { SupabaseClient } from "@supabase/supabase-js";
import { signAccessToken, verifyAccessToken } from "#backend/gateway/access-token.server.ts";
import { authenticatorCode } from "#tests/support/browser/authenticator.ts";
import { CookieBrowser } from "#tests/support/browser/cookie-browser.ts";
import type { OidcDouble } from "#tests/support/doubles/oidc.ts";
import { signedInClient, type TestBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

/** A request that must fail. */
export interface Ask {
  readonly on?: TestBackend;
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Below /auth/v1. */
  readonly path: string;
  readonly body?: unknown;
  /** The access token, besides the API key. */
  readonly bearer?: string;
  /** Replaces the publishable key; null: no key. */
  readonly apikey?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Services with the settings that some refusals need. */
export interface World {
  readonly plain: TestBackend;
  /** Everything that can be switched off is off. */
  readonly closed: TestBackend;
  /** Confirms automatically, demands a code before a new password, and allows one second factor. */
  readonly strict: TestBackend;
  /** Refuses every captcha. */
  readonly guarded: TestBackend;
  /** One request of each kind, one mail a minute. */
  readonly hasty: TestBackend;
  readonly provider: OidcDouble;
}

/** A code with its status, and a request that provokes it. `inRedirect`: passed in the redirect's address. */
export type Entry =
  | { readonly status: number; readonly ask: (world: World) => Ask | Promise<Ask> }
  | { readonly inRedirect: true; readonly ask: (world: World) => Ask | Promise<Ask> }
  | { readonly never: string };

const password = "kertas-karbon-7";
let count = 0;
const address = () => `katalog${Date.now()}${++count}@shop.test`;
const number = () => `62811${Date.now() % 1e6}${++count}`;
const nobody = "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66";

async function person(on: TestBackend) {
  const email = address();
  const client = await signedInClient(on, email, password);
  return { client, email, ...(await sessionOf(client)) };
}

async function sessionOf(client: SupabaseClient) {
  const { data } = await client.auth.getSession();
  const { access_token = "", refresh_token = "", user } = data.session ?? {};
  return { bearer: access_token, refresh: refresh_token, id: user?.id ?? "" };
}

/** @param verified the session is then aal2 */
async function withFactor(on: TestBackend, verified = true) {
  const owner = await person(on);
  const { data } = await owner.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "A" });
  const factor = data?.id ?? "";
  const code = authenticatorCode(data?.totp.secret ?? "");
  if (verified) await owner.client.auth.mfa.challengeAndVerify({ factorId: factor, code });
  return { ...owner, factor, code, bearer: (await sessionOf(owner.client)).bearer };
}

/** A second session of the same person, without the factor. */
async function weak(on: TestBackend) {
  const owner = await withFactor(on);
  const client = on.client();
  await client.auth.signInWithPassword({ email: owner.email, password });
  return { ...owner, bearer: (await sessionOf(client)).bearer };
}

async function challenge(on: TestBackend, owner: { client: SupabaseClient; factor: string }) {
  const { data } = await owner.client.auth.mfa.challenge({ factorId: owner.factor });
  return { path: `/factors/${owner.factor}/verify`, id: data?.id ?? "", on };
}

/** The same session, signed as another service over the same database would sign it. */
async function at(on: TestBackend, { plain }: World, bearer: string): Promise<string> {
  const claims = await verifyAccessToken(plain.keys, plain.url, bearer);
  return signAccessToken(on.keys, { ...claims, iss: `${on.url}/auth/v1` });
}

const asAdmin = (on: TestBackend) => ({ apikey: on.keys.secret, bearer: on.keys.secret });
const signUp = (body: object) => ({ path: "/signup", body: { password, ...body } });
const signIn = (body: object) => ({ path: "/token?grant_type=password", body });

/** The code of a sign-in by link, used by a browser with another secret. */
async function exchange({ plain }: World, verifier: string, age = "0 seconds"): Promise<Ask> {
  const email = address();
  const flow = { code_challenge: "a".repeat(43), code_challenge_method: "plain" };
  await plain.post("/auth/v1/otp", { email, ...flow });
  const { link } = await plain.mailTo(email);
  const answer = await fetch(link, { redirect: "manual" });
  const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code");
  await asSeed()`
    update auth.flow_state set created_at = created_at - ${age}::interval,
      auth_code_issued_at = auth_code_issued_at - ${age}::interval`;
  return {
    path: "/token?grant_type=pkce",
    body: { auth_code: code, code_verifier: verifier },
  };
}

async function back(world: World, change: (address: URL) => void = () => undefined): Promise<Ask> {
  const { data } = await world.plain
    .client()
    .auth.signInWithOAuth({ provider: "kampus" as "google" });
  const browser = new CookieBrowser();
  const first = await browser.fetch(data.url ?? "");
  const target = new URL(await world.provider.agree(first.headers.get("location") ?? ""));
  change(target);
  return {
    method: "GET",
    path: `/callback${target.search}`,
    headers: { Cookie: browser.cookieHeader() },
  };
}

const saml = "SAML and SSO are not offered";
const hooks = "hooks are not offered";
const clients = "there is no OAuth server for other programs";
const recovery = "recovery codes are always on, locked ones are over_request_rate_limit";
const webauthn = "WebAuthn factors are not offered";

/**
 * Every code of GoTrue and every additional one. Source of the names: specification section 8, protocol.md 1 and the
 * public error codes of the service.
 */
export const catalogue: Readonly<Record<string, Entry>> = {
  // Malformed requests.
  validation_failed: { status: 400, ask: () => signUp({ email: "a" }) },
  bad_json: { status: 400, ask: () => ({ path: "/signup", body: "{" }) },
  request_entity_too_large: {
    status: 413,
    ask: () => signUp({ email: address(), data: { long: "x".repeat(1_100_000) } }),
  },
  unsupported_media_type: {
    status: 415,
    ask: () => ({ path: "/signup", body: "<a/>", headers: { "Content-Type": "text/xml" } }),
  },
  not_found: { status: 404, ask: () => ({ path: "/nothing", body: {} }) },
  no_api_key: { status: 401, ask: () => ({ method: "GET", path: "/settings", apikey: null }) },
  invalid_api_key: { status: 401, ask: () => ({ method: "GET", path: "/settings", apikey: "x" }) },
  over_request_rate_limit: {
    status: 429,
    ask: async ({ hasty }) => {
      await hasty.post("/auth/v1/token?grant_type=refresh_token", {
        refresh_token: "abcdefghijkl",
      });
      return {
        on: hasty,
        path: "/token?grant_type=refresh_token",
        body: { refresh_token: "abcdefghijkl" },
      };
    },
  },
  unexpected_failure: {
    never: "a client's request that brings it about is a bug (tests/verification/fuzz)",
  },
  conflict: { never: "only while another request holds the session for five seconds" },
  request_timeout: { never: "requests have no time limit of their own; statements have" },

  // The caller.
  no_authorization: { status: 401, ask: () => ({ method: "GET", path: "/user" }) },
  bad_jwt: { status: 403, ask: () => ({ method: "GET", path: "/user", bearer: "a.b.c" }) },
  not_admin: { status: 403, ask: () => ({ method: "GET", path: "/admin/users" }) },
  user_not_found: {
    status: 404,
    ask: ({ plain }) => ({ method: "GET", path: `/admin/users/${nobody}`, ...asAdmin(plain) }),
  },
  session_not_found: {
    status: 403,
    ask: async ({ plain }) => {
      const { client, bearer } = await person(plain);
      await client.auth.signOut();
      return { method: "GET", path: "/user", bearer };
    },
  },
  user_banned: {
    status: 400,
    ask: async ({ plain }) => {
      const { email } = await person(plain);
      await asSeed()`update auth.users set banned_until = now() + interval '1 day' where email = ${email}`;
      return signIn({ email, password });
    },
  },

  // Signing up and in.
  invalid_credentials: { status: 400, ask: () => signIn({ email: address(), password }) },
  email_not_confirmed: {
    status: 400,
    ask: async ({ plain }) => {
      const email = address();
      await plain.post("/auth/v1/signup", { email, password });
      return signIn({ email, password });
    },
  },
  phone_not_confirmed: {
    status: 400,
    ask: async ({ plain }) => {
      const phone = number();
      await plain.post("/auth/v1/signup", { phone, password });
      return signIn({ phone, password });
    },
  },
  user_already_exists: {
    status: 422,
    ask: async ({ strict }) => {
      const email = address();
      await strict.post("/auth/v1/signup", { email, password });
      return { on: strict, ...signUp({ email }) };
    },
  },
  weak_password: { status: 422, ask: () => signUp({ email: address(), password: "password" }) },
  signup_disabled: {
    status: 422,
    ask: ({ closed }) => ({ on: closed, ...signUp({ phone: number() }) }),
  },
  email_provider_disabled: {
    status: 422,
    ask: ({ closed }) => ({ on: closed, ...signIn({ email: address(), password }) }),
  },
  phone_provider_disabled: {
    status: 400,
    ask: ({ strict }) => ({ on: strict, ...signUp({ phone: number() }) }),
  },
  anonymous_provider_disabled: {
    status: 422,
    ask: () => ({ path: "/signup", body: {} }),
  },
  otp_disabled: {
    status: 422,
    ask: () => ({ path: "/otp", body: { email: address(), create_user: false } }),
  },
  otp_expired: {
    status: 403,
    ask: () => ({ path: "/verify", body: { type: "email", email: address(), token: "123456" } }),
  },
  captcha_failed: {
    status: 400,
    ask: ({ guarded }) => ({ on: guarded, ...signUp({ email: address() }) }),
  },
  over_email_send_rate_limit: {
    status: 429,
    ask: async ({ hasty }) => {
      const email = address();
      await hasty.post("/auth/v1/otp", { email });
      return { on: hasty, path: "/otp", body: { email } };
    },
  },
  over_sms_send_rate_limit: {
    status: 429,
    ask: async ({ hasty }) => {
      const phone = number();
      await hasty.post("/auth/v1/otp", { phone });
      return { on: hasty, path: "/otp", body: { phone } };
    },
  },
  email_address_invalid: { never: "an odd address is validation_failed" },
  email_address_not_authorized: { never: "mail goes to every address" },
  email_address_not_provided: { never: "people from a provider need no address" },
  sms_send_failed: { never: "text messages are queued; the queue tries again" },
  invite_not_found: { never: "a link that opens nothing is otp_expired" },

  // Refresh tokens and codes.
  refresh_token_not_found: {
    status: 400,
    ask: () => ({
      path: "/token?grant_type=refresh_token",
      body: { refresh_token: "abcdefghijkl" },
    }),
  },
  refresh_token_already_used: {
    status: 400,
    ask: async ({ plain }) => {
      const { client, refresh } = await person(plain);
      await client.auth.refreshSession();
      await client.auth.refreshSession();
      await asSeed()`update auth.refresh_tokens set updated_at = now() - interval '1 minute'`;
      return { path: "/token?grant_type=refresh_token", body: { refresh_token: refresh } };
    },
  },
  session_expired: {
    status: 400,
    ask: async ({ plain }) => {
      const { id, refresh } = await person(plain);
      await asSeed()`update auth.sessions set not_after = now() where user_id = ${id}`;
      return { path: "/token?grant_type=refresh_token", body: { refresh_token: refresh } };
    },
  },
  flow_state_not_found: {
    status: 404,
    ask: () => ({
      path: "/token?grant_type=pkce",
      body: { auth_code: nobody, code_verifier: "a".repeat(43) },
    }),
  },
  flow_state_expired: { status: 422, ask: (world) => exchange(world, "a".repeat(43), "1 hour") },
  bad_code_verifier: { status: 400, ask: (world) => exchange(world, "b".repeat(43)) },

  // The own account.
  email_exists: {
    status: 422,
    ask: async ({ plain }) => {
      const { email } = await person(plain);
      return { path: "/admin/users", body: { email }, ...asAdmin(plain) };
    },
  },
  phone_exists: {
    status: 422,
    ask: async ({ plain }) => {
      const phone = number();
      await plain.post(
        "/auth/v1/admin/users",
        { phone },
        {
          apikey: plain.keys.secret,
          Authorization: `Bearer ${plain.keys.secret}`,
        },
      );
      return { path: "/admin/users", body: { phone }, ...asAdmin(plain) };
    },
  },
  same_password: {
    status: 422,
    ask: async ({ plain }) => ({
      method: "PUT",
      path: "/user",
      body: { password },
      bearer: (await person(plain)).bearer,
    }),
  },
  current_password_invalid: {
    status: 400,
    ask: async ({ plain }) => ({
      method: "PUT",
      path: "/user",
      body: { password: "nota-baru-88", current_password: "bukan ini" },
      bearer: (await person(plain)).bearer,
    }),
  },
  current_password_required: { never: "no setting asks for the password that one has" },
  reauthentication_needed: {
    status: 400,
    ask: async ({ strict }) => {
      const email = address();
      const { data } = await strict.client().auth.signUp({ email, password });
      await asSeed()`update auth.sessions set created_at = now() - interval '2 days'`;
      return {
        on: strict,
        method: "PUT",
        path: "/user",
        body: { password: "nota-baru-88" },
        bearer: data.session?.access_token ?? "",
      };
    },
  },
  reauthentication_not_valid: {
    status: 422,
    ask: async ({ plain }) => ({
      method: "PUT",
      path: "/user",
      body: { password: "nota-baru-88", nonce: "000000" },
      bearer: (await person(plain)).bearer,
    }),
  },
  reauth_nonce_missing: { never: "a nonce that is missing is reauthentication_needed" },
  user_sso_managed: { never: saml },

  // Ways to sign in.
  identity_not_found: {
    status: 422,
    ask: async ({ plain, provider }) => {
      const { client, bearer } = await person(plain);
      provider.person = { sub: crypto.randomUUID(), email: address(), email_verified: true };
      await client.auth.linkIdentity({ provider: "kampus", token: await provider.idToken() });
      return { method: "DELETE", path: `/user/identities/${nobody}`, bearer };
    },
  },
  single_identity_not_deletable: {
    status: 422,
    ask: async ({ plain }) => {
      const { client, bearer } = await person(plain);
      const { data } = await client.auth.getUserIdentities();
      const id = data?.identities[0]?.identity_id;
      return { method: "DELETE", path: `/user/identities/${id}`, bearer };
    },
  },
  identity_already_exists: {
    status: 422,
    ask: async ({ plain, provider }) => {
      const { client, bearer } = await person(plain);
      provider.person = { sub: crypto.randomUUID(), email: address(), email_verified: true };
      const token = await provider.idToken();
      await client.auth.linkIdentity({ provider: "kampus", token });
      return {
        path: "/token?grant_type=id_token",
        body: { provider: "kampus", id_token: token, link_identity: true },
        bearer,
      };
    },
  },
  email_conflict_identity_not_deletable: {
    never: "an address without a way to sign in stays one's own",
  },
  manual_linking_disabled: {
    status: 404,
    ask: async (world) => ({
      on: world.closed,
      method: "DELETE",
      path: `/user/identities/${nobody}`,
      bearer: await at(world.closed, world, (await person(world.plain)).bearer),
    }),
  },
  provider_disabled: {
    status: 400,
    ask: () => ({
      path: "/token?grant_type=id_token",
      body: { provider: "apple", id_token: "a.b.c" },
    }),
  },
  bad_oauth_state: { inRedirect: true, ask: () => ({ method: "GET", path: "/callback?state=x" }) },
  bad_oauth_callback: {
    inRedirect: true,
    ask: (world) =>
      back(world, (target) => {
        target.searchParams.delete("code");
        target.searchParams.set("error", "access_denied");
      }),
  },
  provider_email_needs_verification: {
    inRedirect: true,
    ask: (world) => {
      world.provider.person = {
        sub: crypto.randomUUID(),
        email: address(),
        email_verified: false,
      };
      return back(world);
    },
  },
  oauth_provider_not_supported: { never: "an unknown provider is validation_failed" },
  unexpected_audience: { never: "X-JWT-AUD is ignored" },

  // Second factors.
  mfa_factor_not_found: {
    status: 404,
    ask: async ({ plain }) => ({
      path: `/factors/${nobody}/challenge`,
      body: {},
      bearer: (await person(plain)).bearer,
    }),
  },
  mfa_factor_name_conflict: {
    status: 422,
    ask: async ({ plain }) => ({
      path: "/factors",
      body: { factor_type: "totp", friendly_name: "A" },
      bearer: (await withFactor(plain, false)).bearer,
    }),
  },
  too_many_enrolled_mfa_factors: {
    status: 422,
    ask: async (world) => ({
      on: world.strict,
      path: "/factors",
      body: { factor_type: "totp", friendly_name: "B" },
      bearer: await at(world.strict, world, (await withFactor(world.plain, false)).bearer),
    }),
  },
  mfa_verification_failed: {
    status: 422,
    ask: async ({ plain }) => {
      const owner = await withFactor(plain, false);
      const { path, id } = await challenge(plain, owner);
      const code = owner.code === "000000" ? "000001" : "000000";
      return { path, body: { challenge_id: id, code }, bearer: owner.bearer };
    },
  },
  mfa_challenge_expired: {
    status: 422,
    ask: async ({ plain }) => {
      const owner = await withFactor(plain, false);
      const { path, id } = await challenge(plain, owner);
      await asSeed()`update auth.mfa_challenges set created_at = now() - interval '1 hour' where id = ${id}`;
      return { path, body: { challenge_id: id, code: owner.code }, bearer: owner.bearer };
    },
  },
  mfa_ip_address_mismatch: {
    status: 422,
    ask: async ({ plain }) => {
      const owner = await withFactor(plain, false);
      const { path, id } = await challenge(plain, owner);
      await asSeed()`update auth.mfa_challenges set ip_address = '203.0.113.9' where id = ${id}`;
      return { path, body: { challenge_id: id, code: owner.code }, bearer: owner.bearer };
    },
  },
  mfa_verified_factor_exists: {
    status: 422,
    ask: async ({ plain }) => {
      const { bearer, id } = await withFactor(plain);
      const phone = number();
      await asSeed()`
        insert into auth.mfa_factors (user_id, friendly_name, factor_type, phone, status)
        values (${id}, 'Nomor', 'phone', ${phone}, 'verified')`;
      return {
        path: "/factors",
        body: { factor_type: "phone", friendly_name: "C", phone },
        bearer,
      };
    },
  },
  insufficient_aal: {
    status: 401,
    ask: async ({ plain }) => ({
      method: "PUT",
      path: "/user",
      body: { password: "nota-baru-88" },
      bearer: (await weak(plain)).bearer,
    }),
  },
  mfa_totp_enroll_not_enabled: {
    status: 422,
    ask: async (world) => ({
      on: world.closed,
      path: "/factors",
      body: { factor_type: "totp", friendly_name: "A" },
      bearer: await at(world.closed, world, (await person(world.plain)).bearer),
    }),
  },
  mfa_phone_enroll_not_enabled: {
    status: 422,
    ask: async (world) => ({
      on: world.closed,
      path: "/factors",
      body: { factor_type: "phone", friendly_name: "A", phone: number() },
      bearer: await at(world.closed, world, (await person(world.plain)).bearer),
    }),
  },
  mfa_totp_verify_not_enabled: {
    status: 422,
    ask: async (world) => {
      const owner = await withFactor(world.plain, false);
      const bearer = await at(world.closed, world, owner.bearer);
      return { on: world.closed, path: `/factors/${owner.factor}/challenge`, body: {}, bearer };
    },
  },
  mfa_phone_verify_not_enabled: {
    status: 422,
    ask: async (world) => {
      const { bearer, id } = await person(world.plain);
      const [factor] = await asSeed()<{ id: string }[]>`
        insert into auth.mfa_factors (user_id, friendly_name, factor_type, phone)
        values (${id}, 'Nomor', 'phone', ${number()}) returning id`;
      return {
        on: world.closed,
        path: `/factors/${factor?.id}/challenge`,
        body: {},
        bearer: await at(world.closed, world, bearer),
      };
    },
  },
  mfa_webauthn_enroll_not_enabled: {
    status: 422,
    ask: async ({ plain }) => ({
      path: "/factors",
      body: { factor_type: "webauthn", friendly_name: "A" },
      bearer: (await person(plain)).bearer,
    }),
  },
  mfa_webauthn_verify_not_enabled: { never: webauthn },
  mfa_verification_rejected: { never: hooks },
  webauthn_challenge_expired: { never: webauthn },
  mfa_recovery_codes_enroll_not_enabled: { never: recovery },
  mfa_recovery_codes_verify_not_enabled: { never: recovery },
  mfa_recovery_codes_locked: { never: recovery },
  mfa_recovery_codes_sole_factor: { never: recovery },
  recovery_code_invalid: {
    status: 422,
    ask: async ({ plain }) => ({
      path: "/recovery-codes/verify",
      body: { code: "AAAAA-AAAAA" },
      bearer: (await weak(plain)).bearer,
    }),
  },
  second_factor_needed: {
    status: 403,
    ask: async ({ plain }) => {
      const { bearer } = await withFactor(plain);
      await asSeed()`update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'`;
      return { path: "/reauthenticate", body: { password }, bearer };
    },
  },

  // Unsupported features.
  hook_timeout: { never: hooks },
  hook_timeout_after_retry: { never: hooks },
  hook_payload_over_size_limit: { never: hooks },
  hook_payload_invalid_content_type: { never: hooks },
  saml_provider_disabled: {
    status: 404,
    ask: () => ({ path: "/sso", body: { domain: "shop.test" } }),
  },
  saml_relay_state_not_found: { never: saml },
  saml_relay_state_expired: { never: saml },
  saml_idp_not_found: { never: saml },
  saml_assertion_no_user_id: { never: saml },
  saml_assertion_no_email: { never: saml },
  saml_metadata_fetch_failed: { never: saml },
  saml_idp_already_exists: { never: saml },
  saml_entity_id_mismatch: { never: saml },
  sso_provider_not_found: { never: saml },
  sso_provider_disabled: { never: saml },
  sso_domain_already_exists: { never: saml },
  web3_provider_disabled: {
    status: 422,
    ask: () => ({ path: "/token?grant_type=web3", body: { chain: "solana" } }),
  },
  web3_unsupported_chain: { never: "Web3 is disabled for every chain" },
  oauth_dynamic_client_registration_disabled: { never: clients },
  oauth_client_not_found: { never: clients },
  oauth_authorization_not_found: { never: clients },
  oauth_consent_not_found: { never: clients },
  oauth_client_state_not_found: { never: "a state that is gone is bad_oauth_state" },
  oauth_client_state_expired: { never: "a state that is gone is bad_oauth_state" },
  oauth_invalid_state: { never: "a state that is gone is bad_oauth_state" },
};
