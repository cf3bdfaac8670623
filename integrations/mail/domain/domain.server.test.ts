import { randomBytes } from "node:crypto";
import MailComposer from "nodemailer/lib/mail-composer";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { verifyDkim } from "#tests/support/oracles/verify-dkim.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { agreedLookup } from "./agreed-lookup.ts";
import { type CheckedDomain, checkDomain } from "./check-domain.ts";
import { CurrentSigner, domainOf } from "./current-signer.server.ts";
import { dkimRecord, signMail } from "./dkim.ts";
import { readDkimKey } from "./dkim-key.server.ts";
import type { Lookup } from "./lookup.server.ts";

testDatabase({ max: 4 });
beforeAll(() => provideSecret(randomBytes(32)));

type Zone = Readonly<Record<string, readonly string[]>>;
const lookupOf = (zone: Zone): Lookup => {
  const asked = (kind: string) => async (name: string) => {
    const found = zone[`${kind} ${name}`] ?? [];
    if (found.includes("silent")) throw new Error("nobody answered");
    return found;
  };
  return { txt: asked("txt"), mx: asked("mx"), a: asked("a") };
};
const dkim = { selector: "etalase", publicKey: "AAAA" };
const shop = {
  domain: "kabar.toko.test",
  relayHost: "email-smtp.ap-southeast-3.amazonaws.com",
  dkim,
};
const stateOf = async (zone: Zone, checked: CheckedDomain = shop) =>
  Object.fromEntries(
    (await checkDomain(checked, lookupOf(zone))).map(({ line, state, reason, publish }) => [
      line,
      [state, reason, publish?.value ?? null],
    ]),
  );

test("a domain without records is told each one to publish", async () => {
  expect(await stateOf({})).toEqual({
    spf: ["missing", "not_found", "v=spf1 include:amazonses.com ~all"],
    dkim: ["missing", "not_found", "v=DKIM1; k=rsa; p=AAAA"],
    dmarc: ["missing", "not_found", "v=DMARC1; p=none"],
    mx: ["missing", "not_found", null],
  });
});

test("a domain with all records is good, also with the policy of its organisation", async () => {
  const zone = {
    "txt kabar.toko.test": ["site-verification=1", "v=spf1 include:amazonses.com -all"],
    "txt etalase._domainkey.kabar.toko.test": ["v=DKIM1; k=rsa; p=AA AA"],
    "txt _dmarc.toko.test": ["v=DMARC1;p=quarantine; rua=mailto:a@toko.test"],
    "mx kabar.toko.test": ["mx.toko.test"],
  };
  expect(await stateOf(zone)).toEqual({
    spf: ["good", null, null],
    dkim: ["good", null, null],
    dmarc: ["good", null, null],
    mx: ["good", null, null],
  });
});

test("wrong records say what is wrong and what they should be", async () => {
  const spf = (...records: string[]) => stateOf({ "txt kabar.toko.test": records });
  expect((await spf("v=spf1 a -all", "v=spf1 include:amazonses.com ~all")).spf).toEqual([
    "wrong",
    "several",
    "v=spf1 a include:amazonses.com ~all",
  ]);
  expect((await spf("v=spf1 include:_spf.google.com -all")).spf).toEqual([
    "wrong",
    "relay_missing",
    "v=spf1 include:_spf.google.com include:amazonses.com -all",
  ]);
  const long = Array.from({ length: 11 }, (_, n) => `a:${n}.test`).join(" ");
  expect((await spf(`v=spf1 ${long} -all`)).spf).toEqual(["wrong", "too_many_lookups", null]);
  // A record that includes itself.
  expect((await spf("v=spf1 include:kabar.toko.test -all")).spf).toEqual([
    "wrong",
    "too_many_lookups",
    null,
  ]);
  const own = { ...shop, relayHost: "surat.toko.test" };
  const zone = {
    "txt kabar.toko.test": ["v=spf1 ip4:192.0.2.7 -all"],
    "a surat.toko.test": ["192.0.2.7"],
  };
  expect((await stateOf(zone, own)).spf).toEqual(["good", null, null]);
  expect((await stateOf({ ...zone, "a surat.toko.test": [] }, own)).spf).toEqual([
    "unknown",
    "relay_unknown",
    "v=spf1 ip4:192.0.2.7 a:surat.toko.test -all",
  ]);
  const network = { ...zone, "txt kabar.toko.test": ["v=spf1 ip4:192.0.2.0/24 ip4:x/99 -all"] };
  expect((await stateOf(network, own)).spf).toEqual(["good", null, null]);
  const others = {
    "txt etalase._domainkey.kabar.toko.test": ["v=DKIM1; p=BBBB"],
    "txt _dmarc.kabar.toko.test": ["v=DMARC1; rua=mailto:a@toko.test"],
    "mx kabar.toko.test": [""],
  };
  expect(await stateOf(others)).toMatchObject({
    dkim: ["wrong", "other_key", "v=DKIM1; k=rsa; p=AAAA"],
    dmarc: ["wrong", "no_policy", "v=DMARC1; p=none; rua=mailto:a@toko.test"],
    mx: ["wrong", "takes_no_mail", null],
  });
});

test.each([
  ["192.0.2.7", "v=spf1 mx ip4:192.0.2.7 -all", "v=spf1 ip4:192.0.2.7 ~all"],
  ["[2001:db8::7]", "v=spf1 mx ip6:2001:db8::7 -all", "v=spf1 ip6:2001:db8::7 ~all"],
  // Receivers see another address than the shop.
  ["127.0.0.1", null, null],
  ["[::1]", null, null],
  ["192.168.1.20", null, null],
  ["mailserver", null, null],
])(
  "a mail server at %s is let through by a term that receivers understand",
  async (relayHost, added, first) => {
    const own = { ...shop, relayHost };
    const zone = { "txt kabar.toko.test": ["v=spf1 mx -all"] };
    expect((await stateOf(zone, own)).spf).toEqual(["unknown", "relay_unknown", added]);
    expect((await stateOf({}, own)).spf).toEqual(["missing", "not_found", first]);
    if (added) {
      expect((await stateOf({ "txt kabar.toko.test": [added] }, own)).spf).toEqual([
        "good",
        null,
        null,
      ]);
    }
  },
);

test("SPF or DKIM must be about the sender's own organisation", async () => {
  const dmarc = { "txt _dmarc.toko.test": ["v=DMARC1; p=none"] };
  const signed = { "txt etalase._domainkey.kabar.toko.test": ["v=DKIM1; p=AAAA"] };
  const of = async (envelopeDomain: string | undefined, zone: Zone = {}, signs = true) =>
    (await stateOf({ ...dmarc, ...zone }, { ...shop, envelopeDomain, signs })).dmarc;
  const good = ["good", null, null];
  for (const own of [undefined, "kabar.toko.test", "toko.test", "balik.toko.test"]) {
    expect(await of(own)).toEqual(good);
  }
  expect(await of("lain.test")).toEqual(["wrong", "not_aligned", null]);
  expect(await of("lain.test", signed)).toEqual(good);
  // The mail server signs with a key of its own.
  expect(await of("lain.test", signed, false)).toEqual(["unknown", "not_aligned", null]);
  const inCountry = { ...shop, domain: "toko.co.id" };
  const zone = { "txt _dmarc.toko.co.id": ["v=DMARC1; p=none"] };
  const ofCountry = async (envelopeDomain: string) =>
    (await stateOf(zone, { ...inCountry, envelopeDomain })).dmarc?.[0];
  expect([await ofCountry("lain.co.id"), await ofCountry("balik.toko.co.id")]).toEqual([
    "wrong",
    "good",
  ]);
  // Everybody may register below these suffixes, whatever the length of their names.
  for (const suffix of ["ltd.uk", "kyoto.jp", "github.io"]) {
    const below = { ...shop, domain: `toko.${suffix}`, envelopeDomain: `lain.${suffix}` };
    const policy = { [`txt _dmarc.toko.${suffix}`]: ["v=DMARC1; p=none"] };
    expect([suffix, (await stateOf(policy, below)).dmarc?.[0]]).toEqual([suffix, "wrong"]);
  }
});

test("a subdomain follows the policy of its organisation, however deep it is, and never that of a registry", async () => {
  const policies = {
    "txt _dmarc.toko.co.id": ["v=DMARC1; p=reject"],
    "txt _dmarc.my.id": ["v=DMARC1; p=reject"],
  };
  const found = async (domain: string) => (await stateOf(policies, { ...shop, domain })).dmarc?.[0];
  expect(await found("kabar.surat.toko.co.id")).toBe("good");
  expect(await found("toko.my.id")).toBe("missing");
});

test("a line that nobody answers is unknown, never good", async () => {
  const silent = { "txt kabar.toko.test": ["silent"], "mx kabar.toko.test": ["silent"] };
  expect(await stateOf(silent)).toMatchObject({
    spf: ["unknown", "no_answer", null],
    dkim: ["missing", "not_found", dkimRecord("AAAA")],
    mx: ["unknown", "no_answer", null],
  });
});

test("two servers must agree about the domain, and the difference is told; about others one server is believed", async () => {
  const good = {
    "txt kabar.toko.test": ["v=spf1 include:amazonses.com -all"],
    "mx kabar.toko.test": ["mx.toko.test"],
  };
  const dmarc = { "txt _dmarc.toko.test": ["v=DMARC1; p=reject"] };
  const ask = async (first: Zone, second: Zone) => {
    const lookup = agreedLookup(lookupOf(first), lookupOf(second), shop.domain);
    const found = await checkDomain(shop, lookup);
    return Object.fromEntries(
      found.map(({ line, reason, found: texts }) => [line, [reason, texts]]),
    );
  };
  const include = { "txt amazonses.com": ["v=spf1 ip4:10.0.0.1 -all"] };
  const same = await ask({ ...good, ...dmarc, ...include }, { ...good, ...dmarc });
  expect(same).toMatchObject({
    spf: [null, good["txt kabar.toko.test"]],
    dmarc: [null, dmarc["txt _dmarc.toko.test"]],
  });
  const old = await ask({ ...good, ...dmarc, ...include }, { ...good, "mx kabar.toko.test": [] });
  expect(old).toMatchObject({
    spf: [null, good["txt kabar.toko.test"]],
    dmarc: ["answers_differ", ["v=DMARC1; p=reject", "–"]],
    mx: ["answers_differ", ["mx.toko.test", "–"]],
  });
  // Where one is away the other is believed; where both are, nobody is.
  const away = { "mx kabar.toko.test": ["silent"] };
  expect((await ask(away, good)).mx).toEqual([null, ["mx.toko.test"]]);
  expect((await ask({ ...good }, away)).mx).toEqual([null, ["mx.toko.test"]]);
  expect((await ask(away, away)).mx).toEqual(["no_answer", []]);
});

test("one key for all processes is made once, and signs once its record is published", async () => {
  const [first, second] = await Promise.all([readDkimKey(asSeed()), readDkimKey(asSeed())]);
  expect(second).toEqual(first);
  const settings = { selector: "etalase", from: "Toko <kabar@toko.test>" };
  const record = { "txt etalase._domainkey.toko.test": [dkimRecord(first.publicKey)] };
  const key = await new CurrentSigner(settings, lookupOf(record)).key();
  expect(key).toEqual({ domain: "toko.test", selector: "etalase", privateKey: first.privateKey });
  const silent = { "txt etalase._domainkey.toko.test": ["silent"] };
  for (const zone of [{}, silent]) {
    expect(await new CurrentSigner(settings, lookupOf(zone)).key()).toBeUndefined();
  }
  const off = { ...settings, selector: null };
  expect(await new CurrentSigner(off, lookupOf(record)).key()).toBeUndefined();
  // Other keys of the shop cannot open it: there is a new one, whose record is not published.
  provideSecret(randomBytes(32));
  expect((await readDkimKey(asSeed())).publicKey).not.toBe(first.publicKey);
  expect(await new CurrentSigner(settings, lookupOf(record)).key()).toBeUndefined();
});

test("a signature covers the headers that mail programs act on, and breaks when one is changed", async () => {
  const { privateKey, publicKey } = await readDkimKey(asSeed());
  const message = await new MailComposer({
    from: "kabar@toko.test",
    to: "rina@contoh.test",
    subject: "Kabar — baru",
    text: "Halo.\n.\nTitik  di  awal baris",
    html: "<p>Halo</p>",
    headers: {
      "List-Unsubscribe": "<https://toko.test/api/unsubscribe/abc/news>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "List-Id": "<news.toko.test>",
      "Feedback-ID": "1:news:campaign:toko",
    },
  })
    .compile()
    .build();
  const signed = await signMail(message, { domain: "toko.test", selector: "etalase", privateKey });
  // The connection ends each line with CRLF.
  const sent = signed.toString("latin1").replaceAll(/\r?\n/g, "\r\n");
  expect(verifyDkim(Buffer.from(sent, "latin1"), publicKey)).toEqual(
    expect.arrayContaining([
      ...["from", "to", "subject", "date", "message-id", "list-id", "feedback-id"],
      ...["list-unsubscribe", "list-unsubscribe-post"],
    ]),
  );
  const changed = (from: string, to: string) =>
    verifyDkim(Buffer.from(sent.replace(from, to), "latin1"), publicKey);
  expect(changed("List-Unsubscribe=One-Click", "List-Unsubscribe=No")).toBe(
    "the headers were changed",
  );
  expect(changed("<p>Halo</p>", "<p>Hola</p>")).toBe("the body was changed");
  expect(domainOf('Toko "a@b" <kabar@Toko.test>')).toBe("toko.test");
});
