import { expect, onTestFinished } from "vitest";
import { longProof } from "#tests/support/runner/long-proof.ts";
import {
  type Program,
  removeFolder,
  runCommand,
  startProgram,
} from "#tests/support/runner/program.ts";
import { publicKeyOf } from "#tests/support/runner/public-key.ts";

const said = /PUBLIC_URL was \S+ and is \S+ now: everybody is signed out/;

/** The cookie of a customer's session, as the screens set it. */
async function signedIn({ url, dataDir }: Program): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "Content-Type": "application/json", apikey: await publicKeyOf(dataDir) },
    body: JSON.stringify({ email: "customer@etalase.test", password: "etalase-demo-2026" }),
  });
  const value = Buffer.from(await answer.text()).toString("base64url");
  return `sb-localhost-auth-token=base64-${value}`;
}

/** The status of the account's page: 200 for a person with a session, else a redirect. */
const leads = async ({ url }: Program, cookie: string) =>
  (await fetch(`${url}/dashboard`, { headers: { cookie }, redirect: "manual" })).status;

longProof(
  "a start with another PUBLIC_URL says beforehand that everybody is signed out",
  {
    timeout: 90_000,
  },
  async () => {
    const first = await startProgram();
    onTestFinished(() => removeFolder(first.dataDir));
    const cookie = await signedIn(first);
    expect(await leads(first, cookie)).toBe(200);
    await first.stop();

    // Another port of the same host: the session stays, and the start prints no warning.
    const second = await startProgram({ dataDir: first.dataDir });
    expect(second.output()).not.toMatch(said);
    expect(await leads(second, cookie)).toBe(200);
    await second.stop();

    const moved = { PUBLIC_URL: "https://toko.example", DATA_DIR: first.dataDir };
    const checked = await runCommand("check", [], moved);
    expect(checked.stdout).toMatch(said);
    const third = await startProgram({ dataDir: first.dataDir, env: moved });
    expect(third.output()).toMatch(said);
    expect(third.output()).toContain(
      `PUBLIC_URL was ${second.url} and is https://toko.example now`,
    );
    expect(await leads(third, cookie)).toBe(302);
    await third.stop();

    const fourth = await startProgram({ dataDir: first.dataDir, env: moved });
    expect(fourth.output()).not.toMatch(said);
    await fourth.stop();
  },
);
