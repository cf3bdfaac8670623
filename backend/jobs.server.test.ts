import { beforeAll, expect, test } from "vitest";
import { readConfig } from "#base/config.server.ts";
import { provideSecret } from "#base/secrets.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { backendJobs } from "./jobs.server.ts";

testDatabase();
beforeAll(() => provideSecret(Buffer.alloc(32, "b")));
const jobs = backendJobs(readConfig({}), {});

test("a queued mail is delivered by its job", async () => {
  const id = await queueMail(asSeed(), { kind: "email", to: "a@b.test", text: "Halo" });
  await jobs["deliver-mail"]?.({ id });
  const [mail] = await asSeed()`select status from private.outbox where id = ${id ?? null}`;
  expect(mail).toEqual({ status: "stored" });
  await expect(jobs["deliver-mail"]?.({ id: "x" })).rejects.toThrow();
  await expect(jobs["remove-object"]?.({ versions: ["../x"] })).rejects.toThrow();
});

test("the purge removes expired rows and nothing else", async () => {
  await asSeed()`
    insert into private.rate_limits values
      ('old', 1, now() - interval '1 second'), ('new', 1, now() + interval '1 minute')`;
  await asSeed()`
    insert into private.idempotency_keys (scope, function_name, key, body_hash, created_at) values
      ('s', 'f', 'old', '', now() - interval '25 hours'), ('s', 'f', 'new', '', now())`;
  await jobs["sweep-backend"]?.({});
  expect(await asSeed()`select key from private.rate_limits`).toEqual([{ key: "new" }]);
  expect(await asSeed()`select key from private.idempotency_keys`).toEqual([{ key: "new" }]);
});
