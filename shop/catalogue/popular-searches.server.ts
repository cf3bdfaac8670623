import type { Language } from "#base/language.ts";
import { asShop, type Sql, type SqlFragment } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import { searchWords } from "./search-words.ts";

const perNetwork = { limit: 30, windowSeconds: 3600 };
const minLetters = 3;
const maxLetters = 40;
/** Retention of counted searches. */
const countedDays = 30;
/** A popular search has at least this many counts, on at least this many days. */
const minTimes = 5;
const minDays = 2;
/** Below this number of popular searches, the list is empty. */
const minShown = 3;
const maxShown = 6;

/** Searches that this process has counted today, for counting each network once a day. */
let counted = { day: "", searches: new Set<string>() };
const maxRemembered = 20_000;

/** Whether a public product has all of the words. Personal data that shoppers type matches no product. */
function isFound(sql: Sql, words: SqlFragment): SqlFragment {
  return sql`exists (select from catalogue.products p where p.search @@ plainto_tsquery('simple', ${words}))`;
}

/** Counts a search that matches products, once a day per network. `private.searched_words` has no column for the network. */
export async function countSearch(q: string, language: Language, network: string): Promise<void> {
  const words = searchWords(q.slice(0, 2 * maxLetters)).join(" ");
  if (words.length < minLetters || words.length > maxLetters) return;
  const day = new Date().toISOString().slice(0, 10);
  if (counted.day !== day || counted.searches.size >= maxRemembered)
    counted = { day, searches: new Set() };
  const key = `${network} ${language} ${words}`;
  if (counted.searches.has(key)) return;
  if ((await countRequest(`searched:${network}`, perNetwork)) > 0) return;
  counted.searches.add(key);
  const sql = asShop();
  await sql`
    insert into private.searched_words (language, day, words)
    select ${language}, current_date, ${words} where ${isFound(sql, sql`${words}`)}
    on conflict (language, day, words) do update set times = searched_words.times + 1`;
}

/** Popular searches that match products, most frequent first. */
export async function popularSearches(language: Language): Promise<readonly string[]> {
  const sql = asShop();
  const rows = await sql<{ words: string }[]>`
    select s.words from private.searched_words s
    where s.language = ${language} and s.day > current_date - ${countedDays}::int and ${isFound(sql, sql`s.words`)}
    group by s.words having sum(s.times) >= ${minTimes} and count(*) >= ${minDays}
    order by sum(s.times) desc, s.words limit ${maxShown}`;
  return rows.length < minShown ? [] : rows.map(({ words }) => words);
}

export async function purgeSearches(): Promise<void> {
  await asShop()`delete from private.searched_words where day <= current_date - ${countedDays}::int`;
}
