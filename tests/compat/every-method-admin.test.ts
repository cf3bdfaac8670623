import { createClient } from "@supabase/supabase-js";
import { authenticatorCode } from "#tests/support/browser/authenticator.ts";
import { relaxedAuth, signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Drives, driveAll, inside, unoffered } from "./every-method.ts";

/* Every public method of `auth.mfa` and `auth.admin`, and of unsupported features. */

testDatabase();
const backend = testBackend({ auth: relaxedAuth });

const password = "kertas-karbon-7";
const nobody = "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66";
let count = 0;
const address = () => `semua${++count}@shop.test`;
const visitor = () => backend().client();
const admin = () => createClient(backend().url, backend().keys.secret).auth.admin;
const person = () => signedInClient(backend(), address(), password);

async function account() {
  const { data } = await admin().createUser({ email: address(), password, email_confirm: true });
  return data.user?.id ?? "";
}

async function enrolled() {
  const client = await person();
  const { data } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "A" });
  return { client, id: data?.id ?? "", code: authenticatorCode(data?.totp.secret ?? "") };
}

const mfa: Drives = {
  enroll: {
    ok: async () => (await person()).auth.mfa.enroll({ factorType: "totp" }),
    fails: () => visitor().auth.mfa.enroll({ factorType: "totp" }),
  },
  challenge: {
    ok: async () => {
      const { client, id } = await enrolled();
      return client.auth.mfa.challenge({ factorId: id });
    },
    fails: async () => (await person()).auth.mfa.challenge({ factorId: nobody }),
  },
  verify: {
    ok: async () => {
      const { client, id, code } = await enrolled();
      const { data } = await client.auth.mfa.challenge({ factorId: id });
      return client.auth.mfa.verify({ factorId: id, challengeId: data?.id ?? "", code });
    },
    fails: async () => {
      const { client, id, code } = await enrolled();
      return client.auth.mfa.verify({ factorId: id, challengeId: nobody, code });
    },
  },
  challengeAndVerify: {
    ok: async () => {
      const { client, id, code } = await enrolled();
      return client.auth.mfa.challengeAndVerify({ factorId: id, code });
    },
    fails: async () => {
      const { client, id } = await enrolled();
      return client.auth.mfa.challengeAndVerify({ factorId: id, code: "x" });
    },
  },
  unenroll: {
    ok: async () => {
      const { client, id } = await enrolled();
      return client.auth.mfa.unenroll({ factorId: id });
    },
    fails: async () => (await person()).auth.mfa.unenroll({ factorId: nobody }),
  },
  listFactors: {
    ok: async () => (await person()).auth.mfa.listFactors(),
    fails: () => visitor().auth.mfa.listFactors(),
  },
  getAuthenticatorAssuranceLevel: {
    ok: async () => (await person()).auth.mfa.getAuthenticatorAssuranceLevel(),
    fails: () => visitor().auth.mfa.getAuthenticatorAssuranceLevel("a.b.c"),
  },
};
/** A session with a second factor, through a client with the experiment enabled. */
async function strong() {
  const { client, id, code } = await enrolled();
  await client.auth.mfa.challengeAndVerify({ factorId: id, code });
  const { data } = await client.auth.getSession();
  const official = experimental();
  if (data.session) await official.auth.setSession(data.session);
  return official.auth.mfa.recoveryCodes;
}
const experimental = () =>
  createClient(backend().url, backend().keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
  });
const without = () => experimental().auth.mfa.recoveryCodes;
async function withCodes() {
  const codes = await strong();
  const { data } = await codes.generate();
  return { codes, code: data?.codes[0] ?? "" };
}
const recoveryCodes: Drives = {
  getStatus: {
    ok: async () => (await withCodes()).codes.getStatus(),
    fails: () => without().getStatus(),
  },
  generate: { ok: async () => (await strong()).generate(), fails: () => without().generate() },
  verify: {
    ok: async () => {
      const { codes, code } = await withCodes();
      return codes.verify({ code });
    },
    fails: async () => (await withCodes()).codes.verify({ code: "x" }),
  },
  regenerate: {
    ok: async () => (await withCodes()).codes.regenerate(),
    fails: async () => (await strong()).regenerate(),
  },
  unenroll: {
    ok: async () => (await withCodes()).codes.unenroll(),
    fails: async () => (await strong()).unenroll(),
  },
};
const webauthn: Drives = {
  enroll: {
    refused: async () => (await person()).auth.mfa.webauthn.enroll({ friendlyName: "Kunci" }),
  },
  challenge: { refused: () => unoffered(backend(), "POST", `factors/${nobody}/challenge`) },
  verify: { refused: () => unoffered(backend(), "POST", `factors/${nobody}/verify`) },
  authenticate: { refused: () => unoffered(backend(), "POST", `factors/${nobody}/challenge`) },
  register: { refused: () => unoffered(backend(), "POST", "factors") },
};

const admins: Drives = {
  signOut: {
    ok: async () => {
      const { data } = await (await person()).auth.getSession();
      return admin().signOut(data.session?.access_token ?? "");
    },
    fails: () => admin().signOut("x"),
  },
  inviteUserByEmail: {
    ok: () => admin().inviteUserByEmail(address()),
    fails: () => admin().inviteUserByEmail("x"),
  },
  generateLink: {
    ok: () => admin().generateLink({ type: "invite", email: address() }),
    fails: () => admin().generateLink({ type: "recovery", email: address() }),
  },
  createUser: {
    ok: () => admin().createUser({ email: address() }),
    fails: () => admin().createUser({ email: "x" }),
  },
  listUsers: { ok: () => admin().listUsers(), fails: () => visitor().auth.admin.listUsers() },
  getUserById: {
    ok: async () => admin().getUserById(await account()),
    fails: () => admin().getUserById(nobody),
  },
  updateUserById: {
    ok: async () => admin().updateUserById(await account(), { user_metadata: { a: 1 } }),
    fails: () => admin().updateUserById(nobody, {}),
  },
  deleteUser: {
    ok: async () => admin().deleteUser(await account()),
    fails: () => admin().deleteUser(nobody),
  },
  fetch: inside,
};
const adminMfa: Drives = {
  listFactors: {
    ok: async () => admin().mfa.listFactors({ userId: await account() }),
    fails: () => admin().mfa.listFactors({ userId: nobody }),
  },
  deleteFactor: {
    ok: async () => {
      const { client, id } = await enrolled();
      const { data } = await client.auth.getUser();
      return admin().mfa.deleteFactor({ userId: data.user?.id ?? "", id });
    },
    fails: () => admin().mfa.deleteFactor({ userId: nobody, id: nobody }),
  },
};

const clients = "admin/oauth/clients";
const adminOAuth: Drives = {
  listClients: { refused: () => admin().oauth.listClients() },
  createClient: {
    refused: () =>
      admin().oauth.createClient({ client_name: "x", redirect_uris: ["https://x.test"] }),
  },
  getClient: { refused: () => admin().oauth.getClient(nobody) },
  updateClient: { refused: () => admin().oauth.updateClient(nobody, { client_name: "x" }) },
  deleteClient: { refused: () => admin().oauth.deleteClient(nobody) },
  regenerateClientSecret: { refused: () => admin().oauth.regenerateClientSecret(nobody) },
};
const customProviders: Drives = {
  listProviders: { refused: () => unoffered(backend(), "GET", "admin/custom-providers") },
  createProvider: { refused: () => unoffered(backend(), "POST", "admin/custom-providers") },
  getProvider: { refused: () => unoffered(backend(), "GET", "admin/custom-providers/x") },
  updateProvider: { refused: () => unoffered(backend(), "PUT", "admin/custom-providers/x") },
  deleteProvider: { refused: () => unoffered(backend(), "DELETE", "admin/custom-providers/x") },
};
const oauthServer: Drives = {
  getAuthorizationDetails: { refused: () => unoffered(backend(), "GET", "oauth/authorizations/x") },
  approveAuthorization: {
    refused: () => unoffered(backend(), "POST", "oauth/authorizations/x/consent"),
  },
  denyAuthorization: {
    refused: () => unoffered(backend(), "POST", "oauth/authorizations/x/consent"),
  },
  listGrants: { refused: () => unoffered(backend(), "GET", "user/oauth/grants") },
  revokeGrant: {
    refused: () => unoffered(backend(), "DELETE", `user/oauth/grants?client_id=${clients}`),
  },
};
const passkeys: Drives = Object.fromEntries(
  ["startRegistration", "verifyRegistration", "startAuthentication", "verifyAuthentication"]
    .map(
      (name) =>
        [name, { refused: () => unoffered(backend(), "POST", `passkeys/${name}`) }] as const,
    )
    .concat(
      ["list", "update", "delete", "listPasskeys", "deletePasskey"].map(
        (name) => [name, { refused: () => unoffered(backend(), "GET", "passkeys") }] as const,
      ),
    ),
);

driveAll([
  ["auth.mfa", mfa, () => visitor().auth.mfa],
  ["auth.mfa.webauthn", webauthn, () => visitor().auth.mfa.webauthn],
  ["auth.mfa.recoveryCodes", recoveryCodes, () => visitor().auth.mfa.recoveryCodes],
  ["auth.oauth", oauthServer, () => visitor().auth.oauth],
  ["auth.passkey", passkeys, () => visitor().auth.passkey],
  ["auth.admin", admins, () => admin()],
  ["auth.admin.mfa", adminMfa, () => admin().mfa],
  ["auth.admin.oauth", adminOAuth, () => admin().oauth],
  ["auth.admin.customProviders", customProviders, () => admin().customProviders],
  ["auth.admin.passkey", passkeys, () => admin().passkey],
]);
