import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { newChallenge } from "#integrations/captcha/altcha.server.ts";
import { recipientOf } from "#shop/consent/topic-mail.server.ts";
import { solved } from "#tests/support/browser/captcha.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { signUp } from "./sign-up.server.ts";

testDatabase();
beforeAll(() => provideSecret(Buffer.alloc(32, "s")));

const wording = "Dengan mendaftar, Anda setuju menerima kabar toko.";
async function ask(email: string, ip: string, captchaToken?: string): Promise<string> {
  const answer = await signUp(email, {
    captchaToken,
    ip,
    userAgent: "x",
    language: "id",
    wording,
  });
  return answer.ok ? "ok" : answer.problem;
}
const token = async () => solved(await newChallenge("subscribe"));
const mailsTo = async (pattern: string) => {
  const rows = await asSeed()<{ recipient: string; text: string; subject: string }[]>`
    select recipient, subject, text from private.outbox where recipient like ${pattern} order by recipient`;
  return rows;
};
/** Answers and how often each came. */
function tally(answers: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

test("of one network twenty sign-ups an hour pass, however many come at once and for whom", async () => {
  const answers = await Promise.all(
    Array.from({ length: 25 }, async (_, n) =>
      ask(`n${n}@contoh.test`, "192.0.2.1", await token()),
    ),
  );
  expect(tally(answers)).toEqual({ ok: 20, too_many_requests: 5 });
  expect(await mailsTo("n%@contoh.test")).toHaveLength(20);
  // Wrong captchas count as well, so that nobody tries them without end.
  const wrong = await Promise.all(
    Array.from({ length: 21 }, (_, n) => ask(`w${n}@contoh.test`, "192.0.2.2", "x")),
  );
  expect(tally(wrong)).toEqual({ captcha_failed: 20, too_many_requests: 1 });
  expect(await mailsTo("w%@contoh.test")).toEqual([]);
  // Another network goes on, and so does this one an hour later.
  expect(await ask("lain@contoh.test", "192.0.2.3", await token())).toBe("ok");
  await asSeed()`update private.rate_limits set resets_at = now() where key like 'sign-up:%'`;
  expect(await ask("lagi@contoh.test", "192.0.2.1", await token())).toBe("ok");
});

test("without a captcha three an hour pass of a network, and a hundred a day of all", async () => {
  const answers = [];
  for (let n = 0; n < 4; n++) answers.push(await ask(`p${n}@contoh.test`, "192.0.2.10"));
  expect(tally(answers)).toEqual({ ok: 3, too_many_requests: 1 });
  await asSeed()`update private.rate_limits set used = 100 where key = 'sign-up-plain'`;
  expect(await ask("penuh@contoh.test", "192.0.2.11")).toBe("captcha_failed");
  expect(await mailsTo("penuh@contoh.test")).toEqual([]);
  // With a captcha it still goes on.
  expect(await ask("penuh@contoh.test", "192.0.2.11", await token())).toBe("ok");
});

test("spellings of one mailbox that ask at the same moment get one mail", async () => {
  const spellings = Array.from({ length: 6 }, (_, n) => `citra+${n}@gmail.com`);
  const solutions = await Promise.all(spellings.map(() => token()));
  const wait = asSeed().begin(async (sql) => {
    const first = await recipientOf(sql, "citra@gmail.com");
    await sql`select private.ask_confirmation(${first}, '{news}', sha256('citra'), 'footer')`;
    const others = Promise.all(
      spellings.map((email, n) => ask(email, `198.51.100.${20 + n}`, solutions[n])),
    );
    // All of them have begun before the first one is committed.
    await expect
      .poll(async () => {
        const [row] = await asSeed()<{ waiting: number }[]>`
          select count(*)::int as waiting from pg_locks
        where pid in (select pid from pg_stat_activity where datname = current_database()) and locktype = 'advisory' and not granted`;
        return row?.waiting;
      })
      .toBeGreaterThan(0);
    return { others };
  });
  const { others } = await wait;
  expect(tally(await others)).toEqual({ ok: 6 });
  expect(await mailsTo("citra%@gmail.com")).toEqual([]);
  const [asked] = await asSeed()<{ n: number }[]>`
    select count(*)::int as n from private.mail_tokens k join private.mail_recipients r on r.id = k.recipient_id
    where r.email like 'citra%'`;
  expect(asked?.n).toBe(1);
});

test("from any number of networks one mail a day goes to a mailbox, whatever its spelling; the answer is the same", async () => {
  const spellings = [
    "budi.s@gmail.com",
    "Budi.S@gmail.com",
    "budis+a@gmail.com",
    "bu.dis@gmail.com",
  ];
  for (const [n, email] of spellings.entries()) {
    expect(await ask(email, `198.51.100.${n}`, await token())).toBe("ok");
  }
  const mails = await mailsTo("b%@gmail.com");
  expect(mails.map(({ recipient }) => recipient)).toEqual(["budi.s@gmail.com"]);
  // It holds no offer, and nothing that the visitor typed besides the address that it goes to.
  expect(mails[0]?.text).toMatch(/\/Subscribe\/[\w-]{43}/);
  expect(mails[0]?.text).not.toContain("budi");
  // Two people at one provider whose dots tell them apart.
  for (const email of ["a.b@contoh.test", "ab@contoh.test"]) {
    expect(await ask(email, "198.51.100.9", await token())).toBe("ok");
  }
  expect(await mailsTo("a%b@contoh.test")).toHaveLength(2);
});
