import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { hasBrowser, useChromium, type Visitor } from "#tests/support/browser/browser.ts";
import { oidcDouble } from "#tests/support/doubles/oidc.ts";
import { relaxedAuth, signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* The provider is another site than the shop (127.0.0.1 and localhost), so Chromium applies its rules for cookies. */

describe.runIf(hasBrowser)("a return from a provider in Chromium", () => {
  testDatabase();
  const provider = oidcDouble();
  const backend = testBackend(() => ({
    auth: {
      ...relaxedAuth,
      providers: {
        kampus: {
          issuer: provider().issuer,
          clientId: provider().clientId,
          clientSecret: provider().clientSecret,
        },
      },
    },
  }));
  const { open } = useChromium();

  beforeEach(() => {
    provider().person = {
      sub: randomUUID(),
      email: `${randomUUID().slice(0, 8)}@shop.test`,
      email_verified: true,
    };
  });

  const begin = () => `${backend().url}/auth/v1/authorize?provider=kampus`;
  const identities = () =>
    asSeed()<{ user_id: string }[]>`
      select user_id from auth.identities where provider_id = ${provider().person.sub}`;

  /** The browser gets its cookie but does not follow the redirect yet. @returns the provider's address */
  async function beginsIn({ context }: Visitor): Promise<string> {
    const answer = await context.request.get(begin(), { maxRedirects: 0 });
    return answer.headers().location ?? "";
  }

  test("signs in where it began, and nowhere else", async () => {
    const { page } = await open();
    await page.goto(begin());
    expect(new URL(page.url()).hash).toContain("access_token");

    const back = await provider().agree(await beginsIn(await open()));
    const other = await open();
    await other.page.goto(back);
    expect(other.page.url()).toContain("error_code=bad_oauth_state");
    expect(other.page.url()).not.toContain("access_token");
    expect(await identities()).toHaveLength(1);
  });

  test("accepts a form that the provider's page posts", async () => {
    const visitor = await open();
    const { page } = visitor;
    const back = new URL(await provider().agree(await beginsIn(visitor)));
    // A page of the provider's site.
    await page.goto(`${provider().issuer}/keys`);
    await page.evaluate(
      ({ action, fields }) => {
        const form = Object.assign(document.createElement("form"), { method: "post", action });
        for (const [name, value] of fields) {
          form.append(Object.assign(document.createElement("input"), { name, value }));
        }
        document.body.append(form);
        form.submit();
      },
      { action: `${back.origin}${back.pathname}`, fields: [...back.searchParams] },
    );
    await page.waitForURL(/access_token/);
  });

  test("adds an identity that the shop's own page requested without a redirect", async () => {
    const client = await signedInClient(backend(), `${randomUUID().slice(0, 8)}@shop.test`);
    const { data } = await client.auth.getSession();
    const { page } = await open();
    await page.goto(`${backend().url}/auth/v1/health`);
    const url = await page.evaluate(
      async ({ apikey, token }) => {
        const answer = await fetch(
          "/auth/v1/user/identities/authorize?provider=kampus&skip_http_redirect=true",
          { headers: { apikey, Authorization: `Bearer ${token}` } },
        );
        return (await answer.json()).url as string;
      },
      { apikey: backend().keys.publishable, token: data.session?.access_token ?? "" },
    );
    await page.goto(url);
    expect(page.url()).toContain("access_token");
    expect(await identities()).toEqual([{ user_id: data.session?.user.id }]);
  });
});
