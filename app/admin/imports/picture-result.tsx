import { useImportWords } from "#app/admin/messages/imports.ts";
import { useTaskWords } from "#app/admin/tasks/messages/tasks.ts";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import type { ImportPictures } from "#shop/imports/import-pictures.server.ts";
import { isOpen } from "#shop/staff/tasks/task.ts";
import { TaskActs } from "../tasks/task-acts.tsx";
import { TaskPill } from "../tasks/task-pill.tsx";
import { TaskProgress } from "../tasks/task-progress.tsx";

interface PictureResultProps {
  pictures: ImportPictures;
  isOwn: boolean;
  newIds: { readonly retry: string; readonly undo: string };
}

/** Progress of an import's picture downloads, and the failed ones. */
export function PictureResult({ pictures: { task, failed }, isOwn, newIds }: PictureResultProps) {
  const { pictures: words, check } = useImportWords();
  const { codes } = useTaskWords();
  const to = useLocalPath();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="flex items-center gap-3 text-lg font-semibold">
        {words.title} <TaskPill task={task} />
      </h2>
      {isOpen(task) ? <p className="max-w-[72ch] text-muted">{words.running}</p> : null}
      <div aria-live="polite">
        <TaskProgress task={task} />
      </div>
      {isOwn ? <TaskActs task={task} newIds={newIds} /> : null}
      {failed.length > 0 ? (
        <>
          <h3 className="font-semibold">{words.failed}</h3>
          <ul className="grid border-t border-ink">
            {failed.map(({ row_no, product_id, name, address, problem }) => (
              <li
                key={`${product_id} ${address}`}
                className="grid gap-0.5 border-b border-rule py-2"
              >
                <p>
                  {check.rowOf(row_no)} ·{" "}
                  <Link to={to(`/admin/Products/${product_id}`)} className="link">
                    {name}
                  </Link>
                  : {codes[problem] ?? problem}
                </p>
                <p className="text-muted">{address}</p>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
