export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <li
          key={tag}
          className="max-w-40 truncate border border-control px-1.5 text-sm"
          title={tag}
        >
          {tag}
        </li>
      ))}
    </ul>
  );
}
