import type { ReactNode } from "react";
import { TabbedPage } from "#app/admin/kit/tabbed-page.tsx";
import { useMailListWords } from "#app/admin/mail-list/messages/mail-list.ts";
import { type MailListTab, mailListTabs } from "./tabs.ts";

interface MailListPageProps {
  tab: MailListTab;
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of the mailing list's tabs. */
export function MailListPage(props: MailListPageProps) {
  const words = useMailListWords();
  return <TabbedPage {...props} title={words.title} tabs={mailListTabs} labels={words.tabs} />;
}
