import { type Editor, saveMerged } from "#app/admin/kit/form/three-way.server.ts";
import type { Result } from "#base/result.ts";
import type { RowAnswer } from "./row-answer.ts";

interface Row extends Pick<Editor, "form" | "read"> {
  /** The key of the row. */
  readonly row: string;
  save(values: Parameters<Editor["save"]>[0], version: number): Promise<Result<null, string>>;
}

/** Saves the form of a row of a list; after a colleague's save it merges both, or answers with the three values. */
export async function saveRow({ form, row, read, save }: Row): Promise<RowAnswer> {
  const { done, ...answer } = await saveMerged({
    form,
    sets: new Set(),
    read,
    save: async (values, version) => {
      const saved = await save(values, version);
      if (saved.ok) return { ok: true, version: version + 1 };
      const { problem } = saved;
      return { ok: false, answer: { problem }, isStale: problem === "changed_meanwhile" };
    },
  });
  return done ? { done: true } : { ...answer, row };
}
