import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { oidcDouble } from "#tests/support/doubles/oidc.ts";
import { relaxedAuth, signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Drives, driveAll, inside, local, unoffered } from "./every-method.ts";

/* Every public method of `auth`: it works, and reports errors. */

testDatabase();
const provider = oidcDouble();
const backend = testBackend(() => ({
  auth: {
    ...relaxedAuth,
    anonymous: true,
    providers: {
      kampus: {
        issuer: provider().issuer,
        clientId: provider().clientId,
        clientSecret: provider().clientSecret,
      },
    },
  },
}));

const password = "kertas-karbon-7";
let count = 0;
const address = () => `semua${++count}@shop.test`;
const visitor = () => backend().client();
const person = () => signedInClient(backend(), address(), password);

async function identityToken() {
  provider().person = { sub: crypto.randomUUID(), email: address(), email_verified: true };
  return provider().idToken();
}

const auth: Drives = {
  signUp: {
    ok: () => visitor().auth.signUp({ email: address(), password }),
    fails: () => visitor().auth.signUp({ email: address(), password: "x" }),
  },
  signInAnonymously: {
    ok: () => visitor().auth.signInAnonymously(),
    fails: () => createClient(backend().url, "tidak-ada").auth.signInAnonymously(),
  },
  signInWithPassword: {
    ok: async () => {
      const email = address();
      await signedInClient(backend(), email, password);
      return visitor().auth.signInWithPassword({ email, password });
    },
    fails: () => visitor().auth.signInWithPassword({ email: address(), password }),
  },
  signInWithOAuth: local(() => visitor().auth.signInWithOAuth({ provider: "google" })),
  signInWithIdToken: {
    ok: async () =>
      visitor().auth.signInWithIdToken({ provider: "kampus", token: await identityToken() }),
    fails: () => visitor().auth.signInWithIdToken({ provider: "kampus", token: "a.b.c" }),
  },
  signInWithOtp: {
    ok: () => visitor().auth.signInWithOtp({ email: address() }),
    fails: () => visitor().auth.signInWithOtp({ email: "x" }),
  },
  verifyOtp: {
    ok: async () => {
      const email = address();
      await visitor().auth.signInWithOtp({ email });
      const { code } = await backend().mailTo(email);
      return visitor().auth.verifyOtp({ email, token: code, type: "email" });
    },
    fails: () => visitor().auth.verifyOtp({ email: address(), token: "123456", type: "email" }),
  },
  exchangeCodeForSession: {
    ok: async () => {
      const email = address();
      const client = createClient(backend().url, backend().keys.publishable, {
        auth: { persistSession: false, autoRefreshToken: false, flowType: "pkce" },
      });
      await client.auth.signInWithOtp({ email });
      const { link } = await backend().mailTo(email);
      const answer = await fetch(link, { redirect: "manual" });
      const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code");
      return client.auth.exchangeCodeForSession(code ?? "");
    },
    fails: () => visitor().auth.exchangeCodeForSession("x"),
  },
  reauthenticate: {
    ok: async () => (await person()).auth.reauthenticate(),
    fails: () => visitor().auth.reauthenticate(),
  },
  resend: {
    ok: () => visitor().auth.resend({ type: "signup", email: address() }),
    fails: () => visitor().auth.resend({ type: "signup", email: "x" }),
  },
  getSession: local(async () => (await person()).auth.getSession()),
  getUser: {
    ok: async () => (await person()).auth.getUser(),
    fails: () => visitor().auth.getUser("a.b.c"),
  },
  getClaims: {
    ok: async () => (await person()).auth.getClaims(),
    fails: () => visitor().auth.getClaims("a.b.c"),
  },
  fetchJwk: inside,
  updateUser: {
    ok: async () => (await person()).auth.updateUser({ data: { name: "Ayu" } }),
    fails: async () => (await person()).auth.updateUser({ password }),
  },
  setSession: {
    ok: async () => {
      const { data } = await (await person()).auth.getSession();
      if (!data.session) throw new Error("no session");
      return visitor().auth.setSession(data.session);
    },
    fails: () => visitor().auth.setSession({ access_token: "a.b.c", refresh_token: "x" }),
  },
  refreshSession: {
    ok: async () => (await person()).auth.refreshSession(),
    fails: () => visitor().auth.refreshSession({ refresh_token: "abcdefghijkl" }),
  },
  signOut: {
    ok: async () => (await person()).auth.signOut({ scope: "others" }),
    fails: async () => (await person()).auth.signOut({ scope: "semua" as "global" }),
  },
  resetPasswordForEmail: {
    ok: () => visitor().auth.resetPasswordForEmail(address()),
    fails: () => visitor().auth.resetPasswordForEmail("x"),
  },
  getUserIdentities: {
    ok: async () => (await person()).auth.getUserIdentities(),
    fails: () => visitor().auth.getUserIdentities(),
  },
  linkIdentity: {
    ok: async () => (await person()).auth.linkIdentity({ provider: "kampus" as "google" }),
    fails: async () => (await person()).auth.linkIdentity({ provider: "google" }),
  },
  linkIdentityOAuth: inside,
  linkIdentityIdToken: inside,
  unlinkIdentity: {
    ok: async () => {
      const client = await person();
      await client.auth.linkIdentity({ provider: "kampus", token: await identityToken() });
      const { data } = await client.auth.getUserIdentities();
      const linked = data?.identities.find((each) => each.provider === "kampus");
      if (!linked) throw new Error("nothing was linked");
      // The sign-in by the linked identity began a new session.
      const token = (await client.auth.getSession()).data.session?.access_token;
      const authorization = { Authorization: `Bearer ${token}` };
      await backend().post("/auth/v1/reauthenticate", { password }, authorization);
      return client.auth.unlinkIdentity(linked);
    },
    fails: async () => {
      const client = await person();
      const { data } = await client.auth.getUserIdentities();
      const only = data?.identities[0];
      return only && client.auth.unlinkIdentity(only);
    },
  },
  onAuthStateChange: local(() => visitor().auth.onAuthStateChange(() => undefined).data),
  startAutoRefresh: local(async () => {
    const client = visitor();
    await client.auth.startAutoRefresh();
    await client.auth.stopAutoRefresh();
  }),
  stopAutoRefresh: local(() => visitor().auth.stopAutoRefresh()),
  initialize: local(() => visitor().auth.initialize()),
  isThrowOnErrorEnabled: local(() => visitor().auth),
  dispose: local(() => visitor().auth.dispose()),
  logger: inside,
  fetch: inside,
  signInWithSSO: { refused: () => visitor().auth.signInWithSSO({ domain: "shop.test" }) },
  signInWithWeb3: { refused: () => web3("ethereum") },
  signInWithEthereum: { refused: () => web3("ethereum") },
  signInWithSolana: { refused: () => web3("solana") },
  signInWithPasskey: {
    refused: () => unoffered(backend(), "POST", "passkeys/authentication/options"),
  },
  registerPasskey: { refused: () => unoffered(backend(), "POST", "passkeys/registration/options") },
};

const web3 = (chain: "ethereum" | "solana") =>
  visitor().auth.signInWithWeb3({
    chain,
    message: "shop.test wants you to sign in",
    signature: chain === "solana" ? new Uint8Array(64) : "0x00",
  } as Parameters<SupabaseClient["auth"]["signInWithWeb3"]>[0]);

driveAll([["auth", auth, () => visitor().auth]]);
