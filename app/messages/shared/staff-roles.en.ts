import type { id } from "./staff-roles.id.ts";

export const en: typeof id = {
  ADMIN: "Owner",
  CUSTOMER: "No longer staff",
  manager: "Manager",
  sales: "Sales",
  warehouse: "Warehouse",
  finance: "Finance",
  content: "Content",
  service: "Service",
  reader: "Read only",
};
