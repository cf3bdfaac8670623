import * as v from "valibot";
import type { Person } from "#shop/kernel/access.ts";
import { readSetting } from "#shop/settings/merchant/read-setting.ts";
import { saveSettings } from "#shop/settings/merchant/save-settings.server.ts";
import {
  type SettingsPart,
  type SettingValue,
  type SettingValues,
  settingFields,
} from "#shop/settings/merchant/settings.ts";

export interface SettingsAnswer {
  readonly done?: true;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** A code for each field. */
  readonly problems?: Readonly<Record<string, string>>;
  /** Fields that two people changed, with both values. */
  readonly conflict?: {
    readonly names: readonly string[];
    readonly theirs: SettingValues;
    readonly mine: SettingValues;
  };
}

const beforeSchema = v.record(
  v.string(),
  v.union([
    v.string(),
    v.number(),
    v.boolean(),
    v.null(),
    v.strictObject({ id: v.string(), en: v.string() }),
  ]),
);

/** Handles the form of a part of the settings. */
export async function answerSettings(
  actor: Person,
  part: SettingsPart,
  form: FormData,
): Promise<SettingsAnswer> {
  const typed = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const before = v.safeParse(v.pipe(v.string(), v.parseJson(), beforeSchema), typed("before"));
  if (!before.success) return { problem: "invalid_input" };
  const after: Record<string, SettingValue> = {};
  const problems: Record<string, string> = {};
  for (const field of settingFields[part]) {
    const read = readSetting(field, typed);
    if ("problem" in read) problems[field.name] = read.problem;
    else after[field.name] = read.value;
  }
  if (Object.keys(problems).length > 0) return { problems };
  const saved = await saveSettings(actor, part, { before: before.output, after });
  if (saved.ok) return { done: true };
  const { problem } = saved;
  if (problem.code === "npwp_missing") return { problems: { npwp: problem.code } };
  return problem.code === "changed_meanwhile"
    ? {
        problem: problem.code,
        conflict: { names: problem.conflicts, theirs: problem.theirs, mine: after },
      }
    : { problem: problem.code };
}
