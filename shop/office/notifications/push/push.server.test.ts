import { createECDH, type ECDH, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { decrypt } from "http_ece";
import { decodeJwt, importJWK, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { pushKey } from "#integrations/push/push-key.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { savePreferences } from "#shop/staff/preferences.server.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { notifyStaff } from "../notify-staff.server.ts";
import { queuePushExample } from "./queue-pushes.server.ts";
import { sendPushMessage } from "./send-push-message.server.ts";
import {
  listPushDevices,
  removePushDevice,
  renewPush,
  subscribePush,
} from "./subscriptions.server.ts";

const database = testDatabase({ demo: true, max: 4 });
let owner: ReturnType<typeof openPostgres>;

interface Received {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** A push service: answers each request with `status` and stores it. */
const received: Received[] = [];
let status = 201;
const service = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  received.push({
    path: request.url ?? "",
    headers: request.headers,
    body: Buffer.concat(parts),
  });
  response.writeHead(status).end();
});
let origin = "";
beforeAll(async () => {
  provideSecret(randomBytes(32));
  owner = openPostgres(database.url(), { max: 1 });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await owner.end();
  service.close();
});

const people = {
  admin: demoPerson("admin@etalase.test"),
  staff: demoPerson("staff@etalase.test"),
  customer: demoPerson("customer@etalase.test"),
};

/** The person in a new session. */
async function signedIn(name: keyof typeof people) {
  const person = people[name];
  const [session] = await asSeed()<{ id: string }[]>`
    insert into auth.sessions (user_id) values (${person.id}) returning id`;
  const session_id = session?.id ?? "";
  return { ...person, claims: { ...person.claims, session_id } };
}

interface Browser {
  readonly keys: ECDH;
  readonly secret: Buffer;
  readonly json: string;
}

let browsers = 0;
function browser(): Browser {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const secret = randomBytes(16);
  const json = JSON.stringify({
    endpoint: `https://push.example/${++browsers}`,
    keys: { p256dh: keys.getPublicKey("base64url"), auth: secret.toString("base64url") },
  });
  return { keys, secret, json };
}

/** Replaces the host of all subscriptions with that of the test's push service. */
async function redirectToService() {
  await asSeed()`update private.push_subscriptions set endpoint = replace(endpoint, 'https://push.example', ${origin})`;
}

/** Undoes `redirectToService`. */
async function restoreHost() {
  await asSeed()`update private.push_subscriptions set endpoint = replace(endpoint, ${origin}, 'https://push.example')`;
}

/** Runs the queued jobs as the worker does. @returns their number */
async function sendQueued(): Promise<number> {
  await redirectToService();
  const jobs = await owner<{ id: string; payload: unknown }[]>`
    select j.id, j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'send-push' order by j.id`;
  for (const { id, payload } of jobs) {
    await sendPushMessage(payload, { isAllowed: () => true });
    await owner`delete from graphile_worker._private_jobs where id = ${id}`;
  }
  return jobs.length;
}

const messageFor = ({ keys, secret }: Browser, { body }: Received): unknown =>
  JSON.parse(
    decrypt(body, {
      version: "aes128gcm",
      privateKey: keys,
      authSecret: secret.toString("base64url"),
    }).toString(),
  );

const devicesOf = async (person: Person) => (await listPushDevices(person)).devices;

async function happen(kind: string) {
  await asSeed()`insert into private.staff_events (kind) values (${kind})`;
  await notifyStaff();
}

beforeEach(async () => {
  await notifyStaff();
  await asSeed()`delete from private.push_subscriptions`;
  await asSeed()`delete from private.staff_preferences`;
  received.length = 0;
  status = 201;
});

test("a device receives messages of the chosen kinds, encrypted for it and signed by the shop", async () => {
  const phone = browser();
  const admin = await signedIn("admin");
  expect(await subscribePush(admin, phone.json, "Mozilla/5.0 (Android) Chrome/140.0")).toBe(true);
  await savePreferences(admin, { pushed: ["mail_parked"] });
  await happen("mail_parked");
  await happen("backup_old");
  expect(await sendQueued()).toBe(1);
  const [message] = received;
  if (!message) throw new Error("nothing was sent");
  expect(messageFor(phone, message)).toEqual({
    title: "Nota & Co",
    body: "Email tertahan: 1",
    path: "/admin/Notifications",
  });
  expect(message.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
  const [, token = "", publicKey = ""] =
    /^vapid t=([^,]+), k=(.+)$/.exec(message.headers.authorization ?? "") ?? [];
  expect(publicKey).toBe((await pushKey()).publicKey);
  const point = Buffer.from(publicKey, "base64url");
  const key = await importJWK(
    {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
    "ES256",
  );
  await jwtVerify(token, key, { audience: origin });
  expect(decodeJwt(token).sub).toMatch(/^https?:/);
});

test("paid orders, proofs, returns and enquiries are pushed by default", async () => {
  await subscribePush(await signedIn("admin"), browser().json, "");
  for (const kind of ["order_paid", "mail_parked", "backup_old"]) {
    await asSeed()`insert into private.staff_events (kind) values (${kind})`;
  }
  await notifyStaff();
  await sendQueued();
  expect(received).toHaveLength(1);
});

test("staff without the permission for a kind receive no messages of it", async () => {
  const staff = await signedIn("staff");
  await subscribePush(staff, browser().json, "");
  await savePreferences(staff, { pushed: ["mail_parked", "backup_old"] });
  const [rights] = await asSeed()<{ held: boolean }[]>`
    select private.may(${staff.id}, 'health.read') as held`;
  expect(rights?.held).toBe(false);
  await happen("backup_old");
  expect(await sendQueued()).toBe(0);
});

test("a device that its browser or push service removed is deleted", async () => {
  const admin = await signedIn("admin");
  for (const gone of [403, 404, 410]) {
    await subscribePush(admin, browser().json, "");
    await queuePushExample(admin);
    status = gone;
    expect(await sendQueued()).toBe(1);
    expect(await devicesOf(admin)).toEqual([]);
  }
});

test("a message to a busy push service is sent again, and a refused message is dropped", async () => {
  const admin = await signedIn("admin");
  await subscribePush(admin, browser().json, "");
  await queuePushExample(admin);
  for (const busy of [429, 500, 503]) {
    status = busy;
    await expect(sendQueued()).rejects.toThrow(`the push service answered ${busy}`);
  }
  status = 400;
  expect(await sendQueued()).toBe(1);
  expect(await devicesOf(admin)).toHaveLength(1);
});

const endSession = ({ claims }: Person) =>
  asSeed()`delete from auth.sessions where id = ${String(claims.session_id)}`;

test("a sign-out stops the messages to a device until a renewal after the next sign-in", async () => {
  const phone = browser();
  const before = await signedIn("admin");
  await subscribePush(before, phone.json, "");
  await queuePushExample(before);
  await endSession(before);
  // The message that was queued before the sign-out is not sent either.
  await sendQueued();
  expect(received).toHaveLength(0);
  expect(await devicesOf(before)).toEqual([]);
  await queuePushExample(before);
  await happen("new_order");
  expect(await sendQueued()).toBe(0);

  const after = await signedIn("admin");
  await restoreHost();
  expect(await renewPush(after, phone.json)).toBe(true);
  expect(await devicesOf(after)).toMatchObject([{ is_current: true }]);
});

test("a device that was turned off elsewhere stays off after its next sign-in", async () => {
  const phone = browser();
  const admin = await signedIn("admin");
  await subscribePush(admin, phone.json, "");
  const [device] = await devicesOf(admin);
  await removePushDevice(admin, device?.id ?? "");
  expect(await renewPush(await signedIn("admin"), phone.json)).toBe(true);
  expect(await devicesOf(admin)).toEqual([]);
});

test("a colleague's sign-in in the same browser stops the messages of the previous person", async () => {
  const shared = browser();
  const admin = await signedIn("admin");
  await subscribePush(admin, shared.json, "");
  const staff = await signedIn("staff");
  expect(await renewPush(staff, shared.json)).toBe(true);
  expect([await devicesOf(admin), await devicesOf(staff)]).toEqual([[], []]);
});

test("renewals by a customer and with an invalid subscription are refused", async () => {
  expect(await renewPush(await signedIn("customer"), browser().json)).toBe(false);
  expect(await renewPush(await signedIn("admin"), "{")).toBe(false);
});

test("a person who is no longer staff has no devices", async () => {
  const staff = await signedIn("staff");
  await subscribePush(staff, browser().json, "");
  await asSeed()`update profiles set role = 'CUSTOMER' where id = ${staff.id}`;
  const left = await asSeed()`select from private.push_subscriptions where person_id = ${staff.id}`;
  await asSeed()`update profiles set role = 'USER' where id = ${staff.id}`;
  expect(left).toHaveLength(0);
});

test("a customer cannot subscribe, and staff neither see nor remove the device of another person", async () => {
  expect(await subscribePush(await signedIn("customer"), browser().json, "")).toBe(false);
  const admin = await signedIn("admin");
  const staff = await signedIn("staff");
  await subscribePush(admin, browser().json, "");
  const [device] = await devicesOf(admin);
  expect(await devicesOf(staff)).toEqual([]);
  await removePushDevice(staff, device?.id ?? "");
  expect(await devicesOf(admin)).toHaveLength(1);
  await removePushDevice(admin, device?.id ?? "");
  expect(await devicesOf(admin)).toEqual([]);
});

test("an eleventh device replaces the oldest", async () => {
  const admin = await signedIn("admin");
  for (let n = 0; n < 11; n++) await subscribePush(admin, browser().json, `device ${n}`);
  const devices = await devicesOf(admin);
  expect(devices).toHaveLength(10);
  expect(devices.map(({ user_agent }) => user_agent)).not.toContain("device 0");
});

test.each([
  ["no JSON", "{"],
  ["no keys", '{"endpoint":"https://push.example/1"}'],
  ["HTTP", browser().json.replace("https:", "http:")],
  ["a short key", browser().json.replace(/"p256dh":"[^"]+"/, '"p256dh":"BAAA"')],
  ["a compressed key", browser().json.replace(/"p256dh":"B/, '"p256dh":"A')],
  ["a long secret", browser().json.replace(/"auth":"/, '"auth":"AAAAAAAA')],
  ["a long address", browser().json.replace("push.example", `push.example/${"a".repeat(1000)}`)],
])("a subscription with %s is refused", async (_, json) => {
  const admin = await signedIn("admin");
  expect(await subscribePush(admin, json, "")).toBe(false);
  expect(await devicesOf(admin)).toEqual([]);
});

test("an address inside the shop's own network gets no request", async () => {
  const admin = await signedIn("admin");
  await subscribePush(admin, browser().json, "");
  await redirectToService();
  const [device] = await devicesOf(admin);
  const message = { title: "a", body: "b", path: "/" };
  await expect(sendPushMessage({ subscription_id: device?.id, message })).rejects.toThrow(
    "address_not_public",
  );
  expect(received).toEqual([]);
});
