import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { loadKeys } from "#backend/gateway/keys.server.ts";
import { sign } from "#integrations/payment/signature.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";
import routes from "../../app/routes.ts";
import {
  type Answer,
  eachOf,
  hostileBodies,
  hostileTexts,
  send,
  sendBytes,
} from "../support/browser/hostile.ts";
import { demoAddressId } from "../support/builders/shop.ts";
import { useProgram } from "../support/runner/running-program.ts";

interface RouteEntry {
  readonly path?: string;
  readonly children?: readonly RouteEntry[];
}

/** Every address of the route table; `:id` and `*` are left for the test to fill. */
function pathsOf(entries: readonly RouteEntry[]): string[] {
  return entries.flatMap((entry) => [
    ...(entry.path ? [entry.path.startsWith("/") ? entry.path : `/${entry.path}`] : []),
    ...pathsOf(entry.children ?? []),
  ]);
}

const paths = pathsOf(routes as readonly RouteEntry[]);
const filled = (path: string, id: string) => path.replace(/:id|:slug/, id).replace(/\*$/, id);
const otherMethods = ["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "PROPFIND"];
const known = paths.map((path) => filled(path, "mug-ngopi-dulu"));
const dataOf = (path: string) => (/^\/(en)?$/.test(path) ? `${path}_root.data` : `${path}.data`);
const own = (path: string) => /^\/(en\/)?(dashboard|Address|Checkout|admin)/.test(path);
const withAction =
  /^\/(en\/)?(dashboard\/Address|dashboard\/orders\/|Address|Checkout|admin\/|Contact|Unsubscribe|api\/(quote|designs|saved-designs|design-assets))/;

const formType = "application/x-www-form-urlencoded";

/** Signs of leaked internals: a stack, a source file, a message of the database or of a parser. */
const inside =
  /\n\s+at \S+ ?[(:]|node:internal|node_modules|[\w-]\.server\.(ts|js)|\.tsx?:\d|file:\/\/|\/home\/|\/root\/|PostgresError|syntax error at|invalid input syntax|invalid byte sequence|violates \w+|relation "|column "|select .{1,80} from |ECONNREFUSED|Unexpected token|is not a function|Cannot read prop/i;
const saneTypes =
  /^(text\/html; charset=utf-8|application\/json|text\/csv; charset=utf-8|text\/x-script|text\/plain|image\/|text\/css)/i;

describe("whatever is sent to it", { timeout: 120_000 }, () => {
  const { program } = useProgram();
  let keys: Awaited<ReturnType<typeof loadKeys>>;
  let customer = "";
  let staff = "";

  const count = async () => {
    const [row] = await asSeed()`
      select (select count(*) from orders) as orders, (select count(*) from addresses) as addresses,
        (select count(*) from auth.users) as users, (select count(*) from payments) as payments,
        (select count(*) from payment_notifications) as notifications,
        (select count(*) from order_events) as events,
        (select count(*) from designs) as designs, (select count(*) from design_versions) as versions,
        (select count(*) from design_assets) as pictures,
        (select md5(string_agg(a::text, '|' order by id)) from addresses a) as address_text,
        (select md5(string_agg(p::text, '|' order by id)) from profiles p) as profile_text`;
    return row;
  };

  beforeAll(async () => {
    keys = await loadKeys(program().dataDir, {});
    // Where guests may buy, an empty body signs one up.
    await asSeed()`update shop_settings set guest_checkout = false`;
    [customer, staff] = await Promise.all([
      sessionCookie("customer@etalase.test"),
      sessionCookie("staff@etalase.test"),
    ]);
  });

  async function sessionCookie(email: string): Promise<string> {
    const answer = await fetch(`${program().url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { "Content-Type": "application/json", apikey: keys.publishable },
      body: JSON.stringify({ email, password: "etalase-demo-2026" }),
    });
    expect(answer.status).toBe(200);
    return `sb-localhost-auth-token=base64-${Buffer.from(await answer.text()).toString("base64url")}`;
  }

  const found: string[] = [];
  function judge(what: string, answer: Answer): void {
    const tell = (problem: string) => found.push(`${problem}: ${what.slice(0, 200)}`);
    if (answer.status >= 500) tell(`status ${answer.status}`);
    const leak = inside.exec(answer.body);
    if (leak) tell(`told ${JSON.stringify(answer.body.slice(leak.index, leak.index + 80))}`);
    const type = String(answer.headers["content-type"] ?? "");
    if (answer.body && !saneTypes.test(type)) tell(`content type ${JSON.stringify(type)}`);
    if (/<script>alert\(1\)|<img src=x/.test(answer.body) && type.startsWith("text/html")) {
      tell("markup came back");
    }
  }
  const same = {
    get origin() {
      return { Origin: program().url, "Sec-Fetch-Site": "same-origin" };
    },
  };
  async function ask(path: string, options: Parameters<typeof send>[2] = {}): Promise<Answer> {
    const answer = await send(program().url, path, options);
    judge(`${options.method ?? "GET"} ${path} ${String(options.body ?? "").slice(0, 60)}`, answer);
    return answer;
  }
  /** Runs requests and expects that none got a bad response and nothing was stored. */
  async function unharmed(work: () => Promise<void>): Promise<void> {
    const before = await count();
    found.length = 0;
    await work();
    expect([...new Set(found)].slice(0, 20)).toEqual([]);
    expect(await count()).toEqual(before);
    process.kill(program().pid, 0);
    expect((await fetch(`${program().url}/healthz`)).status).toBe(200);
  }

  test("every address answers, in both languages, as page and as data", () =>
    unharmed(async () => {
      await eachOf([...known.entries()], async ([place, path]) => {
        for (const address of shareOf([path, dataOf(path)], place, 2)) {
          for (const cookie of own(path)
            ? shareOf([undefined, customer, staff], place, 3)
            : [undefined]) {
            await ask(address, cookie ? { headers: { Cookie: cookie } } : {});
          }
          for (const method of shareOf(otherMethods, place)) {
            await ask(address, { method, headers: same.origin });
          }
        }
      });
    }));

  test("hostile texts in the query", () =>
    unharmed(async () => {
      const names = [
        "q",
        "page",
        "next",
        "id",
        "order",
        "token",
        "code",
        "category",
        "min",
        "sort",
      ];
      const requests = shareOf([...known.entries()], 0, 2).flatMap(([place, path]) =>
        shareOf(hostileTexts, place, 40).map((text) => ({
          path,
          text: encodeURIComponent(text.toWellFormed()),
        })),
      );
      await eachOf(requests, async ({ path, text }) => {
        const query = [...names, "stage", "variant_id", "region_code", "status"]
          .map((name) => `${name}=${text.slice(0, 1_200)}`)
          .join("&");
        await ask(`${path}?${query}`, own(path) ? { headers: { Cookie: staff } } : {});
      });
      const odd = [
        "q=%E0%A4%A",
        "q=%ff%fe",
        "q=%",
        "q=%00",
        "q[]=a&q[b]=c",
        "&&&===",
        `q=${"%F0%9F%98%80".repeat(60)}`,
        Array.from({ length: 2_000 }, (_, index) => `a${index}=`).join("&"),
      ];
      for (const path of ["/", "/Shop", "/en/Shop", "/api/suggestions", "/api/regions", "/Auth"]) {
        for (const query of odd) {
          await ask(`${path}?${query}`);
          await ask(`${dataOf(path)}?${query}`);
        }
        await ask(`${path}?${"a=1&".repeat(7_000)}`);
      }
      // More bytes than the server accepts in a request line.
      const flood = await send(program().url, `/Shop?${"a=1&".repeat(20_000)}`).catch(
        () => undefined,
      );
      expect([414, 431, undefined]).toContain(flood?.status);
    }));

  test("hostile texts in the path", () =>
    unharmed(async () => {
      const texts = [...hostileTexts.map((text) => encodeURIComponent(text.toWellFormed()))];
      const raw = [
        "%E0%A4%A",
        "%ff",
        "%",
        "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "..;/",
        "a%00b",
        "%5c",
      ];
      const open = paths.filter((path) => /:id|:slug|\*$/.test(path));
      const elsewhere = [
        "/storage/v1/object/public/",
        "/storage/v1/object/public/product-images/",
        "/functions/v1/",
        "/auth/v1/",
        "/assets/",
        "/api/_nuxt_icon/",
        "/webhooks/",
        "/pay/builtin/",
        "/",
        "//evil.test/",
        "/en/",
      ];
      await eachOf([...[...texts, ...raw].entries()], async ([index, text]) => {
        for (const path of shareOf(open, index, 64)) {
          const address = filled(path, text);
          await ask(address, own(path) ? { headers: { Cookie: staff } } : {});
          await ask(`${address}.data`, own(path) ? { headers: { Cookie: customer } } : {});
        }
        for (const path of elsewhere) await ask(path + text);
      });
      await ask(`/${"a".repeat(16_384)}`);
      await ask(`/item/${"%F0%9F%98%80".repeat(1_300)}`);
      await ask(`/Shop/${"../".repeat(2_000)}etc/passwd`);
      await ask("/_build.json?x=%E0%A4%A");
      await ask("/__manifest?p=%E0%A4%A&paths=/a,/b&version=x");
    }));

  test("R16: hostile bodies harm no action and no page", () =>
    unharmed(async () => {
      const requests = known.flatMap((path, place) =>
        shareOf(
          withAction.test(path) ? hostileBodies : hostileBodies.slice(0, 4),
          place,
          32,
        ).flatMap((body) =>
          shareOf([path, dataOf(path)], place, 2).map((address) => ({ address, path, body })),
        ),
      );
      await eachOf(requests, async ({ address, path, body: [type, body] }) => {
        const headers = { ...same.origin, ...(type ? { "Content-Type": type } : {}) };
        await ask(address, { method: "POST", headers, body });
        if (!withAction.test(path)) return;
        const cookie = path.includes("admin") ? staff : customer;
        await ask(address, { method: "POST", headers: { ...headers, Cookie: cookie }, body });
      });
    }));

  test("U+0000 in the query or the form of an office page gets 400", () =>
    unharmed(async () => {
      const orderId = await ownOrder();
      const form = { ...same.origin, Cookie: staff, "Content-Type": formType };
      const note = await ask(`/admin/Orders/${orderId}.data`, {
        method: "POST",
        headers: form,
        body: "intent=note&note=a%00b",
      });
      const areas = await ask("/admin/MailList/Areas?q=a%00b", { headers: { Cookie: staff } });
      expect([note.status, areas.status]).toEqual([400, 400]);
    }));

  test("acts on an address that cannot name a thing of the office get 404", () =>
    unharmed(async () => {
      const acts: readonly (readonly [string, string])[] = [
        ["Stocktakes", "start"],
        ["Stocktakes", `paste&key=${crypto.randomUUID()}&counts=A-1%091`],
        ["Collections", "delete"],
        ["Sales", "schedule"],
        ["Sales", "end"],
      ];
      const admin = await sessionCookie("admin@etalase.test");
      const headers = { ...same.origin, Cookie: admin, "Content-Type": formType };
      for (const [place, intent] of acts) {
        const options = { method: "POST", headers, body: `intent=${intent}` };
        const { status } = await ask(`/admin/${place}/mug.data`, options);
        expect([place, intent, status]).toEqual([place, intent, 404]);
      }
    }));

  test("hostile bodies to the backend, the webhooks and the built-in payments", () =>
    unharmed(async () => {
      const endpoints = [
        "/functions/v1/quote-cart",
        "/functions/v1/place-order",
        "/functions/v1/cancel-order",
        "/functions/v1/__proto__",
        "/auth/v1/token?grant_type=password",
        "/auth/v1/token?grant_type[]=x",
        "/auth/v1/signup",
        "/auth/v1/otp",
        "/auth/v1/verify",
        "/auth/v1/recover",
        "/auth/v1/user",
        "/auth/v1/admin/users",
        "/storage/v1/object/public/product-images/a.webp",
        "/webhooks/builtin",
        "/webhooks/stripe",
        "/pay/builtin/pi_x/confirm",
        "/pay/builtin/%00/confirm",
        "/pay/builtin/pi_x/challenge",
        `/dev/pay/${demoAddressId}`,
      ];
      const requests = endpoints.flatMap((endpoint) =>
        hostileBodies.map((body) => ({ endpoint, body })),
      );
      await eachOf(requests, async ({ endpoint, body: [type, body] }) => {
        const headers = { ...(type ? { "Content-Type": type } : {}) };
        await ask(endpoint, { method: "POST", headers, body });
        await ask(endpoint, {
          method: "POST",
          headers: { ...headers, apikey: keys.publishable },
          body,
        });
      });
      await eachOf(endpoints, async (endpoint) => {
        for (const method of ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"])
          await ask(endpoint, { method });
      });
    }));

  test("two megabytes are too much for every endpoint", () =>
    unharmed(async () => {
      const body = Buffer.alloc(2 * 1024 * 1024, 0x20);
      for (const path of [
        ...["/Shop", "/api/quote", "/webhooks/builtin", "/functions/v1/quote-cart"],
        ...["/api/designs", `/api/saved-designs/${demoAddressId}`],
      ]) {
        const headers = { ...same.origin, "Content-Type": "application/json" };
        // The response comes before the whole body is sent, so the connection may close during the request.
        const answer = await ask(path, { method: "POST", headers, body }).catch(() => undefined);
        expect([path, answer?.status ?? 413]).toEqual([path, 413]);
      }
    }));

  test("requests that are no HTTP", () =>
    unharmed(async () => {
      const host = "Host: localhost\r\n";
      for (const bytes of [
        `BREW / HTTP/1.1\r\n${host}\r\n`,
        `GET / HTTP/9.9\r\n${host}\r\n`,
        "GET / HTTP/1.1\r\n\r\n",
        `GET /Shop\u00ff HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
        `GET http://evil.test/ HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
        `GET /%zz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
        `GET * HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
        `GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`,
        `GET / HTTP/1.1\r\nHost: evil.test:99999\r\nConnection: close\r\n\r\n`,
        `GET / HTTP/1.1\r\n${host}X: ${"a".repeat(40_000)}\r\n\r\n`,
        `POST /api/quote HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        `POST /api/quote HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`,
        `GET / HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
      ]) {
        const answer = await sendBytes(program().url, bytes);
        const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
        const line = bytes.slice(0, 60);
        if (status >= 500) found.push(`status ${status}: ${line}`);
        if (inside.test(answer)) found.push(`told its inside: ${line}`);
      }
    }));

  test("forged and broken session cookies count as a visitor", () =>
    unharmed(async () => {
      const name = "sb-localhost-auth-token";
      const value = customer.slice(name.length + 1);
      const forged = Buffer.from(
        JSON.stringify({ access_token: "a.b.c", refresh_token: "\u0000", user: { role: "ADMIN" } }),
      ).toString("base64url");
      const cookies = [
        `${name}=`,
        `${name}=garbage`,
        `${name}=base64-`,
        `${name}=base64-%E0%A4%A`,
        `${name}=base64-${forged}`,
        `${name}=${value.slice(0, 400)}`,
        `${name}.0=${value.slice(0, 300)}`,
        `${name}.1=${value}`,
        `${name}.0=${value.slice(0, 300)}; ${name}.1=x`,
        `${name}={"access_token":1}`,
        `${name}=[]; ${name}=${"x".repeat(9_000)}`,
        "=; ;;; a",
      ];
      for (const cookie of cookies) {
        for (const path of ["/dashboard/orders", "/admin/Orders", "/Checkout", "/"]) {
          const answer = await ask(path, { headers: { Cookie: cookie } });
          expect([cookie.slice(0, 60), path, answer.status]).toEqual([
            cookie.slice(0, 60),
            path,
            path === "/" ? 200 : 302,
          ]);
        }
      }
    }));

  test("sign-in never leads to another site", () =>
    unharmed(async () => {
      for (const next of [
        "//evil.test",
        "/\\evil.test",
        "https://evil.test",
        "/\t/evil.test",
        "javascript:alert(1)",
      ]) {
        const answer = await ask(`/Auth?next=${encodeURIComponent(next)}`);
        const places = [...answer.body.matchAll(/\b(?:href|action|formAction)="([^"]*)"/g)].map(
          ([, value = ""]) => new URL(value.replaceAll("&amp;", "&"), program().url),
        );
        expect(
          places.filter(({ host, protocol }) => /evil/.test(host) || protocol === "javascript:"),
        ).toEqual([]);
      }
      for (const path of [
        "//evil.test/dashboard",
        "/dashboard//evil.test",
        "/%2F%2Fevil.test/admin",
      ]) {
        const { headers } = await ask(path);
        const location = String(headers.location ?? "/");
        expect(new URL(location, program().url).host).toBe(new URL(program().url).host);
      }
    }));

  test("a form of another site changes nothing", () =>
    unharmed(async () => {
      const orderId = await ownOrder();
      const actions = [
        "/dashboard/Address",
        "/Address",
        "/Checkout",
        `/dashboard/orders/${orderId}`,
        `/admin/Orders/${orderId}`,
        "/api/quote",
      ].flatMap((path) => [path, `${path}.data`, `/en${path}`]);
      const origins: readonly Readonly<Record<string, string>>[] = [
        { Origin: "https://evil.test" },
        { Origin: "null" },
        { Origin: `${program().url}.evil.test` },
        { Origin: "http://localhost" },
        { Origin: program().url, "Sec-Fetch-Site": "cross-site" },
        { Origin: program().url, "Sec-Fetch-Site": "same-site" },
        { Referer: "https://evil.test/" },
        {},
      ];
      const body = `intent=remove&id=${demoAddressId}`;
      await eachOf(actions, async (path) => {
        for (const origin of origins) {
          for (const type of ["application/x-www-form-urlencoded", "text/plain"]) {
            const headers = { ...origin, "Content-Type": type, Cookie: customer };
            const answer = await ask(path, { method: "POST", headers, body });
            if (answer.status !== 403) {
              found.push(`${answer.status} for ${JSON.stringify(origin)}: ${path}`);
            }
          }
        }
        const override = { Cookie: customer, "X-HTTP-Method-Override": "POST" };
        await ask(`${path}?_method=POST&${body}`, { headers: override });
      });
      const preflight = await ask("/Checkout", {
        method: "OPTIONS",
        headers: { Origin: "https://evil.test", "Access-Control-Request-Method": "POST" },
      });
      expect(preflight.headers["access-control-allow-origin"]).toBeUndefined();
    }));

  async function ownOrder(): Promise<string> {
    const [row] = await asSeed()<{ id: string }[]>`
      select o.id from orders o join auth.users u on u.id = o.customer_id
      where u.email = 'customer@etalase.test' order by o.id limit 1`;
    return row?.id ?? "";
  }

  test("notifications that the provider did not sign leave no trace", () =>
    unharmed(async () => {
      const secret = Buffer.from(keys.pepper).toString("hex");
      const body = JSON.stringify({ id: "evt_1", type: "payment.succeeded", payment: "pi_1" });
      const now = new Date();
      const seconds = Math.floor(now.getTime() / 1000);
      const mac = (key: string, text: string) =>
        createHmac("sha256", key).update(text).digest("hex");
      const right = mac(secret, `${seconds}.${body}`);
      const forged: readonly (readonly [string, string | undefined, string])[] = [
        ["no header", undefined, body],
        ["an empty header", "", body],
        ["an empty key", `t=${seconds},v1=${mac("", `${seconds}.${body}`)}`, body],
        ["another key", sign("whsec_guess", body, now), body],
        ["an older scheme", `t=${seconds},v0=${right}`, body],
        ["no time", `v1=${right}`, body],
        ["a time that is none", `t=NaN,v1=${right}`, body],
        ["too old", sign(secret, body, new Date(now.getTime() - 301_500)), body],
        ["from the future", sign(secret, body, new Date(now.getTime() + 301_500)), body],
        [
          "an old signature with a new time",
          `t=${seconds},v1=${mac(secret, `${seconds - 400}.${body}`)}`,
          body,
        ],
        ["written anew", sign(secret, body, now), JSON.stringify(JSON.parse(body), null, 1)],
        ["a byte more", sign(secret, body, now), `${body} `],
        ["cut short", `t=${seconds},v1=${right.slice(0, 63)}`, body],
        ["in capitals", `t=${seconds},v1=${right.toUpperCase()}`, body],
      ];
      for (const [what, signature, sent] of forged) {
        const headers = {
          "Content-Type": "application/json",
          ...(signature === undefined ? {} : { "Builtin-Signature": signature }),
        };
        const answer = await ask("/webhooks/builtin", { method: "POST", headers, body: sent });
        expect([what, answer.status]).toEqual([what, 400]);
      }
      expect((await ask("/webhooks/nobody", { method: "POST", body })).status).toBe(404);
    }));
});
