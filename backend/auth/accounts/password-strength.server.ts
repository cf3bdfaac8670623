import { commonPasswords } from "./common-passwords.ts";

/** A guesser with a list needs fewer tries than a million. */
const weakScore = 1;
/** Longer ones are judged by their beginning: the work grows faster than the password. */
const judgedCharacters = 32;

type Check = (password: string, ownWords: string[]) => { score: number };
let loading: Promise<Check> | undefined;

/**
 * Whether a password is guessed easily: a common one, or patterns of the keyboard, dates and repetitions.
 * @param ownWords what is known of the person, which is guessed first
 */
export async function isEasilyGuessed(
  password: string,
  ownWords: readonly string[],
): Promise<boolean> {
  if (commonPasswords.has(password.toLowerCase())) return true;
  // Loaded at the first password: the word lists take some 40 MB that a process without sign-ups can do without.
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
