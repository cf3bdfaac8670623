import type { ReactNode } from "react";
import { TabbedPage } from "#app/admin/kit/tabbed-page.tsx";
import { useStaffWords } from "#app/admin/messages/staff.ts";

const tabs = [
  ["people", "/admin/Staff"],
  ["roles", "/admin/Staff/Roles"],
  ["limits", "/admin/Staff/Limits"],
] as const;

interface StaffPageProps {
  tab: (typeof tabs)[number][0];
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of the lists of people and roles. */
export function StaffPage(props: StaffPageProps) {
  const words = useStaffWords();
  return <TabbedPage {...props} title={words.title} tabs={tabs} labels={words.tabs} />;
}
