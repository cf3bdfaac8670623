import { data, redirect, useFetcher } from "react-router";
import * as v from "valibot";
import { segmentWords, useSegmentWords } from "#app/admin/mail-list/segments/messages/segments.ts";
import { formProblems } from "#app/form-problems.server.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { may } from "#shop/kernel/access.ts";
import { estimateSegment } from "#shop/mailing/campaigns/audience/count-segment.server.ts";
import { segmentFields } from "#shop/mailing/campaigns/audience/segment-fields.ts";
import { listSegmentOptions } from "#shop/mailing/campaigns/audience/segment-options.server.ts";
import {
  deleteSegment,
  findSegment,
  saveSegment,
  segmentSchema,
} from "#shop/mailing/campaigns/audience/segments.server.ts";
import type { Filter } from "#shop/staff/filters/filter.ts";
import { FilterBar } from "../../filters/filter-bar.tsx";
import { FilterRefused } from "../../filters/filter-problem.tsx";
import { readListAddress } from "../../filters/list-address.server.ts";
import type { ListAddress } from "../../filters/list-address.ts";
import { staffWith } from "../../staff.server.ts";
import { MailListPage } from "../mail-list-page.tsx";
import type { Route } from "./+types/segment";
import { AudienceLadder } from "./audience-ladder.tsx";

/** In the address while a stored segment's filters are changed; without it they are the stored ones. */
const editing = "changed";
const sorts = ["newest"] as const;

export const meta: Route.MetaFunction = (source) => {
  const found = source.loaderData as { segment?: { name: string } | null } | undefined;
  const words = segmentWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: found?.segment?.name ?? words.add, hidden: true });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const isNew = params.id === "New";
  const staff = staffWith(context, isNew ? "mail.send" : "mail.read");
  const segment = isNew ? null : await findSegment(staff, params.id);
  if (segment === undefined) throw data(null, { status: 404 });
  if (segment && url.searchParams.get("view") !== editing) {
    const stored = new URLSearchParams({ filter: segment.filter, view: editing });
    throw redirect(`${url.pathname}?${stored}`);
  }
  const { address, state } = readListAddress(url, segmentFields, sorts);
  const [options, estimated] = await Promise.all([
    listSegmentOptions(languageOf(url.pathname), [state?.filter ?? null, typed(address.adding)]),
    state?.filter ? estimateSegment("news", state.filter) : null,
  ]);
  const estimate = estimated?.ok ? estimated.value : null;
  return data(
    {
      segment,
      address,
      options,
      estimate,
      mayEdit: may(staff, "mail.send"),
      newId: crypto.randomUUID(),
    },
    { status: address.problem ? 400 : 200 },
  );
}

/** The filter that is being added, so that what it names is shown by its name. */
function typed(adding: ListAddress["adding"]): Filter | null {
  if (!adding) return null;
  const values = adding.values.filter(isUuid);
  return { field: adding.field, operator: "any", values };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "mail.send");
  const form = await readForm(request);
  const text = (name: string) => String(form.get(name) ?? "").replaceAll("\0", "");
  const place = (path: string) => localPath(languageOf(url.pathname), path);
  if (text("intent") === "delete") {
    const gone = await deleteSegment(staff, params.id);
    if (gone.ok) throw redirect(place("/admin/MailList/Segments"));
    return { problem: gone.problem };
  }
  const isNew = params.id === "New";
  const input = v.safeParse(segmentSchema, {
    id: isNew ? text("id") : params.id,
    name: text("name"),
    filter: text("filter"),
    version: /^\d{1,9}$/.test(text("version")) ? Number(text("version")) : -1,
  });
  if (!input.success) return { problems: formProblems(input.issues) };
  const saved = await saveSegment(staff, input.output);
  if (!saved.ok) return { problem: saved.problem };
  if (isNew) throw redirect(place(`/admin/MailList/Segments/${input.output.id}`));
  return { isSaved: true };
}

/** The filters of a segment, whom they reach at present, and its name. */
export default function SegmentPage({ loaderData }: Route.ComponentProps) {
  const { segment, address, options, estimate, mayEdit } = loaderData;
  const words = useSegmentWords();
  const to = useLocalPath();
  return (
    <MailListPage tab="segments">
      <Link to={to("/admin/MailList/Segments")} className="link justify-self-start">
        {words.back}
      </Link>
      <section aria-labelledby="who" className="grid gap-3">
        <h2 id="who" className="text-lg wrap-anywhere">
          {segment?.name ?? words.add}
        </h2>
        <FilterBar
          list="segments"
          fields={segmentFields}
          options={options}
          address={segment ? { ...address, view: editing } : address}
          sorts={sorts}
        />
        {address.problem ? (
          <FilterRefused
            list="segments"
            problem={address.problem}
            address={address}
            narrowing={[]}
          />
        ) : address.tree === null ? (
          <p className="text-muted">{words.noFilter}</p>
        ) : estimate ? (
          <AudienceLadder filter={address.filter} estimate={estimate} />
        ) : null}
      </section>
      {mayEdit ? <NameForm key={segment?.version ?? "new"} {...loaderData} /> : null}
    </MailListPage>
  );
}

function NameForm({ segment, address, newId }: Route.ComponentProps["loaderData"]) {
  const words = useSegmentWords();
  const fetcher = useFetcher<typeof action>();
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const problem = reply && "problem" in reply ? reply.problem : undefined;
  const problems = reply && "problems" in reply ? reply.problems : undefined;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  return (
    <fetcher.Form
      method="post"
      noValidate
      className="grid max-w-md gap-4 border-t border-rule pt-4"
    >
      <input type="hidden" name="id" value={segment?.id ?? newId} />
      <input type="hidden" name="version" value={segment?.version ?? 0} />
      <input type="hidden" name="filter" value={address.filter} />
      <Field label={words.name} error={problems?.name ? say(problems.name) : undefined}>
        {(parts) => (
          <TextInput
            {...parts}
            name="name"
            maxLength={80}
            autoComplete="off"
            defaultValue={segment?.name ?? ""}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" name="intent" value="save" busy={busy}>
          {words.save}
        </Button>
        {segment ? (
          <Button type="submit" name="intent" value="delete" look="bare" icon="trash-2" busy={busy}>
            {words.remove}
          </Button>
        ) : null}
      </div>
      <p role="status" className={problem ? "text-stamp" : "text-muted"}>
        {problem ? say(problem) : reply && "isSaved" in reply ? words.saved : ""}
      </p>
    </fetcher.Form>
  );
}
