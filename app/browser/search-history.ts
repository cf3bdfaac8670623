import { storedState } from "./stored-state.ts";

interface SearchHistory {
  readonly queries: readonly string[];
  remember: (query: string) => void;
  forget: () => void;
}

const maxQueries = 5;

export const useSearchHistory = storedState<SearchHistory>(
  "recent-searches",
  (set) => ({
    queries: [],
    remember: (query) =>
      set(({ queries }) => ({
        queries: [query, ...queries.filter((other) => other !== query)].slice(0, maxQueries),
      })),
    forget: () => set({ queries: [] }),
  }),
  {
    pick: ["queries"],
    read: ({ queries }) => ({
      queries: Array.isArray(queries)
        ? queries.filter((query) => typeof query === "string").slice(0, maxQueries)
        : [],
    }),
  },
);
