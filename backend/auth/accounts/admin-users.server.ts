import type { Context } from "hono";
import {
  emailExists,
  phoneExists,
  requireAdmin,
  userOf,
} from "#backend/auth/admin-access.server.ts";
import type { AuthContext } from "#backend/auth/context.server.ts";
import { invalid } from "#backend/auth/errors.ts";
import { emailAddress, objectField, textField } from "#backend/auth/input.ts";
import { type Contact, phoneNumber } from "#backend/auth/users/contacts.ts";
import { checkPasswordLength, hashPassword } from "#backend/auth/users/passwords.server.ts";
import {
  findUser,
  findUserByContact,
  type UserRow,
  userJson,
} from "#backend/auth/users/users.server.ts";
import { type JsonObject, readJsonObject } from "#backend/gateway/body.server.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { noteProviders } from "../oauth/external-account.server.ts";
import { checkMetadata, createAccount } from "./accounts.server.ts";
import { vouchForContact } from "./confirm-contact.server.ts";

const maxPerPage = 1000;
const banUnits: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
/** Go's duration: nanoseconds in 63 bits. In seconds, about 292 years. */
const maxBanSeconds = 9_223_372_036;

/**
 * GET /admin/users?page=&per_page= with `X-Total-Count` and `Link`.
 * @throws AuthError 400 for a page that is no number
 */
export async function listUsers(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const page = pageNumber(c.req.query("page"), 1);
  const perPage = Math.min(pageNumber(c.req.query("per_page"), 50), maxPerPage);
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
  const { email, phone } = contactsOf(body);
  const contact: Contact | undefined = email
    ? { kind: "email", address: email }
    : phone
      ? { kind: "phone", address: phone }
      : undefined;
  if (!contact) throw invalid("Cannot create a user without either an email or phone");
  const id = textField(body, "id") || undefined;
  if (id !== undefined && !isUuid(id)) throw invalid("ID must conform to the uuid v4 format");
  const data = { ...objectField(body, "user_metadata") };
  checkMetadata(data);
  const passwordHash = givenHash(body) ?? (await hashOf(textField(body, "password")));
  const answer = await inTransaction(async (sql) => {
    const created = await createAccount(sql, {
      contact,
      passwordHash,
      data,
      id,
      onlyData: true,
    });
    if (!created) throw contact.kind === "email" ? emailExists() : phoneExists();
    return userJson(sql, await setContacts(sql, created, body));
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
  const passwordHash = givenHash(body) ?? (await hashOf(textField(body, "password")));
  const answer = await inTransaction(async (sql) => {
    const user = await userOf(sql, c);
    if (data) checkMetadata({ ...user.raw_user_meta_data, ...data });
    const [changed] = await sql<UserRow[]>`
      update auth.users set
        encrypted_password = coalesce(${passwordHash}, encrypted_password),
        raw_user_meta_data = jsonb_strip_nulls(raw_user_meta_data || ${sql.json(data ?? {})})
      where id = ${user.id} returning *`;
    // End the sessions that were opened with the old password.
    if (passwordHash) await sql`delete from auth.sessions where user_id = ${user.id}`;
    return userJson(sql, await setContacts(sql, changed ?? user, body));
  });
  return c.json(answer);
}

function contactsOf(body: JsonObject): { email: string | undefined; phone: string | undefined } {
  const [email, phone] = [textField(body, "email"), textField(body, "phone")];
  return {
    email: email ? emailAddress(email) : undefined,
    phone: phone ? phoneNumber(phone) : undefined,
  };
}

/** Sets the contacts that an administrator gives, with their identities, then the admin-only fields. */
async function setContacts(sql: Sql, before: UserRow, body: JsonObject): Promise<UserRow> {
  const { email, phone } = contactsOf(body);
  let user = before;
  for (const contact of [
    { kind: "email", address: email },
    { kind: "phone", address: phone },
  ] as const) {
    const { kind, address } = contact;
    if (address !== undefined && address !== user[kind]) {
      user = await setContact(sql, user, { kind, address });
    }
    if (body[`${kind}_confirm`] === true && user[kind]) {
      user = await vouchForContact(sql, user, kind);
    }
  }
  return change(sql, user, body);
}

/** @throws AuthError 422 `email_exists` | `phone_exists` */
async function setContact(sql: Sql, user: UserRow, { kind, address }: Contact): Promise<UserRow> {
  const taken = await findUserByContact(sql, { kind, address });
  if (taken) throw kind === "email" ? emailExists() : phoneExists();
  const profile = sql.json({ sub: user.id, [kind]: address });
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    values (${user.id}, ${user.id}, ${profile}, ${kind})
    on conflict on constraint identity_already_exists do update
      set identity_data = auth.identities.identity_data || excluded.identity_data`;
  // Codes sent to the old address become invalid.
  await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
  await sql`update auth.users set ${sql({ [kind]: address, is_anonymous: false })} where id = ${user.id}`;
  await noteProviders(sql, user.id);
  return (await findUser(sql, user.id)) ?? user;
}

/**
 * A password hash from another system, for migrated accounts.
 * @throws AuthError 400 for anything but bcrypt
 */
function givenHash(body: JsonObject): string | undefined {
  const hash = textField(body, "password_hash");
  if (hash === "") return undefined;
  if (/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash)) return hash;
  throw invalid("Only bcrypt password hashes are supported");
}

/** DELETE /admin/users/{id}: deletes the row, or softly, which retains the row and ends every session. */
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

/** Changes the admin-only fields: `app_metadata` and bans. */
async function change(sql: Sql, user: UserRow, body: JsonObject): Promise<UserRow> {
  const app = objectField(body, "app_metadata");
  if (app) checkMetadata(app);
  const ban = textField(body, "ban_duration");
  const seconds = ban === "" || ban === "none" ? 0 : durationOf(ban);
  const [changed] = await sql<UserRow[]>`
    update auth.users set
      raw_app_meta_data = jsonb_strip_nulls(raw_app_meta_data || ${sql.json(app ?? {})}),
      banned_until = case
        when ${ban} = '' then banned_until
        when ${seconds}::float8 = 0 then null
        else now() + ${seconds}::float8 * interval '1 second' end
    where id = ${user.id} returning *`;
  return changed ?? user;
}

/**
 * Parses the supported part of Go's durations: `24h`, `90m`, `1h30m`. In seconds.
 * @throws AuthError 400
 */
function durationOf(text: string): number {
  if (!/^(\d{1,9}[hms])+$/.test(text)) throw invalid("invalid format for ban duration");
  const parts = text.match(/\d+[hms]/g) ?? [];
  const seconds = parts.reduce(
    (sum, part) => sum + Number(part.slice(0, -1)) * (banUnits[part.slice(-1)] ?? 0),
    0,
  );
  if (seconds > maxBanSeconds) throw invalid("invalid format for ban duration");
  return seconds;
}

async function hashOf(password: string): Promise<string | null> {
  if (!password) return null;
  checkPasswordLength(password);
  return hashPassword(password);
}

function pageNumber(text: string | undefined, fallback: number): number {
  if (!text) return fallback;
  if (!/^\d{1,7}$/.test(text)) throw invalid("Bad Pagination Parameters: must be a whole number");
  return Number(text) || fallback;
}
