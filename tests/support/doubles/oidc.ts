import { createHash, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll } from "vitest";

/** The fault of the next identity token. */
export type Misbehaviour =
  | "none"
  | "wrong nonce"
  | "wrong audience"
  | "wrong issuer"
  | "expired"
  | "alg none"
  | "signed with the client secret"
  | "signed with a key that is not listed"
  | "no identity token"
  | "error page"
  | "endless answer"
  | "ignores PKCE";

export interface OidcDouble {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The person signed in at the provider. */
  person: Record<string, unknown> & { sub: string };
  misbehaviour: Misbehaviour;
  /** Bytes of the endless answers. */
  pouredBytes: number;
  /** Codes that clients sent to the token endpoint. */
  readonly receivedCodes: string[];
  /** Makes a new key pair; the old one is no longer listed. */
  changeKey(): Promise<void>;
  /** A signed identity token, as a mobile program gets one. */
  idToken(claims?: JWTPayload): Promise<string>;
  /** Consents in the person's browser at the provider. @returns the redirect's address */
  agree(authorizeUrl: string): Promise<string>;
}

interface Grant {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

/** An OpenID Connect provider on a free port, with real keys and discovery, for one test file. */
export function oidcDouble(): () => OidcDouble {
  let double: (OidcDouble & { server: Server }) | undefined;
  beforeAll(async () => {
    double = await start();
  });
  afterAll(async () => {
    double?.server.closeAllConnections();
    await new Promise((resolve) => double?.server.close(resolve));
  });
  return () => {
    if (!double) throw new Error("the provider is not running yet");
    return double;
  };
}

async function start(): Promise<OidcDouble & { server: Server }> {
  const clientId = "shop";
  const clientSecret = "a secret between the shop and the provider";
  const grants = new Map<string, Grant>();
  let key = await newKey();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", issuer());
    const json = (body: unknown, status = 200) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (url.pathname === "/.well-known/openid-configuration") {
      return json({
        issuer: issuer(),
        authorization_endpoint: `${issuer()}/authorize`,
        token_endpoint: `${issuer()}/token`,
        jwks_uri: `${issuer()}/keys`,
        authorization_response_iss_parameter_supported: true,
      });
    }
    if (url.pathname === "/keys") return json({ keys: [key.jwk] });
    if (url.pathname === "/authorize") {
      const code = randomUUID();
      grants.set(code, {
        nonce: url.searchParams.get("nonce") ?? "",
        challenge: url.searchParams.get("code_challenge") ?? "",
        redirectUri: url.searchParams.get("redirect_uri") ?? "",
      });
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("iss", issuer());
      response.writeHead(302, { Location: back.href });
      return response.end();
    }
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", async () => {
      const body = new URLSearchParams(text);
      double.receivedCodes.push(body.get("code") ?? "");
      const grant = grants.get(body.get("code") ?? "");
      grants.delete(body.get("code") ?? "");
      const shown = createHash("sha256")
        .update(body.get("code_verifier") ?? "")
        .digest("base64url");
      const isGood =
        grant !== undefined &&
        (grant.challenge === shown || double.misbehaviour === "ignores PKCE") &&
        grant.redirectUri === body.get("redirect_uri") &&
        body.get("client_secret") === clientSecret;
      if (!isGood || double.misbehaviour === "error page") {
        return json({ error: "invalid_grant" }, 400);
      }
      if (double.misbehaviour === "endless answer") {
        const spaces = Buffer.alloc(65_536, " ");
        const pour = () => {
          do double.pouredBytes += spaces.length;
          while (!response.destroyed && response.write(spaces));
        };
        response.on("drain", pour);
        return pour();
      }
      if (double.misbehaviour === "no identity token") return json({ access_token: "x" });
      json({
        access_token: "provider-access",
        refresh_token: "provider-refresh",
        id_token: await tokenFor(grant.nonce),
      });
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function tokenFor(nonce: string): Promise<string> {
    const { misbehaviour, person } = double;
    const claims: JWTPayload = { ...person, nonce };
    if (misbehaviour === "wrong nonce") claims.nonce = "of another request";
    if (misbehaviour === "wrong audience") claims.aud = "another shop";
    if (misbehaviour === "wrong issuer") claims.iss = "https://evil.test";
    if (misbehaviour === "expired") claims.exp = Math.floor(Date.now() / 1000) - 120;
    const full = complete(claims);
    if (misbehaviour === "alg none") return new UnsecuredJWT(full).encode();
    if (misbehaviour === "signed with the client secret") {
      return new SignJWT(full)
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(clientSecret));
    }
    const signer = misbehaviour === "signed with a key that is not listed" ? await newKey() : key;
    return sign(full, signer);
  }

  function complete(claims: JWTPayload): JWTPayload {
    const now = Math.floor(Date.now() / 1000);
    return { iss: issuer(), aud: clientId, iat: now, exp: now + 300, ...claims };
  }

  const double: OidcDouble & { server: Server } = {
    server,
    issuer: issuer(),
    clientId,
    clientSecret,
    person: { sub: "1", email: "ayu@shop.test", email_verified: true, name: "Ayu" },
    misbehaviour: "none",
    pouredBytes: 0,
    receivedCodes: [],
    async changeKey() {
      key = await newKey();
    },
    idToken: (claims = {}) => sign(complete({ ...double.person, ...claims }), key),
    async agree(authorizeUrl) {
      const answer = await fetch(authorizeUrl, { redirect: "manual" });
      return answer.headers.get("location") ?? "";
    },
  };
  return double;
}

interface Key {
  readonly privateKey: CryptoKey;
  readonly jwk: Record<string, unknown> & { kid: string };
}

async function newKey(): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: randomUUID(), alg: "RS256", use: "sig" };
  return { privateKey, jwk };
}

function sign(claims: JWTPayload, { privateKey, jwk }: Key): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: jwk.kid }).sign(privateKey);
}
