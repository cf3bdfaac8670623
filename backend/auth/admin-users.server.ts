import type { Context } from "hono";
import { type JsonObject, readJsonObject } from "#backend/gateway/body.server.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { checkMetadata, confirmContact, createAccount, isTaken } from "./accounts.server.ts";
import { emailExists, requireAdmin, userOf } from "./admin-access.server.ts";
import type { AuthContext } from "./context.server.ts";
import { invalid } from "./errors.ts";
import { emailAddress, objectField, textField } from "./input.ts";
import { checkPasswordLength, hashPassword } from "./passwords.server.ts";
import { type UserRow, userJson } from "./users.server.ts";

const maxPerPage = 1000;
const banUnits: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** GET /admin/users?page=&per_page= with `X-Total-Count` and `Link`. */
export async function listUsers(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const page = positive(c.req.query("page"), 1);
  const perPage = Math.min(positive(c.req.query("per_page"), 50), maxPerPage);
  const sql = asShop();
  const [count] = await sql<{ total: number }[]>`
    select count(*)::int as total from auth.users where deleted_at is null`;
  const users = await sql<UserRow[]>`
    select * from auth.users where deleted_at is null order by created_at desc, id
    limit ${perPage} offset ${(page - 1) * perPage}`;
  const total = count?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (target: number, rel: string) =>
    `<${context.publicUrl}/auth/v1/admin/users?page=${target}&per_page=${perPage}>; rel="${rel}"`;
  const links = page < last ? [link(page + 1, "next"), link(last, "last")] : [link(last, "last")];
  c.header("X-Total-Count", String(total));
  c.header("Link", links.join(", "));
  return c.json({
    users: await Promise.all(users.map((user) => userJson(sql, user))),
    aud: "authenticated",
  });
}

/** POST /admin/users */
export async function createUser(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const body = await readJsonObject(c.req.raw);
  if (!textField(body, "email"))
    throw invalid("Cannot create a user without either an email or phone");
  const email = emailAddress(textField(body, "email"));
  const data = { ...objectField(body, "user_metadata") };
  checkMetadata(data);
  const password = textField(body, "password");
  const passwordHash = textField(body, "password_hash") || (await hashOf(password));
  const answer = await inTransaction(async (sql) => {
    const created = await createAccount(sql, {
      contact: { kind: "email", address: email },
      passwordHash,
      data,
    });
    if (!created) throw emailExists();
    const user =
      body.email_confirm === true ? await confirmContact(sql, created, "email") : created;
    return userJson(sql, await change(sql, user, body));
  });
  return c.json(answer);
}

/** GET /admin/users/{id} */
export async function readUser(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  return c.json(await userJson(asShop(), await userOf(asShop(), c)));
}

/** PUT /admin/users/{id} */
export async function changeUser(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const body = await readJsonObject(c.req.raw);
  const data = objectField(body, "user_metadata");
  const passwordHash = await hashOf(textField(body, "password"));
  const email = textField(body, "email") ? emailAddress(textField(body, "email")) : null;
  const answer = await inTransaction(async (sql) => {
    let user = await userOf(sql, c);
    if (data) checkMetadata({ ...user.raw_user_meta_data, ...data });
    const [changed] = await sql<UserRow[]>`
      update auth.users set
        email = coalesce(${email}, email),
        encrypted_password = coalesce(${passwordHash}, encrypted_password),
        raw_user_meta_data = jsonb_strip_nulls(raw_user_meta_data || ${sql.json((data ?? {}) as never)})
      where id = ${user.id} returning *`;
    user = changed ?? user;
    if (body.email_confirm === true) user = await confirmContact(sql, user, "email");
    // Whoever knew the old password is out.
    if (passwordHash) await sql`delete from auth.sessions where user_id = ${user.id}`;
    return userJson(sql, await change(sql, user, body));
  }).catch((error) => {
    if (isTaken(error)) throw emailExists();
    throw error;
  });
  return c.json(answer);
}

/** DELETE /admin/users/{id}: for good, or softly, which keeps the row and ends every session. */
export async function deleteUser(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const body = c.req.header("content-type") ? await readJsonObject(c.req.raw) : {};
  await inTransaction(async (sql) => {
    const user = await userOf(sql, c);
    if (body.should_soft_delete === true) {
      await sql`delete from auth.sessions where user_id = ${user.id}`;
      await sql`delete from auth.identities where user_id = ${user.id}`;
      await sql`
        update auth.users set deleted_at = now(), email = null, phone = null, encrypted_password = null,
          raw_user_meta_data = '{}', raw_app_meta_data = '{}'
        where id = ${user.id}`;
    } else await sql`delete from auth.users where id = ${user.id}`;
  });
  return c.json({});
}

/** What only the shop may set: `app_metadata` and bans. */
async function change(sql: Sql, user: UserRow, body: JsonObject): Promise<UserRow> {
  const app = objectField(body, "app_metadata");
  if (app) checkMetadata(app);
  const ban = textField(body, "ban_duration");
  const seconds = ban === "" || ban === "none" ? 0 : durationOf(ban);
  const [changed] = await sql<UserRow[]>`
    update auth.users set
      raw_app_meta_data = jsonb_strip_nulls(raw_app_meta_data || ${sql.json((app ?? {}) as never)}),
      banned_until = case
        when ${ban} = '' then banned_until
        when ${seconds} = 0 then null
        else now() + ${seconds} * interval '1 second' end
    where id = ${user.id} returning *`;
  return changed ?? user;
}

/** Go's durations as far as they are used: `24h`, `90m`, `1h30m`. In seconds. @throws AuthError 400 */
function durationOf(text: string): number {
  if (!/^(\d{1,9}[hms])+$/.test(text)) throw invalid("invalid format for ban duration");
  const parts = text.match(/\d+[hms]/g) ?? [];
  return parts.reduce(
    (sum, part) => sum + Number(part.slice(0, -1)) * (banUnits[part.slice(-1)] ?? 0),
    0,
  );
}

async function hashOf(password: string): Promise<string | null> {
  if (!password) return null;
  checkPasswordLength(password);
  return hashPassword(password);
}

function positive(text: string | undefined, fallback: number): number {
  return /^[1-9]\d{0,6}$/.test(text ?? "") ? Number(text) : fallback;
}
