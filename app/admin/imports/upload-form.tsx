import { useState } from "react";
import { useFetcher } from "react-router";
import { holdPage } from "#app/browser/dirty-forms.ts";
import { useImportWords } from "#app/messages/admin/imports.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { FileInput } from "#app/ui/file-input.tsx";
import { importBucket, importType, maxFileBytes } from "#shop/imports/import.ts";
import { Refused, sendFile } from "../products/media/send-file.ts";

/** Sends a file in pieces that survive a lost connection, then makes an import of it. */
export function UploadForm() {
  const { upload: words, problems } = useImportWords();
  const fetcher = useFetcher<{ problem?: string }>();
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const isReading = fetcher.state !== "idle";
  const problem = failed ?? (isReading ? undefined : fetcher.data?.problem);

  async function send(chosen: File): Promise<void> {
    setFailed(null);
    if (chosen.size === 0) return setFailed("file_empty");
    if (chosen.size > maxFileBytes) return setFailed("too_large");
    const id = crypto.randomUUID();
    let address: string | undefined;
    const release = holdPage("/admin/Imports");
    setSent(0);
    try {
      await sendFile(
        {
          file: chosen,
          id,
          bucket: importBucket,
          type: importType,
          address,
          onAddress: (next) => {
            address = next;
          },
          onProgress: setSent,
        },
        new AbortController().signal,
      );
      release();
      await fetcher.submit({ id, name: chosen.name }, { method: "post" });
    } catch (error) {
      release();
      if (!(error instanceof Refused)) console.error("An upload failed", error);
      setFailed(error instanceof Refused ? codeOf(error) : "upload_failed");
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
      <Field
        label={words.file}
        error={problem ? wordsFor(problems, problem, "invalid_input") : undefined}
      >
        {(parts) => (
          <FileInput
            {...parts}
            action={words.choose}
            chosen={file?.name}
            accept=".csv,text/csv,text/plain,.tsv,.txt"
            required
            onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={sent !== null || isReading}>
          {words.submit}
        </Button>
        <p role="status" className="figures text-muted">
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
