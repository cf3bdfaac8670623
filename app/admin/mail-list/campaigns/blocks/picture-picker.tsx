import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { ProductSearch } from "#app/admin/kit/product-search.tsx";
import { usePictureWords } from "#app/admin/mail-list/campaigns/messages/campaign-pictures.ts";
import { acceptedTypes } from "#app/admin/products/media/drop-zone.tsx";
import { UploadList } from "#app/admin/products/media/upload-list.tsx";
import { useUploads } from "#app/admin/products/media/use-uploads.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { inLanguage, type LocalText } from "#base/language.ts";
import type { MailPicture } from "#shop/mailing/campaigns/write/mail-picture.ts";
import type { PictureChoice } from "./pictures.ts";

interface PicturePickerProps {
  onClose: () => void;
  onChoose: (picture: MailPicture) => void;
}

/** More files than anybody drops at a time; the library has no limit of its own. */
const room = 100;

/** Pictures of a product, those uploaded for mails, and the upload of another one. */
export function PicturePicker({ onClose, onChoose }: PicturePickerProps) {
  const words = usePictureWords();
  const language = useLanguage();
  const to = useLocalPath();
  const { load, data, state } = useFetcher<PictureChoice>();
  const [product, setProduct] = useState<{ id: string; name: LocalText } | null>(null);
  const { queue, items, arrived } = useUploads("mails", "/admin/MailList/Pictures");
  const address = to("/admin/MailList/Pictures");
  const query = product ? `?product=${product.id}` : "";
  useEffect(() => {
    // Also when another upload has arrived.
    if (arrived >= 0) void load(address + query);
  }, [load, address, query, arrived]);
  return (
    <Dialog open onClose={onClose} title={words.title}>
      {/* What is typed here is no change of the draft, whose form is around it. */}
      <div className="@container grid gap-4" onInput={(event) => event.stopPropagation()}>
        <ProductSearch
          label={words.ofProduct}
          onChoose={({ id, name }) => setProduct({ id, name })}
        />
        {data?.mayUpload ? (
          <div className="grid gap-2">
            <label className="link relative inline-flex min-h-11 items-center justify-self-start">
              {words.upload}
              <input
                type="file"
                accept={acceptedTypes}
                multiple
                className="absolute inset-0 cursor-pointer opacity-0"
                onChange={(event) => {
                  setProduct(null);
                  queue.add([...(event.target.files ?? [])], { room });
                  event.target.value = "";
                }}
              />
            </label>
            <UploadList queue={queue} items={items} arrived={arrived} />
          </div>
        ) : null}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-semibold">
            {product ? inLanguage(product.name, language) : words.uploaded}
          </h3>
          {product ? (
            <Button look="bare" onClick={() => setProduct(null)}>
              {words.showUploaded}
            </Button>
          ) : null}
        </div>
        <div role="status">
          {data === undefined || state !== "idle" ? (
            <p className="text-muted">{words.loading}</p>
          ) : data.pictures.length === 0 ? (
            <p className="text-muted">{product ? words.noneOfProduct : words.none}</p>
          ) : null}
        </div>
        <ul className="grid grid-cols-2 gap-3 @md:grid-cols-4">
          {(data?.pictures ?? []).map((picture) => {
            const name = inLanguage(picture.alt, language) || inLanguage(picture.name, language);
            return (
              <li key={picture.url}>
                <button
                  type="button"
                  onClick={() => onChoose(picture)}
                  className="grid w-full gap-1 border border-rule bg-card p-1 text-left hover:border-ink"
                >
                  <img
                    src={picture.thumb}
                    alt={words.chooseThis(name)}
                    loading="lazy"
                    className="aspect-square w-full object-contain"
                  />
                  <span aria-hidden="true" className="truncate text-sm text-muted">
                    {name}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </Dialog>
  );
}
