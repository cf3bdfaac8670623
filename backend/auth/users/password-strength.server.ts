import { commonPasswords } from "./common-passwords.ts";

/** Guessable with a word list in fewer than a million tries. */
const weakScore = 1;
/** Longer passwords are judged by their beginning, because the work grows faster than the length. */
const judgedCharacters = 32;

type Check = (password: string, ownWords: string[]) => { score: number };
let loading: Promise<Check> | undefined;

/**
 * Whether a password is easy to guess: a common one, or patterns of the keyboard, dates and repetitions.
 * @param ownWords words about the person, which attackers try first
 */
export async function isEasilyGuessed(
  password: string,
  ownWords: readonly string[],
): Promise<boolean> {
  if (commonPasswords.has(password.toLowerCase())) return true;
  // Loaded on first use: the word lists take some 40 MB, which a process without sign-ups need not spend.
  loading ??= load();
  const check = await loading;
  return check(password.slice(0, judgedCharacters), [...ownWords]).score <= weakScore;
}

async function load(): Promise<Check> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const words = { ...dictionary, indonesian: [...commonPasswords] };
  const judge = new ZxcvbnFactory({ dictionary: words, graphs: adjacencyGraphs });
  return (password, ownWords) => judge.check(password, ownWords);
}
