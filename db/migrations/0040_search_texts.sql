-- Search texts of products that follow the names of their categories (docs/why/catalogue.md).

-- Categories whose products have search texts with an old name or an old place in the tree. The job refresh-search-texts
-- goes through the products of each, and of the categories below it, in chunks.
create table private.renamed_categories (
  category_id uuid primary key references public.categories (id) on delete cascade,
  -- Products up to this one are done; null: none yet.
  done_to uuid,
  renamed_at timestamptz not null default now()
);
select private.protect('private.renamed_categories');
grant select, insert, update, delete on private.renamed_categories to service_role;

-- Notes the categories that a statement renamed or moved. A category that is renamed again begins again.
create function private.note_renamed_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.renamed_categories (category_id)
  select a.id from added a join removed r using (id)
  where (a.name, a.parent_id) is distinct from (r.name, r.parent_id) order by a.id
  on conflict (category_id) do update set done_to = null, renamed_at = now();
  if found then perform private.enqueue('refresh-search-texts', key => 'refresh-search-texts'); end if;
  return null;
end $$;
revoke execute on function private.note_renamed_categories() from public;
create trigger note_renamed after update on public.categories referencing old table as removed new table as added
  for each statement execute function private.note_renamed_categories();
