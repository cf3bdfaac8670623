import { useEffect, useState } from "react";
import { shrinkPhoto } from "#app/browser/shrink-photo.ts";
import { useReturnWords } from "#app/messages/shared/returns.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { FileInput } from "#app/ui/file-input.tsx";
import { isPhoto, maxPhotos, photoTypes } from "./return-photo.ts";

interface ClaimPhotosProps {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
  /** Staff cannot judge the reason without one. */
  required: boolean;
  /** The form was sent without one that is required. */
  missing: boolean;
}

/** Pictures that are chosen before the request exists, and sent with it. Only with scripts: without, they follow later. */
export function ClaimPhotos({ files, onChange, required, missing }: ClaimPhotosProps) {
  const { own: words, ask } = useReturnWords();
  const [isRefused, setIsRefused] = useState(false);
  const [isAlive, setIsAlive] = useState(false);
  useEffect(() => setIsAlive(true), []);
  if (!isAlive) return null;
  return (
    <div className="grid gap-3">
      <input type="hidden" name="photos" value={files.length} />
      <Field
        label={ask.photos}
        hint={words.photoHint}
        optional={!required}
        error={isRefused ? words.photoFailed : missing ? ask.photosMissing : undefined}
      >
        {(parts) => (
          <FileInput
            {...parts}
            action={words.choosePhoto}
            accept={photoTypes}
            multiple
            disabled={files.length >= maxPhotos}
            onChange={async (event) => {
              const input = event.target;
              const originals = [...(input.files ?? [])];
              input.value = "";
              const chosen = await Promise.all(originals.map(shrinkPhoto));
              const taken = [...files, ...chosen.filter(isPhoto)].slice(0, maxPhotos);
              setIsRefused(taken.length < files.length + chosen.length);
              onChange(taken);
            }}
          />
        )}
      </Field>
      {files.length > 0 ? (
        <ul className="flex flex-wrap gap-3">
          {files.map((file, index) => (
            <li key={`${file.name} ${file.lastModified}`} className="grid gap-1">
              <Preview file={file} alt={words.photo(index + 1)} />
              <Button
                look="bare"
                icon="x"
                className="px-1 text-sm"
                onClick={() => onChange(files.filter((other) => other !== file))}
              >
                {ask.dropPhoto}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Preview({ file, alt }: { file: File; alt: string }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (address === "") return <span className="size-28 border border-rule" />;
  return (
    <img
      src={address}
      alt={alt}
      width={112}
      height={112}
      className="size-28 border border-rule object-cover"
    />
  );
}
