import { useEffect, useId, useState } from "react";
import type { useBlurTick } from "#app/designer/input/use-blur-tick.ts";
import { UploadPanel } from "#app/designer/panels/upload-panel.tsx";
import { useUpload } from "#app/designer/pictures/use-upload.ts";
import { rightsWording } from "#app/designer/rights-wording.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { usePictureRightsWords } from "#app/messages/shared/picture-rights.ts";
import { usePersonaliseWords } from "#app/storefront/item/messages/personalise.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Notice } from "#app/ui/notice.tsx";

interface PhotoFieldsProps {
  fields: readonly PhotoFieldProps[];
  /** Somebody chose a photograph: they say that they may use it. `wording` is what is recorded then. */
  rights: { readonly isTicked: boolean; readonly onTick: (wording: string | null) => void } | null;
  /** A photograph will look blurred: they say that it is printed all the same. */
  blur: ReturnType<typeof useBlurTick>;
  /** A photograph is being sent or checked. */
  onSending: (field: string, isSending: boolean) => void;
}

/** The photographs of the buyer for the frames of a template. */
export default function PhotoFields({ fields, rights, blur, onSending }: PhotoFieldsProps) {
  const words = usePictureRightsWords();
  const language = useLanguage();
  return (
    <>
      {fields.map((field) => (
        <PhotoField key={field.id} {...field} onSending={onSending} />
      ))}
      {rights ? (
        <Checkbox
          label={<span className="text-sm">{words.tick}</span>}
          checked={rights.isTicked}
          onChange={({ target }) => rights.onTick(target.checked ? rightsWording(language) : null)}
        />
      ) : null}
      {blur.dpi === null ? null : (
        <Checkbox
          label={<span className="text-sm">{words.blurred(blur.dpi)}</span>}
          checked={blur.isTicked}
          onChange={({ target }) => blur.onTick(target.checked)}
        />
      )}
    </>
  );
}

export interface PhotoFieldProps {
  id: string;
  label: string;
  required: boolean;
  /** SHA-256 of the photograph; empty: none. */
  value: string;
  error: string | undefined;
  /** What will be seen of a photograph that is less sharp than it should be. */
  remark: string | undefined;
  onChange: (sha256: string) => void;
}

/** One of them: sent, checked, shown small, and taken out again. */
function PhotoField({
  label,
  value,
  onChange,
  onSending,
  ...rest
}: PhotoFieldProps & Pick<PhotoFieldsProps, "onSending">) {
  const words = usePersonaliseWords();
  const to = useLocalPath();
  const problemId = useId();
  const [isConverted, setConverted] = useState(false);
  const [name, setName] = useState("");
  const upload = useUpload((asset, wasConverted) => {
    setConverted(wasConverted);
    setName(asset.name);
    onChange(asset.sha256);
  });
  const { id } = rest;
  const isSending = upload.uploading !== null;
  useEffect(() => {
    onSending(id, isSending);
    return () => onSending(id, false);
  }, [onSending, id, isSending]);
  return (
    <fieldset
      className="grid gap-2"
      aria-invalid={rest.error ? true : undefined}
      aria-describedby={rest.error ? problemId : undefined}
    >
      <legend className="mb-1 text-sm font-semibold">
        {label}
        {rest.required ? null : (
          <span className="font-normal text-muted"> {words.optionalPhoto}</span>
        )}
      </legend>
      {value === "" ? null : (
        <div className="flex items-center gap-3 border border-rule bg-card p-2">
          <img
            src={to(`/api/design-assets/${value}`)}
            alt={words.photo(name || label)}
            className="size-16 shrink-0 object-cover"
          />
          <p className="min-w-0 grow truncate text-sm">{name}</p>
          <Button look="bare" onClick={() => onChange("")}>
            {words.removePhoto}
          </Button>
        </div>
      )}
      <UploadPanel
        {...upload}
        isConverted={isConverted}
        action={value === "" ? words.choosePhoto : words.replacePhoto}
        onFile={upload.send}
        onCancel={upload.cancel}
      />
      {rest.error ? (
        <Notice tone="error">
          <span id={problemId}>{rest.error}</span>
        </Notice>
      ) : null}
      {rest.remark ? <Notice>{rest.remark}</Notice> : null}
    </fieldset>
  );
}
