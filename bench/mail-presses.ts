import type { Agent } from "node:http";
import { openPostgres } from "#db/driver.server.ts";
import { linkToken } from "#shop/consent/link-token.server.ts";
import { makeSingleUseToken } from "#shop/consent/single-use-token.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { ask } from "./open-loop.ts";

/** A page with a button that one of many people opens or presses, each of them once. */
export interface Presses {
  open(agent: Agent, program: string, person: number): Promise<number>;
  press(agent: Agent, program: string, person: number): Promise<number>;
}

interface Pressed {
  readonly page: string;
  readonly posted: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The page that confirms a subscription. @param tokens one a person */
export function confirmPresses(tokens: readonly string[]): Presses {
  return pressesOf(tokens, (token) => ({
    page: `/Subscribe/${token}`,
    posted: `/Subscribe/${token}.data`,
    fields: {},
  }));
}

/** The page of choices, where each person pauses the news for thirty days. @param recipients their ids */
export function choicePresses(recipients: readonly string[]): Presses {
  return pressesOf(recipients, (id) => ({
    page: `/Unsubscribe?t=${linkToken(id)}`,
    posted: `/Unsubscribe.data?t=${linkToken(id)}`,
    fields: { intent: "save", t: linkToken(id), "topic:news": "on", pause: "30", language: "id" },
  }));
}

function pressesOf<T>(people: readonly T[], of: (one: T) => Pressed): Presses {
  const nth = (person: number) => {
    const one = people[person];
    if (one === undefined) throw new Error("too few people for this load");
    return of(one);
  };
  return {
    open: (agent, program, person) => ask(agent, program + nth(person).page),
    press(agent, program, person) {
      const { posted, fields } = nth(person);
      return ask(agent, program + posted, {
        body: new URLSearchParams(fields).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded", origin: program },
      });
    },
  };
}

/** Subscribers who save their choices. */
export async function choosersOf(count: number): Promise<readonly string[]> {
  const rows = await asSeed()<{ id: string }[]>`
    select r.id from private.mail_recipients r where r.email like 'pelanggan%' order by random() limit ${count}`;
  return rows.map(({ id }) => id);
}

/** Tokens of as many addresses that asked for news and have not confirmed. */
export async function confirmationsOf(database: string, count: number): Promise<readonly string[]> {
  const made = Array.from({ length: count }, () => makeSingleUseToken());
  // Nobody else may write tokens.
  const owner = openPostgres(database, { max: 1 });
  await owner`
    with asked as (
      insert into private.mail_recipients (email, email_hash, mailbox_hash)
      select 'ingin' || n || '@contoh.test', sha256(('ingin' || n)::bytea), sha256(('ingin' || n)::bytea)
      from generate_series(1, ${count}) n returning id),
    placed as (select id, row_number() over () as place from asked)
    insert into private.mail_tokens (hash, recipient_id, kind, topics, source, expires_at)
    select decode(h.hash, 'hex'), p.id, 'confirm', '{news}', 'footer', now() + interval '7 days'
    from placed p join unnest(${made.map(({ hash }) => hash.toString("hex"))}::text[])
      with ordinality h (hash, place) using (place)`;
  await owner.end();
  return made.map(({ token }) => token);
}
