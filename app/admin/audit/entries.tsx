import type { ReactNode } from "react";
import { useAuditWords } from "#app/admin/audit/messages/audit.ts";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { useStaffWords } from "#app/admin/messages/staff.ts";
import { useTaskWords } from "#app/admin/tasks/messages/tasks.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useRoleName } from "#app/messages/shared/staff-roles.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import type { AuditActor, AuditEntry } from "#shop/staff/audit-entry.ts";
import { useTaskTitle } from "../tasks/task-title.ts";
import { type AuditTexts, type ShownChange, shownChanges } from "./shown-changes.ts";
import { subjectPath, subjectPermissions } from "./subject-path.ts";

interface EntriesProps {
  entries: readonly AuditEntry[];
  /** The way back of one value of an entry; undefined where there is none. */
  wayBack?: (entry: AuditEntry, change: ShownChange) => ReactNode;
  /** In the history of one thing, which need not be named again. */
  isHistory?: boolean;
}

/** Entries of the audit log: when, who, what, and each field before and after. */
export function Entries({ entries, isHistory, wayBack }: EntriesProps) {
  return (
    <ol className="@container border-t border-ink">
      {groupsOf(entries).map((group) => {
        const shown = group.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            isHistory={isHistory === true}
            wayBack={(change) => wayBack?.(entry, change)}
          />
        ));
        const [first] = group;
        // Keyed by the oldest entry, because a running task adds newer ones at the front.
        return first && group.length > 1 ? (
          <TaskGroup key={group.at(-1)?.id} first={first} count={group.length}>
            {shown}
          </TaskGroup>
        ) : (
          shown
        );
      })}
    </ol>
  );
}

/** Groups consecutive entries of one task. */
function groupsOf(entries: readonly AuditEntry[]): AuditEntry[][] {
  const groups: AuditEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const isSame = entry.task !== null && last?.[0]?.request_id === entry.request_id;
    if (last && isSame) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

interface TaskGroupProps {
  first: AuditEntry;
  count: number;
  children: ReactNode;
}

function TaskGroup({ first: { at, actor, task }, count, children }: TaskGroupProps) {
  const words = useAuditWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const title = useTaskTitle();
  if (!task) return null;
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-rule py-3 @4xl:grid-cols-[12rem_11rem_minmax(0,1fr)]">
      <p className="text-muted">{formatMoment(at, language, zone)}</p>
      <p className="min-w-0 wrap-anywhere">
        <Author actor={actor} />
      </p>
      <div className="grid min-w-0 gap-2">
        <Link
          to={to(`/admin/Tasks/${task.id}`)}
          className="link justify-self-start font-semibold wrap-anywhere"
        >
          {title(task)}
        </Link>
        <details>
          <summary className="link min-h-11 cursor-pointer content-center">
            {words.taskEntries(count)}
          </summary>
          <ol className="@container border-t border-rule">{children}</ol>
        </details>
      </div>
    </li>
  );
}

interface EntryProps {
  entry: AuditEntry;
  isHistory: boolean;
  wayBack: (change: ShownChange) => ReactNode;
}

function Entry({ entry, isHistory, wayBack }: EntryProps) {
  const words = useAuditWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const changes = shownChanges(entry, useAuditTexts(), { language, zone });
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-rule py-3 @4xl:grid-cols-[12rem_11rem_minmax(0,1fr)]">
      {/* The request is in the program's log. */}
      <p className="text-muted" title={entry.request_id ?? undefined}>
        {formatMoment(entry.at, language, zone)}
      </p>
      <p className="min-w-0 wrap-anywhere">
        <Author actor={entry.actor} />
      </p>
      <div className="grid min-w-0 gap-2 @max-4xl:mt-1">
        <p className="font-semibold wrap-anywhere">
          {actInWords(entry.action, words)}
          {isHistory ? null : <Subject entry={entry} />}
          {entry.variant === null ? null : (
            <span className="font-normal">{` · ${entry.variant}`}</span>
          )}
        </p>
        {entry.order ? (
          <PermittedLink
            permission="orders.read"
            to={to(`/admin/Orders/${entry.order.id}`)}
            className="link justify-self-start"
          >
            {words.order(entry.order.number ?? "")}
          </PermittedLink>
        ) : null}
        <Changes changes={changes} wayBack={wayBack} />
      </div>
    </li>
  );
}

type Words = ReturnType<typeof useAuditWords>;

function useAuditTexts(): AuditTexts {
  const words = useAuditWords();
  const { permissions } = useStaffWords();
  const roleName = useRoleName();
  const tasks = useTaskWords();
  const nameOf = (column: string, value: string) => {
    if (column === "kind" && Object.hasOwn(tasks.kinds, value)) return tasks.kinds[value];
    if (column === "mode" && Object.hasOwn(words.taskModes, value)) return words.taskModes[value];
    if (column === "state" && Object.hasOwn(tasks.states, value)) {
      return tasks.states[value as keyof typeof tasks.states];
    }
    if (column === "staff_role") return roleName(value, "");
    if (
      (column === "permissions" || column === "permission") &&
      Object.hasOwn(permissions, value)
    ) {
      return permissions[value as keyof typeof permissions];
    }
    return undefined;
  };
  return { ...words, nameOf };
}

/** E.g. `Barang diubah`. An act that the catalogue of messages does not know is shown as it is stored. */
export function actInWords(action: string, words: Words): string {
  if (Object.hasOwn(words.acts, action)) return words.acts[action] ?? action;
  const [table = "", verb = ""] = action.split(".");
  const name = (Object.hasOwn(words.tables, table) ? words.tables[table] : undefined) ?? table;
  return Object.hasOwn(words.verbs, verb) ? (words.verbs[verb]?.(name) ?? action) : action;
}

/** The name of a person, or of the job, key or login that wrote. */
export function authorName(actor: Pick<AuditActor, "kind" | "name">, words: Words): string {
  if (actor.kind === "person") return actor.name ?? words.deletedPerson;
  return `${words.actors[actor.kind]} ${actor.name ?? ""}`.trim();
}

function Author({ actor }: { actor: AuditActor }) {
  const words = useAuditWords();
  return actor.kind === "person" ? (
    authorName(actor, words)
  ) : (
    <>
      {words.actors[actor.kind]} <span className="text-muted">{actor.name}</span>
    </>
  );
}

function Subject({ entry: { subject, row_key, task } }: { entry: AuditEntry }) {
  const words = useAuditWords();
  const title = useTaskTitle();
  const to = useLocalPath();
  if (!subject || subject.kind === "settings") return null;
  const path = subject.is_deleted ? undefined : subjectPath(subject.kind, subject.id);
  const kind = Object.hasOwn(words.kinds, subject.kind) ? words.kinds[subject.kind] : subject.kind;
  const ownName = subject.kind === "staff_task" && task ? title(task) : subject.name;
  const name = ownName || `${kind} ${row_key ?? subject.id}`;
  return (
    <span className="font-normal">
      {" · "}
      {path ? (
        <PermittedLink permission={subjectPermissions[subject.kind]} to={to(path)} className="link">
          {name}
        </PermittedLink>
      ) : (
        name
      )}
    </span>
  );
}

interface ChangesProps extends Pick<EntryProps, "wayBack"> {
  changes: readonly ShownChange[];
}

function Changes({ changes, wayBack }: ChangesProps) {
  const words = useAuditWords();
  if (changes.length === 0) return null;
  return (
    <dl className="grid gap-y-1">
      {changes.map((change) => {
        const { name, label, before, after, isNumber } = change;
        return (
          <div
            key={name}
            className="grid gap-x-4 @2xl:grid-cols-[11rem_minmax(0,1fr)] @max-2xl:py-0.5"
          >
            <dt className="text-muted wrap-anywhere">{label}</dt>
            <dd
              className={`flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5 ${isNumber ? "figures" : ""}`}
            >
              {before === null ? null : (
                <span className="min-w-0 wrap-anywhere whitespace-pre-wrap text-muted">
                  <span className="sr-only">{words.before}: </span>
                  {before || words.noValue}
                </span>
              )}
              {before !== null && after !== null ? (
                <Icon name="arrow-right" className="size-3.5 shrink-0 self-center text-muted" />
              ) : null}
              {after === null ? null : (
                <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
                  <span className="sr-only">{words.after}: </span>
                  {after || words.noValue}
                </span>
              )}
              {wayBack(change)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
