import { currentActor } from "#app/access.server.ts";
import { networkContext } from "#app/context.ts";
import { languageOf } from "#app/language.ts";
import { fallbackMeta, pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { rosterWords } from "#app/storefront/roster/messages/roster.ts";
import {
  findRoster,
  findRosterStart,
  type RosterStart,
  type TypedRoster,
} from "#shop/designs/roster/find-roster-start.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import { pageNotFound } from "../page-not-found.server.ts";
import type { Route } from "./+types/roster";
import { addedRows, answerRoster } from "./roster-action.server.ts";
import { RosterForm } from "./roster-form.tsx";

export const meta: Route.MetaFunction = (source) => {
  if (!source.loaderData) return fallbackMeta(source);
  const { product } = source.loaderData.start;
  const words = rosterWords(languageOf(source.location.pathname));
  return pageMeta(source, {
    title: words.title(product.name),
    path: `/item/${product.slug}/Roster`,
    hidden: true,
  });
};

/**
 * The list of names of a team: `?template=` and `f.` parameters go on from the form on the product's page, `?design=` from the
 * drawing board, `?version=` from the cart.
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { searchParams } = url;
  const actor = currentActor(context);
  const version = searchParams.get("version");
  const stored = version ? await findRoster(actor, version) : undefined;
  const design = stored?.template ?? searchParams.get("design");
  const start = await findStart(url, params.id, actor, design);
  const typed = stored ? ownOnly(start, stored) : begun(start, searchParams);
  // One showing of this form keeps one list once, however often its button is pressed.
  return { start, typed, replaced: stored ? version : null, key: crypto.randomUUID() };
}

async function findStart(
  url: URL,
  slug: string | undefined,
  actor: Actor,
  design: string | null,
): Promise<RosterStart> {
  const language = languageOf(url.pathname);
  const start = await findRosterStart(slug?.toLowerCase() ?? "", language, actor, design);
  if (!start) throw await pageNotFound(url);
  return start;
}

/** The roster with the words of each piece in its row, and those of all pieces beside the rows. */
function ownOnly({ templates }: RosterStart, typed: TypedRoster): TypedRoster {
  const template = templates.find(({ id }) => id === typed.template) ?? templates[0];
  const own = (template?.fields ?? []).filter(({ each }) => each);
  return {
    template: template?.id ?? "",
    values: typed.values,
    rows: typed.rows.map(({ variant_id, values }) => ({
      variant_id,
      values: Object.fromEntries(own.map(({ id }) => [id, values[id] ?? ""])),
    })),
  };
}

function begun(start: RosterStart, params: URLSearchParams): TypedRoster {
  const values = Object.fromEntries(
    [...params].flatMap(([name, value]) => (name.startsWith("f.") ? [[name.slice(2), value]] : [])),
  );
  const asked = start.variants.find(({ id }) => id === params.get("variant"));
  const empty = { variant_id: (asked ?? start.variants[0])?.id ?? "", values: {} };
  return ownOnly(start, {
    template: params.get("template") ?? params.get("design") ?? "",
    values,
    rows: [{ ...empty, values }, ...Array.from({ length: addedRows - 1 }, () => empty)],
  });
}

export async function action({ url, params, request, context }: Route.ActionArgs) {
  const actor = currentActor(context);
  const form = await readForm(request);
  const template = form.get("template");
  const design = typeof template === "string" ? template : null;
  const start = await findStart(url, params.id, actor, design);
  return answerRoster(actor, start, form, context.get(networkContext));
}

export default function Roster({ loaderData, actionData }: Route.ComponentProps) {
  return <RosterForm {...loaderData} formKey={loaderData.key} answer={actionData} />;
}
