import { Hono } from "hono";
import * as v from "valibot";
import { createAccount } from "#backend/auth/accounts/accounts.server.ts";
import { vouchForContact } from "#backend/auth/accounts/confirm-contact.server.ts";
import { emailExists } from "#backend/auth/admin-access.server.ts";
import { AuthError, errorResponse, invalid } from "#backend/auth/errors.ts";
import { emailAddress } from "#backend/auth/input.ts";
import { defaultAuthSettings, settingsOf } from "#backend/auth/settings.ts";
import { checkNewPassword, hashPassword } from "#backend/auth/users/passwords.server.ts";
import type { Config } from "#base/config-type.ts";
import { log } from "#base/log.server.ts";
import { inTransaction } from "#db/client.server.ts";
import { isFirstAdminLink, makeFirstAdmin } from "#shop/customers/first-admin.server.ts";
import { optionalTextLine } from "#shop/kernel/text-line.ts";

/** The API version whose errors carry a code. */
const errorVersion = "2024-01-01";

const inputSchema = v.strictObject({
  token: v.pipe(v.string(), v.maxLength(200)),
  email: v.pipe(v.string(), v.maxLength(254)),
  password: v.pipe(v.string(), v.maxLength(1_000)),
  /** The person's name, which the history of changes shows. */
  name: optionalTextLine(80),
});

/**
 * `POST /api/first-admin` with `{token, email, password, name?}`: creates the shop's first administrator, 204. The
 * email address counts as confirmed, because only the operator has the link. 404 `link_invalid` once an
 * administrator exists; errors are those of auth.
 */
export function firstAdminEndpoint(config: Config): Hono {
  const settings = { ...defaultAuthSettings, ...settingsOf(config.auth) };
  const endpoint = new Hono();
  endpoint.post("/api/first-admin", async (c) => {
    c.header("Cache-Control", "no-store");
    try {
      const input = v.safeParse(inputSchema, await c.req.json().catch(() => undefined));
      if (!input.success) throw invalid("token, email and password are needed");
      const { token, email, password, name } = input.output;
      // Checked before the password is hashed, which costs much more.
      if (!(await isFirstAdminLink(token))) throw linkInvalid();
      const address = emailAddress(email);
      await checkNewPassword(password, settings, [address]);
      const passwordHash = await hashPassword(password);
      const isMade = await inTransaction((sql) =>
        makeFirstAdmin(sql, token, async () => {
          const contact = { kind: "email", address } as const;
          const user = await createAccount(sql, {
            contact,
            passwordHash,
            data: { full_name: name },
            onlyData: true,
          });
          if (!user) throw emailExists();
          return (await vouchForContact(sql, user, "email")).id;
        }),
      );
      if (!isMade) throw linkInvalid();
      log.info("the first administrator was made");
      return c.body(null, 204);
    } catch (error) {
      if (error instanceof AuthError) return errorResponse(error, errorVersion);
      throw error;
    }
  });
  return endpoint;
}

const linkInvalid = () => new AuthError(404, "link_invalid", "The link is not valid any more");
