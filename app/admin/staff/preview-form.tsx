import { Form } from "react-router";
import { useStaffWords } from "#app/admin/messages/staff.ts";
import { Button } from "#app/ui/button.tsx";

/** Begins to look at the back office in the eyes of the role of the page. */
export function PreviewForm() {
  const { role: words } = useStaffWords();
  return (
    <Form method="post" reloadDocument className="grid justify-items-start gap-2">
      <Button type="submit" name="intent" value="preview" look="quiet" icon="eye">
        {words.preview}
      </Button>
      <p className="text-muted">{words.previewText}</p>
    </Form>
  );
}
