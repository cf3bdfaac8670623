import { useStaffWords } from "#app/admin/messages/staff.ts";
import { useLocalPath } from "#app/language.ts";
import { useRoleName } from "#app/messages/shared/staff-roles.ts";
import { Button } from "#app/ui/button.tsx";

/** Says in whose eyes a person looks at the back office, and ends it. */
export function PreviewBanner({ preview }: { preview: { id: string; name: string } }) {
  const { role: words } = useStaffWords();
  const nameOf = useRoleName();
  const to = useLocalPath();
  return (
    <form
      method="post"
      action={to("/admin/Preview")}
      data-preview-end
      className="no-print sticky top-0 z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-yellow px-4 py-2 text-yellow-ink lg:px-8"
    >
      <p role="status">{words.previewing(nameOf(preview.id, preview.name))}</p>
      <Button type="submit" look="quiet">
        {words.previewEnd}
      </Button>
    </form>
  );
}

/** Forms that would write do nothing during a preview; the server refuses what comes past this. */
export function stopWrites(event: React.FormEvent<HTMLElement>): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
  event.preventDefault();
  event.stopPropagation();
}
