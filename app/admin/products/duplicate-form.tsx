import { useState } from "react";
import { Form } from "react-router";
import { useProductWords } from "#app/admin/products/messages/products.ts";
import { useLocalPath } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";

interface DuplicateFormProps {
  productId: string;
  /** Of the copy. */
  copyId: string;
}

/** Makes a copy of the stored product as a draft. */
export function DuplicateForm({ productId, copyId }: DuplicateFormProps) {
  const { editor: words } = useProductWords();
  const to = useLocalPath();
  // The first id stays: a second press of the button makes no second copy.
  const [id] = useState(copyId);
  return (
    <Form method="post" action={to("/admin/Products/New")} className="grid gap-1">
      <input type="hidden" name="copy" value={productId} />
      <input type="hidden" name="id" value={id} />
      <Button type="submit" look="quiet" icon="copy">
        {words.duplicate}
      </Button>
      <p className="text-sm text-muted">{words.duplicateText}</p>
    </Form>
  );
}
