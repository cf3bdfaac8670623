import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { SignJWT } from "jose";
import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { attachRealtime } from "#backend/backend.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { signedInClient, type TestBackend, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * Rights end with the session and the account: a still valid access token gives no access to the data of staff or of
 * the person after the person was banned, demoted or signed out, or enrolled a second factor in another session.
 */

const database = testDatabase({ demo: true });
let ready: Promise<void> | undefined;
const backend = testBackend({}, (running: TestBackend) => {
  const realtime = attachRealtime(running.server, {
    keys: running.keys,
    publicUrl: running.url,
    allowPublicChannels: false,
  });
  ready = realtime.ready;
  return realtime.close;
});

const open: SupabaseClient[] = [];
beforeAll(async () => {
  await ready;
  await asSeed()`update products set status = 'draft' where id = (select id from products order by id limit 1)`;
  await asSeed()`insert into storage.objects (bucket_id, name) values ('payment-proofs', 'rahasia/bukti.jpg')`;
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.realtime.disconnect();
});

interface Holder {
  readonly id: string;
  /** A client that does not refresh: it has the access token only. */
  readonly client: SupabaseClient;
  readonly token: string;
  /** Another session of the same person. */
  readonly elsewhere: SupabaseClient;
}

function withToken(token: string): SupabaseClient {
  const client = createClient(backend().url, backend().keys.publishable, {
    accessToken: async () => token,
  });
  open.push(client);
  return client;
}

async function person(role: "CUSTOMER" | "USER" | "ADMIN"): Promise<Holder> {
  const email = `${randomUUID().slice(0, 8)}@shop.test`;
  const elsewhere = await signedInClient(backend(), email);
  const signIn = await backend()
    .client()
    .auth.signInWithPassword({ email, password: "kertas-karbon-7" });
  const { session, user } = signIn.data;
  if (!session || !user) throw new Error("no session");
  await asSeed()`update profiles set role = ${role} where id = ${user.id}`;
  return {
    id: user.id,
    client: withToken(session.access_token),
    token: session.access_token,
    elsewhere,
  };
}

async function rightsOf(client: SupabaseClient) {
  const customers = await client.from("profiles").select("id").limit(5);
  const orders = await client.from("orders").select("id").limit(5);
  const drafts = await client.from("products").select("id").eq("status", "draft").limit(1);
  const stock = await client.from("stock_items").select("variant_id").limit(5);
  const files = await client.storage.from("payment-proofs").list("rahasia");
  return {
    customers: customers.data?.length ?? 0,
    orders: orders.data?.length ?? 0,
    drafts: drafts.data?.length ?? 0,
    stock: stock.data?.length ?? 0,
    files: files.data?.length ?? 0,
  };
}

const everything = { customers: 5, orders: 5, drafts: 1, stock: 5, files: 1 };
const nothing = { customers: 0, orders: 0, drafts: 0, stock: 0, files: 0 };

const withdrawals: Record<string, (holder: Holder) => Promise<unknown>> = {
  "was banned": ({ id }) =>
    asSeed()`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`,
  "signed out everywhere": ({ elsewhere }) => elsewhere.auth.signOut({ scope: "global" }),
  "chose a new password elsewhere": ({ elsewhere }) =>
    elsewhere.auth.updateUser({ password: "nota-baru-88" }),
  "had the session ended": ({ id }) =>
    asSeed()`update auth.sessions set not_after = now() where user_id = ${id}`,
  "was deleted": ({ id }) => asSeed()`update auth.users set deleted_at = now() where id = ${id}`,
  "enrolled a second factor": ({ id }) => asSeed()`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
    values (${id}, 'HP', 'totp', 'verified')`,
};

test.each(Object.entries(withdrawals))(
  "T39: staff who %s read no customer with a token that is still valid",
  async (_name, withdraw) => {
    const staff = await person("ADMIN");
    expect(await rightsOf(staff.client)).toEqual(everything);
    await withdraw(staff);
    expect(await rightsOf(staff.client)).toEqual(nothing);
  },
);

test("T39: demoted staff read only their own rows with a token that is still valid", async () => {
  const staff = await person("USER");
  expect(await rightsOf(staff.client)).toEqual(everything);
  await asSeed()`update profiles set role = 'CUSTOMER' where id = ${staff.id}`;
  expect(await rightsOf(staff.client)).toEqual({ ...nothing, customers: 1 });
});

test("T39: a banned person writes nothing", async () => {
  const customer = await person("CUSTOMER");
  const address = async () => {
    const [region] = await asSeed()<{ code: string }[]>`
      select code from regions where level = 4 limit 1`;
    return customer.client.from("addresses").insert({
      recipient: "Ayu",
      phone: "+6281234567890",
      region_code: region?.code,
      postal_code: "40111",
      street: "Jl. Uji 1",
    });
  };
  const rename = (full_name: string) =>
    customer.client.from("profiles").update({ full_name }).eq("id", customer.id).select();
  expect((await address()).error).toBeNull();
  expect((await rename("Ayu")).data).toHaveLength(1);
  await asSeed()`update auth.users set banned_until = now() + interval '1 hour' where id = ${customer.id}`;
  expect((await address()).error?.code).toBe("42501");
  expect((await rename("Ban")).data).toEqual([]);
  expect((await customer.client.from("addresses").delete().neq("street", "")).error).toBeNull();
  const upload = await customer.client.storage
    .from("return-photos")
    .upload(`${randomUUID()}/a.jpg`, new Blob(["x"], { type: "image/jpeg" }));
  expect(upload.error).not.toBeNull();
  const rows = await asSeed()`
    select p.full_name, (select count(*)::int from addresses a where a.customer_id = p.id) as addresses
    from profiles p where p.id = ${customer.id}`;
  expect(rows).toEqual([{ full_name: "Ayu", addresses: 1 }]);
});

const endings: Record<string, (id: string) => Promise<unknown>> = {
  "a ban": (id) =>
    asSeed()`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`,
  "the account": (id) => asSeed()`select private.erase_person(${id})`,
};

test.each(Object.entries(endings))(
  "T39: uploads that a person began or signed end with %s",
  async (_title, end) => {
    const customer = await person("CUSTOMER");
    const owner = openPostgres(database.url(), { max: 1 });
    await owner.unsafe(`
    insert into storage.buckets (id, name) values ('berkas', 'berkas') on conflict do nothing;
    drop policy if exists "everybody adds to berkas" on storage.objects;
    drop policy if exists "everybody sees berkas" on storage.objects;
    create policy "everybody adds to berkas" on storage.objects for insert to authenticated
      with check (bucket_id = 'berkas');
    create policy "everybody sees berkas" on storage.objects for select to authenticated
      using (bucket_id = 'berkas');`);
    await owner.end();
    const bucket = customer.client.storage.from("berkas");
    const signed = await bucket.createSignedUploadUrl("tanda.txt");
    expect(signed.error).toBeNull();
    const authorization = `Bearer ${customer.token}`;
    const tus = { authorization, "Tus-Resumable": "1.0.0" };
    const begun = await fetch(`${backend().url}/storage/v1/upload/resumable`, {
      method: "POST",
      headers: {
        ...tus,
        "Upload-Length": "4",
        "Upload-Metadata": `bucketName ${btoa("berkas")},objectName ${btoa("potong.txt")},contentType ${btoa("text/plain")}`,
      },
    });
    expect(begun.status).toBe(201);
    await end(customer.id);
    const late = await bucket.uploadToSignedUrl("tanda.txt", signed.data?.token ?? "", "isi");
    expect(late.error).not.toBeNull();
    const piece = await fetch(new URL(begun.headers.get("location") ?? "", backend().url), {
      method: "PATCH",
      headers: { ...tus, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" },
      body: "isi!",
    });
    expect(piece.status).toBe(404);
    expect(await asSeed()`select 1 from storage.objects where bucket_id = 'berkas'`).toHaveLength(
      0,
    );
    expect(await asSeed()`select 1 from private.resumable_uploads where received > 0`).toHaveLength(
      0,
    );
  },
);

async function joins(client: SupabaseClient, topic: string) {
  await client.realtime.setAuth();
  const states: string[] = [];
  const first = await new Promise<string>((resolve) => {
    client.channel(topic, { config: { private: true } }).subscribe((status, error) => {
      states.push(status);
      resolve(error?.message ?? status);
    });
  });
  return { first, states };
}

test("T39: staff with a second factor and only a password join no channel of staff", async () => {
  const staff = await person("USER");
  expect((await joins(staff.client, "orders")).first).toBe("SUBSCRIBED");
  await asSeed()`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
    values (${staff.id}, 'HP', 'totp', 'verified')`;
  expect((await joins(withToken(staff.token), "orders")).first).toContain("permissions to read");
});

test("T39: demoted staff are removed from the staff channel at once", async () => {
  const staff = await person("USER");
  const { first, states } = await joins(staff.client, "orders");
  expect(first).toBe("SUBSCRIBED");
  await asSeed()`update profiles set role = 'CUSTOMER' where id = ${staff.id}`;
  await expect.poll(() => states.some((state) => state !== "SUBSCRIBED")).toBe(true);
});

test("T39: a channel whose session ends during the join is closed", async () => {
  const staff = await person("USER");
  const { states } = await joins(staff.client, "orders");
  // The lock stops the second join after it has read the session.
  const owner = openPostgres(database.url(), { max: 1 });
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const lock = owner.begin(async (sql) => {
    await sql`lock table staff_policy in access exclusive mode`;
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const client = withToken(staff.token);
  const second = joins(client, "orders");
  const waiting = () => asSeed()`
    select from pg_locks
        where pid in (select pid from pg_stat_activity where datname = current_database()) and relation = 'staff_policy'::regclass and not granted`;
  await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
  await asSeed()`delete from auth.sessions where user_id = ${staff.id}`;
  await expect.poll(() => states.some((state) => state !== "SUBSCRIBED")).toBe(true);
  release.resolve();
  await lock;
  await owner.end();
  const late = await second;
  await expect.poll(() => late.states.some((state) => state !== "SUBSCRIBED")).toBe(true);
});

const lostRights: Record<string, (id: string) => Promise<unknown>> = {
  "a new role without the permission": (id) =>
    asSeed()`update profiles set staff_role = 'content' where id = ${id}`,
  "a permission removed from the role": async (id) => {
    await asSeed()`update profiles set staff_role = 'kasir' where id = ${id}`;
    await asSeed()`update staff_roles set permissions = '{products.read}' where id = 'kasir'`;
  },
  "a second factor that the shop now requires": () =>
    asSeed()`update staff_policy set second_factor_from = now()`,
  "a deleted account": (id) => asSeed()`update auth.users set deleted_at = now() where id = ${id}`,
};

test.each(Object.entries(lostRights))(
  "T39: %s closes an open channel of orders",
  async (title, withdraw) => {
    await asSeed()`
      insert into staff_roles (id, name, permissions) values ('kasir', 'Kasir', '{orders.read}')
      on conflict (id) do update set permissions = excluded.permissions`;
    const staff = await person("USER");
    await asSeed()`update profiles set staff_role = 'kasir' where id = ${staff.id}`;
    const other = await person("ADMIN");
    onTestFinished(async () => {
      await asSeed()`update staff_policy set second_factor_from = null`;
    });
    const theirs = await joins(other.client, "orders");
    const { first, states } = await joins(staff.client, "orders");
    expect([theirs.first, first]).toEqual(["SUBSCRIBED", "SUBSCRIBED"]);
    await withdraw(staff.id);
    await expect.poll(() => states.some((state) => state !== "SUBSCRIBED")).toBe(true);
    // Colleagues with the permission remain in the channel.
    const isForAll = title.startsWith("a second factor");
    if (isForAll) await expect.poll(() => theirs.states.length).toBeGreaterThan(1);
    else expect(theirs.states).toEqual(["SUBSCRIBED"]);
  },
);

test("a token of the merchant's own for staff counts as long as the account does", async () => {
  const staff = await person("USER");
  const { signing } = backend().keys;
  const mint = (claims: object) =>
    new SignJWT({ role: "authenticated", sub: staff.id, ...claims })
      .setProtectedHeader({ alg: signing.algorithm, typ: "JWT", kid: signing.kid })
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(signing.privateKey);
  const minted = withToken(await mint({}));
  expect(await rightsOf(minted)).toEqual(everything);
  await asSeed()`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
    values (${staff.id}, 'HP', 'totp', 'verified')`;
  expect(await rightsOf(minted)).toEqual(nothing);
  expect(await rightsOf(withToken(await mint({ aal: "aal2" })))).toEqual(everything);
  await asSeed()`update auth.users set banned_until = now() + interval '1 hour' where id = ${staff.id}`;
  expect(await rightsOf(withToken(await mint({ aal: "aal2" })))).toEqual(nothing);
});
