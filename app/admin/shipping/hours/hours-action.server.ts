import * as v from "valibot";
import { firstValue, readBefore, readText, readValues } from "#app/admin/kit/form/form-values.ts";
import type { MergeAnswer } from "#app/admin/kit/form/merge-answer.ts";
import { type SaveOutcome, saveMerged } from "#app/admin/kit/form/three-way.server.ts";
import { formProblems } from "#app/form-problems.server.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import { shopInstant } from "#shop/kernel/time-zones.ts";
import {
  closureSchema,
  deleteClosure,
  previewDates,
  readHours,
  saveClosure,
  saveHours,
} from "#shop/settings/shipping/hours.server.ts";
import { closureValues, hoursValues, readHoursValues } from "./hours-values.ts";

export interface HoursAnswer extends Omit<MergeAnswer, "done"> {
  readonly done?: "hours" | "closure";
  /** The closure whose form was sent; `new` for the one that adds. */
  readonly closure?: string;
  readonly preview?: ReturnType<typeof previewDates>;
}

/** Handles the forms of hours and closures. A preview stores nothing. */
export async function answerHours(actor: Person, form: FormData): Promise<HoursAnswer> {
  const intent = readText(form, "intent").trim();
  if (intent === "preview") return answerPreview(form);
  if (intent === "hours") return answerWeek(actor, form);
  const closure = readText(form, "closure").trim() || "new";
  if (closure !== "new" && !isUuid(closure)) return { problem: "invalid_input" };
  if (intent === "delete" && closure !== "new") {
    const deleted = await deleteClosure(actor, closure);
    return deleted.ok ? { done: "closure" } : { problem: deleted.problem };
  }
  if (intent !== "closure") return { problem: "invalid_input" };
  return answerClosure(actor, closure, form);
}

/** The week has no version: what the form was loaded with stands for it. */
async function answerWeek(actor: Person, form: FormData): Promise<HoursAnswer> {
  const loaded = readBefore(form);
  let known = loaded && readHoursValues(loaded);
  if (!known) return { problem: "invalid_input", values: readValues(form) };
  const { done, ...answer } = await saveMerged({
    form,
    sets: new Set(),
    save: async (values) => {
      const typed = readHoursValues(values);
      if (!typed || !known) return { ok: false, answer: { problem: "invalid_input" } };
      return outcome(await saveHours(actor, known, typed), 0);
    },
    read: async () => {
      const { cutoffs, observes_national_holidays: national } = await readHours();
      known = { cutoffs, national };
      return { values: hoursValues(known), version: 0 };
    },
  });
  return done ? { done: "hours" } : answer;
}

async function answerClosure(actor: Person, closure: string, form: FormData): Promise<HoursAnswer> {
  const { done, ...answer } = await saveMerged({
    form,
    sets: new Set(),
    save: async (values, version) => {
      const text = (name: string) => firstValue(values, name).trim();
      const input = v.safeParse(closureSchema, {
        from_day: text("from_day"),
        to_day: text("to_day") || text("from_day"),
        text: { id: text("text.id"), en: text("text.en") },
      });
      if (!input.success) return { ok: false, answer: { problems: formProblems(input.issues) } };
      const known = closure === "new" ? null : { id: closure, version };
      return outcome(await saveClosure(actor, known, input.output), version);
    },
    read: async () => {
      const stored = (await readHours()).closures.find(({ id }) => id === closure);
      return stored && { values: closureValues(stored), version: stored.version };
    },
  });
  return done ? { done: "closure" } : { ...answer, closure };
}

/** Problems that belong to a field. */
const fields: Readonly<Record<string, string>> = {
  closure_overlaps: "from_day",
  closure_too_long: "to_day",
};

function outcome(
  saved: { readonly ok: true } | { readonly ok: false; readonly problem: string },
  version: number,
): SaveOutcome {
  if (saved.ok) return { ok: true, version: version + 1 };
  const { problem } = saved;
  const field = fields[problem];
  const answer = field === undefined ? { problem } : { problems: { [field]: problem } };
  return { ok: false, answer, isStale: problem === "changed_meanwhile" };
}

async function answerPreview(form: FormData): Promise<HoursAnswer> {
  const values = readValues(form);
  const typed = readHoursValues(values);
  if (!typed) return { problem: "invalid_input", values };
  const before = readBefore(form);
  const kept = { values, ...(before && { before }) };
  if (typed.cutoffs.every((hour) => hour === null)) {
    return { ...kept, problem: "cutoffs_all_closed" };
  }
  const hours = await readHours();
  const at = readText(form, "at").trim();
  const moment = /^2\d{3}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(at)
    ? shopInstant(at, hours.time_zone)
    : new Date();
  if (Number.isNaN(moment.getTime())) return { ...kept, problem: "day_invalid" };
  const calendar = {
    ...hours,
    cutoffs: typed.cutoffs,
    observes_national_holidays: typed.national,
  };
  return { ...kept, preview: previewDates(moment, calendar) };
}
