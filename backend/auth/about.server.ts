import type { Context } from "hono";
import type { AuthContext } from "./context.server.ts";
import { allowsAnonymous } from "./settings.ts";

/** GET /settings: the sign-in methods that a client may offer. */
export async function describeSettings({ settings }: AuthContext, c: Context): Promise<Response> {
  return c.json({
    external: {
      ...Object.fromEntries(Object.keys(settings.providers).map((name) => [name, true])),
      email: settings.email,
      phone: settings.phone,
      anonymous_users: await allowsAnonymous(settings),
    },
    disable_signup: settings.disableSignup,
    mailer_autoconfirm: settings.autoconfirm,
    phone_autoconfirm: settings.phoneAutoconfirm,
    sms_provider: "",
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  });
}

/** GET /health. The name is GoTrue's, because clients check it. */
export function health(_context: AuthContext, c: Context): Response {
  return c.json({
    version: "etalase",
    name: "GoTrue",
    description: "Sign-in of this shop, compatible with GoTrue",
  });
}

/** GET /.well-known/jwks.json: the public keys of access tokens. */
export function jwks(context: AuthContext, c: Context): Response {
  c.header("Cache-Control", "public, max-age=600");
  return c.json(context.keys.jwks);
}
