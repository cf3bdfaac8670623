import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./staff-roles.en.ts";
import { id } from "./staff-roles.id.ts";

const { use } = defineMessages(id, en);

/** The name of a role in the reader's language. @param ownName of a role of the shop's own */
export function useRoleName(): (role: string, ownName: string) => string {
  const words = use();
  return (role, ownName) =>
    Object.hasOwn(words, role) ? words[role as keyof typeof words] : ownName || role;
}
