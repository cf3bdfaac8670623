-- A cart that was left with the account may be mentioned in a mail, twice at most, to those who asked for such mails.
alter table private.saved_carts
  -- When its owner last touched it; a reminder is no activity.
  add column active_at timestamptz not null default now(),
  add column reminders integer not null default 0
    constraint cart_reminded_too_often check (reminders between 0 and 2),
  add column reminded_at timestamptz;
update private.saved_carts set active_at = updated_at;
create index saved_carts_quiet on private.saved_carts (active_at);

-- Another cart begins anew.
create function private.note_cart_activity() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.version is distinct from old.version or new.taken_by is distinct from old.taken_by then
    new.active_at := now();
  end if;
  if new.version is distinct from old.version then
    new.reminders := 0;
    new.reminded_at := null;
  end if;
  return new;
end $$;
create trigger note_cart_activity before update on private.saved_carts
  for each row execute function private.note_cart_activity();
