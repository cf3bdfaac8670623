import { useMediaWords } from "#app/admin/products/media/messages/media.ts";
import { useLanguage } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { formatBytes } from "./format-bytes.ts";
import type { UploadItem, UploadQueue } from "./upload-queue.ts";

interface UploadListProps {
  queue: UploadQueue;
  items: readonly UploadItem[];
  arrived: number;
}

/** One line per file that is on its way or has failed. */
export function UploadList({ queue, items, arrived }: UploadListProps) {
  const { uploads: words } = useMediaWords();
  const isBusy = items.some(({ state }) => state !== "failed");
  return (
    <>
      <p role="status" className="sr-only">
        {arrived > 0 && !isBusy ? words.done(arrived) : ""}
      </p>
      {items.length > 0 ? (
        <section aria-labelledby="uploads-heading" className="border border-rule">
          <h3
            id="uploads-heading"
            className="printed flex justify-between border-b border-rule bg-paper px-4 py-1.5 font-sans"
          >
            {isBusy ? words.heading : words.failed}
            <span className="figures">{items.length}</span>
          </h3>
          <ul className="divide-y divide-rule">
            {items.map((item) => (
              <UploadLine key={item.id} item={item} queue={queue} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function UploadLine({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const { uploads: words, problems } = useMediaWords();
  const language = useLanguage();
  const { file, id, sent, state, problem } = item;
  const isFailed = state === "failed";
  const done = file.size > 0 ? Math.floor((sent / file.size) * 100) : 0;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 py-1.5 pr-1 pl-4">
      <div className="grid gap-1.5">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0 truncate font-semibold">{file.name}</span>
          <span className="figures text-xs text-muted">
            {state === "sending" ? `${done}% · ` : ""}
            {formatBytes(file.size, language)}
          </span>
        </p>
        {isFailed ? (
          <p role="alert" className="flex items-start gap-1.5 text-stamp">
            <Icon name="circle-alert" className="mt-0.5 size-4" />
            {wordsFor(problems, problem ?? "failed", "failed")}
          </p>
        ) : (
          <>
            <progress
              aria-label={words.progress(file.name)}
              value={state === "making" ? undefined : done}
              max={100}
              className="upload-progress"
            />
            <p className={state === "paused" ? "text-ink" : "text-muted"}>{words[state]}</p>
          </>
        )}
      </div>
      <div className="flex">
        {isFailed && !item.isFinal ? (
          <IconButton
            icon="rotate-ccw"
            label={words.retryOne(file.name)}
            onClick={() => queue.retry(id)}
          />
        ) : null}
        {/* What has arrived becomes a picture; it can be removed then. */}
        {state === "making" ? null : (
          <IconButton
            icon="x"
            label={isFailed ? words.dismiss(file.name) : words.cancel(file.name)}
            onClick={() => {
              queue.cancel(id);
              // The line and its button are gone.
              document.querySelector<HTMLElement>("[data-choose-pictures]")?.focus();
            }}
          />
        )}
      </div>
    </li>
  );
}
