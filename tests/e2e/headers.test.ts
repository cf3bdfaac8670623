import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { useProgram } from "#tests/support/runner/running-program.ts";

const everywhere = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "x-frame-options": "DENY",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(), payment=(self), interest-cohort=()",
};
const pagePolicy = (nonce: string) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "frame-src 'none'",
    "media-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

describe("headers", { timeout: 60_000 }, () => {
  const { program } = useProgram();

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(program().url + path, { headers, redirect: "manual" });
    return { answer, body: await answer.text() };
  };
  const nonceOf = (body: string) => /nonce="([^"]+)"/.exec(body)?.[1] ?? "";
  const expectSafe = (headers: Headers) => {
    const sent = Object.keys(everywhere).map((name) => [name, headers.get(name)]);
    expect(Object.fromEntries(sent)).toEqual(everywhere);
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("server")).toBeNull();
    expect(headers.get("x-powered-by")).toBeNull();
  };

  test.each(["/Auth", "/ForgotPassword", "/no-such-page", "/item/mug-ngopi-dulu?size=1&other=1"])(
    "T17: the page %s runs only its own scripts",
    async (path) => {
      const { answer, body } = await get(path);
      const nonce = nonceOf(body);
      expectSafe(answer.headers);
      expect(answer.headers.get("content-security-policy")).toBe(pagePolicy(nonce));
      expect(answer.headers.get("cache-control")).toBe("no-cache");
      expect(Buffer.from(nonce, "base64")).toHaveLength(16);
      expect(nonceOf((await get(path)).body)).not.toBe(nonce);
      const tags = [...body.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
      expect(tags.length).toBeGreaterThan(1);
      expect(tags.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
      expect(body).not.toMatch(/<[^>]+ on[a-z]+="/);
    },
  );

  test.each(["/", "/Shop", "/en/item/mug-ngopi-dulu", "/Cart"])(
    "the page %s from the store runs the scripts it was rendered with and no other",
    async (path) => {
      await get(path);
      const { answer, body } = await get(path);
      expectSafe(answer.headers);
      expect(answer.headers.get("cache-control")).toBe("no-cache");
      const scripts = [...body.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
        .filter(([, attributes = ""]) => !attributes.includes("application/ld+json"))
        .map(([, , text = ""]) => createHash("sha256").update(text).digest("base64"));
      expect(scripts.length).toBeGreaterThan(1);
      const hashes = [...new Set(scripts)].map((hash) => `'sha256-${hash}'`).join(" ");
      const policy = pagePolicy("").replaceAll(" 'nonce-'", "");
      expect(answer.headers.get("content-security-policy")).toBe(
        policy.replace("script-src 'self'", `script-src 'self' ${hashes}`),
      );
      expect(/ nonce="|<[^>]+ on[a-z]+="/.test(body)).toBe(false);
    },
  );

  test.each([
    ["/healthz", "no-store"],
    ["/_build.json", "no-cache"],
    ["/api/_nuxt_icon/lucide.json?icons=house", "public, max-age=604800"],
    ["/api/suggestions?q=mug", "public, max-age=60"],
    ["/functions/v1/openapi.json", "no-store"],
    ["/auth/v1/settings", "no-store"],
    ["/webhooks/nobody", null],
  ])("the answer of %s shows and runs nothing", async (path, caching) => {
    const { answer } = await get(path);
    expectSafe(answer.headers);
    if (answer.headers.get("content-type")?.startsWith("text/html")) {
      expect(answer.headers.get("content-security-policy")).toContain(
        "default-src 'self'; script-src 'self'",
      );
      return;
    }
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'");
    expect(answer.headers.get("cache-control")).toBe(caching);
  });

  test("files with a hash in their name and pictures are cached for a year", async () => {
    const { body } = await get("/");
    const asset = /\/assets\/entry\.client-[\w-]+\.js/.exec(body)?.[0] ?? "";
    const picture = /\/storage\/v1\/object\/public\/[^" ,]+\.webp/.exec(body)?.[0] ?? "";
    for (const [path, type] of [
      [asset, "text/javascript"],
      [picture, "image/webp"],
    ] as const) {
      const { answer } = await get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expectSafe(answer.headers);
      expect(answer.headers.get("content-type")).toMatch(type);
      expect(answer.headers.get("cache-control")).toContain("max-age=31536000");
      expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    }
  });

  test("a page that depends on its visitor is not cached", async () => {
    const { answer } = await get("/dashboard/orders");
    expect(answer.status).toBe(302);
    expectSafe(answer.headers);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("public pages are the same for all visitors and may be cached publicly", async () => {
    const keys = (await get("/Auth")).body;
    const apikey = /name="publishable-key" content="([^"]+)"/.exec(keys)?.[1] ?? "";
    const signedIn = await fetch(`${program().url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { "Content-Type": "application/json", apikey },
      body: JSON.stringify({ email: "admin@etalase.test", password: "etalase-demo-2026" }),
    });
    const session = Buffer.from(await signedIn.text()).toString("base64url");
    const cookie = { Cookie: `sb-localhost-auth-token=base64-${session}` };
    expect((await get("/admin", cookie)).answer.status).toBe(200);

    // Removes the values unique to a response: its nonce and its id.
    const plain = ({ answer, body }: Awaited<ReturnType<typeof get>>) =>
      body
        .replaceAll(` nonce="${nonceOf(body)}"`, "")
        .replaceAll(answer.headers.get("x-request-id") ?? "", "");
    for (const path of ["/", "/Shop", "/item/mug-ngopi-dulu", "/Cart", "/en", "/Faq", "/nothing"]) {
      const [nobody, admin] = [await get(path), await get(path, cookie)];
      expect(plain(admin)).toBe(plain(nobody));
      expect(admin.answer.headers.get("set-cookie")).toBeNull();
    }
  });

  test("public pages are the same for every user agent, and Vary names the exceptions", async () => {
    const programs = [
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36",
      "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      "facebookexternalhit/1.1",
      "WhatsApp/2.23.20.0",
      "curl/8.5.0",
    ];
    const plain = ({ answer, body }: Awaited<ReturnType<typeof get>>) =>
      body
        .replaceAll(` nonce="${nonceOf(body)}"`, "")
        .replaceAll(answer.headers.get("x-request-id") ?? "", "");
    for (const path of ["/", "/Shop", "/Shop?q=mug", "/item/mug-ngopi-dulu", "/Cart", "/en/Shop"]) {
      const pages = await Promise.all(programs.map((name) => get(path, { "User-Agent": name })));
      for (const page of pages) {
        expect(page.answer.status).toBe(200);
        expect(page.body).toContain("</html>");
        expect(plain(page)).toBe(plain(pages[0] ?? page));
        expect(page.answer.headers.get("vary")).toBe("Accept-Encoding");
      }
    }
    // These programs use only the status of an error.
    const [person, bot] = [
      await get("/nothing", { "User-Agent": programs[0] ?? "" }),
      await get("/nothing", { "User-Agent": programs[1] ?? "" }),
    ];
    expect([person.answer.status, bot.answer.status]).toEqual([404, 404]);
    expect(person.body).toContain("</html>");
    expect(bot.body).toBe("");
    for (const { answer } of [person, bot]) {
      expect(answer.headers.get("vary")).toContain("User-Agent");
    }
  });
});
