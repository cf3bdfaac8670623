import { expect, test, vi } from "vitest";
import { relaxedAuth, signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

// The times of the shop, with the shop's cost of a password.
vi.unmock("@node-rs/bcrypt");

/*
 * T18: response times do not reveal whether an account exists. No time is asserted: of two concurrent requests, the
 * known address must be the slower one about as often as the other. A usable difference shifts these ranks far away
 * from one half, regardless of the machine's load. A short run finds work that is done for one of them only, such as
 * hashing a password.
 * `SAMPLES=2000 npx vitest run tests/compat/timing.test.ts` measures longer.
 */

testDatabase();
const backend = testBackend({ auth: { ...relaxedAuth, passwordStrength: false } });
const samples = Number(process.env.SAMPLES ?? 16);
const password = "kertas-karbon-7";

/**
 * Standard deviation of that share for equal answers; a difference of more than four of them has a probability of 1 :
 * 10,000.
 */
const deviation = Math.sqrt((2 * samples + 1) / (12 * samples ** 2));

/** The share of pairs in which the first took longer than the second: one half when they are indistinguishable. */
async function slowerShare(
  first: () => Promise<void>,
  second: () => Promise<void>,
): Promise<number> {
  const timed = async (work: () => Promise<void>) => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const times: (readonly [number, number])[] = [];
  for (let round = -3; round < samples; round++) {
    // Alternate, so that a slow moment of the machine affects both.
    const pair =
      round % 2 === 0
        ? ([await timed(first), await timed(second)] as const)
        : ([await timed(second), await timed(first)].reverse() as [number, number]);
    if (round >= 0) times.push(pair);
  }
  // The Mann–Whitney statistic: every first time against every second.
  let slower = 0;
  for (const [one] of times) for (const [, other] of times) slower += one > other ? 1 : 0;
  return slower / times.length ** 2;
}

test.each([
  ["/auth/v1/token?grant_type=password", "masuk", { password: "salah-kata-sandi-9" }],
  ["/auth/v1/signup", "daftar", { password }],
  ["/auth/v1/recover", "lupa", {}],
  ["/auth/v1/otp", "kode", { create_user: false }],
  ["/auth/v1/resend", "ulang", { type: "signup" }],
  ["/auth/v1/verify", "cek", { type: "recovery", token: "000000" }],
] as const)(
  "T18: %s takes as long for nobody as for somebody",
  { timeout: 600_000 },
  async (path, name, body) => {
    await signedInClient(backend(), `${name}@shop.test`, password);
    let next = 0;
    const ask = async (email: string) => {
      await (await backend().post(path, { ...body, email })).arrayBuffer();
    };
    const share = await slowerShare(
      () => ask(`${name}@shop.test`),
      () => ask(`${name}-${next++}@shop.test`),
    );
    expect(Math.abs(share - 0.5)).toBeLessThan(4 * deviation);
  },
);

test("passwords are hashed with a cost of ten, as GoTrue does", async () => {
  await signedInClient(backend(), "biaya@shop.test", password);
  const [row] = await asSeed()<{ hash: string }[]>`
    select encrypted_password as hash from auth.users where email = 'biaya@shop.test'`;
  expect(row?.hash).toMatch(/^\$2[ab]\$10\$/);
});

test("the measurement detects slower work", async () => {
  const wait = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));
  expect(await slowerShare(wait(30), wait(5))).toBeGreaterThan(0.5 + 4 * deviation);
});
