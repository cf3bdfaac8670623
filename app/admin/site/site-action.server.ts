import { formProblems } from "#app/form-problems.server.ts";
import type { Result } from "#base/result.ts";
import { checkBody, type DocumentName } from "#shop/content/document.ts";
import { lookPictures } from "#shop/content/look.ts";
import { createPage, movePage } from "#shop/content/page-address.server.ts";
import {
  cancelSiteSchedule,
  publishSiteDraft,
  restoreSiteVersion,
  scheduleSiteDraft,
  withdrawSiteDocument,
} from "#shop/content/publish-site.server.ts";
import { dropSiteDraft, saveSiteDraft } from "#shop/content/site-drafts.server.ts";
import { addSiteFile, type SiteFileProblem } from "#shop/content/site-files.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { type BodyValues, controlOf, readBody } from "./body-values.ts";

export interface SiteAnswer {
  readonly done?:
    | "create"
    | "save"
    | "drop"
    | "publish"
    | "schedule"
    | "cancel"
    | "restore"
    | "withdraw"
    | "move";
  /** The page that was created. */
  readonly key?: string;
  /** The revision of the saved draft. */
  readonly revision?: number;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** Problem codes by control. */
  readonly problems?: Readonly<Record<string, string>>;
  /** What was sent, when another person has changed the draft. */
  readonly mine?: BodyValues;
}

/** Handles the form of a new page. */
export async function answerNewPage(actor: Person, form: FormData): Promise<SiteAnswer> {
  const text = reader(form);
  if (form.get("intent") !== "create") return { problem: "invalid_input" };
  const made = await createPage(actor, text("id"), text("slug").trim().toLowerCase());
  return made.ok ? { done: "create", key: made.value.key } : addressAnswer(made.problem);
}

/** Handles the forms of a document. */
export async function answerSite(
  actor: Person,
  name: DocumentName,
  form: FormData,
): Promise<SiteAnswer> {
  const text = reader(form);
  const revision = number(text("revision"));
  switch (form.get("intent")) {
    case "save":
      return save(actor, name, revision, form);
    case "drop":
      return answered("drop", await dropSiteDraft(actor, name, revision));
    case "publish":
      return answered("publish", await publishSiteDraft(actor, name, revision, text("note")));
    case "schedule": {
      const period = { id: text("id"), starts: text("starts"), ends: text("ends") };
      const made = await scheduleSiteDraft(actor, name, revision, period, text("note"));
      if (made.ok) return { done: "schedule" };
      const control = periodControls[made.problem];
      return control ? { problems: { [control]: made.problem } } : { problem: made.problem };
    }
    case "cancel":
      return answered("cancel", await cancelSiteSchedule(actor, name, text("id")));
    case "restore":
      return answered("restore", await restoreSiteVersion(actor, name, number(text("version"))));
    case "withdraw":
      return answered("withdraw", await withdrawSiteDocument(actor, name));
    case "move": {
      const moved = await movePage(actor, name, text("slug").trim().toLowerCase());
      return moved.ok ? { done: "move" } : addressAnswer(moved.problem);
    }
    default:
      return { problem: "invalid_input" };
  }
}

const periodControls: Readonly<Record<string, string>> = {
  time_missing: "starts",
  time_invalid: "starts",
  time_past: "starts",
  schedule_overlaps: "starts",
  period_invalid: "ends",
};

async function save(
  actor: Person,
  name: DocumentName,
  revision: number,
  form: FormData,
): Promise<SiteAnswer> {
  const typed = Object.fromEntries(
    [...form].flatMap(([control, value]) => (typeof value === "string" ? [[control, value]] : [])),
  );
  const stored = await storePictures(actor, form);
  if ("problems" in stored) return stored;
  const mine: BodyValues = { ...typed, ...stored.names };
  const checked = checkBody(name, readBody(name, mine));
  if ("issues" in checked) {
    const problems = Object.entries(formProblems(checked.issues));
    return {
      problems: Object.fromEntries(problems.map(([path, code]) => [controlOf(path, mine), code])),
    };
  }
  const saved = await saveSiteDraft(actor, name, revision, checked.body);
  if (saved.ok) return { done: "save", revision: saved.value.revision };
  return saved.problem === "draft_changed"
    ? { problem: saved.problem, mine }
    : { problem: saved.problem };
}

/** The code, with the refused part of an SVG after a colon. */
function codeOf(problem: SiteFileProblem): string {
  return problem.code === "svg_refused" ? `${problem.code}:${problem.part}` : problem.code;
}

/** Stores the chosen pictures of a look. @returns the names by control, or a code for each refused one */
async function storePictures(
  actor: Person,
  form: FormData,
): Promise<
  { readonly names: BodyValues } | { readonly problems: Readonly<Record<string, string>> }
> {
  const names: Record<string, string> = {};
  const problems: Record<string, string> = {};
  for (const place of lookPictures) {
    const file = form.get(`${place}.file`);
    if (form.get(`${place}.none`) === "on") names[place] = "";
    if (!(file instanceof File) || file.size === 0) continue;
    const added = await addSiteFile(actor, place, new Uint8Array(await file.arrayBuffer()));
    if (added.ok) names[place] = added.value;
    else problems[place] = codeOf(added.problem);
  }
  return Object.keys(problems).length > 0 ? { problems } : { names };
}

function answered(
  done: NonNullable<SiteAnswer["done"]>,
  result: Result<unknown, string>,
): SiteAnswer {
  return result.ok ? { done } : { problem: result.problem };
}

function addressAnswer(problem: string): SiteAnswer {
  return problem.startsWith("slug_") ? { problems: { slug: problem } } : { problem };
}

function reader(form: FormData) {
  return (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\0", "") : "";
  };
}

function number(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
