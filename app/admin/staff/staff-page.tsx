import type { ReactNode } from "react";
import { useStaffWords } from "#app/admin/staff/messages/staff.ts";
import { TabbedPage } from "../tabbed-page.tsx";

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
