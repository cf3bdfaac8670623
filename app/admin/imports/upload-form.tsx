import { useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useImportWords } from "#app/admin/messages/imports.ts";
import { holdPage } from "#app/browser/dirty-forms.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { FileInput } from "#app/ui/file-input.tsx";
import { Select } from "#app/ui/select.tsx";
import { importBucket, importType, maxFileBytes } from "#shop/imports/import.ts";
import { Refused, sendFile } from "../products/media/send-file.ts";

/** An upload that has begun, so that it goes on after a lost connection. */
interface Begun {
  readonly file: File;
  readonly id: string;
  address: string | undefined;
}

/** Sends a file in pieces that survive a lost connection, then makes an import of it. @param kinds what it may hold @param wanted the kind that is chosen at first; empty: the file says */
export function UploadForm({ kinds, wanted }: { kinds: readonly string[]; wanted: string }) {
  const { upload: words, problems, kinds: kindWords, atRow } = useImportWords();
  const begun = useRef<Begun | null>(null);
  const [kind, setKind] = useState(wanted);
  const fetcher = useFetcher<{ problem?: string; row?: number }>();
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const isReading = fetcher.state !== "idle";
  const problem = failed ?? (isReading ? undefined : fetcher.data?.problem);
  const row = failed ? undefined : fetcher.data?.row;

  async function send(chosen: File): Promise<void> {
    setFailed(null);
    if (chosen.size === 0) return setFailed("file_empty");
    if (chosen.size > maxFileBytes) return setFailed("too_large");
    const known = begun.current?.file === chosen ? begun.current : null;
    const upload = known ?? { file: chosen, id: crypto.randomUUID(), address: undefined };
    begun.current = upload;
    const release = holdPage("/admin/Imports");
    setSent(0);
    try {
      await sendFile(
        {
          file: chosen,
          id: upload.id,
          bucket: importBucket,
          type: importType,
          address: upload.address,
          onAddress: (next) => {
            upload.address = next;
          },
          onProgress: setSent,
        },
        new AbortController().signal,
      );
      release();
      await fetcher.submit({ id: upload.id, name: chosen.name, kind }, { method: "post" });
    } catch (error) {
      release();
      if (!(error instanceof Refused)) console.error("An upload failed", error);
      if (error instanceof Refused) {
        begun.current = null;
        setFailed(codeOf(error));
        return;
      }
      setFailed("upload_failed");
      // The next attempt goes on behind the last byte that arrived.
      addEventListener("online", () => begun.current === upload && void send(chosen), {
        once: true,
      });
    } finally {
      setSent(null);
    }
  }

  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (file && sent === null && !isReading) void send(file);
      }}
    >
      <Field label={words.kind}>
        {(parts) => (
          <Select {...parts} value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
            <option value="">{words.anyKind}</option>
            {kinds.map((name) => (
              <option key={name} value={name}>
                {kindWords[name] ?? name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={words.file}
        error={
          problem
            ? `${wordsFor(problems, problem, "invalid_input")}${row === undefined ? "" : atRow(row)}`
            : undefined
        }
      >
        {(parts) => (
          <FileInput
            {...parts}
            action={words.choose}
            chosen={file?.name}
            accept=".csv,text/csv,text/plain,.tsv,.txt"
            required
            onChange={(event) => {
              begun.current = null;
              setFailed(null);
              setFile(event.currentTarget.files?.[0] ?? null);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={sent !== null || isReading}>
          {failed === "upload_failed" ? words.resume : words.submit}
        </Button>
        <p role="status" className="text-muted tabular-nums">
          {sent !== null && file
            ? words.sending(Math.floor((sent / file.size) * 100))
            : isReading
              ? words.reading
              : ""}
        </p>
      </div>
    </form>
  );
}

/** The sender's codes are those of pictures. */
function codeOf({ code }: Refused): string {
  if (code === "picture_wrong_type") return "not_csv";
  return code === "not_permitted" ? code : "too_large";
}
