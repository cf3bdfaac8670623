import { beforeAll, describe, expect, test } from "vitest";
import { send } from "#tests/support/browser/hostile.ts";
import { foreignPaths } from "#tests/support/foreign-paths.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { publicKeyOf } from "#tests/support/runner/public-key.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

/** Headers of a proxy that terminates TLS and forwards plain HTTP with the public host. */
const origin = "https://toko.example";
const host = "toko.example";

/** Resolves a `Location` or an `href` as a browser at the shop does. */
const targetOf = (address: unknown, at: string) => new URL(String(address), origin + at);

describe("behind a proxy that terminates TLS", { timeout: 60_000 }, () => {
  const { program } = useProgram(() => ({ PUBLIC_URL: origin }));
  let key = "";
  let cookie = "";

  beforeAll(async () => {
    key = await publicKeyOf(program().dataDir);
    const answer = await fetch(`${program().url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { "Content-Type": "application/json", apikey: key },
      body: JSON.stringify({ email: "customer@etalase.test", password: "etalase-demo-2026" }),
    });
    const value = Buffer.from(await answer.text()).toString("base64url");
    cookie = `sb-toko-auth-token=base64-${value}`;
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    send(program().url, path, { headers: { Host: host, ...headers } });
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
    send(program().url, path, {
      method: "POST",
      headers: { Host: host, "Content-Type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams(fields).toString(),
    });

  test.each(foreignPaths)("%j as `next` of the sign-in leads to no other site", async (next) => {
    const query = new URLSearchParams({ next });
    // The query is decoded once: an escape sequence in `next` reaches the URL parser.
    for (const way of [`/SetDetails?${query}`, `/en/SetDetails.data?${query}`]) {
      const answer = await get(way, { Cookie: cookie });
      expect(answer.body).not.toContain("host.test");
      if (way.includes(".data")) expect(answer.body).toContain("/en/dashboard");
      else expect(targetOf(answer.headers.location, way).href).toBe(`${origin}/dashboard`);
    }
    const form = { full_name: "Rani", phone: "" };
    const sent = await post(`/SetDetails?${query}`, form, { Cookie: cookie, Origin: origin });
    expect(targetOf(sent.headers.location, "/SetDetails").href).toBe(`${origin}/dashboard`);
  });

  test("no link of the pages that read `next` leads to another site", async () => {
    const query = new URLSearchParams({ next: "/x/..//host.test" });
    for (const page of ["/Auth", "/en/Auth", "/Address"]) {
      const { body } = await get(`${page}?${query}`, { Cookie: cookie });
      const links = [...body.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href ?? "");
      expect(links.length).toBeGreaterThan(2);
      expect(links.filter((href) => targetOf(href, page).hostname === "host.test")).toEqual([]);
    }
  });

  test.each(["/en//host.test/", "//host.test/", "/EN//host.test", "/en/%2e%2e//host.test/"])(
    "no link of the missing page %s leads to another site",
    async (path) => {
      const { status, body, headers } = await get(path);
      expect(status).toBe(404);
      expect(headers.location).toBeUndefined();
      const links = [...body.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href ?? "");
      expect(links.length).toBeGreaterThan(2);
      expect(links.filter((href) => targetOf(href, "/").hostname === "host.test")).toEqual([]);
    },
  );

  test("a link in a mail puts the session only into the fragment of a page that does not redirect", async () => {
    const ask = async (redirectTo: string) => {
      const email = `${crypto.randomUUID().slice(0, 8)}@shop.test`;
      const asked = await fetch(
        `${program().url}/auth/v1/otp?${new URLSearchParams({ redirect_to: redirectTo })}`,
        {
          method: "POST",
          headers: { "Content-Type": "application/json", apikey: key },
          body: JSON.stringify({ email }),
        },
      );
      expect(asked.status).toBe(200);
      const [mail] = await asSeed()<{ text: string }[]>`
        select text from private.outbox where recipient = ${email}`;
      const link = new URL(/https:\/\/toko\.example\S+/.exec(mail?.text ?? "")?.[0] ?? "");
      if (link.pathname !== "/auth/v1/verify") return link;
      const opened = await get(link.pathname + link.search);
      expect(opened.status).toBe(303);
      return new URL(String(opened.headers.location));
    };
    const pages = [
      "/SetDetails?next=%2F.%2F%2Fhost.test",
      "/dashboard",
      "/.//host.test/",
      "/order/x?token=y",
      "//toko.example/..//host.test",
    ];
    for (const page of pages) {
      const target = await ask(`${origin}${page}`);
      expect([page, target.origin, target.pathname]).toEqual([page, origin, "/"]);
      expect(new URLSearchParams(target.hash.slice(1)).get("access_token")).toBeTruthy();
    }
    const button = await ask(`${origin}/Auth?next=%2FCart`);
    expect([button.pathname, button.hash]).toEqual([
      "/Auth",
      expect.stringContaining("token_hash="),
    ]);
  });

  const enquiry = { name: "Rina", email: "rina@contoh.test", topic: "product", message: "Halo" };

  test.each([
    ["/Contact", enquiry],
    ["/en/Contact", enquiry],
    ["/Contact.data", enquiry],
    ["/dashboard/Details", { full_name: "Rani", phone: "" }],
    ["/en/dashboard/Details.data", { full_name: "Rani", phone: "" }],
  ])(
    "the form of %s is accepted from PUBLIC_URL and refused from every other origin",
    async (path, fields) => {
      const own = await post(path, fields, { Cookie: cookie, Origin: origin });
      expect([200, 202, 302, 422]).toContain(own.status);
      // A proxy may forward its own host name. The browser's Origin has the scheme and port of the shop.
      const renamed = await post(path, fields, {
        Cookie: cookie,
        Origin: origin,
        Host: "127.0.0.1:3000",
      });
      expect(renamed.status).toBe(own.status);
      for (const foreign of [
        "http://toko.example",
        "https://toko.example:8443",
        "https://evil.test",
        "https://toko.example.evil.test",
        program().url,
        "null",
        "",
      ]) {
        const answer = await post(path, fields, {
          Cookie: cookie,
          ...(foreign ? { Origin: foreign } : {}),
        });
        expect([foreign, answer.status]).toEqual([foreign, 403]);
        expect(JSON.parse(answer.body).error.code).toBe("foreign_origin");
      }
      const sameHost = await post(path, fields, {
        Cookie: cookie,
        Origin: "https://evil.test",
        Host: "evil.test",
      });
      expect(sameHost.status).toBe(403);
    },
  );
});
