import { createClient, type RealtimeChannel, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach, beforeAll, expect, test } from "vitest";
import { attachRealtime } from "#backend/backend.server.ts";
import { notifyStaff } from "#shop/office/notifications/notify-staff.server.ts";
import { demoPerson, giveStaffRole } from "#tests/support/builders/shop.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* The private channels of the back office, with the official client. */

testDatabase({ demo: true });
let ready: Promise<void> = Promise.resolve();
const backend = testBackend({}, ({ server, keys, url }) => {
  const realtime = attachRealtime(server, { keys, publicUrl: url, allowPublicChannels: true });
  ready = realtime.ready;
  return realtime.close;
});
const open: SupabaseClient[] = [];
beforeAll(() => ready);
afterEach(async () => {
  for (const client of open.splice(0)) await client.realtime.disconnect();
});

async function clientOf(email: string): Promise<SupabaseClient> {
  const client = createClient(backend().url, backend().keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  open.push(client);
  const { data, error } = await client.auth.signInWithPassword({
    email,
    password: "etalase-demo-2026",
  });
  if (error) throw error;
  await client.realtime.setAuth(data.session?.access_token ?? "");
  return client;
}

function join(client: SupabaseClient, topic: string, key = "x") {
  const channel = client.channel(topic, { config: { private: true, presence: { key } } });
  const seen: string[] = [];
  channel.on("broadcast", { event: "changed" }, () => seen.push("changed"));
  channel.on("presence", { event: "sync" }, () => undefined);
  const status = new Promise<string>((resolve) => {
    channel.subscribe((state) => resolve(state));
  });
  return { channel, seen, status };
}

const people = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).sort();

test("a person hears of their own notifications, and nobody else joins their channel", async () => {
  const admin = demoPerson("admin@etalase.test");
  const topic = `staff:${admin.id}`;
  const own = join(await clientOf("admin@etalase.test"), topic);
  expect(await own.status).toBe("SUBSCRIBED");
  expect(await join(await clientOf("staff@etalase.test"), topic).status).toBe("CHANNEL_ERROR");
  const customer = await clientOf("customer@etalase.test");
  expect(await join(customer, topic).status).toBe("CHANNEL_ERROR");
  // A customer has no channel of this kind, not even under their own id.
  const theirs = `staff:${demoPerson("customer@etalase.test").id}`;
  expect(await join(customer, theirs).status).toBe("CHANNEL_ERROR");
  await asSeed()`insert into private.staff_events (kind) values ('mail_parked')`;
  await notifyStaff();
  await expect.poll(() => own.seen).toEqual(["changed"]);
});

test("only whoever may read a thing sees and shows who has it open", async () => {
  await giveStaffRole(demoPerson("staff@etalase.test"), "warehouse");
  const [product] = await asSeed()<{ id: string }[]>`select id from products limit 1`;
  const topic = `desk:product:${product?.id}`;
  const admin = join(await clientOf("admin@etalase.test"), topic, "admin");
  expect(await admin.status).toBe("SUBSCRIBED");
  const client = await clientOf("staff@etalase.test");
  const staff = join(client, topic, "staff");
  expect(await staff.status).toBe("SUBSCRIBED");
  expect(await staff.channel.track({ initials: "SE", is_editing: true })).toBe("ok");
  await expect.poll(() => people(admin.channel)).toEqual(["staff"]);
  await client.removeChannel(staff.channel);
  await expect.poll(() => people(admin.channel)).toEqual([]);

  // Neither a thing that the role may not read, nor a kind that does not exist, nor a public channel in its place.
  for (const refused of [
    `desk:promotion:${product?.id}`,
    "desk:unknown:1",
    "desk:product:",
    `desk:product:${product?.id}:more`,
  ]) {
    expect(await join(client, refused).status).toBe("CHANNEL_ERROR");
  }
  const design = `desk:customisation:${product?.id}`;
  expect(await join(client, design).status).toBe("SUBSCRIBED");
  for (const refused of [topic, design]) {
    const customer = join(await clientOf("customer@etalase.test"), refused);
    expect(await customer.status).toBe("CHANNEL_ERROR");
  }
  const again = join(client, topic, "staff");
  expect(await again.status).toBe("SUBSCRIBED");
  // Presence is all that the channel carries: the message before it does not arrive.
  await admin.channel.send({ type: "broadcast", event: "changed", payload: {} });
  await again.channel.send({ type: "broadcast", event: "changed", payload: {} });
  expect(await again.channel.track({ initials: "SE", is_editing: false })).toBe("ok");
  await expect.poll(() => people(admin.channel)).toEqual(["staff"]);
  expect([admin.seen, again.seen]).toEqual([[], []]);
  await giveStaffRole(demoPerson("staff@etalase.test"), "sales");
});

test("a channel stays open when its staff session is extended, and closes when the session ends", async () => {
  const { id } = demoPerson("admin@etalase.test");
  const client = await clientOf("admin@etalase.test");
  const own = join(client, `staff:${id}`);
  expect(await own.status).toBe("SUBSCRIBED");
  await asSeed()`update auth.sessions set not_after = now() + interval '20 minutes' where user_id = ${id}`;
  await asSeed()`select private.extend_staff_session(s.id, s.user_id) from auth.sessions s where s.user_id = ${id}`;
  await asSeed()`insert into private.staff_events (kind) values ('mail_parked')`;
  await notifyStaff();
  await expect.poll(() => own.seen).toEqual(["changed"]);
  await asSeed()`update auth.sessions set not_after = now() where user_id = ${id}`;
  await expect.poll(() => own.channel.state).not.toBe("joined");
});
